import Platform

/// A folder with one iCalendar file for each event, as the vdir format of vdirsyncer has it
/// (https://vdirsyncer.readthedocs.io/en/stable/vdir.html).
package struct EventFolder {
  private let path: String
  private let exporter: ICSExporter
  private let replaces: Bool
  package private(set) var written = 0
  /// Files that had these bytes already; they are left alone, so that no sync carries them.
  package private(set) var unchanged = 0

  /// Makes the folder if there is none; the folder above it must be there.
  package init(
    path: String, revisions: [Int64: TripRevision], replacing: Bool
  ) throws(FileError) {
    self.path = path
    exporter = ICSExporter(revisions: revisions)
    replaces = replacing
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .failed("make", path, errno) }
  }

  /// Writes the files of a trip. One that is there and holds the same event is replaced without
  /// being asked: that is what the second export into a folder is for.
  package mutating func write(_ trip: Trip) throws(FileError) {
    for (uid, event) in exporter.events(of: trip) {
      let file = "\(path)/\(Self.fileName(of: uid)).ics"
      let bytes = ICSExporter.header + event + ICSExporter.footer
      let present = try? InputFile.contents(of: file, limit: 1 << 20)
      if present == bytes {
        unchanged += 1
        continue
      }
      let isOurs = present.map { Self.holds($0, uid) } ?? false
      let output = try OutputFile(path: file, replacing: replaces || isOurs)
      try output.write(bytes)
      try output.commit()
      written += 1
    }
  }

  /// Whether a file was exported from the event with this UID.
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
