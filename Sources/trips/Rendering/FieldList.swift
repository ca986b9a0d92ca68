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

  /// Adds a value, unless there is none.
  mutating func add(
    _ label: String, _ value: String?, style: TextStyle = .plain, isMultiline: Bool = false
  ) {
    guard let value, !value.isEmpty else { return }
    fields.append(Field(label: label, value: value, style: style, isMultiline: isMultiline))
  }

  /// Writes the list for a person, or, where nobody reads it, for a program.
  func write(in context: Context) throws(OutputError) {
    if context.terminal.isOutput {
      try write(to: context.output, width: context.terminal.width, palette: context.palette)
    } else {
      try writeTabSeparated(to: context.output, palette: context.palette)
    }
  }

  /// Writes `Label:  value` lines with the values aligned; a repeated label is left blank. A value is
  /// broken at blanks where it is wider than the terminal, and its further lines stand under its first;
  /// one with a word that only a whole line can hold stands below its label.
  func write(to channel: OutputChannel, width: Int, palette: Palette) throws(OutputError) {
    let labelWidth = fields.reduce(0) { max($0, DisplayWidth.of($1.label)) } + 3
    var lastLabel = ""
    for field in fields {
      let label = field.label == lastLabel ? "" : field.label + ":"
      lastLabel = field.label
      var lead = DisplayWidth.pad(label, to: labelWidth, alignment: .left)
      let text =
        field.isMultiline ? SafeText.visibleMultiline(field.value) : SafeText.visible(field.value)
      var lines = TextWrapping.lines(of: text, width: max(10, width - labelWidth))
      var indent = labelWidth
      let widest = lines.reduce(0) { max($0, DisplayWidth.of($1)) }
      if widest > width - labelWidth, widest <= width - Self.lowIndent {
        indent = Self.lowIndent
        lines = TextWrapping.lines(of: text, width: width - indent)
        if !label.isEmpty { try channel.write(label + "\n") }
        lead = String(repeating: " ", count: indent)
      }
      for line in lines {
        let text = palette.apply(field.style, to: line.withoutTrailingBlanks)
        try channel.write((lead + text).withoutTrailingBlanks + "\n")
        lead = String(repeating: " ", count: indent)
      }
    }
  }

  /// The blanks before a value that stands below its label.
  private static let lowIndent = 2

  /// Writes `Label<TAB>value` lines for a program, each value on one line.
  func writeTabSeparated(to channel: OutputChannel, palette: Palette) throws(OutputError) {
    for field in fields {
      let value = palette.apply(field.style, to: SafeText.visible(field.value))
      try channel.write("\(field.label)\t\(value)\n")
    }
  }
}
