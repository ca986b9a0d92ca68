internal import GRDB

/// The values that one call gives to a trip, new or existing; what is not given stays as it is.
package struct TripDraft: Sendable {
  /// What a call says of a value that a trip may also be without.
  package enum Setting<Value: Sendable & Equatable>: Sendable, Equatable {
    case keep
    case set(Value)
    case clear
  }

  package var name: String?
  package var destination: String?
  /// Empty text clears them.
  package var notes: String?
  /// Whether the notes are added to those there are, as new lines.
  package var appendsNotes = false
  package var startDate: CalendarDate?
  /// How far the start moves from where it is.
  package var startOffset: CalendarOffset?
  package var end: End?
  /// How far the trip moves as a whole; the start is its own then.
  package var move: CalendarOffset?
  package var type: TripType?
  package var perdiem = Setting<Money>.keep
  /// A per diem whose currency is the trip's own; it comes before `perdiem`.
  package var perdiemAmount: PlainAmount?
  /// As typed: which words are valid depends on the currency of the trip's per diem.
  package var perdiemRule = Setting<String>.keep
  package var reason = Setting<PersonalTrip.Reason>.keep
  /// The place of the accommodation.
  package var stay: String?
  /// Titles to add to the bucket list.
  package var bucketList: [String] = []

  package init() {}
}

extension TripDraft {
  /// The name of a new trip for which none was given: its destination, else what kind it is.
  package var defaultName: String {
    if let destination, !destination.isEmpty { return destination }
    switch type {
    case .business: return "Business trip"
    case .personal: return "Personal trip"
    case .trip, nil: return "Trip"
    }
  }

  /// Checks whether a new trip could have these values, before anything is opened.
  ///
  /// - Throws: `TripsError.value` where the values do not fit together.
  package func check(today: CalendarDate) throws(TripsError) {
    _ = try TripValues(self, today: today)
  }

  /// An amount as it was typed.
  package struct PlainAmount: Hashable, Sendable {
    let text: String
    /// Where nothing has a currency yet.
    let otherwise: Currency

    package init(_ text: String, otherwise: Currency) throws(ValueError) {
      // How many decimals it may have, a currency says.
      _ = try Money(text, defaultCurrency: .unknown)
      (self.text, self.otherwise) = (text, otherwise)
    }

    /// - Parameter known: the currency of an amount that names none.
    package func money(_ known: Currency?) throws(ValueError) -> Money {
      try Money(text, defaultCurrency: known ?? otherwise)
    }
  }

  var givesPerdiem: Bool { perdiem.isSet || perdiemAmount != nil }

  /// The per diem after this call of a trip that has `old`.
  func perdiem(of old: Money?) throws(TripsError) -> Money? {
    guard let perdiemAmount else { return perdiem.applied(to: old) }
    do {
      return try perdiemAmount.money(old?.currency)
    } catch {
      throw .value("the per diem '\(perdiemAmount.text)' does not fit: \(error)")
    }
  }
}

/// The stored values of a trip, before the draft of a call and after it.
struct TripValues: Equatable {
  var name: String
  var destination: String
  var startDate: CalendarDate
  var endDate: CalendarDate
  var type: TripType
  var perdiem: Money?
  var perdiemRule: String?
  var reason: PersonalTrip.Reason?
  var notes = ""
}

extension TripValues {
  /// The values of a new trip: the draft's, with a default for each that it leaves out.
  init(_ draft: TripDraft, today: CalendarDate) throws(TripsError) {
    let start = draft.startDate ?? today
    self.init(
      name: draft.name ?? draft.defaultName, destination: draft.destination ?? "",
      startDate: start, endDate: start, type: draft.type ?? .trip)
    try apply(draft)
  }

  /// The values of a trip that is there.
  init(_ trip: Trip) {
    self.init(
      name: trip.name, destination: trip.destination, startDate: trip.startDate,
      endDate: trip.endDate, type: trip.type, perdiem: (trip as? BusinessTrip)?.perdiem,
      perdiemRule: (trip as? BusinessTrip)?.storedRule,
      reason: (trip as? PersonalTrip)?.reason, notes: trip.notes)
  }

