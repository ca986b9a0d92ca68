/// Writes rows as JSON objects, with a member per column.
struct RowJSON {
  private typealias Member = (key: [UInt8], column: Int32, content: ColumnDeclaration.Content)
  private let members: [Member]

  init<Field: ColumnField>(_ fields: [Field]) {
    members = fields.compactMap { field in
      field.column.map {
        (Self.key(field, isFirst: field == fields.first), $0.rawValue, $0.content)
      }
    }
  }

  func append(_ row: any RowValues, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "{"))
    for member in members {
      output.append(contentsOf: member.key)
      output.append(json: row, member.column, member.content)
    }
    output.append(UInt8(ascii: "}"))
  }

  /// `,"name":`
  static func key(_ field: some JSONField, isFirst: Bool) -> [UInt8] {
    Array("\(isFirst ? "" : ",")\"\(field.rawValue)\":".utf8)
  }
}

extension StoredColumn {
  var content: ColumnDeclaration.Content { declaration.content }
}

extension [UInt8] {
  fileprivate mutating func append(
    json row: any RowValues, _ column: Int32, _ content: ColumnDeclaration.Content
  ) {
    switch content {
    case .text: append(json: row.bytes(column))
    case .flag: append(static: row.integer(column) == 0 ? "false" : "true")
    case _ where row.isNull(column): append(static: "null")
    case .identifier, .integer: append(decimal: row.integer(column))
    case .amount:
      if let money = row.money(column) { append(jsonAmount: money.minorUnits, money.currency) }
    case .currency, .date, .time, .word: append(json: row.bytes(column))
    }
  }

  /// A sum as an object, like an amount.
  package mutating func append(json sum: MoneySum) {
    if let minorUnits = Int64(exactly: sum.minorUnits) {
      return append(jsonAmount: minorUnits, sum.currency)
    }
    append(static: "{\"amount\":")
    append(json: sum.amount)
    append(static: ",\"currency\":")
    append(json: sum.currency.code)
    append(UInt8(ascii: "}"))
  }

  /// An amount as an object. The number is a string, since most readers would make it a
  /// floating-point number.
  package mutating func append(jsonAmount minorUnits: Int64, _ currency: Currency) {
    append(static: "{\"amount\":\"")
    append(amount: minorUnits, exponent: currency.exponent)
    append(static: "\",\"currency\":")
    append(json: currency.code)
    append(UInt8(ascii: "}"))
  }
}

/// Writes trips as JSON objects, from the bytes of their rows.
struct TripJSON {
  private typealias Source = (place: Int32, content: ColumnDeclaration.Content)
  private let members: [(field: TripField, column: Source?, key: [UInt8])]
  private let relations: TripRelations
  private let item = RowJSON(BucketListField.allCases)
  private let stay = RowJSON(StayField.allCases)
  private let hasCosts: Bool
  private var perdiems = PerDiemTexts()
  // Rows are read once, and the costs may precede the lists.
  private var items: [UInt8] = []
  private var stays: [UInt8] = []
  private var costs: [Money] = []

  init(fields: [TripField], relations: TripRelations) {
    members = fields.map { field in
      let key = RowJSON.key(field, isFirst: field == fields.first)
      return (field, field.column.map { ($0.rawValue, $0.content) }, key)
    }
    self.relations = relations
    hasCosts = fields.contains(.costs)
  }

  mutating func append(_ trip: TripRecord, to output: inout [UInt8]) throws {
    costs.removeAll(keepingCapacity: true)
    try Self.render(
      relations.items, of: trip, item, hasCosts ? ItemColumn.costMinor.rawValue : nil, &items,
      &costs)
    try Self.render(
      relations.stays, of: trip, stay, hasCosts ? StayColumn.costMinor.rawValue : nil, &stays,
      &costs)
    output.append(UInt8(ascii: "{"))
    for (field, column, key) in members {
      output.append(contentsOf: key)
      if let column {
        output.append(json: trip.row, column.place, column.content)
        continue
      }
      switch field {
      case .days: output.append(decimal: Int64(trip.days))
      case .nights: output.append(decimal: Int64(trip.days - 1))
      case .perdiem: appendPerdiem(of: trip, to: &output)
      case .bucketList: output += items
      case .livingAccommodations: output += stays
      case .costs: appendCosts(to: &output)
      default: output.append(static: "null")
      }
    }
    output.append(UInt8(ascii: "}"))
  }

  /// Amounts are strings, since most readers would make numbers floating-point. A rule may be set
  /// before the amount.
  private mutating func appendPerdiem(of trip: TripRecord, to output: inout [UInt8]) {
    let perdiem = trip.perdiem
    guard trip.type == .business,
      let rule = perdiems.rule(trip.perdiemRule, of: perdiem?.currency)
    else { return output.append(static: "null") }
    output.append(static: "{\"amount\":")
    appendAmount(perdiem.map { Int128($0.minorUnits) }, of: perdiem, to: &output)
    output.append(static: ",\"currency\":")
    output.append(json: perdiem?.currency.code)
    output.append(static: ",\"rule\":")
    output.append(json: rule.text)
    output.append(static: ",\"total\":")
    appendAmount(
      perdiem.flatMap { perdiems.total($0, rule: rule.rule, days: trip.days) }, of: perdiem,
      to: &output)
    output.append(static: "}")
  }

