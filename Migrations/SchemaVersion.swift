/// A schema version that the tool has written, by its number in `user_version`.
package enum SchemaVersion: Int, CaseIterable, Comparable, Sendable {
  case v1 = 1
  case v2, v3, v4, v5

  package static let latest = SchemaVersion.v5

  /// The identifier, as `versionIdentifier` of SwiftData's `VersionedSchema`.
  package var versionIdentifier: String { "\(rawValue).0.0" }

  /// The hash of this version's whole schema in 16 hexadecimal digits, as SwiftData's
  /// `hashModifier`. It never changes after a version has shipped.
  package var fingerprint: String { DeclaredSchema.of(self).digits }

  package static func < (one: SchemaVersion, other: SchemaVersion) -> Bool {
    one.rawValue < other.rawValue
  }
}

extension SchemaVersion: CustomStringConvertible {
  /// `V1` … `V5`.
  package var description: String { "V\(rawValue)" }
}
