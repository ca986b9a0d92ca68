internal import SQLite

/// The values that a command gives to a new or existing trip; others stay unchanged.
package struct TripDraft: Sendable {
  /// A change to an optional value.
  package enum Setting<Value: Sendable & Equatable>: Sendable, Equatable {
    case keep
    case set(Value)
    case clear
  }

  package var name: String?
  package var destination: String?
  /// Empty text clears them.
  package var notes: String?
  /// Whether the notes are appended as new lines.
  package var appendsNotes = false
  package var startDate: CalendarDate?
  /// The offset by which the start moves.
  package var startOffset: CalendarOffset?
  package var end: End?
  /// The offset by which the whole trip moves; the start stays nil.
  package var move: CalendarOffset?
  package var type: TripType?
  package var perdiem = Setting<Money>.keep
  /// A per diem in the trip's currency; it takes precedence over `perdiem`.
  package var perdiemAmount: WrittenAmount?
  /// As typed: which forms are valid depends on the currency of the trip's per diem.
  package var perdiemRule = Setting<String>.keep
  /// The rule of a new business trip that gets no other.
  package var ruleOfNew: String?
  /// What all single days get.
  package var singleDays = Setting<SingleDays>.keep
  /// What some of them get; resolved with the trip.
  package var singleDaysEdit: SingleDaysEdit?
  /// All tags of the trip.
  package var tags: TagList?
  /// Tags that the trip gets, and those that it loses.
  package var addedTags: [String] = []
  package var removedTags: [String] = []
  package var reason = Setting<PersonalTrip.Reason>.keep
  /// With `move`: only dates on this day or later move.
  package var moveFrom: TripDay?
  /// The place of a stay to add, unless the trip has it.
  package var stay: String?
  /// Titles to add to the bucket list, unless it has them.
  package var bucketList: [String] = []

  package init() {}
}

extension TripDraft {
  /// The default name of a new trip: its destination, otherwise its kind.
  package var defaultName: String {
    if let destination, !destination.isEmpty { return destination }
    switch type {
    case .business: return "Business trip"
    case .personal: return "Personal trip"
    case .plain, nil: return "Trip"
    }
  }

  /// Checks the values of a new trip before anything is opened.
  ///
  /// - Throws: `TripsError.value` if the values contradict each other.
  package func check(today: CalendarDate) throws(TripsError) {
    _ = try TripValues(self, today: today)
  }

  var givesPerdiem: Bool { perdiem.isSet || perdiemAmount != nil }
}

/// The stored values of a trip, before and after the draft is applied.
struct TripValues: Equatable {
  var name: String
  var destination: String
  var startDate: CalendarDate
  var endDate: CalendarDate
  var type: TripType
  var perdiem: Money?
  var perdiemRule: String?
  /// As stored.
  var singleDays: String?
  var reason: PersonalTrip.Reason?
  var notes = ""
  var tags = TagList()
}

extension TripValues {
  /// The values of a new trip, with defaults for those that the draft lacks.
  init(_ draft: TripDraft, today: CalendarDate) throws(TripsError) {
    let start = draft.startDate ?? today
    self.init(
      name: draft.name ?? draft.defaultName, destination: draft.destination ?? "",
      startDate: start, endDate: start, type: draft.type ?? .plain)
    var draft = draft
    if type == .business, draft.perdiemRule == .keep, let rule = draft.ruleOfNew {
      draft.perdiemRule = .set(rule)
    }
    try apply(draft)
  }

  /// The values of an existing trip.
  init(_ trip: Trip) {
    self.init(
      name: trip.name, destination: trip.destination, startDate: trip.startDate,
      endDate: trip.endDate, type: trip.type, perdiem: (trip as? BusinessTrip)?.perdiem,
      perdiemRule: (trip as? BusinessTrip)?.storedRule,
      singleDays: (trip as? BusinessTrip)?.storedSingleDays,
      reason: (trip as? PersonalTrip)?.reason, notes: trip.notes, tags: trip.tags)
  }

  /// The value of a column; NULL for the row's own ids.
  subscript(column: TripColumn) -> SQLiteValue {
    switch column {
    case .id, .uid: .null
    case .type: type.rawValue.sqliteValue
    case .name: name.sqliteValue
    case .destination: destination.sqliteValue
    case .startDate: startDate.description.sqliteValue
    case .endDate: endDate.description.sqliteValue
    case .perdiemMinor: perdiem?.minorUnits.sqliteValue ?? .null
    case .perdiemCurrency: perdiem?.currency.code.sqliteValue ?? .null
    case .perdiemRule: perdiemRule?.sqliteValue ?? .null
    case .singleDays: singleDays?.sqliteValue ?? .null
    case .reason: reason?.rawValue.sqliteValue ?? .null
    case .notes: notes.sqliteValue
    case .tags: tags.text.sqliteValue
    }
  }

  /// The row of a trip with these values.
  ///
  /// - Parameter id: nil assigns the next one.
  func row(id: Int64?, uid: String) -> [SQLiteValue] {
    TripColumn.allCases.map { column in
      switch column {
      case .id: id?.sqliteValue ?? .null
      case .uid: uid.sqliteValue
      default: self[column]
      }
    }
  }

  /// Applies the draft. A trip that changes its kind loses the values that only the old kind has.
  ///
  /// - Throws: `TripsError.value` if the values contradict each other.
  mutating func apply(_ draft: TripDraft) throws(TripsError) {
    if let name = draft.name { self.name = name }
    if let destination = draft.destination { self.destination = destination }
    if let notes = draft.notes { try apply(notes, isAdded: draft.appendsNotes) }
    let old = (start: startDate, end: endDate)
    try applyDates(draft)
    let days = old.start.days(until: startDate)
    if days == old.end.days(until: endDate), draft.singleDays == .keep {
      try moveSingleDays(by: DayMove(days: days))
    }
    if let type = draft.type { self.type = type }
    reason = draft.reason.applied(to: reason)
    try applyTags(draft)
    guard endDate >= startDate else {
      throw .value("the end \(endDate) is before the start \(startDate)")
    }
    try applyPerDiem(draft)
    try dropReason(draft)
  }

  private mutating func apply(_ notes: String, isAdded: Bool) throws(TripsError) {
    guard isAdded, !self.notes.isEmpty else {
      self.notes = notes
      return
    }
    do {
      self.notes = try StoredText.notes.normalized(self.notes + "\n" + notes)
    } catch {
      throw .value("the notes are invalid: \(error)")
    }
  }

  private mutating func applyTags(_ draft: TripDraft) throws(TripsError) {
    if let tags = draft.tags { self.tags = tags }
    for tag in draft.removedTags { tags.remove(tag) }
    do {
      for tag in draft.addedTags { try tags.insert(tag) }
    } catch {
      throw .value("the tags are invalid: \(error)")
    }
  }

  private mutating func dropReason(_ draft: TripDraft) throws(TripsError) {
    if type == .personal { return }
    if draft.reason.isSet {
      throw .value("only a personal trip has a reason, and '\(name)' is \(type.phrase)")
    }
    reason = nil
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
  /// `a business trip`.
  var phrase: String { "a \(rawValue) trip" }
}
