/// A version of the schema that the tool has ever written, by its number in `user_version`.
package enum SchemaVersion: Int, CaseIterable, Comparable, Sendable {
  case v1 = 1
  case v2, v3, v4, v5

  package static let latest = SchemaVersion.v5

  /// The identifier that SwiftData's `VersionedSchema` calls `versionIdentifier`.
  package var versionIdentifier: String { "\(rawValue).0.0" }

  /// 16 hexadecimal digits that stand for the whole schema of this version: SwiftData's
  /// `hashModifier` is the same promise. A version that has shipped keeps its own.
  package var fingerprint: String { DeclaredSchema.of(self).digits }

  package static func < (one: SchemaVersion, other: SchemaVersion) -> Bool {
    one.rawValue < other.rawValue
  }
}

extension SchemaVersion: CustomStringConvertible {
  /// `V1` … `V5`.
  package var description: String { "V\(rawValue)" }
}
