internal import SQLite

/// Reads trips from the events of an iCalendar file.
///
/// Events of this program are records, one after the other. Events of other programs are collected,
/// since all files of an import are sorted together. Components are read separately: anything but
/// an event is skipped, and a line that cannot be read affects only its event.
final class ICSTripReader: RecordReader {
  let kind = ImportAccount.Kind.event
  private(set) var recordLine = 1
  private(set) var notes = ImportNotes()
  private let ics: ICSReader
  private let name: String?
  private let zone: ZoneClock
  private let events: ForeignEvents
  private var isInCalendar = false
  private var hasEvents = false
  /// Whether the calendar cancels its events (`METHOD:CANCEL`, RFC 5546 section 3.2.5).
  private var isCancelling = false
  /// X-WR-TIMEZONE.
  private var zoneOfFile: String?
  /// The properties that are not stored, with their numbers.
  private var unread: [String: Int] = [:]
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
      countUnread(event.properties)
      let stated = StatedEvent(event.properties, zone)
      if event.isTask || stated.entity == nil || stated.isCancelled || isCancelling {
        collect(event, stated)
        continue
      }
      let name = stated.title
      do {
        if let problem = event.problem { throw problem }
        if events.isOutdated(stated.uid, stated.version) {
          var event = ForeignEvent(uid: stated.uid, title: name)
          event.problem = .isOutdated
          events.add(event)
          continue
        }
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
    /// Whether it is a VTODO.
    let isTask: Bool
    private(set) var properties: [ICSLine] = []
    /// The first line that cannot be read.
    private(set) var problem: ImportProblem?

    private static let maxLines = BucketListItem.maxCount + 20_000

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
      case "X-WR-TIMEZONE" where components.isEmpty: zoneOfFile = property?.text
      case "BEGIN":
        guard components.count < JSONReader.maximumDepth else {
          throw ImportProblem(
            line: number, "it is nested deeper than \(JSONReader.maximumDepth) levels",
            isFatal: true)
        }
        components.append(value)
        if components == ["VEVENT"] || components == ["VTODO"] {
          (event, hasEvents) = (Event(line: number, isTask: value == "VTODO"), true)
        }
      case "END":
        guard let index = components.lastIndex(of: value) else { continue }
        components.removeSubrange(index...)
        if components.isEmpty, let event { return event }
      default:
        // Alarms and free-busy times are not imported.
        if components.count == 1 { event?.add(line, number: number) }
      }
    }
    if !hasEvents {
      let reason =
        isInCalendar ? "the calendar has no events and no tasks" : "BEGIN:VCALENDAR is missing"
      throw ImportProblem(line: 1, reason, isFatal: true)
    }
    guard let event else {
      noteUnread()
      return nil
    }
    throw ImportProblem(line: event.line, "the event has no end", isFatal: true)
  }

  // MARK: - Events of other programs

  /// Collects an event, to be sorted after the last file.
  private func collect(_ event: Event, _ stated: StatedEvent) {
    let lines = event.properties
    func texts(_ name: String) -> [String] {
      lines.filter { $0.name == name }
        .map { StoredText.unifyingLineBreaks($0.text).trimmingWhitespace() }
        .filter { !$0.isEmpty }
    }
    var read = ForeignEvent(uid: stated.uid, title: texts("SUMMARY").first ?? "")
    read.place = texts("LOCATION").first ?? ""
    let description = lines.first { $0.name == "DESCRIPTION" }.map(EventText.visible) ?? ""
    read.notes = description.trimmingWhitespace()
    for text in ["URL", "COMMENT", "CONTACT"].flatMap(texts) where !isIn(read.notes, text) {
      read.notes += (read.notes.isEmpty ? "" : "\n") + text
    }
    read.categories = lines.filter { $0.name == "CATEGORIES" }.flatMap {
      ICSLine.texts(of: $0.value)
    }
    (read.version, read.line, read.file) = (stated.version, event.line, name)
    read.isMaster = lines.contains { ["RRULE", "RDATE"].contains($0.name) }
    let problem = event.isTask ? read.readTask(stated.properties, zone) : read.readDays(of: stated)
    if event.isTask, stated.properties["STATUS"]?.word == "COMPLETED" { read.isDone = true }
    if read.isInUTC { events.zoneName = events.zoneName ?? zoneOfFile }
    if Self.repetition(in: lines) != nil {
      read.problem = .repeats
    } else if stated.isCancelled || isCancelling {
      read.problem = .isCancelled
    } else if let reason = event.problem?.reason ?? Self.reasonAgainst(lines) ?? problem {
      read.problem = .cannotBeRead(reason)
    }
    events.add(read)
  }

  private func isIn(_ notes: String, _ text: String) -> Bool {
    ByteSearch(text)?.isIn(notes) ?? true
  }

  /// Why an event cannot be read.
  private static func reasonAgainst(_ lines: [ICSLine]) -> String? {
    let texts = ["SUMMARY", "LOCATION", "DESCRIPTION", "URL"]
    for name in texts + ["UID", "DTSTART", "DTEND", "DURATION", "DUE"]
    where lines.count(where: { $0.name == name }) > 1 {
      return "\(name) appears twice"
    }
    for line in lines where (texts + ["COMMENT", "CONTACT", "CATEGORIES"]).contains(line.name) {
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

  /// The property that makes an event part of a series; a rule for a single occurrence does not
  /// count.
  private static func repetition(in properties: [ICSLine]) -> String? {
    properties.first { line in
      if line.name == "RRULE" { return !line.word.parts(separatedBy: ";").contains("COUNT=1") }
      return ["RDATE", "RECURRENCE-ID"].contains(line.name)
    }?.name
  }

  // MARK: - Properties that are not stored

  /// Properties that are stored, or have nothing that a person wrote.
  private static let known: Set<String> = [
    "SUMMARY", "LOCATION", "DESCRIPTION", "URL", "COMMENT", "CONTACT", "CATEGORIES", "UID",
    "DTSTART", "DTEND", "DURATION", "DUE", "DTSTAMP", "CREATED", "LAST-MODIFIED", "COMPLETED",
    "SEQUENCE", "STATUS", "TRANSP", "CLASS", "PRIORITY", "RRULE", "RDATE", "EXDATE",
    "RECURRENCE-ID", "RELATED-TO", "X-ALT-DESC", "STYLED-DESCRIPTION",
  ]

  /// Counts the properties with text that are not stored; a word in capitals is no text.
  private func countUnread(_ lines: [ICSLine]) {
    for line in lines where !Self.known.contains(line.name) && !line.name.begins(with: "X-TRIPS-") {
      let isText = line.value.unicodeScalars.contains { $0.properties.isLowercase }
      if isText { unread[line.name, default: 0] += 1 }
    }
  }

  /// One sentence about them.
  private func noteUnread() {
    if unread.isEmpty { return }
    let names = unread.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }
    notes.addUnread(names, of: name)
    unread = [:]
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
      var item = try event.row(ItemColumn.self)
      (item.uid, item.origin) = (uid, Self.origin(of: event))
      part.items = StatedRows(rows: [item])
      return part
    case .stay:
      var stay = try event.row(StayColumn.self)
      (stay.uid, stay.origin) = (uid, Self.origin(of: event))
      part.stays = StatedRows(rows: [stay])
      return part
    case .trip, nil:
      var trip = StatedTrip()
      trip.trip = try event.row(TripColumn.self)
      if trip.trip.text(.name) == nil { throw ValueError("the name is missing") }
      (trip.trip.uid, trip.trip.origin) = (uid, Self.origin(of: event))
      return trip
    }
  }

  /// The record of an event of ours; without a uid, its title and days identify it.
  private static func origin(of event: StatedEvent) -> RecordOrigin {
    var key = event.rowUID ?? event.uid
    if key.isEmpty { key = "\(event.title)\n\(event.days?.first.description ?? "")" }
    return RecordOrigin(source: .event, key: key, version: event.version)
  }
}
