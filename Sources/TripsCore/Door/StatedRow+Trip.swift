internal import SQLite

// Whether a trip may have the values that are stated about it, whoever states them.

extension StatedRow<TripColumn> {
  package var kind: TripType? { text(.type).flatMap(TripType.init) }

  /// The values that the trip gets: what is stated, and what follows from it. Single days move with
  /// the trip, and a trip that changes its kind loses what only the old kind has.
  ///
  /// - Throws: `TripsError.value` if the values contradict each other.
  func fitting(_ row: [SQLiteValue]?) throws(TripsError) -> Self {
    let old = StatedRow(row ?? StatedRow().row(id: nil, tripID: nil))
    var result: Self
    do {
      result = try resolved(over: row)
    } catch {
      throw .value(error.description)
    }
    if row == nil {
      result.implyKind()
      result[.endDate] = result[.endDate] ?? result[.startDate]
    }
    if let problem = TripColumn.problemOfDates(in: old.setting(result)) { throw .value(problem) }
    try result.fitPerDiem(to: old)
    try result.moveSingleDays(with: old)
    try result.fitReason(to: old)
    return result
  }

  /// A value that only one kind of trip has implies the kind of a new one.
  private mutating func implyKind() {
    guard self[.type] == nil else { return }
    let column = given.first { $0.column.declaration.type != nil && $0.value != .null }?.column
    set(.type, column?.declaration.type?.rawValue)
  }

  private mutating func fitReason(to old: Self) throws(TripsError) {
    let trip = old.setting(self)
    if trip.kind == .personal { return }
    if has(.reason) { throw trip.refusal("reason", of: .personal) }
    self[.reason] = .null
  }

  /// Whether a value other than NULL is stated.
  private func has(_ column: TripColumn) -> Bool { self[column].map { $0 != .null } ?? false }

  private func refusal(_ property: String, of type: TripType) -> TripsError {
    .unfit(
      "only a \(type) trip has a \(property), and '\(text(.name) ?? "")' is a "
        + "\((kind ?? .plain).rawValue) trip", .becoming(type))
  }
}

// MARK: - Per diems

extension StatedRow<TripColumn> {
  private var perdiem: Money? { TripColumn.perdiemMinor.money(in: stored) }

  /// Only a business trip has a per diem, and only a per diem has single days.
  private mutating func fitPerDiem(to old: Self) throws(TripsError) {
    let columns: [TripColumn] = [.perdiemMinor, .perdiemCurrency, .perdiemRule, .singleDays]
    let trip = old.setting(self)
    guard trip.kind == .business else {
      if columns.contains(where: has) { throw trip.refusal("per diem", of: .business) }
      for column in columns { self[column] = .null }
      return
    }
    let rule = try checkedRule(of: trip)
    try checkCurrency(of: trip, from: old)
    try fitSingleDays(of: trip, rule)
    let (text, former) = (trip.text(.perdiemRule), old.text(.perdiemRule))
    self[.perdiemRule] = Self.rule(text, replacing: former, trip.perdiem)?.sqliteValue ?? .null
  }

  /// - Returns: nil for an invalid rule that another program has stored, which is kept.
  private func checkedRule(of trip: Self) throws(TripsError) -> PerDiemRule? {
    guard let text = trip.text(.perdiemRule) else { return .full }
    do {
      return try PerDiemRule(text, currency: trip.perdiem?.currency ?? .unknown)
    } catch {
      guard has(.perdiemMinor) || has(.perdiemRule) else { return nil }
      throw .value("the per diem rule '\(text)' is invalid: \(error)")
    }
  }

  /// Refuses a new currency while the rule or a single day has an amount in the old one, unless these
  /// are stated too.
  private func checkCurrency(of trip: Self, from old: Self) throws(TripsError) {
    guard let currency = old.perdiem?.currency, let new = trip.perdiem?.currency, new != currency
    else { return }
    if self[.perdiemRule] == nil, let text = old.text(.perdiemRule),
      let rule = try? PerDiemRule(text, currency: currency), rule.hasAmount
    {
      throw .value(
        "the per diem rule '\(text)' has an amount in \(currency.code); give the rule too")
    }
    if self[.singleDays] == nil, let day = trip.singleDays.first(where: { $0.amount != nil }) {
      throw .unfit(
        "the per diem of \(day.date) is an amount in \(currency.code); remove it first",
        .takingBack(day.date))
    }
  }

  private var singleDays: [SingleDays.Day] {
    text(.singleDays).map { SingleDays(stored: $0).days } ?? []
  }

  private mutating func fitSingleDays(of trip: Self, _ rule: PerDiemRule?) throws(TripsError) {
    var days = trip.singleDays
    if let text = text(.singleDays), !days.isEmpty {
      guard let perdiem = trip.perdiem else {
        throw .value(
          "single days need a per diem, and '\(trip.text(.name) ?? "")' has none")
      }
      do {
        set(.singleDays, try SingleDays(stored: text).inCurrency(perdiem.currency))
      } catch {
        throw .value("\(error)")
      }
    } else if trip.perdiem == nil || self[.singleDays] != nil {
      self[.singleDays] = .null
      days = []
    }
    guard self[.perdiemRule] != nil || self[.singleDays] != nil, let rule, !rule.hasMeals,
      let day = days.first(where: { !$0.meals.isEmpty })
    else { return }
    throw .value(
      "meals are provided on \(day.date), and the per diem rule has no part for meals, such as "
        + "'\(trip.text(.perdiemRule) ?? "full"),meals:20%/40%/40%'")
  }

  /// The old form of a rule with the same meaning (`75%` and `75.00%`, none and `full`).
  private static func rule(_ new: String?, replacing old: String?, _ perdiem: Money?) -> String? {
    let new = new == "full" ? nil : new
    func parsed(_ text: String?) -> PerDiemRule? {
      guard let text else { return .full }
      return try? PerDiemRule(text, currency: perdiem?.currency ?? .unknown)
    }
    return parsed(new) == parsed(old) ? old : new
  }
}

// MARK: - Single days

extension StatedRow<TripColumn> {
  /// Moves the single days of a trip whose start and end move by the same number of days, unless
  /// others are stated.
  private mutating func moveSingleDays(with old: Self) throws(TripsError) {
    guard self[.singleDays] == nil, let start = old.date(.startDate), let end = old.date(.endDate),
      let newStart = date(.startDate), let newEnd = date(.endDate)
    else { return }
    let days = start.days(until: newStart)
    if days == 0 || days != end.days(until: newEnd) { return }
    self[.singleDays] = old[.singleDays]
    try moveSingleDays(by: DayMove(days: days))
  }

  /// - Throws: `TripsError.value` if a date would be outside the calendar.
  mutating func moveSingleDays(by move: DayMove) throws(TripsError) {
    guard let stored = text(.singleDays) else { return }
    set(.singleDays, try SingleDays(stored: stored).moved(move.day))
  }
}
