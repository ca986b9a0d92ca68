internal import SQLite

/// The events of other programs that change nothing, of which the store may still have an item.
struct StrayEvents {
  var events: [StrayEvent] = []
  /// The titles of the items that the files gave.
  var givenTitles: Set<String> = []

  /// Reports the trip and the stay of a cancelled event, neither of which it deletes.
  mutating func cancel(
    _ event: StrayEvent, _ uid: String, _ statements: ImportStatements, _ report: inout ImportReport
  ) throws {
    var event = event
    if let id = try statements.tripID(uid: uid) {
      report.cancelled.append(try Store.values(ofTrip: id, in: statements.db).summary(id: id))
      event.isKnown = true
    }
    if let stay = try statements.stay(ofEvent: uid) {
      report.cancelledStays.append((stay.trip.id, stay.id, stay.place))
      event.isKnown = true
    }
    events.append(event)
  }

  /// Reports an item for each title, unless the files also gave an item of that title. Of several
  /// items, it is the one on the nearest day.
  func reportItems(
    _ statements: ImportStatements, _ report: inout ImportReport, _ notes: inout ImportNotes
  ) throws {
    let titles = Set(events.map(\.title)).subtracting(givenTitles)
    var items =
      titles.isEmpty
      ? [:] : Dictionary(grouping: try statements.items(titled: titles), by: \.title)
    for event in events {
      if givenTitles.contains(event.title) {
        if event.isCancelled {
          let day = event.day.map { " on \($0)" } ?? ""
          notes.add(
            "the event '\(event.title)'\(day) is cancelled; if it has become an item, that remains")
        }
      } else if let item = event.nearest(of: items.removeValue(forKey: event.title) ?? []) {
        if event.isCancelled || (item.day, item.time) != (event.day, event.time) {
          report.remainingItems.append(item)
        }
      } else if event.isCancelled, !event.isKnown {
        notes.add("the event '\(event.title)' is cancelled; nothing was changed")
      }
    }
  }
}

extension StrayEvent {
  fileprivate func nearest(of items: [RemainingItem]) -> RemainingItem? {
    func distance(_ item: RemainingItem) -> Int { day.map { abs($0.days(until: item.day)) } ?? 0 }
    guard let nearest = items.min(by: { distance($0) < distance($1) }) else { return nil }
    var item = nearest
    item.namesakes = items.count { ($0.day, $0.time) == (nearest.day, nearest.time) }
    item.event = isCancelled ? nil : day.map { ($0, time) }
    return item
  }
}
