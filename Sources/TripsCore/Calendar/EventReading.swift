/// What an event said after the last sync with its folder.
struct EventBase: Equatable, Codable {
  var values: Facts
  var items: [RowFacts] = []
  /// The description, by `EventText.plain`.
  var text = ""
  /// The dates as they were written (`StatedEvent.times`).
  var times = ""
  /// A digest of its items' properties (`StatedEvent.itemLines`): they are not written again where a
  /// person has changed the list, and say nothing until they change.
  var itemLines = ""

  var trip: TripFacts { TripFacts(values: values, items: items) }
}

/// What an event says about its trip, with what is known of it: a property that is missing says
/// nothing, so its value is the last one that is known.
struct EventReading {
  /// Complete where there is a base; otherwise only what the event states.
  private(set) var facts: TripFacts
  /// Why the description cannot be read as notes and list; its notes, titles and ticks are as they
  /// were then, except for notes that take the whole text.
  private(set) var textProblem: String?
  /// The description, by `EventText.plain`; nil without one.
  let text: String?

  /// Whether the event lists all items of its trip.
  private(set) var hasWholeList = false

  /// - Parameter takesText: whether the whole of a description that cannot be read becomes the notes.
  init(_ event: StatedEvent, base: EventBase?, takesText: Bool = false) {
    facts = TripFacts(values: event.values(base))
    if event.kind == .other, event.facts["name"] ?? "" == "" {
      // The trip of another program's event without a name is called after its place.
      facts.values["name"] = base?.values["name"] ?? event.facts["destination"]
    }
    // An event of one kind states that it has nothing of another.
    for fact in facts.factsOfAnotherKind
    where event.facts["type"] != nil && event.facts[fact] == nil {
      facts.values[fact] = ""
    }
    text = event.description.map { EventText.plain($0) }
    let known = base?.items ?? []
    let stated = event.itemLines == base?.itemLines ? known : Self.stated(event.items, known)
    let others = Self.without(stated, known)
    facts.items = stated + others
    guard let text else { return }
    // As text first: whatever it looks like, what has not changed says what it said.
    if let base, base.text.utf8.elementsEqual(text.utf8) {
      facts.items = Self.detailed(known, by: stated)
      return
    }
    textProblem = Self.problem(text, base, hasItems: !facts.items.isEmpty)
    let written = event.description.flatMap { EventText.isHTML($0) ? nil : $0 }
    if textProblem == nil, let read = EventText(reading: text, written: written) {
      takeNotes(read.notes, base)
      facts.items =
        stated.isEmpty
        ? Self.listed(others, read.items, []) : Self.listed(stated, read.items, others)
      hasWholeList = EventText.hasHeader(text)
    } else if takesText || textProblem == nil {
      takeNotes(StoredText.formed(text), base)
    }
  }

  /// The items of the properties of our own, with what is known of each; what they do not state is as
  /// it was.
  private static func stated(_ items: [StatedItem], _ known: [RowFacts]) -> [RowFacts] {
    var places: [String: Int] = [:]
    var titles: [String: [Int]] = [:]
    for (place, item) in known.enumerated().reversed() {
      if let key = item.key { places[key] = place }
      titles[item.title, default: []].append(place)
    }
    return items.compactMap { stated in
      // Release 1.0.0 wrote no keys.
      let place =
        stated.key.map { places[$0] } ?? stated.title.flatMap { titles[$0]?.popLast() }
      var item = place.map { known[$0] } ?? RowFacts(key: stated.key, row: nil, values: [:])
      item.values.merge(stated.facts) { $1 }
      return item.title.isEmpty ? nil : item
    }
  }

  /// The known items whose properties a program has dropped.
  private static func without(_ stated: [RowFacts], _ known: [RowFacts]) -> [RowFacts] {
    let keys = Set(stated.compactMap(\.key))
    return known.filter { $0.key.map(keys.contains) != true }
  }

