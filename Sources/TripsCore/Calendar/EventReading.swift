/// What an event said after the last sync with its folder.
struct EventBase: Equatable, Codable {
  var values: Facts
  var items: [ItemFacts] = []
  /// The description, by `EventText.plain`.
  var text = ""
  /// The dates as they were written (`StatedEvent.times`).
  var times = ""
  /// Its items' properties (`StatedEvent.itemLines`): what has not changed since may be behind the list that
  /// a person has changed.
  var itemLines = ""
  /// Whether the event was another program's before `--adopt`.
  var isAdopted = false

  var trip: TripFacts { TripFacts(values: values, items: items) }
}

/// What an event says about its trip, with what is known of it: a property that is missing says
/// nothing, so the value is the last one that is known.
struct EventReading {
  /// Complete where there is a base; else only what the event states.
  private(set) var facts: TripFacts
  /// Why the description cannot be read as notes and list; its notes, titles and ticks are as they
  /// were then, but for notes that take the whole text.
  private(set) var textProblem: String?
  /// The description, by `EventText.plain`; nil without one.
  let text: String?

  /// Whether the event lists all items of its trip.
  private(set) var hasWholeList = false

  /// - Parameter takesText: whether the whole of a description that cannot be read becomes the notes.
  init(_ event: StatedEvent, base: EventBase?, takesText: Bool = false) {
    facts = TripFacts(values: base?.values ?? [:])
    facts.values.merge(event.facts) { $1 }
    if let base, base.times == event.times {
      // Times in UTC are other days for a device that travels.
      facts.values["startDate"] = base.values["startDate"]
      facts.values["endDate"] = base.values["endDate"]
    }
    if event.facts["name"] == "", base.map(\.isAdopted) ?? (event.kind == .other) {
      // The trip of another program's event is called as its place then.
      facts.values["name"] = base?.values["name"]
    }
    text = event.description.map { EventText.plain($0) }
    var items = Self.known(event, base)
    // As text first: whatever it looks like, what has not changed says what it said.
    guard let text, base.map({ !$0.text.utf8.elementsEqual(text.utf8) }) ?? true else {
      if text == nil {
        items = Self.all(items, base)
      } else if let base {
        items = Self.unchanged(items, base)
      }
      facts.items = items
      return
    }
    textProblem = Self.problem(text, base, hasItems: !items.isEmpty)
    if let read = EventText(reading: text), textProblem == nil {
      takeNotes(read.notes, base)
      items = Self.listed(items, read.items, base)
      hasWholeList = EventText.hasHeader(text)
    } else if takesText || textProblem == nil {
      takeNotes(StoredText.formed(text), base)
    }
    facts.items = items
  }

  mutating func setName(_ name: String?) { facts.values["name"] = name }

  /// The items as the properties of our own state them, else as they were.
  private static func known(_ event: StatedEvent, _ base: EventBase?) -> [ItemFacts] {
    let known = base?.items ?? []
    if event.items.isEmpty || event.itemLines == base?.itemLines { return known }
    var places: [String: Int] = [:]
    var titles: [String: [Int]] = [:]
    for (place, item) in known.enumerated().reversed() {
      if let key = item.key { places[key] = place }
      titles[item.title, default: []].append(place)
    }
    return event.items.compactMap { stated in
      // Release 1.0.0 wrote no keys.
      let place =
        stated.key.map { places[$0] } ?? stated.title.flatMap { titles[$0]?.popLast() }
      var item = place.map { known[$0] } ?? ItemFacts(key: stated.key, row: nil, values: [:])
      item.values.merge(stated.facts) { $1 }
      return item.title.isEmpty ? nil : item
    }
  }

  /// The items that are stated, and those that a program may have dropped with the description.
  private static func all(_ items: [ItemFacts], _ base: EventBase?) -> [ItemFacts] {
    let keys = Set(items.compactMap(\.key))
    return items + (base?.items ?? []).filter { $0.key.map(keys.contains) != true }
  }

  /// The items of a list that has not changed, with the details and flags that the event states.
  private static func unchanged(_ items: [ItemFacts], _ base: EventBase) -> [ItemFacts] {
    let stated = Dictionary(
      items.compactMap { item in item.key.map { ($0, item) } }, uniquingKeysWith: { $1 })
    return base.items.map { old in
      guard var item = old.key.flatMap({ stated[$0] }) else { return old }
      item.values["title"] = old.title
      item.values["isDone"] = old.values["isDone"]
      return item
    }
  }

  /// What a person made of the list: titles, ticks, removed and added lines.
  private static func listed(
    _ items: [ItemFacts], _ lines: [EventText.Item], _ base: EventBase?
  ) -> [ItemFacts] {
    let pairs = ListPairs(items.map(\.title), lines.map(\.title))
    // A program may have kept one property of a name alone.
    let keys = Set(items.compactMap(\.key))
    var others = Dictionary(
      grouping: (base?.items ?? []).filter { $0.key.map(keys.contains) != true }.reversed(),
      by: \.title)
    return zip(lines, pairs.old).map { line, place in
      var item =
        place.map { items[$0] } ?? others[line.title]?.popLast()
        ?? ItemFacts(key: nil, row: nil, values: [:])
      item.values["title"] = line.title
      item.values["isDone"] = line.isDone ? Fact.yes : Fact.no
      return item
    }
  }

  private static func problem(_ text: String, _ base: EventBase?, hasItems: Bool) -> String? {
    if let old = base?.text, text.utf8.count < old.utf8.count, !text.isEmpty,
      old.utf8.starts(with: text.utf8),
      old.utf8.dropFirst(text.utf8.count).first != UInt8(ascii: "\n")
    {
      return "its description was cut off"
    }
    if !hasItems { return nil }
    if !EventText.hasHeader(text) { return "its description has no bucket list any more" }
    if EventText(reading: text) == nil {
      return "a line of its bucket list is not an item"
    }
    return nil
  }

  /// Forms that a program gives the same notes are no change.
  private mutating func takeNotes(_ notes: String, _ base: EventBase?) {
    if let old = base?.values["notes"], Self.isSame(old, notes) { return }
    facts.values["notes"] = notes
  }

  private static func isSame(_ old: String, _ new: String) -> Bool {
    let isHTML = HTMLLines.isIn(old)
    return old == new || EventText.plain(old, isHTML: false) == new
      || (isHTML && EventText.plain(old, isHTML: true) == new)
  }
}
