internal import Migrations
import Platform

/// The name of a copy next to its store: `trips.db.v4-20261120T101500Z.backup`, or
/// `trips.db.v4-20261120T101500Z-2.backup` for a second one in the same second.
struct BackupName {
  private static let ending = ".backup"
  private let base: String
  private var number = 1

  /// The name for the current time.
  ///
  /// - Parameter occasion: `v4` for a backup of a store of that version, `migrate-v3` for one that a
  ///   migration makes, `replaced` for a store that a restore replaces, `fix` for a store that the
  ///   doctor repairs.
  init(_ occasion: String, nextTo path: String, _ options: Store.Options) {
    base = "\(StoreFile.target(of: path)).\(occasion)-\(options.now())"
    while ([""] + StoreFile.sideSuffixes).contains(where: { StoreFile.exists(self.path + $0) }) {
      number += 1
    }
  }

  var path: String { base + (number == 1 ? "" : "-\(number)") + Self.ending }

  /// Continues with the next number, if another process has taken this one.
  mutating func takeNext() { number += 1 }

  /// The newest backup next to a store, by the time in its name.
  static func newest(nextTo path: String) -> String? {
    newest(
      nextTo: path, SchemaVersion.allCases.flatMap { ["v\($0.rawValue)", migration(from: $0)] })
  }

  /// The occasion of the backup that a migration makes of a store of this version.
  static func migration(from version: SchemaVersion) -> String { "migrate-v\(version.rawValue)" }

  /// The newest backup of these occasions.
  static func newest(nextTo path: String, _ occasions: [String]) -> String? {
    let path = StoreFile.target(of: path)
    let folder = UnfinishedFile.folder(of: path)
    let name = path.parts(separatedBy: "/").last ?? ""
    let backups = (SystemFile.names(in: folder) ?? []).flatMap { file in
      occasions.compactMap { occasion in
        moment(of: file, after: "\(name).\(occasion)-").map { (moment: $0, file: file) }
      }
    }
    return backups.max { $0.moment < $1.moment }.map { "\(folder)/\($0.file)" }
  }

  /// The time and the number in a name that consists of a beginning, a time, an optional number, and
  /// the ending.
  private static func moment(of name: String, after beginning: String) -> (String, Int)? {
    guard let parts = name.rest(after: beginning)?.rest(before: ending)?.parts(separatedBy: "-")
    else { return nil }
    let form = parts[0].utf8.map { (48...57).contains($0) ? UInt8(ascii: "0") : $0 }
    guard form.elementsEqual("00000000T000000Z".utf8), parts.count < 3 else { return nil }
    if parts.count == 1 { return (String(parts[0]), 1) }
    return parts[1].isDigits ? Int(parts[1]).map { (String(parts[0]), $0) } : nil
  }
}
