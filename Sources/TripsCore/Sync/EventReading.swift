/// What a trip's event says, whole: what it has lost, or never had, is as the reference has it.
struct EventReading {
  private(set) var facts: TripFacts
  /// Nil where they cannot be read.
  private(set) var days: EventDays?
  /// Values that a trip cannot have, as ends of a sentence.
  private(set) var problems: [String] = []
  /// Our properties that the event does not have, or is in doubt of.
  private(set) var lost: Set<String> = []
  /// What the event says of where these came from, by property.
  private(set) var origins: [String: String] = [:]
  /// What its writer knew, where it was written anew.
  let base: EventBase?
  /// The digests of the titles of items that were removed.
  let removed: [String]
  /// Whether the event tells of items that its list does not show, or has under other titles: a phone
  /// changes the list alone.
  private(set) var hasStaleItems = false
  /// Whether its description was cut short, or its list made text, and is not taken.
  private(set) var isCut = false
  /// Whether the event's stay is to go.
  var removesStay = false
  private let file: EventFile
  /// The trip as it was when event and store were last the same, else as the store has it; nil for a
  /// trip that is new here.
  let reference: TripFacts?
  private let hasBase: Bool
  /// Whether it was said which side counts where they differ.
  private let isDecided: Bool

  /// - Parameter hasBase: whether the reference is the base, so that what is missing in the event was
  ///   taken away.
  /// - Parameter stored: the items as the store has them.
  /// - Parameter prefers: whether a description that was cut short is taken, or is to be written whole again.
  init(
    _ file: EventFile, reference: TripFacts?, hasBase: Bool, stored: [RowFacts] = [],
    prefers: SyncSide? = nil, _ zone: ZoneClock
  ) {
    self.file = file
    self.reference = reference
    self.hasBase = hasBase
    isDecided = prefers != nil
    base = EventBase(file)
    removed =
      file.first(EventProperty.removed).map { line in
        // One that a phone has typed in again is there.
        let present = Set(reference?.items.map { Lineage.digest($0.title) } ?? [])
        return line.text.split(separator: " ").map(String.init).filter { !present.contains($0) }
      } ?? []
    facts = TripFacts(values: reference?.values ?? [:])
    readKind()
    text("SUMMARY", "name", isRequired: true)
    text("LOCATION", "destination")
    readDays(zone)
    readDescription(stored, renames: hasBase || reference == nil, prefers)
    if hasBase { doubt() }
  }

  /// Whether the event says of itself that it is ours.
  static func isMarked(_ file: EventFile) -> Bool {
    file.first(EventProperty.kind) != nil
  }

  /// Without its mark a stay is known by RELATED-TO, where another trip has the UID of its event.
  static func isStay(_ file: EventFile) -> Bool {
    guard let kind = file.first(EventProperty.kind) else {
      let trip = SyncScan.trip(ofStay: file.uid)
      return trip != nil && file.first("RELATED-TO")?.text == trip
    }
    return kind.value.uppercased() == EventProperty.stayKind
  }

  /// The text of a property where it differs from what the reference would be written as.
  private mutating func text(_ property: String, _ column: String, isRequired: Bool = false) {
    let line = file.first(property)
    let raw = line?.text ?? ""
    let text = Fact.text(raw, of: column)
    if let known = reference?.values[column], known == text { return }
    do {
      guard let kind = HistoryEntity.texts[column] else { return }
      let checked = try kind.normalized(kind.allowsLineBreaks ? raw : Fact.oneLine(raw))
      facts.values[column] = isRequired ? try kind.required(checked) : checked
    } catch {
      problems.append("\(error)")
    }
  }

  private mutating func readDays(_ zone: ZoneClock) {
    do {
      let days = try EventDays(file, zone)
      self.days = days
      facts.values["startDate"] = days.first.description
      facts.values["endDate"] = days.last.description
    } catch {
      problems.append("\(error)")
    }
  }

  // MARK: - Kind, per diem, rule, reason

  private mutating func readKind() {
    let line = file.first(EventProperty.kind) ?? file.first(EventProperty.formerKind)
    let word = line.flatMap { TripType(rawValue: $0.text.lowercased()) }
    note(line, EventProperty.kind, "type", isKnown: word != nil)
    let type = word ?? facts.type
    facts.values["type"] = type.rawValue
    for (column, property, owner) in EventProperty.others {
      if let owner, owner != type {
        facts.values[column] = nil
        // With the kind it is in doubt whether there is none.
        note(file.first(property), property, column, isKnown: word != nil)
        if facts.doubtful.contains("type") { facts.doubtful.insert(column) }
        continue
      }
      let line = file.first(property)
      let text = line?.text ?? ""
      let value = value(text, of: column)
      // What cannot be read is as good as lost: another device may know more.
      let isKnown = line != nil && !text.isEmpty && (value != nil || text == EventProperty.none)
      note(line, property, column, isKnown: isKnown)
      if line != nil { facts.values[column] = value }
    }
  }

