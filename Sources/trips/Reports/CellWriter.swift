import TripsCore

/// Writes cells in the form of a report: table, pipe, CSV or JSON.
struct CellWriter {
  let form: ReportForm
  private let csv: CSVForm
  var bytes: [UInt8] = []

  init(form: ReportForm, csv: CSVForm) {
    (self.form, self.csv) = (form, csv)
  }

  private var isText: Bool { form == .table || form == .pipe }

  mutating func raw(_ text: StaticString) { bytes.append(static: text) }

  private var separator: UInt8 {
    switch form {
    case .table, .pipe: UInt8(ascii: "\t")
    case .csv: csv.separatorByte
    case .json: UInt8(ascii: ",")
    }
  }

  /// Begins the cell of a column.
  mutating func begin(_ name: String, isFirst: Bool) {
    if !isFirst { bytes.append(separator) }
    guard form == .json else { return }
    bytes.append(json: name)
    bytes.append(UInt8(ascii: ":"))
  }

  /// Text, stored or not. It is escaped.
  mutating func text(_ text: String?) {
    guard var text else { return none() }
    text.withUTF8 {
      let text = UnsafeRawBufferPointer($0)
      switch form {
      case .table, .pipe: SafeText.appendVisible(text, to: &bytes)
      case .csv: bytes.append(csv: text, separator: separator)
      case .json: bytes.append(json: text)
      }
    }
  }

  mutating func number(_ number: (some BinaryInteger)?) {
    if let number { bytes.append(decimal: Int64(number)) } else { none() }
  }

  /// `yes` or `no` for people, `true` or `false` in CSV and JSON.
  mutating func flag(_ flag: Bool) {
    if isText { raw(flag ? "yes" : "no") } else { raw(flag ? "true" : "false") }
  }

  /// The number of an amount, which may be negative; in JSON a string.
  mutating func amount(_ sum: MoneySum?) {
    guard let sum else { return none() }
    amount(sum.amount)
  }

  /// `12.00 EUR`, in JSON an object.
  mutating func money(_ money: Money?) {
    guard let money else { return none() }
    if form == .json { return bytes.append(jsonAmount: money.minorUnits, money.currency) }
    let start = bytes.count
    bytes.append(amount: money.minorUnits, exponent: money.currency.exponent)
    bytes.append(UInt8(ascii: " "))
    text(money.currency.code)
    if form == .csv { bytes.finishAmount(from: start, in: csv) }
  }

  /// `720.00 EUR, 3000 JPY`.
  mutating func sums(_ sums: [MoneySum]) { amount(Wording.sums(sums)) }

  /// It is never guarded as a formula: a negative amount is a number.
  private mutating func amount(_ text: String) {
    guard form == .csv else { return self.text(text) }
    let start = bytes.count
    bytes += text.utf8
    bytes.finishAmount(from: start, in: csv)
  }

  /// An empty cell, in JSON `null`.
  mutating func none() {
    if form == .json { raw("null") }
  }
}
