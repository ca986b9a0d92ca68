import Platform

/// The name of a copy beside its store: `trips.db.v5-20261120T101500Z.backup`, or
/// `trips.db.v5-20261120T101500Z-2.backup` for a second one in the same second.
struct BackupName {
  private static let ending = ".backup"
  private let base: String
  private var number = 1

  /// The name for the current time.
  ///
  /// - Parameter occasion: why there is a copy: `v4` for a backup of that version, `replaced` for a
  ///   store that a restore or an undo replaces, `fix` for one that the doctor repairs.
  init(_ occasion: String, beside path: String, _ options: Store.Options) {
    base = "\(path).\(occasion)-\(options.now())"
    while ([""] + StoreFile.sideSuffixes).contains(where: { StoreFile.exists(self.path + $0) }) {
      number += 1
    }
  }

  var path: String { base + (number == 1 ? "" : "-\(number)") + Self.ending }

  /// Continues with the next number, if another process has taken this one.
  mutating func takeNext() { number += 1 }

  /// The backups of a version beside a store, by their exact names.
  static func backups(ofVersion version: Int, beside path: String) -> [String] {
    let folder = UnfinishedFile.folder(of: path)
    let name = path.parts(separatedBy: "/").last ?? ""
    return (SystemFile.names(in: folder) ?? []).filter { isBackup($0, of: "\(name).v\(version)-") }
      .map { "\(folder)/\($0)" }.sorted()
  }

  /// Whether a name consists of the beginning, a time, an optional number, and the ending.
  private static func isBackup(_ name: String, of beginning: String) -> Bool {
    guard let parts = name.rest(after: beginning)?.rest(before: ending)?.parts(separatedBy: "-")
    else { return false }
    let form = parts[0].utf8.map { (48...57).contains($0) ? UInt8(ascii: "0") : $0 }
    return form.elementsEqual("00000000T000000Z".utf8) && parts.count < 3
      && parts.dropFirst().allSatisfy(\.isDigits)
  }
}