  private mutating func note(
    _ line: ICSLine?, _ property: String, _ column: String, isKnown: Bool
  ) {
    let origin = line?.parameters[EventProperty.restored]
    if origin != nil || !isKnown { lost.insert(property) }
    origins[property] = origin
    if let origin, !Lineage(origin).holds(reference?.values[column]) {
      facts.doubtful.insert(column)
    }
  }

  /// Nil for none; the reference's where it is not one, for a server may have cut it.
  private func value(_ text: String, of column: String) -> String? {
    if text == EventProperty.none { return nil }
    let known = reference?.values[column]
    if text.isEmpty { return known }
    switch column {
    case Fact.perdiem: return Fact.money(text)?.description ?? known
    case "perdiemRule":
      let perdiem = facts.values[Fact.perdiem].flatMap(Fact.money)
      let isRule = (try? PerDiemRule(text, currency: perdiem?.currency ?? .withMostDecimals)) != nil
      return isRule || text == known ? Fact.rule(text, perdiem: perdiem) : known
    case "reason": return PersonalTrip.Reason(rawValue: text.lowercased())?.rawValue ?? known
    default: return text
    }
  }

  // MARK: - Description

  private mutating func readDescription(
    _ stored: [RowFacts], renames: Bool, _ prefers: SyncSide?
  ) {
    var others = ItemLines(file)
    // Where nothing tells what the list was before, its items are as the event's last writer knew them.
    let known = reference?.items ?? others.items
    let notes = reference?.values["notes"] ?? ""
    var text = StoredText.unifyingLineBreaks(file.first("DESCRIPTION")?.text ?? "")
    let description = EventDescription(
      notes: notes,
      items: known.map { EventDescription.Item(title: $0.title, isDone: $0.isDone) })
    let written = description.text(estimate: nil)
    let isMarkup = EventMarkup.isIn(text, writtenAs: written)
    if isMarkup { text = EventMarkup.removed(from: EventMarkup.joined(text)) }
    let (here, whole) =
      isMarkup
      ? (EventMarkup.removed(from: text), EventMarkup.removed(from: written)) : (text, written)
    if prefers != .calendar, EventDescription.isCut(here, from: whole) {
      isCut = true
      if prefers == nil || reference == nil {
        facts.items = known
        problems.append("its description was cut short")
      } else {
        readWhole(here, known, stored, &others, isMarkup: isMarkup)
      }
      return
    }
    text = EventDescription.withoutCutEstimate(
      text, from: description.text(estimate: reference?.estimate))
    // Items that this device does not know yet, in a list that has lost its header, are no notes.
    let titles = Set((known + others.items).map(\.title))
    // With nothing else below them the notes are what they were, whatever they look like.
    let areNotes = !notes.isEmpty && Self.loosely(text, isMarkup) == Self.loosely(notes, isMarkup)
    let read =
      areNotes
      ? EventDescription(notes: notes, items: [])
      : EventDescription(reading: text, titles: titles).withItems(known.map(\.title), not: notes)
    readNotes(read.notes, notes, isMarkup: isMarkup)
    readItems(read.items, known, stored, &others, isMarkup: isMarkup, renames: renames)
    if hasBase { keepItems(known, stored, thatNotesTellOf: read.notes, not: notes, prefers) }
  }

  /// Leaves a list of which some program has made text: an item that says more than its line would go,
  /// though its title still stands there.
  private mutating func keepItems(
    _ known: [RowFacts], _ stored: [RowFacts], thatNotesTellOf notes: String, not former: String,
    _ prefers: SyncSide?
  ) {
    let missing = Set(stored.compactMap(\.id)).subtracting(facts.items.compactMap(\.id))
    let gone = known.filter { item in
      item.id.map(missing.contains) == true && item.title.count > 2
        && notes.contains(item.title) && !former.contains(item.title)
    }
    let rich = gone.first { $0.unshown.contains { !["", Fact.no].contains($0.value) } }
    guard let rich, prefers != .calendar else { return }
    isCut = true
    if prefers == nil {
      problems.append("'\(rich.title)' stands in its notes, and not in its list any more")
    } else {
      facts.unknownItems.formUnion(gone.compactMap(\.id))
      facts.doubtful.insert("notes")
    }
  }

