/// A schema that a store may have, object by object: a version's as this program makes it, or as an
/// earlier release made it.
///
/// They are constants (`SQL/Schemas.txt`, written by `Scripts/record-schemas`), so that to compare a
/// store costs no walk.
struct DeclaredSchema: Sendable {
  struct Object: Sendable {
    let type: String
    /// As the SQL writes it.
    let name: String
    let fingerprint: UInt64

    var key: String { DeclaredSchema.key(type, name) }
  }

  /// What tells an object from others: SQLite compares names whatever the case of their letters.
  static func key(_ type: String, _ name: String) -> String { "\(type) \(name.lowercased())" }

  let version: SchemaVersion
  /// The release that made it; nil for this one and those after 1.0.0.
  let release: String?
  private(set) var objects: [String: Object] = [:]

  /// The schema that the SQL of this program makes for a version.
  static func of(_ version: SchemaVersion) -> DeclaredSchema {
    all.first { $0.version == version && $0.release == nil }
      ?? DeclaredSchema(version: version, release: nil)
  }

  /// Those that earlier releases made of a version.
  static func earlier(_ version: SchemaVersion) -> [DeclaredSchema] {
    all.filter { $0.version == version && $0.release != nil }
  }

  /// What any of them has.
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
  /// 16 hexadecimal digits that stand for all objects.
  var digits: String {
    var text = ""
    for (key, object) in objects.sorted(by: { $0.key < $1.key }) {
      text += "\(key) \(object.fingerprint)\n"
    }
    return SchemaTokens.hash(text).digits
  }

  /// Tells where a store's schema is not this one; nil where it is. Objects that are not ours do not
  /// count.
  func difference(from store: SchemaFingerprint) -> String? {
    for (key, object) in objects.sorted(by: { $0.key < $1.key }) {
      guard let found = store.objects[key] else {
        return "the \(object.type) '\(object.name)' of \(version) is missing"
      }
      if found.fingerprint != object.fingerprint {
        return "the \(object.type) '\(object.name)' is not that of \(version)"
      }
    }
    return nil
  }
}
