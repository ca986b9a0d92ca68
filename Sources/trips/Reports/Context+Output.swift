import TripsCore

extension Context {
  /// Writes part of a document such as CSV or iCalendar unchanged. On a terminal, control
  /// characters are escaped and lines end in LF.
  ///
  /// - Parameter bytes: whole lines.
  func write(document bytes: some Sequence<UInt8>) throws(OutputError) {
    guard terminal.isOutput else { return try output.write(bytes: bytes) }
    let text = String(decoding: bytes.filter { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
    try output.write(SafeText.visibleMultiline(text))
  }

  /// Explains an empty result on a terminal, where it could look like a failure.
  func noteNothing(_ sentence: String) {
    if terminal.isOutput { reporter.note(sentence) }
  }

  /// Prints an escaped sentence; on a terminal it is wrapped and its further lines are indented.
  func print(line text: String, style: TextStyle = .plain, indent: Int = 0) throws(OutputError) {
    try print(visible: SafeText.visible(text), style, indent: indent, further: indent + 2)
  }

  /// Prints escaped text, wrapped on a terminal; further lines are indented.
  func print(
    visible text: String, _ style: TextStyle, indent: Int, further: Int
  ) throws(OutputError) {
    let width = terminal.isOutput ? terminal.width : .max
    let wrapped = TextWrapping.wrapped(text, to: width, indent: further, start: indent)
    if indent > 0 { try output.write(String(repeating: " ", count: indent)) }
    try output.write(palette.apply(style, to: wrapped))
    try output.write("\n")
  }
}
