internal import SQLite

/// Imports records of files into the store.
///
/// Values missing from a record are unchanged, and nothing is deleted because a file lacks it.
struct TripImporter {
  private let options: ImportOptions
  private let lookup: TripLookup
  private let writer: TripWriter
  private let memory: ImportMemory
  /// Whether the report lists each change.
  private let listsChanges: Bool
  private var report = ImportReport()
  private var notes = ImportNotes()
  /// The trips that were described, with the versions of their events.
  private var seen: [Int64: EventVersion] = [:]
  /// Those of them that are unchanged so far. A later CSV row, or the event of a stay, may change them.
  private var unchanged: Set<Int64> = []
  private var claimed = ClaimedRows()
  /// Items and stays of trips not read yet: in a folder, their events may come first.
  private var waiting: [(part: StatedTrip, line: Int, file: String?)] = []

  init(_ db: Connection, _ options: ImportOptions, listsChanges: Bool) throws {
    self.options = options
    self.listsChanges = listsChanges
    let marks = try db.integer(
      """
      SELECT coalesce(max(seq), 0) FROM sqlite_sequence
      WHERE name IN ('trip', 'bucketListItem', 'livingAccommodation')
      """)
    lookup = TripLookup(db)
    writer = TripWriter(lookup: lookup, keepsIDs: marks == 0)
    memory = ImportMemory(db: db)
  }

  /// Imports all records of a file.
  ///
  /// - Parameter file: its name, if there are several.
  mutating func run(
    _ reader: any RecordReader, of file: String?, progress: () -> Void
  ) throws {
    claimed = ClaimedRows()
    while true {
      do {
        guard let record = try reader.next() else { break }
        if record.isPart, try lookup.tripID(record) == nil {
          waiting.append((record, reader.recordLine, file))
        } else {
          try put(record, line: reader.recordLine)
        }
      } catch let problem as ImportProblem where options.skipsInvalid && !problem.isFatal {
        skip(problem, of: file)
      }
      progress()
    }
    report.notes += reader.notes.sentences
  }

  private mutating func skip(_ problem: ImportProblem, of file: String?) {
    var problem = problem
    problem.file = file
    report.skipped += 1
    if listsChanges || report.problems.count < ImportReport.problemLimit {
      report.problems.append(problem)
    }
  }

  /// Imports the statements that had to wait for the last file.
  mutating func finish(_ events: ForeignEvents) throws -> ImportReport {
    for (part, line, file) in waiting {
      do {
        _ = try Store.naming(file) { try put(part, line: line) }
      } catch let problem as ImportProblem where options.skipsInvalid {
        skip(problem, of: file)
      }
    }
    try put(events)
    report.notes += notes.sentences
    return report
  }

  /// Checks whether a new trip could have the values of a record.
  ///
  /// - Throws: `ImportProblem`.
  static func check(_ record: StatedTrip, line: Int) throws {
    if record.isPart { return }
    try naming(line) { _ = try TripMerge.change(of: nil, by: record) }
  }

  /// Adds the line of a record to its error.
  private static func naming<Result>(_ line: Int, _ work: () throws -> Result) throws -> Result {
    do {
      return try work()
    } catch let error as TripsError {
      switch error {
      case .value, .collision: throw ImportProblem(line: line, error.description)
      default: throw error
      }
    } catch let error as ValueError {
      throw ImportProblem(line: line, error.description, remedy: error.remedy)
    }
  }

  /// - Returns: the change as written; nil for an older version of an event.
  @discardableResult
  private mutating func put(_ stated: StatedTrip, line: Int) throws -> TripChange? {
    let id = try Self.naming(line) { try lookup.tripID(stated) }
    if id == nil, stated.isPart {
      throw ImportProblem(line: line, "its trip, with the uid '\(stated.uid ?? "")', is unknown")
    }
    let known = id.flatMap { seen[$0] }
    if let version = stated.version, let known, version < known { return nil }
    let before = try id.flatMap(lookup.rows)
    if id != nil, before == nil { return nil }
    let planned = try Self.naming(line) {
      let change = try TripMerge.change(of: before, by: stated, claimed: claimed)
      if before != nil, !change.isEmpty { try refuse(change, of: stated, known) }
      return change
    }
    let change = try planned.isEmpty ? planned : writer.write(planned)
    claimed.add(change)
    try warn(of: change)
    let version = max(stated.version ?? .init(), known ?? .init())
    let isFirst = seen.updateValue(version, forKey: change.id) == nil
    try note(planned, of: change.id, line: line, isFirst: isFirst)
    return change
  }

  /// Refuses a change that collides with another trip, or contradicts an earlier record: otherwise
  /// the last record would win, and each import of the file would change the trip back and forth.
  ///
  /// - Parameter known: the version of an earlier record of the trip.
  private func refuse(
    _ change: TripChange, of stated: StatedTrip, _ known: EventVersion?
  ) throws {
    let new = try change.values()
    try lookup.refuseCollision(new, except: change.id)
    guard stated.trip.origin == nil, !stated.isPart, let known, (stated.version ?? known) == known
    else { return }
    func isRepeated(_ row: RowOutcome) -> Bool { row.before != nil && row.before != row.after }
    func isRepeated(_ rows: [RowOutcome], _ claimed: Set<Int64>) -> Bool {
      rows.contains { isRepeated($0) && claimed.contains($0.before?.id ?? 0) }
    }
    let isList = stated.items?.isComplete == true
    guard
      isRepeated(change.trip) || isRepeated(change.stays, claimed.stays)
        || isRepeated(change.items, claimed.items)
        || isList && change.items.contains(where: { $0.before != $0.after })
    else { return }
    let differences = change.differences
    let more = differences.count > 1 ? " and \(differences.count - 1) more" : ""
    throw TripsError.value(
      "'\(new.name)' appears earlier with other values (\(differences.first?.property ?? "")\(more))"
    )
  }

