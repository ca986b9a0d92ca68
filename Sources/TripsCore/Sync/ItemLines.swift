/// What X-TRIPS-ITEM says of the items, by their titles.
struct ItemLines {
  struct Line {
    let title: String
    let values: [String: String]
    /// `EventProperty.restored`.
    let origin: String?
    /// `EventProperty.formerTitles`.
    let formerTitles: [String]
    /// `EventProperty.place`.
    let place: Int?
    /// Whether it is known to be as it was written.
    let isWhole: Bool
  }

  /// Those that are given to no item yet.
  private var lines: [Line?]
  /// Whether some are of no item, or of one that has another title by now.
  private(set) var areStale = false
  /// Whether the event has one for each item that its last writer knew.
  let areAll: Bool

  init(_ file: EventFile) {
    let properties = file.own.filter { $0.name == EventProperty.item }
    let count = properties.compactMap { $0.parameters[EventProperty.count].flatMap { Int($0) } }
      .max()
    // A program that keeps one line of a name gives it what the others said, too.
    let isOneOfSeveral = (count ?? 0) > properties.count
    lines = properties.compactMap { Self.line($0, isOneOfSeveral: isOneOfSeveral) }
    areAll =
      !isOneOfSeveral && lines.count == properties.count
      && (!lines.isEmpty || EventReading.isMarked(file))
  }

  var items: [RowFacts] {
    lines.compactMap(\.self).map { line in
      var row = RowFacts(
        values: EventReading.plainItem.merging(line.values) { $1 }
          .merging(["title": line.title]) { $1 })
      row.formerTitles = line.formerTitles
      row.origin = line.origin
      return row
    }
  }

  /// Items as the list had them when it was written; one without a line of its own comes behind the one
  /// before it. As they are where that is not known.
  func inOrder(_ items: [RowFacts]) -> [RowFacts] {
    let places = Dictionary(
      lines.compactMap { line in line?.place.map { (line?.title ?? "", $0) } },
      uniquingKeysWith: { first, _ in first })
    guard areAll else { return items }
    var place = 0
    let placed = items.map { item in
      place = places[item.title] ?? place
      return (item, place)
    }
    return placed.enumerated().sorted {
      ($0.element.1, $0.offset) < ($1.element.1, $1.offset)
    }.map(\.element.0)
  }

  /// Whether a description shows the items that they are of, and so is as it was written.
  func agree(with description: String) -> Bool {
    let titles = lines.compactMap { $0?.title }
    let shown = EventDescription(reading: description, titles: Set(titles)).items.map(\.title)
    return areAll && !shown.isEmpty && shown.sorted() == titles.sorted()
  }

  /// The line of each item, each given once: one of its title, in whatever form; else, for it is still
  /// the same item, of the title that it had.
  mutating func lines(of titles: [String], before former: [String?]) -> [Line?] {
    var result = [Line?](repeating: nil, count: titles.count)
    take(titles, for: &result) { [$0] }
    take(titles, for: &result) { EventReading.loosely($0) }
    areStale = lines.contains { $0?.isWhole == true }
    take(former, for: &result) { [$0] }
    for (index, title) in former.enumerated() where result[index] == nil {
      guard let digest = title.map(Lineage.digest) else { continue }
      let place = lines.firstIndex { $0?.formerTitles.contains(digest) == true }
      if let place { swap(&result[index], &lines[place]) }
    }
    return result
  }

  private mutating func take(
    _ titles: [String?], for result: inout [Line?], by form: (String) -> [String]
  ) {
    var places: [[String]: [Int]] = [:]
    for (place, line) in lines.enumerated().reversed() {
      if let line { places[form(line.title), default: []].append(place) }
    }
    if places.isEmpty { return }
    for (index, title) in titles.enumerated() where result[index] == nil {
      guard let title, let place = places[form(title)]?.popLast() else { continue }
      swap(&result[index], &lines[place])
    }
  }

  /// Nil for one that has been cut.
  private static func line(_ property: ICSLine, isOneOfSeveral: Bool) -> Line? {
    let text = property.text
    let length = property.parameters["X-LENGTH"]
    if let length, Int(length) != text.utf8.count { return nil }
    let parts = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    var values: [String: String] = [:]
    let details = parts.count == 2 ? String(parts[1]) : ""
    if let details = try? StoredText.details.normalized(details) { values["details"] = details }
    for (column, parameter) in EventProperty.itemFlags {
      guard let word = property.parameters[parameter]?.uppercased() else { continue }
      values[column] = Fact.flag(word == "TRUE")
    }
    let former = isOneOfSeveral ? nil : property.parameters[EventProperty.formerTitles]
    return Line(
      title: Fact.text(String(parts[0]), of: "title"), values: values,
      origin: property.parameters[EventProperty.restored],
      formerTitles: former?.split(separator: ".").map(String.init) ?? [],
      place: property.parameters[EventProperty.place].flatMap { Int($0) }, isWhole: length != nil)
  }
}
