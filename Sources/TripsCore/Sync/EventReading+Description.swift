/// The notes and the bucket list, which stand in one text.
extension EventReading {
  mutating func readDescription(
    _ stored: [RowFacts], renames: Bool, _ prefers: SyncSide?
  ) {
    var others = ItemLines(file)
    // Where nothing tells what the list was before, its items are as the event's last writer knew them.
    let known = reference?.items ?? others.items
    var text = Self.lines(file.first("DESCRIPTION")?.text ?? "")
    // Our line has lost them too, and so is not whole.
    if told == nil, file.first(EventProperty.text) != nil {
      text = Self.restoringEscapes(of: ownText(known).text, in: text)
    }
    let written = written(for: text, known)
    let (full, notes) = (written.text, written.description.notes)
    let isMarkup = EventMarkup.isIn(text, writtenAs: full)
    let isBroken = isMarkup && EventMarkup.isBroken(text)
    if isMarkup { text = EventMarkup.removed(from: EventMarkup.joined(text)) }
    var isUnchanged = Self.isSame(text, full, isMarkup)
    // Without a tag nothing tells whether a client has taken them out, or a person.
    if !isUnchanged, !isMarkup, prefers != .calendar, EventMarkup.hasBrackets(full),
      !EventMarkup.hasBrackets(text), Self.isSame(text, full, true)
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
      read = EventDescription(reading: text, titles: titles, notes: notes)
        .withItems(listed, not: notes)
    }
    readNotes(read.notes, notes, isMarkup: isMarkup)
    readItems(read.items, known, stored, &others, isMarkup: isMarkup, renames: renames)
    if !isMarked, !EventDescription.hasHeader(text), !read.items.isEmpty {
      // To a device that has not met them yet they are notes.
      hasStaleItems = true
    }
    // Another device may have taken the list for notes.
    let former = reference?.values["notes"] ?? notes
    if hasBase { keepItems(known, stored, thatNotesTellOf: read.notes, not: former, prefers) }
  }

  /// What somebody has changed, or a program shows in another form: as the event's last writer wrote it, or
  /// as this device knows it, where it says just that or is nearer to it.
  private func written(for text: String, _ known: [RowFacts]) -> WrittenText {
    let own = ownText(known)
    guard let told, told.text != own.text else { return own }
    // Nobody has changed it since, however little that may be of what is known here.
    if Self.isSame(text, told.text, false) { return told }
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

  /// As this device would write it.
  private func ownText(_ known: [RowFacts]) -> WrittenText {
    var facts = TripFacts(values: reference?.values ?? [:])
    facts.items = known
    return facts.written
  }

  /// With LF as its line breaks, whatever stands for one.
  private static func lines(_ text: String) -> String {
    let breaks: Set<Unicode.Scalar> = ["\u{B}", "\u{C}", "\u{85}"]
    let text = StoredText.unifyingLineBreaks(text)
    guard text.unicodeScalars.contains(where: breaks.contains) else { return text }
    var lines = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { lines.append(breaks.contains(scalar) ? "\n" : scalar) }
    return String(lines)
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
}

extension String {
  /// The number of the last line.
  fileprivate var lastLine: Int {
    split(separator: "\n", omittingEmptySubsequences: false).count - 1
  }
}
