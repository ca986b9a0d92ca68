/// The content of an event after the last sync with its folder.
struct EventBase: Equatable, Codable {
  var values: Facts
  var items: [RowFacts] = []
  /// The description, normalised by `EventText.plain`.
  var text = ""
  /// The dates as written (`StatedEvent.times`).
  var times = ""
  /// A digest of its items' properties (`StatedEvent.itemLines`). After an edit of the list they
  /// are not rewritten, and are ignored until they change.
  var itemLines = ""

  var trip: TripFacts { TripFacts(values: values, items: items) }
}

/// Interprets an event given its last known content: a missing property has its last known value.
struct EventReading {
  /// Complete if there is a base; otherwise only the stated facts.
  private(set) var facts: TripFacts
  /// Why the description cannot be read as notes and list. Notes, titles and ticks then keep their
  /// last values, unless the whole text becomes the notes.
  private(set) var textProblem: String?
  /// The normalised description; nil without one.
  let text: String?

  /// Whether the event lists all items of its trip.
  private(set) var hasWholeList = false

  /// - Parameter takesText: whether a description that cannot be read becomes the notes.
  init(_ event: StatedEvent, base: EventBase?, takesText: Bool = false) {
    facts = TripFacts(values: event.values(base))
    if event.kind == .other, event.facts["name"] ?? "" == "" {
      // A trip from another program's unnamed event is named after its place.
      facts.values["name"] = base?.values["name"] ?? event.facts["destination"]
    }
    // An event of one kind states that it has no values of another.
    for fact in facts.factsOfAnotherKind
    where event.facts["type"] != nil && event.facts[fact] == nil {
      facts.values[fact] = ""
    }
    text = event.description.map { EventText.plain($0) }
    let known = base?.items ?? []
    let isSame = event.itemLines == base?.itemLines
    let stated = isSame ? known : Self.stated(event.items, known)
    let others = Self.without(stated, known)
    facts.items = stated + others
    guard let text else { return }
    // The text is compared first: in whatever form, an unchanged text has its last meaning.
    if let base, base.text.utf8.elementsEqual(text.utf8) {
      facts.items = Self.detailed(known, by: stated)
      return
    }
    textProblem = Self.problem(text, base, facts)
    let written = event.description.flatMap { EventText.isHTML($0) ? nil : $0 }
    if textProblem == nil, EventText.strayLine(in: text) == nil {
      let isListNew = base.map { !EventText.hasHeader($0.text) } ?? false
      let read = EventText(reading: text, written: written, isListNew: isListNew)
      takeNotes(read.notes, base)
      // The line of an item whose property was left behind may have come back.
      let left = isSame ? Self.without(known, Self.stated(event.items, [])) : others
      facts.items =
        stated.isEmpty && !isSame
        ? Self.listed(others, read.items, []) : Self.listed(stated, read.items, left)
      hasWholeList = EventText.hasHeader(text)
    } else if takesText || textProblem == nil {
      takeNotes(StoredText.formed(text), base)
    }
  }

  /// The items from our own properties and their last known values.
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

  /// The known items whose properties were dropped by a program.
  private static func without(_ stated: [RowFacts], _ known: [RowFacts]) -> [RowFacts] {
    let keys = Set(stated.compactMap(\.key))
    return known.filter { $0.key.map(keys.contains) != true }
  }