  /// Reads the lines that are whole of a text that was cut short. The items that are gone, and notes
  /// without a list below them, are not taken.
  private mutating func readWhole(
    _ text: String, _ known: [RowFacts], _ stored: [RowFacts], _ others: inout ItemLines,
    isMarkup: Bool
  ) {
    let titles = Set((known + others.items).map(\.title))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let isInList = lines.dropLast().contains { EventDescription.isHeader($0) }
    var whole = EventDescription(
      reading: lines.dropLast().joined(separator: "\n"), titles: titles)
    var left = titles.subtracting(whole.items.map(\.title))
    // The last line may still tell which item it is of.
    let last = EventDescription(
      reading: EventDescription.header + "\n" + (lines.last ?? ""), titles: []
    ).items.first
    let meant = last.map { last in left.filter { $0.hasPrefix(last.title) } } ?? []
    if isInList, let last, meant.count == 1, let title = meant.first {
      whole.items.append(EventDescription.Item(title: title, isDone: last.isDone))
      left.remove(title)
    }
    // Another device has added these.
    for item in others.items where !known.contains(where: { $0.title == item.title }) {
      guard left.remove(item.title) != nil else { continue }
      whole.items.append(EventDescription.Item(title: item.title, isDone: item.isDone))
    }
    let notes = isInList ? whole.notes : EventDescription(reading: text, titles: titles).notes
    readNotes(notes, reference?.values["notes"] ?? "", isMarkup: isMarkup)
    if !isInList { facts.doubtful.insert("notes") }
    readItems(whole.items, known, stored, &others, isMarkup: isMarkup, renames: false)
    let ids = Set(facts.items.compactMap(\.id))
    facts.unknownItems = Set(known.compactMap(\.id)).subtracting(ids)
  }

  private mutating func readNotes(_ text: String, _ known: String, isMarkup: Bool) {
    if Self.loosely(text, isMarkup) == Self.loosely(known, isMarkup)
      || (isMarkup && Self.withoutTags(text) == Self.withoutTags(known))
    {
      facts.values["notes"] = known
      return
    }
    do {
      facts.values["notes"] = try StoredText.notes.normalized(text)
    } catch {
      problems.append("\(error)")
    }
  }

  /// Without what programs take off and turn: blanks at the ends of lines, no-break spaces; those that
  /// write markup take off the blanks at the beginnings too.
  static func loosely(_ text: String, _ losesIndent: Bool = true) -> [String] {
    StoredText.formed(text).split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let line = String(line.map { $0 == "\u{A0}" ? " " : $0 })
      let indent = losesIndent ? "" : line.prefix { $0 == " " || $0 == "\t" }
      return indent + StoredText.formed(line)
    }
  }

  /// As `loosely`: what stood between angle brackets is gone where the client took it for a tag.
  private static func withoutTags(_ text: String) -> [String] {
    loosely(EventMarkup.removed(from: text))
  }

  private mutating func readItems(
    _ items: [EventDescription.Item], _ known: [RowFacts], _ stored: [RowFacts],
    _ others: inout ItemLines, isMarkup: Bool, renames: Bool
  ) {
    let form = isMarkup ? Self.withoutTags : { Self.loosely($0) }
    var titles: [String] = []
    // Where two titles differ in that alone, each is what it is.
    let same = Dictionary(grouping: Set(known.map(\.title)), by: form)
      .compactMapValues { $0.count == 1 ? $0.first : nil }
    for item in items {
      do {
        titles.append(
          try same[form(item.title)] ?? StoredText.title.required(item.title))
      } catch {
        problems.append("\(error)")
        titles.append(item.title)
      }
    }
    if items.count > ImportedItem.most { problems.append(ImportedItem.tooMany.description) }
    let (removed, placed) = (Set(removed), Set(others.items.map(\.title)))
    let (told, former) = (Set(placed.map(form)), Set(others.items.flatMap(\.formerTitles)))
    let new = Set(titles).subtracting(known.map(\.title))
    // One that a device has taken for new, which did not know the item.
    let doubtful = Set(others.items.filter { $0.origin != nil }.map(\.title))
    let mayBeOlder = new.contains { base?.tells(of: $0) == true || doubtful.contains($0) }
    let matches = ItemMatching.matches(
      titles, among: known, stored: stored,
      gone: { item in
        let digest = Lineage.digest(item.title)
        if base?.knows(item) == false || removed.contains(digest) { return true }
        // A person who renames an item leaves its line; a writer that did not know it has none.
        return others.areAll && !mayBeOlder && !told.contains(form(item.title))
          && !former.contains(digest)
          && !new.contains { ItemMatching.areSimilar($0, item.title) }
      },
      former: Dictionary(
        others.items.map { ($0.title, $0.formerTitles) }, uniquingKeysWith: { first, _ in first }),
      isPlaced: placed.contains, renames: renames)
    let lines = others.lines(of: titles, before: matches.map { $0.map { known[$0].title } })
    hasStaleItems = others.areStale
    facts.items = titles.indices.map { index in
      let old = matches[index].map { known[$0] }
      var row = RowFacts(id: old?.id, values: old?.values ?? Self.plainItem)
      row.values["title"] = titles[index]
      row.origin = lines[index]?.origin
      row.isLost = lines[index].map { $0.origin != nil } ?? true
      if let line = lines[index] {
        row.formerTitles = line.formerTitles
        if line.title != titles[index] { row.formerTitles.append(Lineage.digest(line.title)) }
        row.values.merge(line.values) { $1 }
        // The box is read where a person ticks it.
        if let origin = line.origin, !Lineage(origin).holds(old?.unshown) {
          row.doubtful = Set(line.values.keys).subtracting(["isDone"])
        }
      }
      row.values["isDone"] = Fact.flag(items[index].isDone)
      return row
    }
  }

  /// Doubts what an event says that was written anew by one who knew another base than this one.
  private mutating func doubt() {
    guard let base, let reference else { return }
    facts.doubtful.formUnion(base.doubts(base: reference.values))
    let known = reference.items.byID
    for (index, item) in facts.items.enumerated() {
      guard let id = item.id, let old = known[id] else { continue }
      facts.items[index].doubtful.formUnion(base.doubts(of: item, base: old))
    }
    let ids = Set(facts.items.compactMap(\.id))
    facts.unknownItems.formUnion(
      reference.items.filter { !base.knows($0) }.compactMap(\.id).filter { !ids.contains($0) })
    facts.isStayUnknown = !base.knows(stay: reference.stay)
  }

  static let plainItem: [String: String] = {
    let flags = EventProperty.itemFlags.map { ($0.column, Fact.no) }
    return Dictionary(uniqueKeysWithValues: flags + [("details", "")])
  }()
}

