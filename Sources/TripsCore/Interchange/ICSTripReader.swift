/// Reads trips from the events of an iCalendar file, of this program or of others.
///
/// Components are read separately: anything but an event is skipped, and a line that cannot be read
/// affects only its event.
final class ICSTripReader: RecordReader {
  private(set) var recordLine = 1
  private(set) var notes = ImportNotes()
  private let ics: ICSReader
  private let zone: ZoneClock
  private var isInCalendar = false
  /// Whether the calendar cancels its events (`METHOD:CANCEL`, RFC 5546 section 3.2.5).
  private var isCancelling = false
  /// The record that was read after a trip and is not a stay of it, with its line.
  private var held: Result<ImportRecord?, any Error>?
  private var heldLine = 1
  /// The last trip, which is followed by its stays.
  private var lastTrip: (uid: String, facts: TripFacts?) = ("", nil)

  /// The trips whose times of day are lost.
  private var timed: [String] = []
  /// Events of other programs, until the end of the file.
  private var foreign: ForeignEvents
  /// The trips made of them.
  private var given: ArraySlice<(line: Int, trip: ImportedTrip)>?
  private let isTargeted: Bool

  init(
    _ file: InputFile, _ options: ImportOptions = ImportOptions(),
    _ events: KnownEvents = KnownEvents(), zone: ZoneClock = .local
  ) {
    ics = ICSReader(file: file)
    foreign = ForeignEvents(options, events)
    isTargeted = options.target != nil
    self.zone = zone
  }

  func next() throws -> ImportRecord? {
    guard let record = try take() else { return nil }
    let line = recordLine
    guard case .trip(var trip) = record, let uid = trip.uid else { return record }
    // An export writes the events of stays after that of their trip.
    var stays: [ImportedStay] = []
    while true {
      let next = Result { try take() }
      guard case .success(.stay(let stay, ofTripWithUID: uid)) = next else {
        (held, heldLine) = (next, recordLine)
        break
      }
      stays.append(stay)
    }
    if !stays.isEmpty { trip.stays = .some(stays) }
    recordLine = line
    return .trip(trip)
  }

  private func take() throws -> ImportRecord? {
    if let record = held {
      held = nil
      recordLine = heldLine
      return try record.get()
    }
    while let event = try readEvent() {
      recordLine = event.line
      let stated = StatedEvent(event.properties, zone)
      let name = event.properties.first { $0.name == "SUMMARY" }?.text.trimmingWhitespace() ?? ""
      if stated.isCancelled || isCancelling {
        foreign.cancel(stated, name, ForeignEvent.version(stated.sequence, event.properties))
        continue
      }
      let lead = name.isEmpty ? "" : "'\(name)': "
      do {
        if let problem = event.problem { throw problem }
        let record = try record(stated, event.properties)
        if case .stay(let stay, let uid) = record, foreign.add(stay, ofTripWithUID: uid) {
          continue
        }
        guard case .trip(let trip) = record else { return record }
        guard let days = stated.days, stated.kind == .other || isTargeted else {
          foreign.know(trip, line: event.line)
          return record
        }
        foreign.add(ForeignEvent(event.line, trip, days, event.properties, zone))
      } catch let error as ImportProblem {
        throw ImportProblem(line: error.line, lead + error.reason)
      } catch let error as ValueError {
        let repeats = Self.repetition(in: event.properties) != nil
        if stated.kind == .other, foreign.leave(name, stated.days, repeats: repeats) { continue }
        throw ImportProblem(line: event.line, lead + error.description)
      }
    }
    return try takeForeign()
  }

  /// The next trip made of other programs' events.
  private func takeForeign() throws -> ImportRecord? {
    if given == nil {
      given = try foreign.trips()[...]
      (notes.leftOut, notes.strays) = (foreign.left, foreign.strays)
      timed += foreign.timed
      if let name = timed.first {
        let rest = timed.count > 1 ? " and of \(counted(timed.count - 1, "other event"))" : ""
        notes.add("the times of '\(name)'\(rest) are not kept; a trip has only days")
      }
      if let name = foreign.hotels.first {
        let rest = foreign.hotels.count > 1 ? " (and \(foreign.hotels.count - 1) more)" : ""
        notes.add("'\(name)' looks like a hotel and is imported as a trip\(rest)")
        notes.hasHotels = true
      }
      if foreign.hasTimesInUTC {
        notes.add(
          "times in UTC are converted to the time zone of this computer; check those of other places"
        )
      }
      for note in foreign.notes { notes.add(note) }
    }
    guard let next = given?.popFirst() else { return nil }
    recordLine = next.line
    return .trip(next.trip)
  }

  // MARK: - Components

  private struct Event {
    let line: Int
    private(set) var properties: [ICSLine] = []
    /// The first line that cannot be read.
    private(set) var problem: ImportProblem?

