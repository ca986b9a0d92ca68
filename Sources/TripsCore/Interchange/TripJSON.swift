/// Writes rows as JSON objects, with a member for each of some columns.
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
    case .identifier, .integer: append(decimal: row.integer(column))
    case .flag: append(static: row.integer(column) == 0 ? "false" : "true")
    case .date, .text: append(json: row.text(column))
    case .word: append(json: row.isNull(column) ? nil : row.text(column))
    }
  }
}

/// The rows that belong to a trip, wherever they are.
struct TripRelations {
  let items: (_ trip: Int64, _ body: (any RowValues) throws -> Void) throws -> Void
  /// At most one; returns whether there is one.
  let stay: (_ trip: Int64, _ body: (any RowValues) throws -> Void) throws -> Bool

  init(items: RelationCursor?, stays: RelationCursor?) {
    self.items = { try items?.forEach(ofTrip: $0, $1) }
    stay = { try stays?.first(ofTrip: $0, $1) ?? false }
  }

  init(of trip: Trip) {
    items = { _, body in for item in trip.bucketList { try body(item.row) } }
    stay = { _, body in try trip.livingAccommodation.map { try body($0.row) } != nil }
  }
}

/// Writes trips as JSON objects, from the bytes of their rows.
struct TripJSON {
  private typealias Source = (place: Int32, content: ColumnDeclaration.Content)
  private let members: [(field: TripField, column: Source?, key: [UInt8])]
  private let relations: TripRelations
  private let item = RowJSON(BucketListField.allCases)
  private let stay = RowJSON(StayField.allCases)
  private var perdiems = PerDiemTexts()

  init(fields: [TripField], relations: TripRelations) {
    members = fields.map { field in
      let key = RowJSON.key(field, isFirst: field == fields.first)
      return (field, field.column.map { ($0.rawValue, $0.content) }, key)
    }
    self.relations = relations
  }

  mutating func append(_ trip: TripRecord, to output: inout [UInt8]) throws {
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
      case .bucketList: try appendItems(of: trip, to: &output)
      case .livingAccommodation: try appendStay(of: trip, to: &output)
      default: output.append(static: "null")
      }
    }
    output.append(UInt8(ascii: "}"))
  }

  /// Amounts are strings: a number would become a floating-point one in most readers. A rule may be
  /// known before the amount is.
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
    let exponent = perdiems.exponent(of: perdiem.currency)
    output.append(static: "\"")
    if let minorUnits = Int64(exactly: minorUnits) {
      output.append(amount: minorUnits, exponent: exponent)
    } else {
      output.append(contentsOf: Money.amount(minorUnits, exponent: exponent).utf8)
    }
    output.append(static: "\"")
  }

  private func appendItems(of trip: TripRecord, to output: inout [UInt8]) throws {
    output.append(static: "[")
    var isFirst = true
    try relations.items(trip.id) { row in
      if !isFirst { output.append(static: ",") }
      isFirst = false
      item.append(row, to: &output)
    }
    output.append(static: "]")
  }

  private func appendStay(of trip: TripRecord, to output: inout [UInt8]) throws {
    let isThere = try relations.stay(trip.id) { stay.append($0, to: &output) }
    if !isThere { output.append(static: "null") }
  }
}

extension JSONWriter {
  /// Writes a trip as an object with these members.
  package mutating func trip(_ trip: Trip, fields: [TripField]) {
    var json = TripJSON(fields: fields, relations: TripRelations(of: trip))
    // Only a statement throws.
    raw({ try? json.append(TripRecord(trip), to: &$0) })
  }

  package mutating func item(_ item: BucketListItem, fields: [BucketListField]) {
    raw({ RowJSON(fields).append(item.row, to: &$0) })
  }

  package mutating func stay(_ stay: LivingAccommodation?, fields: [StayField]) {
    guard let stay else { return null() }
    raw({ RowJSON(fields).append(stay.row, to: &$0) })
  }
}

/// What is said of per diems, with what takes time to find out remembered: there are few currencies
/// and rules, and many trips.
package struct PerDiemTexts {
  /// A stored rule; nil for words that are not one.
  typealias Rule = (rule: PerDiemRule?, text: String)

  // A list: there are few, and a dictionary's type takes longer to make at run time.
  private var exponents: [(code: String, exponent: Int)] = []
  private var rules: [String: Rule] = [:]

  package init() {}

  package mutating func exponent(of currency: Currency) -> Int {
    if let known = exponents.first(where: { $0.code == currency.code }) { return known.exponent }
    exponents.append((currency.code, currency.exponent))
    return currency.exponent
  }

  /// A stored rule and its words, or the stored words where nobody can read them; nil where there is
  /// nothing to say: neither a rule nor an amount.
  ///
  /// - Parameter currency: nil where there is no amount.
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

  /// Minor units, of which no trip has too many; nil without a rule.
  func total(_ perdiem: Money, rule: PerDiemRule?, days: Int) -> Int128? {
    guard let rule else { return nil }
    if rule == .full { return Int128(perdiem.minorUnits) * Int128(days) }
    return PerDiemEstimate(perdiem: perdiem, rule: rule, days: days).total.minorUnits
  }
}
