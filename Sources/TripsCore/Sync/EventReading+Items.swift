extension EventReading {
  /// Takes over the items that a description lists, each as the one that is known, or as a new one.
  mutating func readItems(
    _ items: [EventDescription.Item], _ known: [RowFacts], _ stored: [RowFacts],
    _ others: inout ItemLines, isMarkup: Bool, renames: Bool
  ) {
    let known = others.inOrder(known)
    let titles = titles(of: items, among: known, others, isMarkup: isMarkup)
    if items.count > ImportedItem.most { problems.append(ImportedItem.tooMany.description) }
    // One that a phone has typed in again is there.
    let removed = Set(removed).subtracting(titles.map { Lineage.digest($0) })
    let placed = Set(others.items.map(\.title))
    let told = Set(placed.map { Self.form(ofTitle: $0, isMarkup) })
    let former = Set(others.items.flatMap(\.formerTitles))
    let new = Set(titles).subtracting(known.map(\.title))
    // One that a device has taken for new, which did not know the item.
    let doubtful = Set(others.items.filter { $0.origin != nil }.map(\.title))
    let mayBeOlder = new.contains { base?.tells(of: $0) == true || doubtful.contains($0) }
    let areAll = others.areAll && !(placed.isEmpty && hasLost(titles, of: known))
    let matches = ItemMatching.matches(
      titles, among: known, stored: stored,
      gone: { item in
        let digest = Lineage.digest(item.title)
        let isTold = told.contains(Self.form(ofTitle: item.title, isMarkup))
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
      var row = Self.row(of: old, titles[index], as: lines[index])
      row.values["isDone"] = Fact.flag(items[index].isDone)
      return row
    }
  }

  /// What is said of an item beside its box.
  private static func row(of old: RowFacts?, _ title: String, as line: ItemLines.Line?) -> RowFacts
  {
    var row = RowFacts(id: old?.id, values: old?.values ?? plainItem)
    row.values["title"] = title
    row.origin = line?.origin
    row.isLost = line.map { $0.origin != nil } ?? true
    guard let line else { return row }
    row.formerTitles = line.formerTitles
    if line.title != title { row.formerTitles.append(Lineage.digest(line.title)) }
    row.values.merge(line.values) { $1 }
    // The box is read where a person ticks it.
    if let origin = line.origin, !Lineage(origin).holds(old?.unshown) {
      row.doubtful = Set(line.values.keys).subtracting(["isDone"])
    }
    return row
  }

  /// What the items are called, each as it is known where a program has shown that in another form.
  private mutating func titles(
    of items: [EventDescription.Item], among known: [RowFacts], _ others: ItemLines, isMarkup: Bool
  ) -> [String] {
    func form(_ title: String) -> [String] { Self.form(ofTitle: title, isMarkup) }
    var titles: [String] = []
    var seen: Set<String> = []
    // As the event's last writer called it, which may be another form of what is known here.
    let written = others.items.map(\.title)
    let forms = Set(written.map(form))
    let alike = Dictionary(
      grouping: (written + known.map(\.title).filter { !forms.contains(form($0)) })
        .filter { seen.insert($0).inserted }, by: form)
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
        titles.append(try title ?? StoredText.title.required(Fact.oneLine(item.title)))
      } catch {
        problems.append("\(error)")
        titles.append(item.title)
      }
    }
    return titles
  }

  private static func form(ofTitle title: String, _ isMarkup: Bool) -> [String] {
    isMarkup ? form(title, true) : loosely(title)
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
