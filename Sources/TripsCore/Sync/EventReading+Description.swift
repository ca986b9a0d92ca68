/// The notes and the bucket list, which stand in one text.
extension EventReading {
  mutating func readDescription(
    _ stored: [RowFacts], renames: Bool, _ prefers: SyncSide?
  ) {
    var others = ItemLines(file)
    // Where nothing tells what the list was before, its items are as the event's last writer knew them.
    let known = reference?.items ?? others.items
    var text = StoredText.unifyingLineBreaks(file.first("DESCRIPTION")?.text ?? "")
    let written = written(for: text, known)
    let (full, notes) = (written.text, written.description.notes)
    let isMarkup = EventMarkup.isIn(text, writtenAs: full)
    let isBroken = isMarkup && EventMarkup.isBroken(text)
    if isMarkup { text = EventMarkup.removed(from: EventMarkup.joined(text)) }
    var isUnchanged = Self.isSame(text, full, isMarkup)
    // In one line nothing tells whether a client has taken them out, or a person.
    if !isUnchanged, !isMarkup, !text.contains("\n"), prefers != .calendar,
      EventMarkup.hasBrackets(full), Self.isSame(text, full, true)
    {
      isCut = true
      isUnchanged = true
      if prefers == nil {
        problems.append("words between angle brackets are missing in its description")
      }
    }
    func shown(_ text: String) -> String {
      isMarkup ? EventMarkup.removed(from: text, hidesStyle: false) : text
    }
    let (here, whole) = (shown(text), shown(full))
    let isWhole = isUnchanged || others.agree(with: here)
    let cut = isWhole ? nil : EventDescription.cutLine(of: here, from: whole)
    if prefers != .calendar, let cut = cut ?? (isBroken ? here.lastLine : nil) {
      isCut = true
      if prefers == nil || (reference == nil && told == nil) {
        facts.items = known
        problems.append("its description was cut short")
      } else if reference == nil {
        // Nothing is known here but what was written.
        readNotes(notes, notes, isMarkup: isMarkup)
        readItems(
          written.description.items, known, stored, &others, isMarkup: isMarkup, renames: false)
      } else {
        readWhole(here, cutIn: cut, written, known, stored, &others, isMarkup: isMarkup)
      }
      return
    }
    text = EventDescription.withoutCutEstimate(text, from: full)
    // Items that this device does not know yet, in a list that has lost its header, are no notes; those that
    // others have removed are.
    var listed = known.map(\.title).filter { !removed.contains(Lineage.digest($0)) }
    listed.remove(written.description.items.map(\.title))
    listed += written.description.items.map(\.title)
    let titles = Set(listed + others.items.map(\.title))
    let read: EventDescription
    if isUnchanged {
      read = written.description
    } else if !notes.isEmpty, Self.loosely(text, isMarkup) == Self.loosely(notes, isMarkup) {
      // With nothing else below them the notes are what they were, whatever they look like.
      read = EventDescription(notes: notes, items: [])
    } else {
      // A phone that has dropped our lines may have the dates of another device.
      let estimates = [written.estimate, facts.estimate].compactMap(\.self)
      read = EventDescription(reading: text, titles: titles, notes: notes, estimates: estimates)
        .withItems(listed, not: notes)
    }
    readNotes(read.notes, notes, isMarkup: isMarkup)
    readItems(read.items, known, stored, &others, isMarkup: isMarkup, renames: renames)
    // Another device may have taken the list for notes.
    let former = reference?.values["notes"] ?? notes
    if hasBase { keepItems(known, stored, thatNotesTellOf: read.notes, not: former, prefers) }
  }

  /// What somebody has changed, or a program shows in another form: as the event's last writer wrote it, or
  /// as this device knows it, where it says just that or is nearer to it.
  private func written(for text: String, _ known: [RowFacts]) -> WrittenText {
    var facts = TripFacts(values: reference?.values ?? [:])
    facts.items = known
    let own = facts.written
    guard let told, told.text != own.text else { return own }
    let isMarkup = EventMarkup.isIn(text, writtenAs: own.text)
    let shown = isMarkup ? EventMarkup.joined(text) : text
    if Self.form(shown, isMarkup) == Self.form(own.text, isMarkup) { return own }
    func shared(_ written: WrittenText) -> Int {
      let lines = written.text.split(separator: "\n")
      var missing = lines
      missing.remove(text.split(separator: "\n"))
      return lines.count - missing.count
    }
    // Somebody may have changed the text since, more than once.
    return shared(own) > shared(told) ? own : told
  }

