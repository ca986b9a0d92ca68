internal import SQLite

/// Reads trips from the events of an iCalendar file.
///
/// Events of this program are records, one after the other. Events of other programs are collected,
/// since all files of an import are sorted together. Components are read separately: anything but
/// an event is skipped, and a line that cannot be read affects only its event.
final class ICSTripReader: RecordReader {
  private(set) var recordLine = 1
  let notes = ImportNotes()
  private let ics: ICSReader
  private let name: String?
  private let zone: ZoneClock
  private let events: ForeignEvents
  private var isInCalendar = false
  private var hasEvents = false
  /// Whether the calendar cancels its events (`METHOD:CANCEL`, RFC 5546 section 3.2.5).
  private var isCancelling = false
  /// The record after the last part of a trip, read ahead, with its line.
  private var held: (record: Result<StatedTrip?, any Error>, line: Int)?

  init(
    _ file: InputFile, named name: String? = nil, _ options: ImportOptions = ImportOptions(),
    _ events: ForeignEvents = ForeignEvents()
  ) {
    ics = ICSReader(file: file)
    (self.name, self.events, zone) = (name, events, options.clock)
  }

  func next() throws -> StatedTrip? {
    guard let first = try take() else { return nil }
    guard !first.isPart, let uid = first.uid else { return first }
    var trip = first
    let line = recordLine
    // An export writes the events of items and stays after the event of their trip.
    while true {
      let next = Result { try take() }
      guard case .success(let part?) = next, part.isPart, part.uid == uid else {
        held = (next, recordLine)
        break
      }
      trip.add(part)
    }
    recordLine = line
    return trip
  }

  /// The next record: a trip, or an item or a stay of one.
  private func take() throws -> StatedTrip? {
    if let (record, line) = held {
      held = nil
      recordLine = line
      return try record.get()
    }
    while let event = try readEvent() {
      recordLine = event.line
      let stated = StatedEvent(event.properties, zone)
      if stated.entity == nil || stated.isCancelled || isCancelling {
        collect(event, stated)
        continue
      }
      let name = stated.title
      do {
        if let problem = event.problem { throw problem }
        if events.isOutdated(stated.uid, stated.version) { continue }
        let record = try record(stated, event.properties)
        if !record.isPart { events.add(record) }
        return record
      } catch let error as ImportProblem {
        throw ImportProblem(line: error.line, (name.isEmpty ? "" : "'\(name)': ") + error.reason)
      } catch let error as ValueError {
        throw ImportProblem(
          line: event.line, (name.isEmpty ? "" : "'\(name)': ") + error.description)
      }
    }
    return nil
  }

  // MARK: - Components

  private struct Event {
    let line: Int
    private(set) var properties: [ICSLine] = []
    /// The first line that cannot be read.
    private(set) var problem: ImportProblem?

    private static let maxLines = BucketListItem.most + 20_000

    mutating func add(_ property: Result<ICSLine, ImportProblem>, number: Int) {
      do throws(ImportProblem) {
        guard properties.count < Self.maxLines else {
          throw ImportProblem(line: number, "the event has more than \(Self.maxLines) lines")
        }
        properties.append(try property.get())
      } catch {
        problem = problem ?? error
      }
    }
  }

  static func beginsCalendar(_ line: some Collection<UInt8>) -> Bool {
    let word = String(decoding: line.prefix(16), as: UTF8.self).trimmingWhitespace()
    return word.uppercased() == "BEGIN:VCALENDAR"
  }

  /// The next VEVENT; nil at the end of the file.
  private func readEvent() throws -> Event? {
    var components: [String] = []
    var event: Event?
    while let (number, bytes) = try ics.line() {
      if !isInCalendar {
        // A mail's header may be above it.
        isInCalendar = Self.beginsCalendar(bytes)
        continue
      }
      let line = Result { () throws(ImportProblem) in
        try ICSReader.property(bytes, number: number)
      }
      let property = try? line.get()
      let value = property?.word ?? ""
      switch property?.name {
      case "BEGIN" where value == "VCALENDAR": (components, isCancelling) = ([], false)
      case "VERSION" where components.isEmpty && value == "1.0":
        throw ImportProblem(
          line: number, "the file is vCalendar 1.0; export it as iCalendar 2.0", isFatal: true)
      case "METHOD" where components.isEmpty: isCancelling = value == "CANCEL"
      case "BEGIN":
        guard components.count < JSONReader.deepest else {
          throw ImportProblem(
            line: number, "it is nested deeper than \(JSONReader.deepest) levels", isFatal: true)
        }
        components.append(value)
        if components == ["VEVENT"] { (event, hasEvents) = (Event(line: number), true) }
      case "END":
        guard let place = components.lastIndex(of: value) else { continue }
        components.removeSubrange(place...)
        if components.isEmpty, let event { return event }
      default:
        // Alarms and free-busy times are not imported.
        if components == ["VEVENT"] { event?.add(line, number: number) }
      }
    }
    if !hasEvents {
      let reason = isInCalendar ? "the calendar has no events" : "BEGIN:VCALENDAR is missing"
      throw ImportProblem(line: 1, reason, isFatal: true)
    }
    guard let event else { return nil }
    throw ImportProblem(line: event.line, "the event has no end", isFatal: true)
  }

