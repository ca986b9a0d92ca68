/// Values under one another, each after its label, as `show` prints them.
struct FieldList {
  struct Field {
    /// What the value is, without the colon.
    var label: String
    /// Stored text as it is: the list escapes it.
    var value: String
    var style = TextStyle.plain
    /// Whether line breaks of the value are breaks of the list; elsewhere they could forge a line.
    var isMultiline = false
  }

  var fields: [Field] = []

  /// Writes `Label:  value` lines with the values aligned; a repeated label is left blank. A value is
  /// broken at blanks where it is wider than the terminal, and its further lines stand under its first.
  func write(to channel: OutputChannel, width: Int, palette: Palette) throws(OutputError) {
    let labelWidth = fields.reduce(0) { max($0, DisplayWidth.of($1.label)) } + 3
    var lastLabel = ""
    for field in fields {
      let label = field.label == lastLabel ? "" : field.label + ":"
      lastLabel = field.label
      var lead = DisplayWidth.pad(label, to: labelWidth, alignment: .left)
      let text =
        field.isMultiline ? SafeText.visibleMultiline(field.value) : SafeText.visible(field.value)
      for line in WrappedText.lines(of: text, width: max(10, width - labelWidth)) {
        let text = palette.apply(field.style, to: line.withoutTrailingBlanks)
        try channel.write((lead + text).withoutTrailingBlanks + "\n")
        lead = String(repeating: " ", count: labelWidth)
      }
    }
  }

  /// Writes `Label<TAB>value` lines for a program, each value on one line.
  func writeTabSeparated(to channel: OutputChannel, palette: Palette) throws(OutputError) {
    for field in fields {
      let value = palette.apply(field.style, to: SafeText.visible(field.value))
      try channel.write("\(field.label)\t\(value)\n")
    }
  }
}
