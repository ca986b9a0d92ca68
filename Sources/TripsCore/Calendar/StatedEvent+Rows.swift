import Platform
internal import SQLite

// The values that an event states about its row. A property that is written as in the base, the
// event after the last sync, is unchanged, even if a device that travels reads a UTC time as
// another day.

extension StatedEvent {
  /// The values of the columns with a property of their own, without dates.
  ///
  /// - Throws: `ValueError` for a value that no row can have.
  private func row<Column: StoredColumn>(
    since base: StatedEvent?, _ columns: Column.Type
  ) throws(ValueError) -> StatedRow<Column> {
    var row = StatedRow<Column>()
    // The days of trips, stays and items are those of the event, but not the end of an item.
    let end = ItemColumn.endDate.declaration.iCalendar
    for column in columns.stated
    where !column.declaration.isDate || column.declaration.iCalendar == end {
      guard let name = column.declaration.iCalendar, let line = properties[name],
        !isSame([name], as: base)
      else { continue }
      let text = EventCodec.isExtension(name) && line.text == EventCodec.none ? "" : line.text
      if name == "STATUS" {
        let states = ["CONFIRMED": true, "TENTATIVE": false, "CANCELLED": false]
        row.set(column, states[line.word])
      } else if kind == .other, name == "SUMMARY", title.isEmpty {
        continue
      } else if let kind = column.declaration.text, !kind.allowsLineBreaks {
        try row.set(column, text: StoredText.oneLine(text), ImportOptions())
      } else {
        try row.set(column, text: text, ImportOptions())
      }
    }
    return try row.inOwnCurrency()
  }

  // MARK: - Trips

  /// The values of a trip.
  ///
  /// - Parameter known: the trip after the last sync, or in the store.
  func trip(
    since base: StatedEvent?, _ known: [SQLiteValue]?
  ) throws(ValueError) -> StatedRow<TripColumn> {
    var trip = try row(since: base, TripColumn.self)
    // An event of one kind has no values of another kind.
    if let mark = properties[EventCodec.kind].flatMap({ TripType(rawValue: $0.word.lowercased()) })
    {
      for column in TripColumn.allCases
      where column.declaration.type ?? mark != mark && trip[column] == nil {
        trip[column] = .null
      }
    }
    let blank = [SQLiteValue](repeating: .null, count: TripColumn.allCases.count)
    if let rule = trip.text(.perdiemRule) {
      trip[.perdiemRule] = TripColumn.rule(
        rule, in: trip[.perdiemCurrency] == nil ? known ?? blank : blank.with(trip.given))
    }
    if !hasSameTimes(as: base) {
      guard let days else { throw ValueError(daysProblem ?? "the event has no date") }
      trip.set(.startDate, days.first.description)
      trip.set(.endDate, days.last.description)
    }
    if let description, !hasSameDescription(as: base) {
      let notes = EventText(reading: description).notes
      if !EventText.areEqual(notes, known?.text(TripColumn.notes) ?? "") || known == nil {
        try trip.set(.notes, text: notes, ImportOptions())
      }
    }
    return trip
  }

  // MARK: - Items without a date

  /// The items that the event of a trip lists, items of the last sync first, with the values that
  /// they state. Equal titles are the same item. If exactly one line is new and one item is
  /// missing, it was renamed; otherwise lines were added and removed.
  ///
  /// - Parameter known: the items of the list after the last sync.
  func list(
    since base: StatedEvent?, _ known: [[SQLiteValue]]
  ) throws(ValueError) -> [StatedRow<ItemColumn>] {
    var rows = try properties(ofItems: known, since: base)
    guard let description, base == nil || !hasSameDescription(as: base) else {
      // The description has the titles of known items.
      for index in known.indices { rows[index][.title] = nil }
      return description == nil ? rows : Array(rows.prefix(known.count))
    }
    func key(_ title: String) -> String { EventText.plain(StoredText.title.inEvents(title)) }
    let titles = rows.indices.map { index in
      key(rows[index].text(.title) ?? known[index].text(ItemColumn.title))
    }
    var free: [String: [Int]] = [:]
    for index in rows.indices.reversed() { free[titles[index], default: []].append(index) }
    let lines = EventText(reading: description).items
    var places = lines.map { free[key($0.title)]?.popLast() }
    let missing = free.values.joined().filter { base == nil || $0 < known.count }
    let new = places.indices.filter { places[$0] == nil }
    if new.count == 1, missing.count == 1 { places[new[0]] = missing.first }
    return try zip(lines, places).map { (line, place) throws(ValueError) in
      var row = place.map { rows[$0] } ?? StatedRow()
      // A title with another kind of space is the same title.
      let isNew =
        place.map {
          $0 >= known.count || key(known[$0].text(ItemColumn.title)) != key(line.title)
        } ?? true
      if isNew { try row.set(.title, text: line.title, ImportOptions()) } else { row[.title] = nil }
      row.set(.isDone, line.isDone)
      return row
    }
  }

