import Platform
internal import SQLite

// The one codec of our events, for export, import and sync: reading facts from properties.

/// An event as of the last sync, which supplies the values that a program dropped.
struct KnownEvent {
  let facts: EventFacts
  /// When it was shown.
  var times: EventTimes?
  /// Its days as they were written; nil if it was never synced.
  var days: EventDays?
}

extension StatedEvent {
  /// The facts of an event of ours. A missing SUMMARY, LOCATION or DESCRIPTION is an empty one; any
  /// other property that a program dropped keeps its known value.
  ///
  /// - Parameter repairs: whether the known value replaces one that no row can have.
  /// - Throws: `ValueError` for a value that no row can have.
  func facts(
    of entity: Entity, _ known: KnownEvent?, repairs: Bool = false
  ) throws(ValueError) -> EventFacts {
    var facts = known?.facts ?? EventFacts(of: entity)
    if !repairs || !title.isEmpty { facts.name = "" }
    if properties["LOCATION"] == nil { facts.place = "" }
    if properties["DESCRIPTION"] == nil { facts.text = "" }
    switch entity {
    case .trip: facts.set(try row(TripColumn.self, known, repairs: repairs))
    case .item: facts.set(try row(ItemColumn.self, known, repairs: repairs))
    case .stay: facts.set(try row(StayColumn.self, known, repairs: repairs))
    }
    if facts.name.isEmpty { facts.name = repairs ? known?.facts.name ?? "" : "" }
    if facts.name.isEmpty { throw ValueError("its title is empty") }
    if let old = known?.facts.text, EventText.areEqual(old, facts.text) { facts.text = old }
    if entity != .trip, let owner { facts.trip = owner }
    if !facts.booked.isEmpty { facts.booked = booked(facts, known) }
    return facts
  }

  /// The values that an event of ours states about its row.
  ///
  /// - Throws: `ValueError` for a value that no row can have.
  func row<Column: StoredColumn>(
    _ columns: Column.Type, _ known: KnownEvent? = nil, repairs: Bool = false
  ) throws(ValueError) -> StatedRow<Column> {
    var row = StatedRow<Column>()
    for column in Column.stated where !column.declaration.isDate && !column.declaration.isTime {
      guard let text = text(of: column) else { continue }
      do throws(ValueError) {
        try row.set(column, text: text, ImportOptions())
      } catch {
        if !repairs { throw error }
      }
    }
    do {
      row = try row.resolved(over: nil)
    } catch {
      throw ValueError("\(error)")
    }
    do throws(ValueError) {
      row.setDates(try dates(of: Column.entity, known))
      if let problem = Column.problemOfDates(in: row) { throw ValueError(problem) }
    } catch {
      guard repairs else { throw error }
      row.setDates(known?.facts.dates)
    }
    setKind(&row, known)
    return row
  }

  /// The text of a column; nil if it is not stated.
  private func text(of column: some StoredColumn) -> String? {
    if column.name == ItemColumn.isDone.name, type(of: column).entity == .item {
      return description.flatMap { EventText(ofItem: $0).isDone }.map { "\($0)" }
    }
    if case .tags = column.declaration.content { return tags }
    guard let property = column.declaration.iCalendar, let line = properties[property] else {
      return nil
    }
    switch property {
    case "DESCRIPTION":
      let text = description ?? ""
      return type(of: column).entity == .item ? EventText(ofItem: text).text : text
    case "STATUS":
      return ["CONFIRMED": "true", "TENTATIVE": "false", "CANCELLED": "false"][line.word]
    case OwnProperty.kind: return nil
    default:
      if OwnProperty.isExtension(property), line.text == OwnProperty.none { return "" }
      return column.declaration.text?.allowsLineBreaks == false
        ? StoredText.oneLine(line.text) : line.text
    }
  }

  // MARK: - Dates