  // MARK: - Events of other programs

  /// Collects an event, to be sorted after the last file.
  private func collect(_ event: Event, _ stated: StatedEvent) {
    let lines = event.properties
    var problem: LeftOutEvent.Reason?
    if Self.repetition(in: lines) != nil {
      problem = .repeats
    } else if stated.isCancelled || isCancelling {
      problem = .isCancelled
    } else if let reason = event.problem?.reason ?? Self.reasonAgainst(lines) ?? stated.daysProblem
    {
      problem = .cannotBeRead(reason)
    }
    guard let days = stated.days else {
      return events.leaveOut(stated.title, problem ?? .cannotBeRead("it has no date"))
    }
    func text(_ name: String) -> String {
      let line = lines.first { $0.name == name }
      return StoredText.unifyingLineBreaks(line?.text ?? "").trimmingWhitespace()
    }
    let description = lines.first { $0.name == "DESCRIPTION" }.map(EventText.visible) ?? ""
    if days.isInUTC, problem == nil { events.hasTimesInUTC = true }
    events.add(
      ForeignEvent(
        uid: stated.uid, title: text("SUMMARY"), place: text("LOCATION"),
        notes: description.trimmingWhitespace(),
        days: days.first...days.last, time: days.time,
        length: days.length, version: stated.version, line: event.line, file: name,
        problem: problem))
  }

  /// Why an event cannot be read.
  private static func reasonAgainst(_ lines: [ICSLine]) -> String? {
    let texts = ["SUMMARY", "LOCATION", "DESCRIPTION"]
    for name in texts + ["UID", "DTSTART", "DTEND", "DURATION"]
    where lines.count(where: { $0.name == name }) > 1 {
      return "\(name) appears twice"
    }
    for line in lines where texts.contains(line.name) {
      if let encoding = line.parameters["ENCODING"].map(ICSLine.word), encoding != "8BIT" {
        return "\(line.name) has the encoding \(encoding)"
      }
      let control = line.text.unicodeScalars.first {
        $0.properties.generalCategory == .control && $0 != "\n" && $0 != "\r" && $0 != "\t"
      }
      if control != nil { return "\(line.name) contains a control character" }
    }
    return nil
  }

  /// The property that makes an event repeat.
  private static func repetition(in properties: [ICSLine]) -> String? {
    properties.first { ["RRULE", "RDATE", "RECURRENCE-ID"].contains($0.name) }?.name
  }

  // MARK: - Events of this program

  private func record(
    _ event: StatedEvent, _ properties: [ICSLine]
  ) throws(ValueError) -> StatedTrip {
    if let name = Self.repetition(in: properties) {
      throw ValueError("the event repeats (\(name)), which a trip cannot do")
    }
    if let reason = Self.reasonAgainst(properties) ?? event.daysProblem { throw ValueError(reason) }
    var part = StatedTrip()
    (part.isPart, part.trip.uid) = (true, event.owner)
    let uid = event.rowUID ?? (event.uid.isEmpty ? nil : event.uid)
    switch event.entity {
    case .item:
      var item = try event.row(ItemColumn.self).checked()
      item.uid = uid
      part.items = StatedRows(rows: [item])
      return part
    case .stay:
      var stay = try event.row(StayColumn.self).checked()
      stay.uid = uid
      part.stays = StatedRows(rows: [stay])
      return part
    case .trip, nil:
      var trip = StatedTrip()
      trip.trip = try event.row(TripColumn.self)
      if trip.trip.text(.name) == nil { throw ValueError("the name is missing") }
      trip.trip.uid = uid
      trip.version = event.version
      return trip
    }
  }
}
