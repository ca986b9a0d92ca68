internal import SQLite

/// Imports records of files into the store.
///
/// Values missing from a record are unchanged, and nothing is deleted because a file lacks it.
struct TripImporter {
  let options: ImportOptions
  let lookup: TripLookup
  let memory: ImportMemory
  private let writer: TripWriter
  /// Whether it is a dry run, which lists each change, and has no ids of new rows.
  private let isRehearsal: Bool
  var report = ImportReport()
  /// The trips that records described, and those of them that events described.
  private var seen: Set<Int64> = []
  private var ofEvents: Set<Int64> = []
  private var new: Set<Int64> = []
  /// The keys of the events that are new, or changed their rows.
  private(set) var changed: Set<String> = []
  /// The items and stays of all events.
  private(set) var rowsOfEvents = ClaimedRows()
  /// The items and stays that the records of this file, or the events of all files, have stated.
  private var claimed = ClaimedRows()
  /// Items and stays of trips not read yet: in a folder, their events may come first.
  private var waiting: [(part: StatedTrip, line: Int, file: String?)] = []
  /// What will be remembered.
  private var records: [(record: StatedRecord, entity: Entity, row: Int64)] = []
  /// The next number to append to a name, by the name and the dates of trips.
  private var numbers: [String: Int] = [:]

  init(_ db: Connection, _ options: ImportOptions, isRehearsal: Bool) throws {
    (self.options, self.isRehearsal) = (options, isRehearsal)
    let marks = try db.integer(
      """
      SELECT coalesce(max(seq), 0) FROM sqlite_sequence
      WHERE name IN ('trip', 'bucketListItem', 'livingAccommodation')
      """)
    lookup = TripLookup(db)
    writer = TripWriter(lookup: lookup, keepsIDs: marks == 0)
    memory = ImportMemory(lookup)
  }

  /// Imports all records of a file.
  ///
  /// - Parameter file: its name, if there are several.
  /// - Returns: the number of records.
  mutating func run(
    _ reader: any RecordReader, of file: String?, progress: () -> Void
  ) throws -> Int {
    claimed = ClaimedRows()
    report.account.add(reader.kind)
    var records = 0
    while true {
      var count = 1
      do {
        guard var record = try reader.next() else { break }
        count = record.count
        if reader.kind == .row { record.remember(as: .csv) }
        if record.isPart, try lookup.tripID(identifiedBy: record) == nil {
          waiting.append((record, reader.recordLine, file))
        } else {
          try put(recalling: record, line: reader.recordLine)
        }
      } catch let problem as ImportProblem where options.skipsInvalid && !problem.isFatal {
        skip(problem, of: file, count)
      }
      records += count
      progress()
    }
    report.account.records += records
    report.notes += reader.notes.sentences
    return records
  }

  private mutating func skip(_ problem: ImportProblem, of file: String?, _ count: Int) {
    var problem = problem
    problem.file = file
    report.account.leftOut += count
    if isRehearsal || report.problems.count < ImportReport.problemLimit {
      report.problems.append(problem)
    } else {
      report.omittedProblems += 1
    }
  }

  /// Imports the statements that had to wait for the last file, and then the events of other
  /// programs.
  mutating func finish(_ events: ForeignEvents) throws -> ImportReport {
    for (part, line, file) in waiting {
      do {
        try Store.naming(file) { try put(recalling: part, line: line) }
      } catch let problem as ImportProblem where options.skipsInvalid {
        skip(problem, of: file, part.count)
      }
    }
    claimed = ClaimedRows()
    try put(events)
    let transaction = try HistoryRecorder.currentTransaction(lookup.db)
    for (record, entity, row) in records {
      try memory.save(record, as: entity, row, transaction)
    }
    return report
  }

  /// Adds the line of a record to its error.
  private static func naming<Result>(_ line: Int, _ work: () throws -> Result) throws -> Result {
    do {
      return try work()
    } catch let error as TripsError {
      switch error {
      case .value, .unfit, .collision: throw ImportProblem(line: line, error.description)
      default: throw error
      }
    } catch let error as ValueError {
      throw ImportProblem(line: line, error.description, remedy: error.remedy)
    }
  }

