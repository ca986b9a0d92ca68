/// A version of the schema that the tool has ever written, by its number in `user_version`.
package enum SchemaVersion: Int, CaseIterable, Comparable, Sendable {
  case v1 = 1
  case v2, v3, v4

  package static let latest = SchemaVersion.v4

  /// The identifier that SwiftData's `VersionedSchema` calls `versionIdentifier`.
  package var versionIdentifier: String { "\(rawValue).0.0" }

  /// What `SchemaFingerprint.digits` are for the schema of this version: SwiftData's `hashModifier`
  /// is the same promise. A version that has shipped keeps its own.
  package var fingerprint: String {
    switch self {
    case .v1: "6d90454705ed363e"
    case .v2: "5dc5c7fb117e605d"
    case .v3: "de8feced3fd180ad"
    case .v4: "dca3a63c517db93f"
    }
  }

  package static func < (one: SchemaVersion, other: SchemaVersion) -> Bool {
    one.rawValue < other.rawValue
  }
}

extension SchemaVersion: CustomStringConvertible {
  /// `V1` … `V4`.
  package var description: String { "V\(rawValue)" }
}
