/// A schema that a store may have, object by object, as this program or an earlier release creates
/// it for a version.
///
/// Constants (`SQL/Schemas.txt`, written by `Scripts/record-schemas`), so that comparing a store
/// needs no migration.
struct DeclaredSchema: Sendable {
  struct Object: Sendable {
    let type: String
    /// The name as written in the SQL.
    let name: String
    let fingerprint: UInt64

    var key: String { DeclaredSchema.key(type, name) }
  }

  /// Identifies an object: SQLite compares names without regard to case.
  static func key(_ type: String, _ name: String) -> String { "\(type) \(name.lowercased())" }

  let version: SchemaVersion
  /// The release that created it; nil for 1.0.0 and later.
  let release: String?
  private(set) var objects: [String: Object] = [:]

  /// The schema that this program creates for a version.
  static func of(_ version: SchemaVersion) -> DeclaredSchema {
    all.first { $0.version == version && $0.release == nil }
      ?? DeclaredSchema(version: version, release: nil)
  }

  /// The schemas that earlier releases created for a version.
  static func earlier(_ version: SchemaVersion) -> [DeclaredSchema] {
    all.filter { $0.version == version && $0.release != nil }
  }

  /// Objects that any of them contains.
  static let ownObjects = Set(all.flatMap(\.objects.keys))

  private static let all: [DeclaredSchema] = {
    var schemas: [Substring: DeclaredSchema] = [:]
    let text = String(decoding: PackageResources.Schemas_txt, as: UTF8.self)
    for line in text.unicodeScalars.split(separator: "\n") {
      let words = Substring(line).parts(separatedBy: " ")
      for word in words.dropFirst(3) {
        let parts = word.parts(separatedBy: "@")
        guard let version = SchemaVersion.allCases.first(where: { "\($0)" == parts[0] }),
          let fingerprint = UInt64(words[2], radix: 16)
        else { continue }
        let object = Object(
          type: String(words[0]), name: String(words[1]), fingerprint: fingerprint)
        schemas[
          word,
          default: DeclaredSchema(
            version: version, release: parts.dropFirst().first.map(String.init))
        ].objects[object.key] = object
      }
    }
    return schemas.sorted { $0.key < $1.key }.map(\.value)
  }()
}

extension DeclaredSchema {
  /// A hash of all objects in 16 hexadecimal digits.
  var digits: String {
    var text = ""
    for (key, object) in objects.sorted(by: { $0.key < $1.key }) {
      text += "\(key) \(object.fingerprint)\n"
    }
    return SchemaTokens.hash(text).digits
  }

  /// Describes where a store's schema differs from this one; nil if it does not. The user's own
  /// objects do not count.
  func difference(from store: SchemaFingerprint) -> String? {
    for (key, object) in objects.sorted(by: { $0.key < $1.key }) {
      guard let found = store.objects[key] else {
        return "the \(object.type) '\(object.name)' of \(version) is missing"
      }
      if found.fingerprint != object.fingerprint {
        return "the \(object.type) '\(object.name)' differs from that of \(version)"
      }
    }
    return nil
  }
}