  /// Leaves a list of which some program has made text: an item that says more than its line would go,
  /// though its title still stands there.
  private mutating func keepItems(
    _ known: [RowFacts], _ stored: [RowFacts], thatNotesTellOf notes: String, not former: String,
    _ prefers: SyncSide?
  ) {
    let missing = Set(stored.compactMap(\.id)).subtracting(facts.items.compactMap(\.id))
    var lines = notes.split(separator: "\n")
    lines.remove(former.split(separator: "\n"))
    let new = lines.map { Self.letters($0) }
    let gone = known.filter { item in
      // Who removes one and tells of it in the notes means that.
      guard item.id.map(missing.contains) == true,
        !removed.contains(Lineage.digest(item.title))
      else { return false }
      let title = Self.letters(item.title[...])
      return new.contains(title) || (title.utf8.count > 2 && new.joined().contains(title))
        || lines.contains { $0.contains("] " + item.title) }
    }
    let rich = gone.first { $0.unshown.contains { !["", Fact.no].contains($0.value) } }
    guard let rich, prefers != .calendar else { return }
    isCut = true
    if prefers == nil {
      problems.append("'\(rich.title)' stands in its notes, and not in its list any more")
    } else {
      facts.unknownItems.formUnion(gone.compactMap(\.id))
      leaveNotes(as: former)
    }
  }

  /// What is left of a text, whatever a program makes of its quotes, blanks and line breaks.
  private static func letters(_ text: Substring) -> String {
    let folded = SearchText.folded(String(text))
    let letters = folded.filter { $0.isLetter || $0.isNumber }
    return letters.isEmpty ? folded : letters
  }

  /// Reads the lines that are whole of a text that was cut short. The items that are gone, and notes
  /// without a list below them, are not taken.
  private mutating func readWhole(
    _ text: String, cutIn cut: Int, _ written: WrittenText, _ known: [RowFacts],
    _ stored: [RowFacts], _ others: inout ItemLines, isMarkup: Bool
  ) {
    let titles = Set((known + others.items).map(\.title))
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let isInList = lines[..<cut].contains { EventDescription.isHeader($0) }
    // The line may still tell which item it is of.
    let last = EventDescription(
      reading: EventDescription.header + "\n" + lines.remove(at: cut), titles: []
    ).items.first
    var whole = EventDescription(reading: lines.joined(separator: "\n"), titles: titles)
    var left = titles.subtracting(whole.items.map(\.title))
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
    readNotes(notes, written.description.notes, isMarkup: isMarkup)
    if !isInList { leaveNotes(as: written.description.notes) }
    readItems(whole.items, known, stored, &others, isMarkup: isMarkup, renames: false)
    let ids = Set(facts.items.compactMap(\.id))
    let present = known.filter { !removed.contains(Lineage.digest($0.title)) }
    facts.unknownItems = Set(present.compactMap(\.id)).subtracting(ids)
  }

  /// What is left of the notes is not taken; another device may have changed them before.
  private mutating func leaveNotes(as known: String) {
    if known == reference?.values["notes"] {
      facts.doubtful.insert("notes")
    } else {
      facts.values["notes"] = known
    }
  }

