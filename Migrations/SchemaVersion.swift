internal import SQLite

/// A version of the store's schema, by its number in `user_version`.
package enum SchemaVersion: Int, CaseIterable, Comparable, Sendable {
  case v1 = 1
  case v2, v3, v4

  package static let latest = SchemaMigrationPlan.trips.schemas.last!

  /// The identifier, as `versionIdentifier` of SwiftData's `VersionedSchema`.
  package var versionIdentifier: String { "\(rawValue).0.0" }

  package static func < (one: SchemaVersion, other: SchemaVersion) -> Bool {
    one.rawValue < other.rawValue
  }

  /// The whole schema: a file in the folder `SQL`, embedded in the program.
  var file: [UInt8] {
    switch self {
    case .v1: PackageResources.V1_sql
    case .v2: PackageResources.V2_sql
    case .v3: PackageResources.V3_sql
    case .v4: PackageResources.V4_sql
    }
  }

  var sql: String { String(decoding: file, as: UTF8.self) }

  /// An empty store of this version.
  func storeInMemory() throws -> Connection {
    let db = try Connection(":memory:")
    try db.execute(sql)
    return db
  }

  /// The statements that set the values that rows of the previous version lack.
  var fill: String {
    switch self {
    case .v1, .v2, .v3: ""
    case .v4: String(decoding: PackageResources.V3toV4_sql, as: UTF8.self)
    }
  }
}

extension SchemaVersion: CustomStringConvertible {
  /// `V1` … `V4`.
  package var description: String { "V\(rawValue)" }
}