  /// Nil for a row without dates. X-TRIPS-DATES counts while the event shows what was written for it;
  /// if it was moved and kept its length, all dates move along.
  private func dates(
    of entity: Entity, _ known: KnownEvent?
  ) throws(ValueError) -> EventDates? {
    guard let days else { throw ValueError(daysProblem ?? "the event has no date") }
    let shown = properties[OwnProperty.shown].flatMap { EventTimes($0.text) }
    let isUnchanged = known?.days.map { days.isSame(as: $0) } ?? false
    if let exact = properties[OwnProperty.dates]?.text, let shown {
      let own = exact == OwnProperty.none ? nil : EventDates(exact)
      if own == nil, exact != OwnProperty.none || entity == .trip {
        throw ValueError("\(OwnProperty.dates) is not a date: '\(exact)'")
      }
      if shown == days.times { return own }
      if isUnchanged { return known?.facts.dates }
      return try moved(own, from: shown, to: days.times, entity)
    }
    if isUnchanged || known?.times == days.times { return known?.facts.dates }
    return try moved(known?.facts.dates, from: known?.times, to: days.times, entity)
  }

  private func moved(
    _ dates: EventDates?, from old: EventTimes?, to new: EventTimes, _ entity: Entity
  ) throws(ValueError) -> EventDates? {
    var result = new.dates(of: entity)
    if let dates, let old, old.isAllDay == new.isAllDay, old.length == new.length {
      result = dates.moved(from: old, to: new)
    }
    guard let result else { throw ValueError("its days are outside the calendar") }
    return result
  }

  /// The days that a confirmation or reservation is for: those that the event shows, if it does not
  /// state them.
  private func booked(_ facts: EventFacts, _ known: KnownEvent?) -> String {
    let shown = days.flatMap { $0.times.dates(of: facts.entity) }
    let own = facts.bookedDays(in: shown) ?? EventFacts.anyDay
    guard let text = properties[OwnProperty.booked]?.text else {
      return known.map(\.facts.booked).flatMap { $0.isEmpty ? nil : $0 } ?? own
    }
    return text == OwnProperty.none || text.utf8.count > 50 ? own : text
  }

  // MARK: - Kinds and tags

  /// The kind that the categories or X-TRIPS-KIND state: of two, the one that is new, since other programs
  /// change only categories. A trip of one kind has no values of another.
  private func setKind<Column: StoredColumn>(_ row: inout StatedRow<Column>, _ known: KnownEvent?) {
    guard Column.entity == .trip, self.entity == .trip,
      let index = Column.allCases.firstIndex(where: { $0.name == TripColumn.type.name })
    else { return }
    let named = categories?.lazy.compactMap { OwnProperty.type(ofKind: $0) }.first
    let old = known.flatMap { TripType(rawValue: $0.facts[TripColumn.type]) }
    let own = properties[OwnProperty.kind].flatMap { OwnProperty.type(ofKind: $0.word) }
    let types = [named, own].compactMap(\.self)
    guard let type = types.first(where: { $0 != old }) ?? types.first ?? old else { return }
    row.set(Column.allCases[index], type.rawValue)
    for column in Column.allCases where column.declaration.type ?? type != type {
      row.clear(column)
    }
    guard let rule = Column.allCases.first(where: { $0.name == TripColumn.perdiemRule.name }),
      let text = row.text(rule)
    else { return }
    let currency =
      Column.allCases.first { $0.name == TripColumn.perdiemCurrency.name }
      .flatMap { row.text($0) } ?? known?.facts[TripColumn.perdiemCurrency] ?? ""
    let canonical = TripColumn.rule(text, currency)
    row[rule] = canonical.isEmpty ? .null : canonical.sqliteValue
  }

  /// Categories that are not tags are left alone; so are more than a trip can have.
  private var tags: String? {
    guard let categories else { return nil }
    var tags = TagList()
    for word in Set(categories.prefix(500)).sorted() { try? tags.insert(word) }
    return tags.text
  }
}

extension StatedRow {
  /// Sets or clears the dates and times of a row.
  fileprivate mutating func setDates(_ dates: EventDates?) {
    var facts = EventFacts(of: Column.entity)
    facts.dates = dates
    for column in Column.allCases where column.declaration.isDate || column.declaration.isTime {
      self[column] = facts.value(of: column)
    }
  }
}

extension EventFacts {
  mutating func set<Column: StoredColumn>(_ row: StatedRow<Column>) {
    for (column, value) in row.given where column.isValue {
      let isUnset = column.declaration.isFlag && value != true.sqliteValue
      self[column.name] = isUnset ? "" : value.text ?? value.integer.map { String($0) } ?? ""
    }
  }

  /// Sets facts by the names of their columns; nil clears one.
  mutating func set(_ facts: [String: String?]) {
    for (name, text) in facts { self[name] = text ?? "" }
  }
}
