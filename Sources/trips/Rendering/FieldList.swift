/// Labelled values, one below the other, as `show` prints them.
struct FieldList {
  struct Field {
    /// The label without its colon.
    var label: String
    /// Unescaped text; the list escapes it.
    var value: String
    var style = TextStyle.plain
    /// Whether line breaks in the value are kept; elsewhere they could forge a line.
    var isMultiline = false
  }

  var fields: [Field] = []

  /// Adds a value unless it is nil or empty.
  mutating func add(
    _ label: String, _ value: String?, style: TextStyle = .plain, isMultiline: Bool = false
  ) {
    guard let value, !value.isEmpty else { return }
    fields.append(Field(label: label, value: value, style: style, isMultiline: isMultiline))
  }

  /// Writes aligned lines on a terminal, tab-separated lines elsewhere.
  func write(in context: Context) throws(OutputError) {
    if context.terminal.isOutput {
      try write(to: context.output, width: context.terminal.width, palette: context.palette)
    } else {
      try writeTabSeparated(to: context.output, palette: context.palette)
    }
  }

  /// Writes `Label:  value` lines with aligned values; a repeated label is left blank. Long values
  /// are wrapped below their first line. A value with a very long word starts below its label.
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

  /// The indentation of a value below its label.
  private static let lowIndent = 2

  /// Writes `Label<TAB>value` lines, each value on one line.
  func writeTabSeparated(to channel: OutputChannel, palette: Palette) throws(OutputError) {
    for field in fields {
      let value = palette.apply(field.style, to: SafeText.visible(field.value))
      try channel.write("\(field.label)\t\(value)\n")
    }
  }
}
