import TripsCore

/// Labelled values, one below the other, as `show` prints them.
struct FieldList {
  private struct Field {
    var label: String
    var pieces: [TripPage.Piece]
    /// Stored text below the value, with its label in a pipe.
    var details: [TripPage.Detail] = []
    var style = TextStyle.plain
    /// Whether line breaks of the value are kept on a terminal; elsewhere they could forge a line.
    var isMultiline = false
  }

  private var fields: [Field] = []

  /// Adds a value unless it is nil or empty.
  mutating func add(
    _ label: String, _ value: String?, style: TextStyle = .plain, isMultiline: Bool = false
  ) {
    guard let value, !value.isEmpty else { return }
    fields.append(
      Field(label: label, pieces: [.user(value)], style: style, isMultiline: isMultiline))
  }

  /// Adds a line of a trip's page. The address and the details of a stay get labels of their own.
  mutating func add(_ line: TripPage.Line, label: String? = nil) {
    var field = Field(label: label ?? line.label, pieces: line.text)
    if !line.isStay { field.details = line.details }
    fields.append(field)
    if line.isStay, label == nil {
      for detail in line.details { add(detail.label, detail.text, isMultiline: true) }
    }
  }

  /// Writes aligned lines on a terminal, lines with a tab elsewhere.
  func write(in context: Context) throws(OutputError) {
    if context.terminal.isOutput {
      try write(to: context.output, width: context.terminal.width, palette: context.palette)
    } else {
      try writeTabSeparated(to: context.output, palette: context.palette)
    }
  }

  /// Writes `Label:  value` lines with aligned values; a repeated label is left blank. Long values
  /// are wrapped below their first line.
  func write(to channel: OutputChannel, width: Int, palette: Palette) throws(OutputError) {
    let indent = fields.reduce(0) { max($0, DisplayWidth.of($1.label)) } + 3
    var lastLabel = ""
    for field in fields {
      let label = field.label == lastLabel ? "" : field.label + ":"
      lastLabel = field.label
      var lead = DisplayWidth.pad(label, to: indent, alignment: .left)
      let text = field.pieces.visible(isMultiline: field.isMultiline)
      for line in TextWrapping.lines(
        of: text + TripPage.Line.indented(field.details), width: max(10, width - indent))
      {
        let line = palette.apply(field.style, to: line.withoutTrailingSpaces)
        try channel.write((lead + line).withoutTrailingSpaces + "\n")
        lead = String(repeating: " ", count: indent)
      }
    }
  }

  /// Writes `Label<TAB>value` lines, each value on one line.
  func writeTabSeparated(to channel: OutputChannel, palette: Palette) throws(OutputError) {
    for field in fields {
      let value = palette.apply(field.style, to: field.pieces.visible())
      try channel.write("\(field.label)\t\(value)\n")
      for detail in field.details {
        try channel.write("\(detail.label)\t\(SafeText.visible(detail.text))\n")
      }
    }
  }
}

extension [TripPage.Piece] {
  /// The text with stored parts escaped.
  func visible(isMultiline: Bool = false) -> String {
    map { piece in
      switch piece {
      case .words(let words): words
      case .user(let text): isMultiline ? SafeText.visibleMultiline(text) : SafeText.visible(text)
      }
    }.joined()
  }
}

extension TripPage.Line {
  /// The pieces after the time, the tick and the id of an item.
  var text: [TripPage.Piece] {
    let time = self.time.map { "\($0)\(until) " } ?? ""
    guard let id, let isDone else { return time.isEmpty ? pieces : [.words(time)] + pieces }
    return [.words("\(time)\(isDone ? "[x]" : "[ ]") \(id) ")] + pieces
  }

  /// Escaped details on lines of their own below an item.
  static func indented(_ details: [TripPage.Detail]) -> String {
    // By scalars: CR LF is one character, and must not escape the indentation.
    details.flatMap { SafeText.visibleMultiline($0.text).unicodeScalars.split(separator: "\n") }
      .map { "\n      \(String($0))" }.joined()
  }
}

extension Context {
  /// Prints the line of a page on a terminal, with its details below it.
  func print(_ line: TripPage.Line, indent: Int) throws(OutputError) {
    let text = line.text.visible() + TripPage.Line.indented(line.details)
    try print(visible: text, .plain, indent: indent, further: indent + 2)
  }
}