  /// The items of an unchanged list, with details and flags from their properties.
  private static func detailed(_ known: [RowFacts], by stated: [RowFacts]) -> [RowFacts] {
    let stated = Dictionary(stated.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
    return known.map { old in
      guard var item = stated[old.key] else { return old }
      for fact in ["title", "isDone"] { item.values[fact] = old.values[fact] }
      return item
    }
  }

  /// The edited list: titles, ticks, removed and added lines.
  ///
  /// - Parameter others: known items that a line may refer to by title alone.
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

  private static func problem(_ text: String, _ base: EventBase?, _ facts: TripFacts) -> String? {
    // A user may delete the last lines, but hardly the estimate of a per diem below them too.
    if let old = base?.text, !text.isEmpty, old.utf8.starts(with: text.utf8),
      EventText(reading: old) != EventText(reading: text),
      old.utf8.dropFirst(text.utf8.count).first != UInt8(ascii: "\n")
        || (facts.estimate != nil && EventText.hasEstimate(old) && !EventText.hasEstimate(text))
    {
      return "its description was cut off"
    }
    if facts.items.isEmpty { return nil }
    if !EventText.hasHeader(text) { return "its description no longer has a bucket list" }
    return EventText.strayLine(in: text).map {
      "the line '\($0)' of its bucket list does not begin with '[ ]'"
    }
  }

  /// Insignificant blanks are no change.
  private mutating func takeNotes(_ notes: String, _ base: EventBase?) {
    let old = base?.values["notes"].map { EventText.plain($0, isHTML: false) }
    if old != EventText.plain(notes, isHTML: false) { facts.values["notes"] = notes }
  }
}

extension StatedEvent {
  /// The stated facts, and the last known values of the others.
  func values(_ base: EventBase?) -> Facts {
    var values = (base?.values ?? [:]).merging(facts) { $1 }
    guard let base, base.times == times else { return values }
    // Times in UTC fall on other days for a device that travels.
    for fact in ["startDate", "endDate"] { values[fact] = base.values[fact] }
    return values
  }
}

extension RowFacts {
  /// The item of an event: the stated facts, and the last known values of the others.
  ///
  /// - Parameter base: the last known content of this event.
  init(item event: StatedEvent, base: EventBase?) {
    self.init(key: event.uid, row: nil, values: (base?.values ?? [:]).merging(event.item) { $1 })
    if let base, base.times == event.times {
      // Times in UTC are other times for a device that travels.
      for fact in ["date", "time"] { values[fact] = base.values[fact] }
    }
    let text = event.description.map(ItemText.plain)
    guard let text, base.map({ !$0.text.utf8.elementsEqual(text.utf8) }) ?? true else { return }
    let read = ItemText(reading: text)
    if let isDone = read.isDone { values["isDone"] = isDone ? Fact.yes : Fact.no }
    let details = base?.values["details"].map { EventText.plain($0, isHTML: false) }
    if details != read.details { values["details"] = Fact.text(read.details, .details) }
  }

  /// The stay of an event: the stated facts, and the last known values of the others.
  ///
  /// It has the dates in its own property as long as they match its days. Unchanged days do not
  /// count, and a stay on all days of the trip has the trip's.
  ///
  /// - Parameters:
  ///   - trip: the facts of the trip's event; nil if unknown.
  ///   - base: the last known content of this event, and of its trip then.
  init(stay event: StatedEvent, of trip: TripFacts?, base: (event: EventBase, trip: TripFacts)?) {
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
    let checkOut = days.isWholeDays ? days.last.adding(days: 1) ?? days.last : days.last
    let hadDates = base?.event.values["startDate"] ?? "" != ""
    // Release 1.0.0 wrote a stay through the trip's last day.
    let spansTrip =
      !hadDates && trip != nil && come(to: [:], of: trip) == true
      || base == nil && days.first == trip?.startDate && days.last == trip?.endDate
    let own = ["startDate": days.first.description, "endDate": checkOut.description]
    let dates = isKnown == true ? base?.event.values ?? [:] : spansTrip ? [:] : own
    for fact in own.keys { values[fact] = dates[fact] ?? "" }
    // Another program has moved the event, or the trip without it: the stay was confirmed for other
    // nights.
    let hasMoved = isKnown == false || (!hadDates && come(to: [:], of: base?.trip) == true)
    let confirmed = StayColumn.isConfirmed.fact
    if event.stay["startDate"] != nil, hasMoved,
      base?.event.values[confirmed] == values[confirmed]
    {
      values[confirmed] = Fact.no
    }
  }
}