  private mutating func appendAmount(
    _ minorUnits: Int128?, of perdiem: Money?, to output: inout [UInt8]
  ) {
    guard let minorUnits, let perdiem else { return output.append(static: "null") }
    guard let units = Int64(exactly: minorUnits) else {
      return output.append(
        json: MoneySum(minorUnits: minorUnits, currency: perdiem.currency).amount)
    }
    output.append(static: "\"")
    output.append(amount: units, exponent: perdiems.exponent(of: perdiem.currency))
    output.append(static: "\"")
  }

  private static func render(
    _ rows: TripRelations.Rows, of trip: TripRecord, _ json: RowJSON, _ cost: Int32?,
    _ output: inout [UInt8], _ costs: inout [Money]
  ) throws {
    output.removeAll(keepingCapacity: true)
    output.append(UInt8(ascii: "["))
    try rows(trip.id) { row in
      if output.count > 1 { output.append(UInt8(ascii: ",")) }
      json.append(row, to: &output)
      if let cost, let money = row.money(cost) { costs.append(money) }
    }
    output.append(UInt8(ascii: "]"))
  }

  private func appendCosts(to output: inout [UInt8]) {
    output.append(UInt8(ascii: "["))
    for (index, sum) in costs.addedByCurrency.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      output.append(json: sum)
    }
    output.append(UInt8(ascii: "]"))
  }
}

extension JSONWriter {
  /// Writes a trip as an object with these fields.
  package mutating func trip(_ trip: Trip, fields: [TripField]) {
    var json = TripJSON(fields: fields, relations: TripRelations(of: trip))
    // Only a statement throws.
    raw({ try? json.append(TripRecord(trip), to: &$0) })
  }

  package mutating func item(_ item: BucketListItem, fields: [BucketListField]) {
    raw { RowJSON(fields).append(ObjectRow(item.values), to: &$0) }
  }

  /// Writes a stay with its role on a day.
  package mutating func stay(_ onDay: TripPlan.StayOnDay) {
    raw { bytes in
      RowJSON(StayField.allCases).append(ObjectRow(onDay.stay.values), to: &bytes)
      bytes.removeLast()
      bytes += ",\"isCheckIn\":\(onDay.isCheckIn),\"isCheckOut\":\(onDay.isCheckOut)}".utf8
    }
  }

  package mutating func stay(_ stay: LivingAccommodation, fields: [StayField]) {
    raw({ RowJSON(fields).append(ObjectRow(stay.values), to: &$0) })
  }
}

/// Text about per diems, with a cache of slow results: there are few currencies and rules, and
/// many trips.
package struct PerDiemTexts {
  /// A stored rule; nil if the text is invalid.
  typealias Rule = (rule: PerDiemRule?, text: String)

  // A list of few entries, since making a dictionary's type at run time takes longer.
  private var exponents: [(code: String, exponent: Int)] = []
  private var rules: [String: Rule] = [:]

  package init() {}

  package mutating func exponent(of currency: Currency) -> Int {
    if let known = exponents.first(where: { $0.code == currency.code }) { return known.exponent }
    exponents.append((currency.code, currency.exponent))
    return currency.exponent
  }

  /// A stored rule with its text, or only the text if it is invalid; nil if there is neither a rule
  /// nor an amount.
  ///
  /// - Parameter currency: nil without an amount.
  mutating func rule(_ stored: UnsafeRawBufferPointer?, of currency: Currency?) -> Rule? {
    guard let stored else { return currency == nil ? nil : (.full, "full") }
    let words = String(decoding: stored, as: UTF8.self)
    let key = "\(currency?.code ?? "") \(words)"
    let entry = rules[key] ?? Self.rule(words, of: currency)
    rules[key] = entry
    return entry.rule == .full && currency == nil ? nil : entry
  }

  private static func rule(_ words: String, of currency: Currency?) -> Rule {
    guard let rule = try? PerDiemRule(words, currency: currency ?? .unknown) else {
      return (nil, words)
    }
    return (rule, currency.map { rule.text(exponent: $0.exponent) } ?? rule.textWithoutCurrency)
  }

  /// Minor units, which no trip can overflow; nil without a rule.
  func total(_ perdiem: Money, rule: PerDiemRule?, days: Int) -> Int128? {
    guard let rule else { return nil }
    if rule == .full { return Int128(perdiem.minorUnits) * Int128(days) }
    return PerDiemEstimate(perdiem: perdiem, rule: rule, days: days).total.minorUnits
  }
}