  private mutating func put(recalling record: StatedTrip, line: Int) throws {
    var record = record
    if try recall(&record) { try put(record, line: line) }
  }

  /// Imports a statement whose records were recalled.
  mutating func put(_ stated: StatedTrip, line: Int) throws {
    let id = try Self.naming(line) { try tripID(of: stated) }
    if id == nil, stated.isPart {
      throw ImportProblem(line: line, "its trip, with the uid '\(stated.uid ?? "")', is unknown")
    }
    let before = try id.flatMap(lookup.rows)
    let planned = try Self.naming(line) {
      var others = claimed
      if let before, stated.hasNewBooking { others.form(try memory.booked(before)) }
      var change = try TripMerge.change(of: before, by: stated, claimed: others)
      try number(&change)
      if !change.isEmpty {
        try lookup.refuseCollision(change.summary(), except: before?.trip.id)
        try refuse(change, of: stated)
      }
      return change
    }
    let change = try planned.isEmpty ? planned : writer.write(planned)
    report.account.add(change, of: stated)
    try warn(of: change)
    claimed.insert(change)
    if stated.isOfEvents { rowsOfEvents.insert(change) }
    seen.insert(change.id)
    if stated.trip.origin?.source.isPlaced == true { ofEvents.insert(change.id) }
    try note(isRehearsal ? planned : change, of: change.id)
    try remember(change)
  }

  // MARK: - Which trip

  /// The trip of a statement: that of its record, its uid, or its name and dates. A trip that
  /// belongs to another event is not found by its name.
  private func tripID(of stated: StatedTrip) throws -> Int64? {
    if let id = try lookup.tripID(identifiedBy: stated) { return id }
    guard let id = try lookup.tripID(namedBy: stated) else { return nil }
    guard stated.trip.origin?.source.isPlaced == true else { return id }
    return try ofEvents.contains(id) || memory.event(of: .trip, id) != nil ? nil : id
  }

  /// Of two trips of events with one name and the same days, the second gets a number.
  private mutating func number(_ change: inout TripChange) throws {
    guard change.trip.record?.origin.source.isPlaced == true else { return }
    let trip = try change.summary()
    guard let other = try lookup.tripID(trip), other != change.trip.before?.id else { return }
    let key = "\(trip.startDate) \(trip.endDate) \(trip.name)"
    var number = numbers[key] ?? 2
    var name: String
    repeat {
      name = "\(trip.name) (\(number))"
      number += 1
    } while try lookup.tripID(name, trip.startDate, trip.endDate) != nil
    numbers[key] = number
    change.trip.after = change.trip.after?.with([(TripColumn.name, name.sqliteValue)])
  }

  /// Refuses a change that contradicts an earlier record: otherwise the last record would win, and
  /// each import of the file would change the trip back and forth.
  private func refuse(_ change: TripChange, of stated: StatedTrip) throws {
    guard !stated.isOfEvents, seen.contains(change.id) else { return }
    func isChanged(_ row: RowOutcome) -> Bool { row.before != row.after }
    guard
      change.trip.before.map({ $0 != change.trip.after }) ?? false || claimed.contradict(change)
        // Of two lists that claim to be complete, the last would win.
        || stated.items?.isComplete == true && change.items.contains(where: isChanged)
        || stated.stays?.isComplete == true && change.stays.contains(where: isChanged)
    else { return }
    let differences = change.differences
    let more = differences.count > 1 ? " and \(differences.count - 1) more" : ""
    throw TripsError.value(
      "'\(try change.summary().name)' appears earlier with other values "
        + "(\(differences.first?.property ?? "")\(more))")
  }

  // MARK: - Memory

