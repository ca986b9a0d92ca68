/// What a trip's event says, whole: what it has lost, or never had, is as the reference has it.
struct EventReading {
  var facts: TripFacts
  /// Nil where they cannot be read.
  private(set) var days: EventDays?
  /// Values that a trip cannot have, as ends of a sentence.
  var problems: [String] = []
  /// Our properties that the event does not have, or is in doubt of.
  private(set) var lost: Set<String> = []
  /// What the event says of where these came from, by property.
  private(set) var origins: [String: String] = [:]
  /// What its writer knew, where it was written anew.
  let base: EventBase?
  /// What its description was when a device wrote it last; nil where it has lost that.
  let told: WrittenText?
  /// The digests of the titles of items that were removed.
  let removed: [String]
  /// Whether the event tells of items that its list does not show, or has under other titles: a phone
  /// changes the list alone.
  var hasStaleItems = false
  /// Whether its description was cut short, or its list made text, and is not taken.
  var isCut = false
  /// Whether the event's stay is to go.
  var removesStay = false
  let file: EventFile
  /// The trip as it was when event and store were last the same, else as the store has it; nil for a
  /// trip that is new here.
  let reference: TripFacts?
  let hasBase: Bool
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
    told = WrittenText(file)
    removed =
      file.first(EventProperty.removed)?.text.split(separator: " ").map(String.init) ?? []
    facts = TripFacts(values: reference?.values ?? [:])
    readKind()
    text("SUMMARY", "name", isRequired: true, prefers)
    text("LOCATION", "destination", prefers)
    readDays(zone)
    readDescription(stored, renames: hasBase || reference == nil, prefers)
    if hasBase { doubt() }
    if prefers != .calendar { leaveVeiled(prefers) }
  }

  /// Takes from an event that shows no more than its days nothing else.
  private mutating func leaveVeiled(_ prefers: SyncSide?) {
    guard let reference, file.isVeiled, facts.name != reference.name,
      file.first("DTSTAMP") == nil || !(reference.values["destination"] ?? "").isEmpty
        || !reference.written.text.isEmpty
    else { return }
    isCut = true
    if prefers == nil { problems = ["its event is kept private, and shows its days alone"] }
    facts.doubtful.formUnion(["name", "destination", "notes"])
    facts.unknownItems.formUnion(reference.items.compactMap(\.id))
  }

  /// Whether the event says of itself that it is ours.
  static func isMarked(_ file: EventFile) -> Bool {
    file.first(EventProperty.kind) != nil
  }

  /// Without its mark a stay is known by RELATED-TO, where another trip has the UID of its event.
  static func isStay(_ file: EventFile) -> Bool {
    guard let kind = file.first(EventProperty.kind) else {
      let trip = ICSExporter.trip(ofStay: file.uid)
      return trip != nil && file.first("RELATED-TO")?.text == trip
    }
    return kind.value.uppercased() == EventProperty.stayKind
  }

  /// The text of a property where it differs from what the reference would be written as.
  private mutating func text(
    _ property: String, _ column: String, isRequired: Bool = false, _ prefers: SyncSide?
  ) {
    let line = file.first(property)
    let raw = line?.text ?? ""
    let text = Fact.text(raw, of: column)
    guard let kind = HistoryEntity.texts[column] else { return }
    if let known = reference?.values[column] {
      if known == text { return }
      if Self.isCut(text, from: known), prefers != .calendar {
        isCut = true
        facts.doubtful.insert(column)
        if prefers == nil { return problems.append("its \(kind.label) was cut short") }
      }
    }
    do {
      let checked = try kind.normalized(kind.allowsLineBreaks ? raw : Fact.oneLine(raw))
      facts.values[column] = isRequired ? try kind.required(checked) : checked
    } catch {
      problems.append("\(error)")
    }
  }

  /// Whether a server has kept the beginning alone of a text that is longer than it takes, or nothing.
  ///
  /// By bytes: it may count these, or cut within what is one character.
  private static func isCut(_ text: String, from known: String) -> Bool {
    if text.isEmpty { return known.utf8.count >= 1_000 }
    let kept = text.withoutCutMark(isLong: true)
    return kept.utf8.count >= 200 && kept.utf8.count < known.utf8.count
      && known.utf8.starts(with: kept.utf8)
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
    // With the kind is lost what another kind may have had.
    let isKnownKind = word != nil && origins[EventProperty.kind] == nil
    for (column, property, owner) in EventProperty.others {
      if let owner, owner != type {
        facts.values[column] = nil
        // With the kind it is in doubt whether there is none.
        note(file.first(property), property, column, isKnown: isKnownKind)
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
      let isRule = (try? PerDiemRule(text, currency: perdiem?.currency ?? .unknown)) != nil
      return isRule || text == known ? Fact.rule(text, perdiem: perdiem) : known
    case "reason": return PersonalTrip.Reason(rawValue: text.lowercased())?.rawValue ?? known
    default: return text
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

  /// Some servers take the line breaks out of an address.
  private static func isSame(_ address: String, _ text: String) -> Bool {
    let lines = address.split(separator: "\n")
    return ["\n", "", " ", ", "].contains { lines.joined(separator: $0) == text } || address == text
  }

  /// What the event of a stay says, what of it no stay can have, and whether a text of it was cut short.
  static func stay(
    _ file: EventFile, reference: RowFacts?, prefers: SyncSide?
  ) -> (facts: RowFacts, problems: [String], isCut: Bool) {
    var facts = RowFacts(id: reference?.id, values: reference?.values ?? ["isConfirmed": Fact.no])
    var (problems, isCut): ([String], Bool) = ([], false)
    for (property, column) in [("SUMMARY", "placeName"), ("LOCATION", "address")] {
      let raw = file.first(property)?.text ?? ""
      let kind = column == "placeName" ? StoredText.placeName : .address
      let text = Fact.text(raw, of: column)
      let known = reference?.values[column]
      let written = column == "address" ? WrittenText(file)?.text : nil
      if let same = [written, known].compactMap(\.self).first(where: { isSame($0, text) }) {
        facts.values[column] = same
        continue
      }
      if let known, Self.isCut(text, from: known), prefers != .calendar {
        isCut = true
        facts.doubtful.insert(column)
        if prefers == nil { problems.append("of its stay, the \(kind.label) was cut short") }
      }
      do {
        let text = kind.allowsLineBreaks ? raw : Fact.oneLine(raw)
        facts.values[column] =
          try column == "placeName"
          ? kind.required(text) : kind.normalized(text)
      } catch {
        problems.append("of its stay, \(error)")
      }
    }
    let place = Fact.text(file.first("SUMMARY")?.text ?? "", of: "placeName")
    if file.isVeiled, file.first("STATUS") == nil, prefers != .calendar,
      let known = reference?.values["placeName"], known != place
    {
      isCut = true
      facts.doubtful.formUnion(["placeName", "address"])
      if prefers == nil { problems = ["its stay is kept private, and shows its days alone"] }
    }
    if let status = file.first("STATUS")?.value.uppercased() {
      facts.values["isConfirmed"] = Fact.flag(status == "CONFIRMED")
    }
    if let base = EventBase(file), let reference {
      facts.doubtful.formUnion(base.doubts(base: reference.values))
    }
    return (facts, problems, isCut)
  }
}
