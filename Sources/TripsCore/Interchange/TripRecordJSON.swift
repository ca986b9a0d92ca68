/// Writes trips as `JSONWriter.trip` does, from the bytes of their rows.
struct TripRecordJSON {
  private let members: [(field: TripField, key: [UInt8])]
  private let items: RelationCursor?
  private let stays: RelationCursor?
  private var perdiems = PerDiemTexts()

  init(fields: [TripField], items: RelationCursor?, stays: RelationCursor?) {
    members = fields.enumerated().map { index, field in
      (field, Array("\(index == 0 ? "" : ",")\"\(field.rawValue)\":".utf8))
    }
    self.items = items
    self.stays = stays
  }

  mutating func append(_ trip: TripRecord, to output: inout [UInt8]) throws {
    output.append(UInt8(ascii: "{"))
    for (field, key) in members {
      output.append(contentsOf: key)
      switch field {
      case .id: output.append(decimal: trip.id)
      case .uid: output.append(json: trip.uid)
      case .type: output.append(json: trip.type)
      case .name: output.append(json: trip.name)
      case .destination: output.append(json: trip.destination)
      case .startDate: output.append(json: trip.startDate)
      case .endDate: output.append(json: trip.endDate)
      case .days: output.append(decimal: Int64(trip.days))
      case .nights: output.append(decimal: Int64(trip.days - 1))
      case .perdiem: appendPerdiem(of: trip, to: &output)
      case .reason: output.append(json: trip.reason)
      case .notes: output.append(json: trip.notes)
      case .bucketList: try appendItems(of: trip, to: &output)
      case .livingAccommodation: try appendStay(of: trip, to: &output)
      }
    }
    output.append(UInt8(ascii: "}"))
  }

  private mutating func appendPerdiem(of trip: TripRecord, to output: inout [UInt8]) {
    guard trip.type == .business else { return output.append(static: "null") }
    guard let perdiem = trip.perdiem else { return appendRule(of: trip, to: &output) }
    let exponent = perdiems.exponent(of: perdiem.currency)
    let (rule, text) = perdiems.rule(trip.perdiemRule, of: perdiem.currency)
    output.append(static: "{\"amount\":\"")
    output.append(amount: perdiem.minorUnits, exponent: exponent)
    output.append(static: "\",\"currency\":")
    output.append(json: perdiem.currency.code)
    output.append(static: ",\"rule\":\"")
    output.append(contentsOf: text)
    output.append(static: "\",\"total\":")
    if let total = perdiems.total(perdiem, rule: rule, days: trip.days) {
      output.append(static: "\"")
      output.append(amount: total, exponent: exponent)
      output.append(static: "\"}")
    } else {
      output.append(static: "null}")
    }
  }

  /// The rule of a per diem whose amount is not known yet.
  private mutating func appendRule(of trip: TripRecord, to output: inout [UInt8]) {
    let (rule, text) = perdiems.rule(trip.perdiemRule, of: nil)
    if rule == .full { return output.append(static: "null") }
    output.append(static: "{\"amount\":null,\"currency\":null,\"rule\":\"")
    output.append(contentsOf: text)
    output.append(static: "\",\"total\":null}")
  }

  private func appendItems(of trip: TripRecord, to output: inout [UInt8]) throws {
    output.append(static: "[")
    var isFirst = true
    try items?.forEach(ofTrip: trip.id) { row in
      output.append(static: isFirst ? "{\"id\":" : ",{\"id\":")
      isFirst = false
      output.append(decimal: row.integer(1))
      output.append(static: ",\"title\":")
      output.append(json: row.text(2))
      output.append(static: ",\"details\":")
      output.append(json: row.text(3))
      output.append(static: ",\"hasReservation\":")
      output.append(static: row.integer(4) == 0 ? "false" : "true")
      output.append(static: ",\"isInPlan\":")
      output.append(static: row.integer(5) == 0 ? "false" : "true")
      output.append(static: ",\"isDone\":")
      output.append(static: row.integer(6) == 0 ? "false}" : "true}")
    }
    output.append(static: "]")
  }

  private func appendStay(of trip: TripRecord, to output: inout [UInt8]) throws {
    var isFirst = true
    try stays?.forEach(ofTrip: trip.id) { row in
      guard isFirst else { return }
      isFirst = false
      output.append(static: "{\"id\":")
      output.append(decimal: row.integer(1))
      output.append(static: ",\"placeName\":")
      output.append(json: row.text(2))
      output.append(static: ",\"address\":")
      output.append(json: row.text(3))
      output.append(static: ",\"isConfirmed\":")
      output.append(static: row.integer(4) == 0 ? "false}" : "true}")
    }
    if isFirst { output.append(static: "null") }
  }
}

/// What is said of per diems, with what takes time to find out remembered: there are few currencies
/// and rules, and many trips.
package struct PerDiemTexts {
  // A list: there are few, and a dictionary's type takes longer to make at run time.
  private var exponents: [(code: String, exponent: Int)] = []
  private var rules: [String: (PerDiemRule, [UInt8])] = [:]

  package init() {}

  package mutating func exponent(of currency: Currency) -> Int {
    if let known = exponents.first(where: { $0.code == currency.code }) { return known.exponent }
    let exponent = currency.exponent
    exponents.append((currency.code, exponent))
    return exponent
  }

  /// A stored rule and its words; one that nobody can read counts as none.
  ///
  /// - Parameter currency: nil where there is no amount.
  mutating func rule(
    _ stored: UnsafeRawBufferPointer?, of currency: Currency?
  ) -> (rule: PerDiemRule, text: [UInt8]) {
    let words = stored.map { String(decoding: $0, as: UTF8.self) } ?? ""
    let key = words.isEmpty ? words : "\(currency?.code ?? "") \(words)"
    if let known = rules[key] { return known }
    let rule = (try? PerDiemRule(words, currency: currency ?? .withMostDecimals)) ?? .full
    let text = currency.map { rule.text(exponent: $0.exponent) } ?? rule.textWithoutCurrency
    let entry = (rule, Array(text.utf8))
    rules[key] = entry
    return entry
  }

  /// Minor units; nil if they pass 64 bits.
  func total(_ perdiem: Money, rule: PerDiemRule, days: Int) -> Int64? {
    if rule == .full {
      let (product, isTooLarge) = perdiem.minorUnits.multipliedReportingOverflow(by: Int64(days))
      return isTooLarge ? nil : product
    }
    return Int64(
      exactly: PerDiemEstimate(perdiem: perdiem, rule: rule, days: days).total.minorUnits)
  }
}