  /// Adds the warnings of a written change. Trips of other calendars may overlap stored trips; our
  /// own files come from a store that has warned already.
  private mutating func warn(of change: TripChange) throws {
    if change.isEmpty { return }
    var overlaps: [TripSummary] = []
    if change.trip.event != nil, change.changesDates {
      overlaps = try Store.overlaps(of: change, in: lookup.db).filter { seen[$0.id] == nil }
    }
    guard let warnings = try TripWarnings(change, overlaps: overlaps) else { return }
    if report.warnings.count < ImportReport.warningLimit {
      report.warnings.append(warnings)
    } else {
      report.omittedWarnings += 1
    }
  }

  /// Counts and lists a change. The rows that it adds have no ids, which a dry run would invent.
  private mutating func note(
    _ change: TripChange, of id: Int64, line: Int, isFirst: Bool
  ) throws {
    if change.isEmpty {
      if isFirst, unchanged.insert(id).inserted { report.unchanged += 1 }
      return
    }
    var kind = ImportedChange.Kind.update
    if change.trip.before == nil {
      kind = .insert
      report.added += 1
    } else if isFirst || unchanged.contains(id) {
      if unchanged.remove(id) != nil { report.unchanged -= 1 }
      report.updated += 1
    } else {
      // Later statements about the trip are added.
      if let index = report.changes.lastIndex(where: { $0.trip.id == id }) {
        report.changes[index].changes += change.differences
      }
      return
    }
    let isListed =
      listsChanges || (kind == .update && report.changes.count < ImportReport.changeLimit)
    guard isListed else { return }
    let trip = try change.values().summary(id: id)
    report.changes.append(
      ImportedChange(kind: kind, trip: trip, line: line, changes: change.differences))
  }
}

/// The stays and items that the records of a file have stated, by id.
struct ClaimedRows {
  private(set) var stays: Set<Int64> = []
  private(set) var items: Set<Int64> = []

  mutating func add(_ change: TripChange) {
    stays.formUnion(change.stays.lazy.filter(\.isStated).compactMap(\.after?.id))
    items.formUnion(change.items.lazy.filter(\.isStated).compactMap(\.after?.id))
  }
}

// MARK: - Events of other programs

extension TripImporter {
  /// Imports the events of other programs in all files.
  private mutating func put(_ events: ForeignEvents) throws {
    report.leftOut = events.undated
    if events.events.isEmpty { return }
    if events.hasTimesInUTC {
      notes.add("times in UTC are converted to \(options.zoneName)")
    }
    let known = try memory.events(events.events.map(\.key))
    var sorting: [String: EventSorting.Known] = [:]
    for event in events.events {
      guard let before = known[event.key] else { continue }
      let isOutdated = event.version < before.version
      sorting[event.key] = EventSorting.Known(
        entity: before.entity, trip: try lookup.tripID(of: before.entity, before.row),
        outdated: isOutdated ? before.days : nil, isOutdated: isOutdated)
    }
    let sorted = EventSorting(
      events.events, known: sorting, ownTrips: events.trips, target: options.target,
      takesAll: options.takesAllEvents)
    var statements = EventStatements(events.events, sorted.places, known, sorting)
    for place in sorted.places {
      if case .deleted = place { report.deletedHere += 1 }
    }
    for (stated, line, file) in statements.all() {
      let result = try Store.naming(file) { try put(stated, line: line) }
      if let result { statements.take(result) }
    }
    try leaveOut(statements.left, known)
    try statements.remember(in: memory)
  }

  /// Reports the events that are left out, each with the stored trip on its day, and the rows of
  /// cancelled events.
  private mutating func leaveOut(
    _ left: [(event: ForeignEvent, reason: LeftOutEvent.Reason)], _ known: [String: ImportedEvent]
  ) throws {
    for (event, reason) in left {
      if reason == .isCancelled, let before = known[event.key],
        let trip = try lookup.tripID(of: before.entity, before.row)
      {
        report.cancelled.append(
          CancelledRow(entity: before.entity, id: before.row, trip: trip, name: event.title))
        continue
      }
      var event = event.leftOut(reason)
      if let day = event.day, report.leftOut.count < ImportReport.changeLimit {
        event.trip = try lookup.tripID(on: day)
      }
      report.leftOut.append(event)
    }
  }
}

extension ImportedEvent {
  /// The days of a trip.
  fileprivate var days: ClosedRange<CalendarDate>? {
    let dates = [TripColumn.startDate, .endDate].compactMap { facts[$0.name] ?? nil }
      .compactMap { CalendarDate($0) }
    return dates.count == 2 && dates[0] <= dates[1] ? dates[0]...dates[1] : nil
  }
}