  /// The items of a list that has not changed, with the details and flags that their properties state.
  private static func detailed(_ known: [RowFacts], by stated: [RowFacts]) -> [RowFacts] {
    let stated = Dictionary(stated.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
    return known.map { old in
      guard var item = stated[old.key] else { return old }
      for fact in ["title", "isDone"] { item.values[fact] = old.values[fact] }
      return item
    }
  }

  /// What a person made of the list: titles, ticks, removed and added lines.
  ///
  /// - Parameter others: known items that a line may state by its title alone.
  private static func listed(
    _ items: [RowFacts], _ lines: [EventText.Item], _ others: [RowFacts]
  ) -> [RowFacts] {
    let pairs = ListPairs(items.map(\.title), lines.map(\.title))
    var others = Dictionary(grouping: others.reversed(), by: \.title)
    return zip(lines, pairs.old).map { line, place in
      var item =
        place.map { items[$0] } ?? others[line.title]?.popLast()
        ?? RowFacts(key: nil, row: nil, values: [:])
      item.values["title"] = line.title
      item.values["isDone"] = line.isDone ? Fact.yes : Fact.no
      return item
    }
  }

  private static func problem(_ text: String, _ base: EventBase?, hasItems: Bool) -> String? {
    // A person may delete the last lines, but not the estimate below them.
    if let old = base?.text, !text.isEmpty, old.utf8.starts(with: text.utf8),
      old.utf8.dropFirst(text.utf8.count).first != UInt8(ascii: "\n")
        || (EventText.hasEstimate(old) && !EventText.hasEstimate(text))
    {
      return "its description was cut off"
    }
    if !hasItems { return nil }
    if !EventText.hasHeader(text) { return "its description has no bucket list any more" }
    return EventText(reading: text) == nil ? "a line of its bucket list is not an item" : nil
  }

  /// Blanks that do not count are no change.
  private mutating func takeNotes(_ notes: String, _ base: EventBase?) {
    if let old = base?.values["notes"],
      EventText.plain(old, isHTML: false) == EventText.plain(notes, isHTML: false)
    {
      return
    }
    facts.values["notes"] = notes
  }
}

extension StatedEvent {
  /// What it states, and what is known of the rest.
  func values(_ base: EventBase?) -> Facts {
    var values = (base?.values ?? [:]).merging(facts) { $1 }
    guard let base, base.times == times else { return values }
    // Times in UTC are other days for a device that travels.
    for fact in ["startDate", "endDate"] { values[fact] = base.values[fact] }
    return values
  }
}

extension RowFacts {
  /// A stay as its event states it, with what is known of the rest.
  ///
  /// It has the dates that it states beside its days, as long as they come to these days. Days that the
  /// event had already say nothing, and those of the whole trip are the trip's.
  ///
  /// - Parameters:
  ///   - trip: what the trip's event states; nil where that is unknown.
  ///   - base: what this event said, and its trip then.
  init(
    stay event: StatedEvent, of trip: TripFacts?, base: (event: EventBase, trip: TripFacts)?
  ) {
    self.init(
      key: event.uid, row: nil, values: (base?.event.values ?? [:]).merging(event.stay) { $1 })
    guard let days = event.days else { return }
    func come(to facts: Facts, of trip: TripFacts?) -> Bool? {
      (trip ?? TripFacts(values: [:])).days(ofStay: facts).map { $0 == days.ofNights }
    }
    if event.stay["startDate"] != nil, come(to: values, of: trip) ?? true { return }
    let isKnown = base.map {
      $0.event.times == event.times || come(to: $0.event.values, of: $0.trip) == true
    }
    let checkOut = days.isOfWholeDays ? days.last.adding(days: 1) ?? days.last : days.last
    let hadDates = base?.event.values["startDate"] ?? "" != ""
    // Release 1.0.0 wrote a stay through the trip's last day.
    let spansTrip =
      !hadDates && trip != nil && come(to: [:], of: trip) == true
      || base == nil && days.first == trip?.startDate && days.last == trip?.endDate
    let own = ["startDate": days.first.description, "endDate": checkOut.description]
    let dates = isKnown == true ? base?.event.values ?? [:] : spansTrip ? [:] : own
    for fact in own.keys { values[fact] = dates[fact] ?? "" }
  }
}