extension EventReading {
  /// What the event is to say of where its facts come from when they are these; nil where that is nothing.
  func base(saying facts: TripFacts) -> EventBase? {
    base?.updated(
      to: facts, over: self.facts, since: hasBase ? reference : nil, isDecided: isDecided,
      removesStay: removesStay)
  }

  /// Whether the event says of itself that it is ours.
  var isMarked: Bool { Self.isMarked(file) }

  /// The items as they were at the base.
  var known: [RowFacts] { hasBase ? reference?.items ?? [] : [] }

  /// What is to be said of where a fact comes from; of what an adopted event lacks nobody knows it.
  ///
  /// - Parameter facts: what is known of it: what it was at the base, is in the event, and becomes.
  func lineage(_ origin: String?, of facts: [(some DigestedFact)?]) -> Lineage {
    if reference == nil { return Lineage(origin ?? EventProperty.nobody) }
    // Who has not decided a doubt does not vouch for what he knew.
    return facts.dropFirst(origin == nil || isDecided ? 0 : 1)
      .reduce(Lineage(origin ?? "")) { $0.adding($1) }
  }

  /// What the event of a stay says, and what of it no stay can have.
  static func stay(
    _ file: EventFile, reference: RowFacts?
  ) -> (facts: RowFacts, problems: [String]) {
    var facts = RowFacts(id: reference?.id, values: reference?.values ?? ["isConfirmed": Fact.no])
    var problems: [String] = []
    for (property, column) in [("SUMMARY", "placeName"), ("LOCATION", "address")] {
      let raw = file.first(property)?.text ?? ""
      if let known = reference?.values[column], known == Fact.text(raw, of: column) { continue }
      do {
        let kind = column == "placeName" ? StoredText.placeName : .address
        let text = kind.allowsLineBreaks ? raw : Fact.oneLine(raw)
        facts.values[column] =
          try column == "placeName"
          ? kind.required(text) : kind.normalized(text)
      } catch {
        problems.append("of its stay, \(error)")
      }
    }
    if let status = file.first("STATUS")?.value.uppercased() {
      facts.values["isConfirmed"] = Fact.flag(status == "CONFIRMED")
    }
    if let base = EventBase(file), let reference {
      facts.doubtful = base.doubts(base: reference.values)
    }
    return (facts, problems)
  }
}
