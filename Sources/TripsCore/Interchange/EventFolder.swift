import Platform

/// A folder with one iCalendar file for each event, as the vdir format of vdirsyncer has it
/// (https://vdirsyncer.readthedocs.io/en/stable/vdir.html).
package struct EventFolder {
  private let path: String
  private let replaces: Bool
  package private(set) var written = 0
  /// Files that had these bytes already; they are left alone, so that no sync carries them.
  package private(set) var unchanged = 0

  /// Makes the folder if there is none; the folder above it must be there.
  package init(path: String, replacing: Bool) throws(FileError) {
    self.path = path
    replaces = replacing
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .failed("make", path, errno) }
    // Once: a folder of many files is not walked for each of them.
    UnfinishedFile.removeLeftovers(in: path)
  }

  /// Writes the files of a trip, as `Store.exportEvents` rendered it.
  package mutating func write(_ row: UnsafeRawBufferPointer) throws(FileError) {
    var rest = row[...]
    func part() -> [UInt8] {
      let size = UnsafeRawBufferPointer(rebasing: rest).loadUnaligned(as: UInt32.self)
      rest = rest.dropFirst(4)
      defer { rest = rest.dropFirst(Int(size)) }
      return Array(rest.prefix(Int(size)))
    }
    while !rest.isEmpty { try write(uid: String(decoding: part(), as: UTF8.self), part()) }
  }

  /// A file that is there and holds the same event is replaced without being asked: that is what the
  /// second export into a folder is for.
  private mutating func write(uid: String, _ event: [UInt8]) throws(FileError) {
    let file = "\(path)/\(Self.fileName(of: uid)).ics"
    let bytes = ICSExporter.header + event + ICSExporter.footer
    var isOurs = false
    if let present = try InputFile.regular(file) {
      isOurs = try Self.holds(present.start(65_536), uid)
      if try present.holds(bytes) {
        unchanged += 1
        return
      }
    }
    let output = try OutputFile(path: file, replacing: replaces || isOurs, sweeps: false)
    try output.write(bytes)
    try output.commit()
    written += 1
  }

  /// Whether a file that begins so was exported from the event with this UID.
  private static func holds(_ bytes: [UInt8], _ uid: String) -> Bool {
    var ics = ICSWriter()
    ics.text("UID", uid)
    return bytes.starts(with: ICSExporter.header)
      && bytes.dropFirst(ICSExporter.header.count + "BEGIN:VEVENT\r\n".utf8.count)
        .starts(with: ics.bytes)
  }

  /// A uid comes from anywhere (import keeps them), and must not name a path: whatever is not a
  /// letter, a digit, `-` or `_` becomes its hexadecimal bytes. Long ones end in a checksum.
  private static func fileName(of uid: String) -> String {
    var name = ""
    for byte in uid.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"):
        name.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        name += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    guard name.utf8.count > 200 else { return name }
    // No secret is kept here, two names only have to differ.
    var sum = FNV1a()
    sum.add(uid.utf8)
    return "\(name.prefix(180))-\(sum.digits)"
  }
}
