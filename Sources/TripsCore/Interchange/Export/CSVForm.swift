/// The form of a CSV: for programs, or for a spreadsheet that reads another separator or decimal mark.
package struct CSVForm: Sendable {
  private let separator: CSVSeparator
  private let decimal: DecimalMark
  private let isForSpreadsheet: Bool

  /// - Parameters:
  ///   - separator: if given, or if `decimal` is, the file begins with a byte order mark and its
  ///     lines end with CR LF, as spreadsheets write them.
  package init(separator: CSVSeparator? = nil, decimal: DecimalMark? = nil) {
    isForSpreadsheet = separator != nil || decimal != nil
    self.separator = separator ?? .comma
    self.decimal = decimal ?? .point
  }

  /// The byte between cells.
  package var separatorByte: UInt8 { separator.byte }

  package var lineEnd: StaticString { isForSpreadsheet ? "\r\n" : "\n" }

  /// The first row.
  package func header(_ names: [String]) -> [UInt8] {
    var header: [UInt8] = []
    if isForSpreadsheet { header.append(static: "\u{FEFF}") }
    header += names.map { Array($0.utf8) }.joined(separator: [separatorByte])
    header.append(static: lineEnd)
    return header
  }
}

extension [UInt8] {
  /// Gives the cell of an amount, which begins at this index, the mark and the quotes of a form.
  package mutating func finishAmount(from start: Int, in form: CSVForm) {
    let mark = form.decimalByte
    for index in start..<count where self[index] == UInt8(ascii: ".") { self[index] = mark }
    guard self[start...].contains(form.separatorByte) else { return }
    insert(UInt8(ascii: "\""), at: start)
    append(UInt8(ascii: "\""))
  }
}

extension CSVForm {
  fileprivate var decimalByte: UInt8 {
    switch decimal {
    case .point: UInt8(ascii: ".")
    case .comma: UInt8(ascii: ",")
    }
  }
}