    private static let maxLines = ImportedItem.most + 20_000

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

  /// The next VEVENT; nil at the end of the file.
  private func readEvent() throws -> Event? {
    var components: [String] = []
    var event: Event?
    while let (number, bytes) = try ics.line() {
      let line = Result { () throws(ImportProblem) in
        try ICSReader.property(bytes, number: number)
      }
      let property = try? line.get()
      let value = property?.value.uppercased().trimmingWhitespace() ?? ""
      if !isInCalendar {
        guard property?.name == "BEGIN", value == "VCALENDAR" else {
          throw ImportProblem(line: number, "BEGIN:VCALENDAR is missing", isFatal: true)
        }
        isInCalendar = true
        continue
      }
      switch property?.name {
      case "BEGIN" where value == "VCALENDAR": (components, isCancelling) = ([], false)
      case "VERSION" where components.isEmpty && value == "1.0":
        throw ImportProblem(
          line: number, "the file is vCalendar 1.0; export it as iCalendar 2.0", isFatal: true)
      case "METHOD" where components.isEmpty: isCancelling = value == "CANCEL"
      case "BEGIN":
        components.append(value)
        note(components)
        if components == ["VEVENT"] { event = Event(line: number) }
      case "END":
        guard let place = components.lastIndex(of: value) else { continue }
        components.removeSubrange(place...)
        if components.isEmpty, let event { return event }
      default:
        // Alarms and free-busy times are not imported.
        if components == ["VEVENT"] { event?.add(line, number: number) }
      }
    }
    guard let event else { return nil }
    throw ImportProblem(line: event.line, "the event has no end", isFatal: true)
  }

  private func note(_ components: [String]) {
    guard let last = components.last else { return }
    if components.count == 1, last != "VEVENT", last != "VTIMEZONE" {
      notes.add("\(last) is not an event and is not kept")
    } else if components == ["VEVENT", "VALARM"] {
      notes.add("VALARM (an alarm) is not kept")
    }
  }

  // MARK: - Records

  private func record(
    _ event: StatedEvent, _ properties: [ICSLine]
  ) throws(ValueError) -> ImportRecord {
    if let name = Self.repetition(in: properties) {
      throw ValueError("the event repeats (\(name)), which a trip cannot do")
    }
    let names = properties.map(\.name)
    for name in ["UID", "SUMMARY", "DTSTART", "DTEND", "DURATION", "DESCRIPTION"]
    where names.count(where: { $0 == name }) > 1 {
      throw ValueError("\(name) appears twice")
    }
    let owner = lastTrip.uid == event.owner ? lastTrip.facts : nil
    // A program may have dropped our property.
    if event.kind == .stay || (event.kind == .other && owner != nil) {
      var stay = try ImportedStay(RowFacts(stay: event, of: owner, base: nil).values).checked()
      stay.uid = event.uid.isEmpty ? nil : event.uid
      return .stay(stay, ofTripWithUID: event.owner ?? "")
    }
    if event.kind == .other { noteIgnoredProperties(Set(names)) }
    if let problem = event.daysProblem { throw ValueError(problem) }
    let trip = try trip(event)
    if event.kind != .other, event.days?.isAllDay == false { timed.append(trip.draft.name ?? "") }
    return .trip(trip)
  }

  /// The property that makes an event repeat.
  private static func repetition(in properties: [ICSLine]) -> String? {
    properties.first { ["RRULE", "RDATE", "RECURRENCE-ID"].contains($0.name) }?.name
  }

  private func trip(_ event: StatedEvent) throws(ValueError) -> ImportedTrip {
    let reading = EventReading(event, base: nil, takesText: true)
    lastTrip = (event.uid, reading.facts)
    if event.items.contains(where: \.isCut) {
      notes.add("the details of an item were cut off by another program and are not kept")
    }
    var fields = ImportedFields(reading.facts.values)
    fields[.uid] = event.uid
    var trip = try fields.trip(.init())
    trip.sequence = event.sequence
    let items = reading.facts.items
    guard items.count <= ImportedItem.most else { throw ImportedItem.tooMany }
    if !items.isEmpty || reading.hasWholeList {
      var list: [ImportedItem] = []
      for item in items { list.append(try ImportedItem(item.values)) }
      trip.bucketList = list
    }
    trip.isWholeList = reading.hasWholeList
    trip.isForeign = event.kind == .other
    return trip
  }

  /// Notes properties with content that a trip cannot store. Properties that only manage the event
  /// (DTSTAMP, SEQUENCE and the like) are ignored.
  private func noteIgnoredProperties(_ names: Set<String>) {
    let notable: Set = [
      "URL", "ATTENDEE", "ORGANIZER", "ATTACH", "GEO", "COMMENT", "CONTACT", "RESOURCES",
    ]
    for name in names.intersection(notable).sorted() { notes.add("\(name) is not kept") }
  }
}
