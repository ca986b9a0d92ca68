/// Writes CSV (RFC 4180) into a byte buffer: lines end CR LF, and a cell is quoted where it must be.
package struct CSVWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func row(_ cells: [String]) {
    for (index, cell) in cells.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(cell)
    }
    bytes += "\r\n".utf8
  }

  private mutating func append(_ cell: String) {
    let mustBeQuoted = cell.utf8.contains { byte in
      byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\n")
        || byte == UInt8(ascii: "\r")
    }
    guard mustBeQuoted else {
      bytes += cell.utf8
      return
    }
    bytes.append(UInt8(ascii: "\""))
    for byte in cell.utf8 {
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Guards text that a spreadsheet would run as a formula with an apostrophe before it.
  ///
  /// Text that begins with apostrophes and then such a character gets one more, so that taking one
  /// away is always right (https://owasp.org/www-community/attacks/CSV_Injection).
  package static func guarded(_ text: String) -> String {
    let rest = text.utf8.drop { $0 == UInt8(ascii: "'") }
    guard let first = rest.first else { return text }
    return "=+-@\t\r".utf8.contains(first) ? "'" + text : text
  }
}

extension CSVWriter {
  package static let tripColumns = [
    "id", "uid", "type", "name", "destination", "startDate", "endDate", "perdiemAmount",
    "perdiemCurrency", "perdiemRule", "reason", "notes",
  ]

  /// Writes a trip in the order of `tripColumns`.
  package mutating func trip(_ trip: Trip) {
    row(Self.cells(of: trip))
  }

  /// A trip in the order of `tripColumns`. Text alone is guarded: nothing else can begin a formula.
  static func cells(of trip: Trip) -> [String] {
    let business = trip as? BusinessTrip
    let perdiem = business?.perdiem
    return [
      String(trip.id), trip.uid, trip.type.rawValue, guarded(trip.name),
      guarded(trip.destination), trip.startDate.description, trip.endDate.description,
      perdiem?.amount ?? "", perdiem?.currency.code ?? "", business?.tellingRuleText ?? "",
      (trip as? PersonalTrip)?.reason?.rawValue ?? "", guarded(trip.notes),
    ]
  }
}

extension BusinessTrip {
  /// The rule in words; nil where there is neither an amount nor a rule that says anything.
  var tellingRuleText: String? {
    perdiem == nil && perdiemRule == .full ? nil : ruleText
  }
}