  private mutating func readNotes(_ text: String, _ known: String, isMarkup: Bool) {
    for known in [known, reference?.values["notes"] ?? known]
    where Self.isSame(text, known, isMarkup) {
      facts.values["notes"] = known
      return
    }
    do {
      let text = isMarkup ? Self.restoringBrackets(of: known, in: text) : text
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

  /// Whether a text says what is known. A client that takes for tags what a person has put between angle
  /// brackets leaves none of it.
  private static func isSame(_ text: String, _ known: String, _ isMarkup: Bool) -> Bool {
    loosely(text, isMarkup) == loosely(known, isMarkup)
      || (isMarkup && !EventMarkup.hasBrackets(text)
        && form(text, true) == form(known, true))
  }

  /// As `loosely`; of markup without what a client may have taken for tags, and the blanks beside that.
  private static func form(_ text: String, _ isMarkup: Bool) -> [String] {
    guard isMarkup else { return loosely(text, false) }
    let shown = EventMarkup.removed(from: text, hidesStyle: false)
    return loosely(EventMarkup.withoutBrackets(shown)).map { line in
      line.split(separator: " ").joined(separator: " ")
    }
  }

  /// A text with the lines that only miss what a client has taken for tags as they were.
  private static func restoringBrackets(of known: String, in text: String) -> String {
    let old = known.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var new = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard EventMarkup.hasBrackets(known), old.count + new.count <= mostLines else {
      return text
    }
    let changes = new.map { form($0, true) }.difference(from: old.map { form($0, true) })
    var (removed, inserted) = (Set<Int>(), Set<Int>())
    for change in changes {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    let kept = zip(
      old.indices.filter { !removed.contains($0) }, new.indices.filter { !inserted.contains($0) })
    for (before, after) in kept where isSame(new[after], old[before], true) {
      new[after] = old[before]
    }
    return new.joined(separator: "\n")
  }

  /// Of texts with more than so many lines it would take too long.
  private static let mostLines = 2_000

  private mutating func readItems(
    _ items: [EventDescription.Item], _ known: [RowFacts], _ stored: [RowFacts],
    _ others: inout ItemLines, isMarkup: Bool, renames: Bool
  ) {
    let known = others.inOrder(known)
    func form(_ title: String) -> [String] {
      isMarkup ? Self.form(title, true) : Self.loosely(title)
    }
    var titles: [String] = []
    var seen: Set<String> = []
    let alike = Dictionary(
      grouping: known.map(\.title).filter { seen.insert($0).inserted }, by: form)
    let places = Dictionary(grouping: items.indices) { form(items[$0].title) }
    for (index, item) in items.enumerated() {
      let form = form(item.title)
      let (same, places) = (alike[form] ?? [], places[form] ?? [])
      // Where titles differ in that alone, each is what it is, unless all have lost it: their order tells.
      let haveLost =
        isMarkup && places.count == same.count
        && places.allSatisfy { !EventMarkup.hasBrackets(items[$0].title) }
        && same.contains(where: EventMarkup.hasBrackets)
      let place = same.count == 1 ? 0 : haveLost ? places.firstIndex(of: index) : nil
      let title = place.map { same[$0] }.flatMap {
        Self.isSame(item.title, $0, isMarkup) ? $0 : nil
      }
      do {
        titles.append(try title ?? StoredText.title.required(item.title))
      } catch {
        problems.append("\(error)")
        titles.append(item.title)
      }
    }
    if items.count > ImportedItem.most { problems.append(ImportedItem.tooMany.description) }
    // One that a phone has typed in again is there.
    let removed = Set(removed).subtracting(titles.map { Lineage.digest($0) })
    let placed = Set(others.items.map(\.title))
    let (told, former) = (Set(placed.map(form)), Set(others.items.flatMap(\.formerTitles)))
    let new = Set(titles).subtracting(known.map(\.title))
    // One that a device has taken for new, which did not know the item.
    let doubtful = Set(others.items.filter { $0.origin != nil }.map(\.title))
    let mayBeOlder = new.contains { base?.tells(of: $0) == true || doubtful.contains($0) }
    let areAll = others.areAll && !(placed.isEmpty && hasLost(titles, of: known))
    let matches = ItemMatching.matches(
      titles, among: known, stored: stored,
      gone: { item in
        let digest = Lineage.digest(item.title)
        let isTold = told.contains(form(item.title))
        if removed.contains(digest) || (base?.knows(item) == false && !isTold) { return true }
        // A person who renames an item leaves its line; a writer that did not know it has none.
        return areAll && !mayBeOlder && !isTold
          && !former.contains(digest)
          && !new.contains { ItemMatching.areSimilar($0, item.title) }
      },
      lines: Dictionary(
        others.items.map { ($0.title, $0) }, uniquingKeysWith: { first, _ in first }),
      isPlaced: placed.contains, renames: renames)
    // Of one that is new here the event may tell which it was to its last writer.
    let written = matches.contains(nil) ? others.items : []
    let before = zip(matches, ItemMatching.matches(titles, among: written, renames: renames)).map {
      $0.map { known[$0].title } ?? $1.map { written[$0].title }
    }
    let lines = others.lines(of: titles, before: before)
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

  /// Whether an event that has no line of an item had some: its list shows them, or did.
  private func hasLost(_ titles: [String], of known: [RowFacts]) -> Bool {
    !Set(titles).isDisjoint(with: known.map(\.title))
      || told?.description.items.isEmpty == false
  }

  static let plainItem: [String: String] = {
    let flags = EventProperty.itemFlags.map { ($0.column, Fact.no) }
    return Dictionary(uniqueKeysWithValues: flags + [("details", "")])
  }()
}

extension String {
  /// The number of the last line.
  fileprivate var lastLine: Int {
    split(separator: "\n", omittingEmptySubsequences: false).count - 1
  }
}
