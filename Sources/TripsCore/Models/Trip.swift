internal import SQLite

/// A journey between two days. It is the base class of the other kinds, and also a kind of its own:
/// a trip that is neither business nor personal.
///
/// The models follow the SampleTrips app of WWDC23 session 10195 and WWDC25 session 291.
package class Trip {
  /// The row's id, never reused by another trip.
  package let id: Int64
  /// Globally unique; preserved by export and import.
  package let uid: String
  package var name: String
  package var destination: String
  package var startDate: CalendarDate
  /// The last day, included in the trip.
  package var endDate: CalendarDate
  /// Free text; may contain line breaks.
  package var notes: String
  /// Words to group trips by, sorted.
  package var tags: TagList
  /// Empty unless the fetch requested it.
  package var bucketList: [BucketListItem] = []
  /// By check-in, those without dates first; empty unless the fetch requested them.
  package var livingAccommodations: [LivingAccommodation] = []
  /// How often this object was viewed; never stored.
  package var tripViews = 0

  /// - Throws: `StoreProblem.corrupt` for values that the schema does not allow.
  init(_ row: [SQLiteValue]) throws {
    let (id, start) = (try row.checkedInteger(TripColumn.id), try Self.date(.startDate, of: row))
    let end = try Self.date(.endDate, of: row)
    try StoreProblem.checkOrder(start, end, ofTrip: id)
    (self.id, startDate, endDate) = (id, start, end)
    uid = try row.checkedText(TripColumn.uid)
    name = try row.checkedText(TripColumn.name)
    destination = try row.checkedText(TripColumn.destination)
    notes = try row.checkedText(TripColumn.notes)
    tags = TagList(stored: try row.checkedText(TripColumn.tags))
  }

  private static func date(_ column: TripColumn, of row: [SQLiteValue]) throws -> CalendarDate {
    let text = try row.checkedText(column)
    guard let date = CalendarDate(text) else {
      throw StoreProblem.corrupt("\(column.name) of trip \(row.id) is '\(text)'")
    }
    return date
  }

  package var type: TripType { .plain }

  /// The stored value of a column.
  func value(_ column: TripColumn) -> SQLiteValue {
    switch column {
    case .id: id.sqliteValue
    case .uid: uid.sqliteValue
    case .type: type.rawValue.sqliteValue
    case .name: name.sqliteValue
    case .destination: destination.sqliteValue
    case .startDate: startDate.description.sqliteValue
    case .endDate: endDate.description.sqliteValue
    case .notes: notes.sqliteValue
    case .tags: tags.text.sqliteValue
    case .perdiemMinor, .perdiemCurrency, .perdiemRule, .singleDays, .reason: .null
    }
  }

  /// The number of days, including the first and last; at least 1.
  package var days: Int { startDate.days(until: endDate) + 1 }

  package var nights: Int { days - 1 }
}

extension Trip {
  /// Creates the trip of a row. The class follows the row's type, so that a fetch of `Trip` is
  /// deep.
  static func read(_ row: [SQLiteValue]) throws -> Trip {
    switch TripType(rawValue: try row.checkedText(TripColumn.type)) {
    case .business: try BusinessTrip(row)
    case .personal: try PersonalTrip(row)
    case .plain, nil: try Trip(row)
    }
  }

  /// The row of the trip.
  var values: [SQLiteValue] { TripColumn.allCases.map(value) }

  func add(_ item: BucketListItem) {
    item.trip = self
    bucketList.append(item)
  }

  func add(_ stay: LivingAccommodation) {
    stay.trip = self
    livingAccommodations.append(stay)
  }
}

/// A trip for work.
package final class BusinessTrip: Trip {
  package var perdiem: Money?
  /// The stored rule; `full` if nil.
  package var storedRule: String?
  /// The amounts and meals of single days that differ from the rule, as stored.
  package var storedSingleDays: String?

  override init(_ row: [SQLiteValue]) throws {
    perdiem = try row.checkedMoneyIfAny(TripColumn.perdiemMinor)
    storedRule = try row.checkedTextIfAny(TripColumn.perdiemRule)
    storedSingleDays = try row.checkedTextIfAny(TripColumn.singleDays)
    try super.init(row)
  }

  /// Nil if another program has stored an invalid rule.
  package var perdiemRule: PerDiemRule? {
    guard let storedRule else { return .full }
    return try? PerDiemRule(storedRule, currency: perdiem?.currency ?? .unknown)
  }

  package override var type: TripType { .business }

  override func value(_ column: TripColumn) -> SQLiteValue {
    switch column {
    case .perdiemMinor: perdiem?.minorUnits.sqliteValue ?? .null
    case .perdiemCurrency: perdiem?.currency.code.sqliteValue ?? .null
    case .perdiemRule: storedRule?.sqliteValue ?? .null
    case .singleDays: storedSingleDays?.sqliteValue ?? .null
    default: super.value(column)
    }
  }

  /// The rule in words.
  package var ruleText: String {
    guard let rule = perdiemRule else { return storedRule ?? "" }
    return perdiem.map { rule.text(exponent: $0.currency.exponent) } ?? rule.textWithoutCurrency
  }

  /// The rule in words; nil for the default rule without an amount.
  var statedRule: String? { perdiem == nil && perdiemRule == .full ? nil : ruleText }

  package var singleDays: SingleDays { SingleDays(stored: storedSingleDays ?? "") }

  /// The estimated total; nil without a per diem, and with a rule or an amount of a single day that
  /// another program has stored and that is invalid.
  package var estimate: PerDiemEstimate? {
    guard let perdiem, let perdiemRule else { return nil }
    let days = days
    let single =
      storedSingleDays == nil
      ? [] : singleDays.days.map { (day: startDate.days(until: $0.date), value: $0) }
    return try? PerDiemEstimate(
      perdiem: perdiem, rule: perdiemRule, days: days,
      singleDays: single.filter { (0..<days).contains($0.day) })
  }
}

/// A trip for pleasure or family.
package final class PersonalTrip: Trip {
  package enum Reason: String, CaseIterable, Sendable {
    case family, reunion, wellness
  }

  package var reason: Reason?

  override init(_ row: [SQLiteValue]) throws {
    reason = try row.checkedTextIfAny(TripColumn.reason).flatMap(Reason.init)
    try super.init(row)
  }

  package override var type: TripType { .personal }

  override func value(_ column: TripColumn) -> SQLiteValue {
    column == .reason ? reason?.rawValue.sqliteValue ?? .null : super.value(column)
  }
}

/// The kinds of trip, by their names in the store, on the command line and in files.
package enum TripType: String, CaseIterable, Sendable {
  case plain, business, personal
}
