import TripsCore

extension Context {
  /// Writes a piece of a document that programs read, such as CSV or iCalendar: as it is, but on
  /// a terminal with everything visible that could do something there, and with LF as line break.
  ///
  /// - Parameter bytes: whole lines.
  func write(document bytes: some Sequence<UInt8>) throws(OutputError) {
    guard terminal.isOutput else { return try output.write(bytes: bytes) }
    let text = String(decoding: bytes.filter { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
    try output.write(SafeText.visibleMultiline(text))
  }
}