  /// Adds what the store remembers to each row of a statement. Rows that were deleted here are
  /// removed from it.
  ///
  /// - Returns: false if nothing is left.
  private mutating func recall(_ stated: inout StatedTrip) throws -> Bool {
    if stated.trip.origin != nil {
      guard let trip = try recall(stated.trip, of: .trip) else {
        if !stated.isOfEvents { report.account.leftOut += stated.count }
        return false
      }
      stated.trip = trip
    }
    if let rows = stated.items?.rows {
      stated.items?.rows = try rows.compactMap { try recall($0, of: .item) }
    }
    if let rows = stated.stays?.rows {
      stated.stays?.rows = try rows.compactMap { try recall($0, of: .stay) }
    }
    return !stated.isPart || stated.items?.rows.isEmpty == false
      || stated.stays?.rows.isEmpty == false
  }

  private mutating func recall<Column: StoredColumn>(
    _ row: StatedRow<Column>, of entity: Entity
  ) throws -> StatedRow<Column>? {
    guard var origin = row.origin else { return row }
    var row = row
    let known = try memory.record(origin.source, origin.key)
    (origin.known, origin.isAnew) = (known?.entity == entity ? known : nil, options.isAnew)
    if let known = origin.known, known.trip == nil {
      guard origin.isAnew else {
        report.deletedHere.append(row.name ?? origin.key)
        if origin.source.isPlaced { report.account.leftOut += origin.count }
        return nil
      }
      origin.known = nil
    }
    row.origin = origin
    if origin.isOutdated {
      report.account.leftOut += origin.count
      report.leftOut.append(
        LeftOutEvent(reason: .isOutdated, title: row.name ?? "", day: nil, time: nil))
      row = StatedRow()
      row.origin = origin
    }
    return row
  }

  /// Keeps what the records of a change stated, and reports what they did not change.
  private mutating func remember(_ change: TripChange) throws {
    var left: [PropertyChange] = []
    func remember(_ rows: [RowOutcome], _ entity: Entity) {
      for row in rows {
        guard let record = row.record, let id = row.after?.id else { continue }
        left += record.left
        if row.before != row.after || record.origin.known == nil {
          changed.formUnion([record.origin.key] + record.origin.parts)
        }
        if record.isNews { records.append((record, entity, id)) }
      }
    }
    remember([change.trip], .trip)
    remember(change.items, .item)
    remember(change.stays, .stay)
    if !left.isEmpty { report.kept.append((try change.summary(), left)) }
  }

  // MARK: - Report

  /// Adds the warnings of a written change. The trips of one import may overlap each other.
  private mutating func warn(of change: TripChange) throws {
    if change.isEmpty { return }
    let isFull = report.warnings.count >= ImportReport.warningLimit
    var overlaps: [TripSummary] = []
    if change.changesDates, !isFull {
      overlaps = try Store.overlaps(of: change, in: lookup.db).filter { !seen.contains($0.id) }
    }
    guard
      let warnings = try TripWarnings(
        change, overlaps: overlaps, clashes: isFull ? [] : Store.clashes(of: change, in: lookup.db),
        twins: change.twins(claimed))
    else { return }
    if isFull { report.omittedWarnings += 1 } else { report.warnings.append(warnings) }
  }

  private mutating func note(_ change: TripChange, of id: Int64) throws {
    if change.isEmpty { return }
    let kind: RowChangeKind = change.trip.before == nil ? .insert : .update
    if kind == .insert { new.insert(id) }
    if kind == .update, let last = report.changes.indices.last, report.changes[last].trip.id == id {
      // Later statements about the trip are added.
      report.changes[last].changes += change.differences
      return
    }
    guard isRehearsal || report.changes.count < ImportReport.changeLimit else {
      report.omittedChanges += 1
      return
    }
    report.changes.append(
      ImportedChange(
        kind: kind, entity: HistoryEntity(.trip, of: change.trip.after),
        trip: try change.summary(), hasID: !isRehearsal || !new.contains(id),
        changes: change.differences))
  }
}

extension StatedRow {
  /// The name, the title or the place.
  var name: String? {
    Column.allCases.first { ["name", "title", "placeName"].contains($0.name) }.flatMap { text($0) }
  }
}
