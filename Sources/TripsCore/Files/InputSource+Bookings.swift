extension InputSource {
  /// Whether KItinerary's extractor has to read the file first: a mail, a document or a pass by its
  /// name, JSON-LD in another form than it prints, and with the format of bookings anything else.
  package func needsExtractor(_ format: ImportFormat?) throws -> Bool {
    guard format == nil || format == .booking else { return false }
    let isDocument = [".eml", ".pdf", ".pkpass", ".html"].contains(where: name.lowercased().ends)
    let file = try open()
    let start = try file.start(4096)
    // A mail whose text is a calendar.
    if format == nil, (try? ImportFormat(detecting: start)) == .ics { return false }
    guard LinkedData.isIn(start) else { return isDocument || format == .booking }
    // JSON that cannot be read is reported by the import, with its line.
    return isDocument || (try? LinkedData.isPrinted(file)) == false
  }

  /// The bookings that the extractor has printed.
  ///
  /// - Returns: nil if they are not JSON; a list may be empty.
  package static func printed(_ bytes: [UInt8], of name: String) -> (InputSource, isEmpty: Bool)? {
    let isEmpty = bytes.lazy.filter { $0 > 0x20 }.elementsEqual("[]".utf8)
    let isPrinted = try? LinkedData.isPrinted(InputFile(bytes: bytes))
    guard isEmpty || isPrinted == true else { return nil }
    return (InputSource(InputFile(bytes: bytes, name: name), as: .booking), isEmpty)
  }
}