  /// The value of a column; NULL for those that are the row's own.
  subscript(column: TripColumn) -> DatabaseValue {
    switch column {
    case .id, .uid: .null
    case .type: type.rawValue.databaseValue
    case .name: name.databaseValue
    case .destination: destination.databaseValue
    case .startDate: startDate.description.databaseValue
    case .endDate: endDate.description.databaseValue
    case .perdiemMinor: perdiem?.minorUnits.databaseValue ?? .null
    case .perdiemCurrency: perdiem?.currency.code.databaseValue ?? .null
    case .perdiemRule: perdiemRule?.databaseValue ?? .null
    case .reason: reason?.rawValue.databaseValue ?? .null
    case .notes: notes.databaseValue
    }
  }

  /// Takes over what the draft gives. A trip that changes its type loses what only the old type has.
  ///
  /// - Throws: `TripsError.value` where the values do not fit together.
  mutating func apply(_ draft: TripDraft) throws(TripsError) {
    if let name = draft.name { self.name = name }
    if let destination = draft.destination { self.destination = destination }
    if let notes = draft.notes { try apply(notes, isAdded: draft.appendsNotes) }
    try applyDates(draft)
    if let type = draft.type { self.type = type }
    perdiem = try draft.perdiem(of: perdiem)
    let oldRule = perdiemRule
    perdiemRule = draft.perdiemRule.applied(to: oldRule)
    reason = draft.reason.applied(to: reason)
    try dropWhatAnotherTypeHas(draft)
    guard endDate >= startDate else {
      throw .value("the end \(endDate) is before the start \(startDate)")
    }
    if draft.givesPerdiem || draft.perdiemRule.isSet { try checkRule() }
    perdiemRule = rule(replacing: oldRule)
  }

  /// The rule as it was where that means the same (`75%` and `75.00%`, none and `full`).
  private func rule(replacing old: String?) -> String? {
    guard type == .business else { return nil }
    let new = perdiemRule == "full" ? nil : perdiemRule
    func parsed(_ text: String?) -> PerDiemRule? {
      guard let text else { return .full }
      return try? PerDiemRule(text, currency: perdiem?.currency ?? .unknown)
    }
    return parsed(new) == parsed(old) ? old : new
  }

  private mutating func apply(_ notes: String, isAdded: Bool) throws(TripsError) {
    guard isAdded, !self.notes.isEmpty else {
      self.notes = notes
      return
    }
    do {
      self.notes = try StoredText.notes.normalized(self.notes + "\n" + notes)
    } catch {
      throw .value("the notes do not fit: \(error)")
    }
  }

  private mutating func dropWhatAnotherTypeHas(_ draft: TripDraft) throws(TripsError) {
    if type != .business {
      if draft.givesPerdiem || draft.perdiemRule.isSet {
        throw .value("only a business trip has a per diem, and '\(name)' is \(type.phrase)")
      }
      perdiem = nil
      perdiemRule = nil
    }
    if type != .personal {
      if draft.reason.isSet {
        throw .value("only a personal trip has a reason, and '\(name)' is \(type.phrase)")
      }
      reason = nil
    }
  }

  private func checkRule() throws(TripsError) {
    guard let perdiemRule else { return }
    do {
      _ = try PerDiemRule(perdiemRule, currency: perdiem?.currency ?? .unknown)
    } catch {
      throw .value("the per diem rule '\(perdiemRule)' does not fit: \(error)")
    }
  }
}

extension TripDraft.Setting {
  var isSet: Bool {
    if case .set = self { true } else { false }
  }

  func applied(to value: Value?) -> Value? {
    switch self {
    case .keep: value
    case .set(let new): new
    case .clear: nil
    }
  }
}

extension TripType {
  /// The word that people see and type; programs read the raw value.
  package var word: String { self == .trip ? "plain" : rawValue }

  /// `a business trip`.
  var phrase: String { "a \(word) trip" }
}

extension TripValues {
  /// What differs, in the order in which a person reads it: the type behind the dates.
  func changes(to other: TripValues) -> [PropertyChange] {
    var columns = TripColumn.stated
    columns.insert(columns.removeFirst(), at: 4)
    return TripColumn.changes(
      from: row(id: nil, uid: ""), to: other.row(id: nil, uid: ""), columns, as: \.fact)
  }
}
