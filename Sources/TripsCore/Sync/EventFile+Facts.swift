extension EventFile {
  /// Makes the event say these facts of a trip. What it says already, in whatever form, stays.
  ///
  /// - Parameters:
  ///   - reading: what it says; nil for a new event.
  ///   - base: what is known of the trip, where the event is a new one in the place of another.
  ///   - returned: the items that an undo or an import has brought back.
  ///   - timestamp: now, as `20261120T101500Z`.
  mutating func put(
    _ facts: TripFacts, over reading: EventReading?, since base: TripFacts?,
    returned: Set<Int64>, at timestamp: String, _ zone: ZoneClock
  ) {
    begin(isNew: reading == nil, at: timestamp)
    let old = reading?.facts
    let facts = facts.withItems(inOrderOf: old?.items ?? [])
    putDays(facts, over: reading?.days, zone)
    putText("SUMMARY", facts.values["name"], over: old?.values["name"])
    putText("LOCATION", facts.values["destination"], over: old?.values["destination"])
    putDescription(facts, over: old)
    putCategory(of: facts.type, over: old?.type)
    if reading == nil {
      set("TRANSP", "TRANSP:" + (facts.type == .business ? "OPAQUE" : "TRANSPARENT"))
    }
    let lines = EventProperty.lines(of: facts, over: reading, since: base, returned: returned)
    putOurs(lines + [facts.written.line].compactMap(\.self), zone)
  }

  /// Makes the event say these facts of a trip's stay.
  ///
  /// - Parameters:
  ///   - base: what is known of it; nil where its event is no other one's successor.
  ///   - movesFrom: its days, where they are to become the trip's; nil for a new event.
  mutating func putStay(
    _ stay: RowFacts, of trip: TripFacts, over old: RowFacts?, since base: RowFacts?,
    movesFrom days: EventDays?, at timestamp: String, _ zone: ZoneClock
  ) {
    begin(isNew: old == nil, at: timestamp)
    if old == nil || days != nil { putDays(trip, over: days, zone) }
    putText("SUMMARY", stay.values["placeName"], over: old?.values["placeName"])
    putText("LOCATION", stay.values["address"], over: old?.values["address"])
    if old == nil {
      set("CATEGORIES", "CATEGORIES:\(ICSExporter.stayCategory)")
      set("TRANSP", "TRANSP:TRANSPARENT")
    }
    // Where a program has left it out, nobody knows what it was.
    if stay.values["isConfirmed"] != old?.values["isConfirmed"] {
      let isConfirmed = stay.values["isConfirmed"] == Fact.yes
      setValue("STATUS", isConfirmed ? "CONFIRMED" : "TENTATIVE")
    }
    if first("RELATED-TO") == nil, uid.hasSuffix(ICSExporter.staySuffix) {
      let trip = String(uid.dropLast(ICSExporter.staySuffix.count))
      set("RELATED-TO", "RELATED-TO:" + ICSWriter.escaped(trip))
    }
    set(EventProperty.kind, "\(EventProperty.kind):\(EventProperty.stayKind)")
    set(EventProperty.offset, lineOfOffset(zone), after: EventProperty.kind)
    let address = WrittenText(
      EventDescription(notes: stay.values["address"] ?? "", items: []), estimate: nil)
    // One that has lost its line breaks by a person looks as if a server had taken them out.
    let mayLookAlike = [address.text, old?.values["address"] ?? ""].contains { $0.contains("\n") }
    // Where the event has lost what told it, nobody knows whose form another one is.
    let isShown = StoredText.unifyingLineBreaks(first("LOCATION")?.text ?? "") == address.text
    let isTold = first(EventProperty.text) != nil
    set(EventProperty.text, isTold || (mayLookAlike && isShown) ? address.line : nil)
    let origin =
      old == nil
      ? base.map { EventBase(writing: stay.values, since: $0.values) }
      : EventBase(self)?.updated(to: old?.values ?? [:]).updated(to: stay.values)
    if let origin { set(EventBase.property, origin.line) }
  }

  /// Marks a stranger's event as a trip's, which is not a change of what it says.
  mutating func mark(_ facts: TripFacts, over reading: EventReading?, _ zone: ZoneClock) {
    putOurs(EventProperty.lines(of: facts, over: reading), zone)
  }

  private mutating func putOurs(_ lines: [String], _ zone: ZoneClock) {
    setAll(EventProperty.ours, lines + [lineOfOffset(zone)].compactMap(\.self))
  }

  /// Says what others need to know of the facts that the event has already.
  mutating func tell(_ facts: TripFacts, over reading: EventReading, _ zone: ZoneClock) {
    if let base = reading.base(saying: facts), base != reading.base {
      set(EventBase.property, base.line)
    }
    let present = Set(facts.items.map { Lineage.digest($0.title) })
    if reading.removed.contains(where: present.contains) {
      // Typed in again: should it be renamed later, nobody has removed it.
      let removed = reading.removed.filter { !present.contains($0) }.joined(separator: " ")
      set(EventProperty.removed, removed.isEmpty ? nil : "\(EventProperty.removed):\(removed)")
    }
    if reading.isMarked, let line = lineOfOffset(zone) {
      set(EventProperty.offset, line, after: EventProperty.kind)
    }
  }

  /// As `tell`, of a stay.
  mutating func tell(_ stay: RowFacts, _ zone: ZoneClock) {
    if let old = EventBase(self) {
      let base = old.updated(to: stay.values)
      if base != old { set(EventBase.property, base.line) }
    }
    if EventReading.isMarked(self), let line = lineOfOffset(zone) {
      set(EventProperty.offset, line, after: EventProperty.kind)
    }
  }

  /// Takes the mark from a trip's event, or a stay's, and nothing that others need to know.
  mutating func giveBack() {
    if !EventReading.isStay(self), let kind = first(EventProperty.kind) {
      set(
        EventProperty.formerKind, "\(EventProperty.formerKind):\(kind.value)",
        after: EventProperty.kind)
    }
    remove([EventProperty.kind])
  }

  private mutating func begin(isNew: Bool, at timestamp: String) {
    setValue("DTSTAMP", timestamp)
    let sequence = first("SEQUENCE").flatMap { Int($0.value) } ?? 0
    setValue("SEQUENCE", isNew ? "0" : String(min(sequence, Int(Int32.max) - 1) + 1))
    setValue("LAST-MODIFIED", timestamp)
  }

  private mutating func putDays(_ facts: TripFacts, over days: EventDays?, _ zone: ZoneClock) {
    guard let start = facts.startDate, let end = facts.endDate else { return }
    move(from: days, to: start, through: end, zone)
  }

  /// Other forms of a text would win over it in the programs that show them.
  private mutating func putText(_ name: String, _ text: String?, over old: String?) {
    let text = text ?? ""
    if old == text || (old == nil && text.isEmpty && first(name) == nil) { return }
    if text.isEmpty {
      set(name, nil)
    } else {
      setValue(name, ICSWriter.escaped(text), dropping: ["ALTREP", "FMTTYPE", "X-KDE-TEXTFORMAT"])
    }
    if name == "LOCATION" { remove(["X-APPLE-STRUCTURED-LOCATION"]) }
    if name == "DESCRIPTION" { remove(["X-ALT-DESC", "STYLED-DESCRIPTION"]) }
  }

  private mutating func putDescription(_ facts: TripFacts, over old: TripFacts?) {
    let present = StoredText.unifyingLineBreaks(first("DESCRIPTION")?.text ?? "")
    if old != nil, says(present, facts) { return }
    putText("DESCRIPTION", facts.written.text, over: first("DESCRIPTION") == nil ? nil : present)
  }

  /// Whether the description is right as it is, in whatever form; of one that no program has changed that
  /// is its own.
  private func says(_ present: String, _ facts: TripFacts) -> Bool {
    let isOurs = WrittenText(self)?.text == present
    let text = isOurs ? present : EventMarkup.plain(present, writtenAs: facts.written.text)
    let read = EventDescription(reading: text, titles: [])
    let computed = text.split(separator: "\n").filter { $0.hasPrefix(EventDescription.computed) }
    let estimate = facts.estimate.map { "\(EventDescription.computed) \($0)" }
    return read.notes == facts.values["notes"] && read.items == facts.listed
      && computed.map(String.init) == [estimate].compactMap(\.self)
  }

  /// Puts `BUSINESS` or `PERSONAL` beside what a person put there.
  private mutating func putCategory(of type: TripType, over old: TripType?) {
    let wanted = type == .trip ? nil : type.rawValue.uppercased()
    let former = old == nil || old == .trip || old == type ? nil : old?.rawValue.uppercased()
    if wanted == nil, former == nil { return }
    var lists = lines.filter { $0.isOwn && $0.property?.name == "CATEGORIES" }.map { line in
      (
        header: ICSReader.parts(line.content).joined(separator: ";"),
        values: line.property?.list ?? []
      )
    }
    func has(_ category: String) -> Bool {
      lists.contains { $0.values.contains { $0.uppercased() == category } }
    }
    if let wanted, has(wanted), former == nil { return }
    if let former {
      for index in lists.indices { lists[index].values.removeAll { $0 == former } }
    }
    if let wanted, !has(wanted) {
      if lists.isEmpty { lists = [(header: "CATEGORIES", values: [])] }
      lists[0].values.append(wanted)
    }
    setAll(
      ["CATEGORIES"],
      lists.filter { !$0.values.isEmpty }.map {
        "\($0.header):" + $0.values.joined(separator: ",")
      })
  }
}

extension TripFacts {
  /// With the items in the order that they have in an event; new ones come last.
  fileprivate func withItems(inOrderOf others: [RowFacts]) -> TripFacts {
    var (ids, titles) = ([Int64: Int](), [String: Int]())
    for (place, item) in others.enumerated().reversed() {
      titles[item.title] = place
      if let id = item.id { ids[id] = place }
    }
    func place(of item: RowFacts) -> Int {
      item.id.flatMap { ids[$0] } ?? titles[item.title] ?? .max
    }
    var facts = self
    facts.items = items.enumerated().sorted {
      (place(of: $0.element), $0.offset) < (place(of: $1.element), $1.offset)
    }.map(\.element)
    return facts
  }
}