  /// The known items, and then new ones, with the values that their properties state.
  private func properties(
    ofItems known: [[SQLiteValue]], since base: StatedEvent?
  ) throws(ValueError) -> [StatedRow<ItemColumn>] {
    func byUID(_ items: [StatedItem]) -> [String: StatedItem] {
      Dictionary(
        items.compactMap { item in item.uid.map { ($0, item) } },
        uniquingKeysWith: { one, _ in one })
    }
    let (new, old) = (byUID(items), byUID(base?.items ?? []))
    var rows: [StatedRow<ItemColumn>] = []
    for item in known {
      let uid = item.text(ItemColumn.uid)
      var row = StatedRow<ItemColumn>()
      if let item = new[uid] {
        row = try item.row()
        if let old = old[uid] { row = row.without(try old.row()) }
        // The line of the description has the tick.
        if base != nil { row[.isDone] = nil }
      }
      row.uid = uid
      rows.append(row)
    }
    let uids = Set(known.map { $0.text(ItemColumn.uid) })
    for item in items where item.uid.map(uids.contains) != true {
      let row = try item.row()
      if row.text(.title) != nil { rows.append(row) }
    }
    return rows
  }

  /// Whether the description has lost all items that it had: it was cut off, or emptied by a program.
  /// If `trips` has removed them, their properties are gone too, but not the kind of the trip.
  func hasLostItems(_ known: [[SQLiteValue]], since base: StatedEvent?) -> Bool {
    guard !known.isEmpty, let description, !hasSameDescription(as: base) else { return false }
    return EventText(reading: description).items.isEmpty
      && (!items.isEmpty || properties[EventCodec.kind] == nil)
  }

  // MARK: - Stays and items with a date

  /// The values of an item with a date.
  ///
  /// - Parameter known: the item after the last sync.
  func item(
    since base: StatedEvent?, _ known: [SQLiteValue]?
  ) throws(ValueError) -> StatedRow<ItemColumn> {
    var item = try row(since: base, ItemColumn.self)
    if !hasSameTimes(as: base) {
      guard let days else { throw ValueError(daysProblem ?? "the event has no date") }
      item.set(.date, days.first.description)
      item[.time] = days.time?.sqliteValue ?? .null
    }
    if let description, !hasSameDescription(as: base) {
      let text = ItemText(reading: description)
      if let isDone = text.isDone { item.set(.isDone, isDone) }
      if !EventText.areEqual(text.details, known?.text(ItemColumn.details) ?? "") || known == nil {
        try item.set(.details, text: text.details, ImportOptions())
      }
    }
    return item
  }

  /// The values of a stay.
  ///
  /// It has the dates in its own property as long as they match the event's days. Otherwise another
  /// program has moved the event, and its days are the nights; if it covers all days of the trip,
  /// the stay has the trip's dates.
  ///
  /// - Parameters:
  ///   - known: the stay after the last sync, and its trip then.
  ///   - trips: its trip in the calendar, and in the store.
  func stay(
    since base: StatedEvent?, _ known: (stay: [SQLiteValue], trip: [SQLiteValue])?,
    in trips: [[SQLiteValue]]
  ) throws(ValueError) -> StatedRow<StayColumn> {
    var stay = try row(since: base, StayColumn.self)
    let names = [StayColumn.startDate, .endDate].compactMap(\.declaration.iCalendar)
    if hasSameTimes(as: base), isSame(names, as: base) { return stay }
    guard let days else { throw ValueError(daysProblem ?? "the event has no date") }
    let nights = days.ofNights
    func isOn(_ row: [SQLiteValue], _ trip: [SQLiteValue]) -> Bool {
      StayColumn.nights(of: row, in: trip).map { $0 == nights } ?? false
    }
    let blank = StatedRow<StayColumn>().row(id: nil, tripID: nil)
    var own = blank
    let texts = names.compactMap { properties[$0]?.text }
    if texts.count == 2, texts[0] <= texts[1] {
      if texts[0] != EventCodec.none {
        own[Int(StayColumn.startDate.rawValue)] = texts[0].sqliteValue
        own[Int(StayColumn.endDate.rawValue)] = texts[1].sqliteValue
      }
      let isOwn =
        own[StayColumn.startDate].isNull
        ? trips.isEmpty || (trips + [known?.trip].compactMap(\.self)).contains { isOn(own, $0) }
        : isOn(own, [])
      if isOwn {
        stay[.startDate] = own[StayColumn.startDate]
        stay[.endDate] = own[StayColumn.endDate]
        return stay
      }
    }
    // Another program has written the same days in another form.
    if let known, isOn(known.stay, known.trip) { return stay }
    let hadDates = known.map { !$0.stay[StayColumn.startDate].isNull } ?? false
    if !hadDates, let trip = trips.first, isOn(blank, trip) {
      (stay[.startDate], stay[.endDate]) = (.null, .null)
    } else {
      let checkOut = days.isWholeDays ? days.last.adding(days: 1) ?? days.last : days.last
      stay.set(.startDate, days.first.description)
      stay.set(.endDate, checkOut.description)
    }
    return stay
  }

  /// Whether another program has moved a stay or an item, so that its booking is for other days:
  /// `trips` itself also writes the days into a property of its own.
  func isMovedByOthers(since base: StatedEvent?) -> Bool {
    guard base != nil, !hasSameTimes(as: base) else { return false }
    let names = kind == .item ? ["X-TRIPS-DATE"] : ["X-TRIPS-CHECK-IN", "X-TRIPS-CHECK-OUT"]
    let mark = kind == .item ? "X-TRIPS-RESERVED" : "STATUS"
    return isSame(names + [mark], as: base)
  }
}
