internal import SQLite

/// Imports records of files into the store.
///
/// Values missing from a record are unchanged, and nothing is deleted for lack of mention.
struct TripImporter {
  let db: Connection
  let statements: ImportStatements
  private let options: ImportOptions
  /// Whether the report lists each change.
  private let listsChanges: Bool
  private var report = ImportReport()
  private var notes = ImportNotes()
  private var warnings = ImportWarnings()
  /// The trips, and the uids of stays, that a record has described.
  private var seen: Set<Int64> = []
  /// Those of which only parts were described so far.
  private var seenInParts: Set<Int64> = []
  /// Where these trips were described, unless it was in the first file, without a SEQUENCE.
  private var versions: [Int64: (file: Int, sequence: Int)] = [:]
  /// The names of the files so far, if there are several.
  private var files: [String?] = []
  /// The trips that are unchanged so far. A later CSV row, or the event of a stay, may change them.
  private var unchanged: Set<Int64> = []
  private var seenStays: Set<String> = []
  /// The stays in the CSV rows of the last trip.
  private var lastRows: (trip: Int64, stays: Set<[String]>) = (0, [])
  private var strays = StrayEvents()
  /// Stays of trips not read yet: in a calendar or folder, their events may come first.
  private var waitingStays: [(record: ImportRecord, line: Int, file: String?)] = []

  init(_ db: Connection, _ options: ImportOptions, listsChanges: Bool) throws {
    self.db = db
    self.options = options
    self.listsChanges = listsChanges
    let marks = try db.integer(
      """
      SELECT coalesce(max(seq), 0) FROM sqlite_sequence
      WHERE name IN ('trip', 'bucketListItem', 'livingAccommodation')
      """)
    statements = ImportStatements(db, keepsIDs: marks == 0)
  }

  /// Imports all records of a file.
  ///
  /// - Parameter file: its name, if there are several.
  mutating func run(
    _ reader: any RecordReader, of file: String?, progress: () -> Void
  ) throws {
    files.append(file)
    while true {
      do {
        guard let record = try reader.next() else { break }
        if case .stay(_, let uid) = record, try statements.tripID(uid: uid) == nil {
          waitingStays.append((record, reader.recordLine, file))
        } else {
          try put(record, line: reader.recordLine)
        }
      } catch let problem as ImportProblem where options.skipsInvalid && !problem.isFatal {
        skip(problem, of: file)
      }
      progress()
    }
    report.notes += reader.notes.sentences
    report.leftOut += reader.notes.leftOut
    strays.events += reader.notes.strays
    report.hasHotels = report.hasHotels || reader.notes.hasHotels
  }

  private mutating func skip(_ problem: ImportProblem, of file: String?) {
    var problem = problem
    problem.file = file
    report.skipped += 1
    if listsChanges || report.problems.count < ImportReport.problemLimit {
      report.problems.append(problem)
    }
  }

  /// Imports what had to wait for the last file.
  mutating func finish(_ cancelled: [(event: StrayEvent, uid: String)]) throws -> ImportReport {
    for (record, line, file) in waitingStays {
      do {
        try Store.naming(file) { try put(record, line: line) }
      } catch let problem as ImportProblem where options.skipsInvalid {
        skip(problem, of: file)
      }
    }
    for (event, uid) in cancelled { try strays.cancel(event, uid, statements, &report) }
    try strays.reportItems(statements, &report, &notes)
    report.notes += notes.sentences
    report.notes += [warnings.ofCurrency, warnings.ofConfirmations, warnings.ofItems]
      .compactMap(\.self)
    report.warnings = warnings.sentences
    report.hasTwins = warnings.hasTwins
    report.hasOverlaps = warnings.hasOverlaps
    return report
  }

  /// Checks whether a new trip could have the values of a record.
  ///
  /// - Throws: `ImportProblem`.
  static func check(_ record: ImportRecord, line: Int) throws {
    guard case .trip(let trip) = record else { return }
    try naming(line) { _ = try TripValues(trip.draft.ofNewTrip, today: .first) }
  }

  private mutating func put(_ record: ImportRecord, line: Int) throws {
    try Self.naming(line) {
      switch record {
      case .trip(let trip): try put(trip, line: line)
      case .stay(let stay, let uid): try put(stay, ofTripWithUID: uid, line: line)
      }
    }
  }

  /// Adds the line of a record to its error.
  private static func naming(_ line: Int, _ work: () throws -> Void) throws {
    do {
      try work()
    } catch let error as TripsError {
      switch error {
      case .value, .collision: throw ImportProblem(line: line, error.description)
      default: throw error
      }
    }
  }

  private mutating func put(_ trip: ImportedTrip, line: Int) throws {
    if trip.isPart || trip.isForeign {
      strays.givenTitles.formUnion((trip.bucketList ?? []).map(\.title))
    }
    guard let id = try id(of: trip) else { return try insert(trip, line: line) }
    let old = try Store.values(ofTrip: id, in: db)
    let earlier = versions[id] ?? (0, 0)
    let isOtherVersion =
      !trip.isPart && seen.contains(id) && !seenInParts.contains(id)
      && trip.sequence != earlier.sequence
    if isOtherVersion {
      notes.add("an older version of '\(trip.draft.name ?? "")' is left out")
      if trip.sequence < earlier.sequence { return }
    }
    var new = old
    var draft = trip.draft.without(old)
    if trip.isForeign, let notes = draft.notes, old.notes.hasLines(notes) { draft.notes = nil }
    try new.apply(draft)
    var changes = old.changes(to: new)
    var isDefault = draft.perdiemAmount != nil && old.perdiem == nil
    func currency() throws -> Currency? {
      let known = try self.currency(ofTrip: id, new, trip)
      isDefault = isDefault || known == nil
      return known
    }
    let rows = try statements.stays(ofTrip: id)
    let stays = try StaysPlan(
      trip.stays, for: rows, from: (old.startDate, old.endDate),
      to: (new.startDate, new.endDate),
      earlierRows: lastRows.trip == id ? lastRows.stays : [], seen: seenStays, currency)
    let newStays = Set(stays.added.compactMap(\.uid))
    let items = try trip.bucketList.map {
      try ItemPlan(
        $0, for: statements.items(ofTrip: id), areAll: trip.isWholeList, isPart: trip.isPart,
        isForeign: trip.isForeign || trip.isPart,
        fresh: Set(trip.staysOfItems.filter { newStays.contains($0.value) }.keys), currency)
    }
    if let items {
      changes += items.changes
      warnings.addItems(items.replacements, of: new.summary(id: id))
    }
    let tripChanges = changes
    if case .withoutFirst = trip.stays, rows.count > 1 {
      notes.add("'\(new.name)' has \(rows.count) stays; a row without a 'stayName' removes none")
    }
    changes += stays.changes
    if isDefault { warnings.defaultCurrency = options.defaultCurrency }
    for (place, old, kept) in stays.renamed {
      notes.add("'\(place)' keeps what '\(old)' had: \(kept)")
    }
    try see(trip.stays.list)
    let isRepeated = !see(id, trip)
    let isRow = trip.stays.isOne
    let isSameStay = isInEarlierRow(trip.stays, ofTrip: id)
    guard !changes.isEmpty else {
      if isRepeated, isRow || trip.isPart { return }
      // The event of an unchanged stay may have come first.
      if unchanged.insert(id).inserted || isRepeated { report.unchanged += 1 }
      return
    }
    // The last one would win, and each import of the file would change the trip back and forth. But
    // a CSV has one row per stay of a trip.
    let isContradiction = isRepeated && !trip.isPart && !isOtherVersion
    if isContradiction && !(isRow && tripChanges.isEmpty) || isRow && isSameStay {
      let file = files[earlier.file] ?? ""
      let place = earlier.file == files.count - 1 ? "the file" : "'\(file)'"
      let isOfStay = isRow && tripChanges.isEmpty
      let name = isOfStay ? "the stay '\(trip.stays.list[0].placeName)'" : "'\(new.name)'"
      let differing = tripChanges.isEmpty ? changes : tripChanges
      let more = differing.count > 1 ? " and \(differing.count - 1) more" : ""
      throw TripsError.value(
        "\(name) appears earlier in \(place) with other values (\(differing[0].property)\(more))")
    }
    try Store.refuseCollision(new, except: id, in: db)
    let isMoved = old.startDate != new.startDate && old.endDate != new.endDate
    let before = isMoved ? try statements.stays(ofTrip: id) + statements.items(ofTrip: id) : []
    try Store.update(id, from: old, to: new, in: db)
    try items?.apply(toTrip: id, statements)
    try stays.apply(toTrip: id, statements)
    warnings.addLostConfirmations(stays.lostConfirmations, of: new.summary(id: id))
    let areDaysGiven = !stays.changes.isEmpty || items?.changes.isEmpty == false
    if (old.startDate, old.endDate) != (new.startDate, new.endDate) || areDaysGiven {
      try checkDays(new, id: id, before: before)
    }
    warnings.checkRule(of: new.summary(id: id), new, old)
    if unchanged.remove(id) != nil {
      report.unchanged -= 1
    } else if isRepeated {
      return noteMore(of: id, changes)
    }
    if let uid = trip.uid, try statements.tripID(uid: uid) == nil {
      notes.add(
        "'\(new.name)' was found by its name and dates, not its uid; if they change, the file adds "
          + "another trip")
    }
    report.updated += 1
    note(.update, of: new.summary(id: id), line: line, changes)
  }

  /// Records that a trip is described, by parts or not. Returns whether it was not before.
  private mutating func see(_ id: Int64, _ trip: ImportedTrip) -> Bool {
    let isFirst = seen.insert(id).inserted
    if trip.isPart, isFirst { seenInParts.insert(id) }
    let version = (file: files.count - 1, sequence: trip.sequence)
    if version != (0, 0), isFirst || !trip.isPart { versions[id] = version }
    return isFirst || (!trip.isPart && seenInParts.remove(id) != nil)
  }

  /// Records that stays are described, and reports the trips that were made of their events.
  private mutating func see(_ stays: [ImportedStay]) throws {
    for uid in stays.compactMap(\.uid) where seenStays.insert(uid).inserted {
      if let event = uid.rest(before: ForeignEvents.staySuffix),
        let id = try statements.tripID(uid: String(event))
      {
        report.tripsOfStays.append(try Store.values(ofTrip: id, in: db).summary(id: id))
      }
    }
  }

  /// Whether an earlier CSV row of the trip has the same stay.
  private mutating func isInEarlierRow(_ stays: ImportedStays, ofTrip id: Int64) -> Bool {
    guard stays.isOne, let stay = stays.list.first, stay.uid == nil else { return false }
    if lastRows.trip != id { lastRows = (id, []) }
    return !lastRows.stays.insert(stay.values.map { $0 ?? .null }.rowKey).inserted
  }

  private mutating func insert(_ trip: ImportedTrip, line: Int) throws {
    let values = try TripValues(trip.draft.ofNewTrip, today: .first)
    var isDefault = trip.draft.perdiemAmount != nil && trip.currency == nil
    func currency() -> Currency? {
      let known = values.perdiem?.currency ?? trip.currency
      isDefault = isDefault || known == nil
      return known
    }
    let items = try (trip.bucketList ?? []).map { try $0.fitting(nil, currency) }
    var stays = try trip.stays.list.map { try $0.fitting(nil, currency) }
    if isDefault { warnings.defaultCurrency = options.defaultCurrency }
    // Derived as in release 1.0.0, so that all devices that import the file have the same stay.
    if !stays.isEmpty, stays[0].uid == nil { stays[0].uid = trip.uid.map { $0 + "-stay" } }
    if !statements.keepsIDs,
      let twin = try statements.tripID(sharingDaysWith: values)
        ?? statements.tripID(namesakeOf: values)
    {
      warnings.addTwin(
        values.summary(id: 0), of: try Store.values(ofTrip: twin, in: db).summary(id: twin))
    } else if trip.isForeign,
      let other = try Store.overlaps(of: values, id: 0, in: db).first(where: {
        !seen.contains($0.id)
      })
    {
      warnings.addOverlap(values.summary(id: 0), with: other)
    }
    let uid = try trip.uid.flatMap { try statements.tripID(ofStay: $0) == nil ? $0 : nil }
    let id = try statements.insert(values, id: trip.id, uid: uid)
    for item in items { try statements.insert(item, ofTrip: id) }
    for stay in stays { try statements.insert(stay, ofTrip: id) }
    try see(stays)
    _ = see(id, trip)
    _ = isInEarlierRow(trip.stays, ofTrip: id)
    if trip.stays.list.count > 1 || trip.givesDays { try checkDays(values, id: id) }
    report.added += 1
    let contents = listsChanges ? values.contents(stays, items) : []
    note(.insert, of: values.summary(id: id), line: line, contents)
  }

  /// Adds to the notes about a trip.
  private mutating func noteMore(of id: Int64, _ changes: [PropertyChange]) {
    guard let index = report.changes.lastIndex(where: { $0.trip.id == id }) else { return }
    report.changes[index].changes += changes
  }

  private mutating func note(
    _ kind: ImportedChange.Kind, of trip: TripSummary, line: Int, _ changes: [PropertyChange]
  ) {
    guard listsChanges || (kind == .update && report.changes.count < ImportWarnings.most) else {
      return
    }
    report.changes.append(
      ImportedChange(kind: kind, trip: trip, line: line, changes: changes))
  }

  /// - Parameter before: the stays and items of a trip that was moved.
  private mutating func checkDays(
    _ values: TripValues, id: Int64, before: [[SQLiteValue]] = []
  ) throws {
    warnings.checkDays(
      of: values.summary(id: id), stays: try statements.stays(ofTrip: id),
      items: try statements.items(ofTrip: id), before: Set(before))
  }

  /// The currency of a cost without one.
  private func currency(
    ofTrip id: Int64, _ values: TripValues, _ given: ImportedTrip
  ) throws -> Currency? {
    try values.perdiem?.currency ?? StayColumn.currency(of: statements.stays(ofTrip: id))
      ?? ItemColumn.currency(of: statements.items(ofTrip: id)) ?? given.currency
  }

  /// The matching trip, if there is one.
  private func id(of trip: ImportedTrip) throws -> Int64? {
    if let uid = trip.uid, let id = try statements.tripID(uid: uid) { return id }
    let draft = trip.draft
    guard let name = draft.name, let start = draft.startDate else { return nil }
    if case .on(let end) = draft.end { return try statements.tripID(name, start, end) }
    let ids = try statements.tripIDs(name, start)
    guard ids.count <= 1 else {
      throw TripsError.value(
        "several trips are called '\(name)' and start on \(start); their end or uid is missing")
    }
    return ids.first
  }

  private mutating func put(
    _ stay: ImportedStay, ofTripWithUID uid: String, line: Int
  ) throws {
    guard let id = try statements.tripID(uid: uid) else {
      throw TripsError.value("the stay '\(stay.placeName)' belongs to an unknown trip")
    }
    let trip = try Store.values(ofTrip: id, in: db)
    let dates = (trip.startDate, trip.endDate)
    let plan = try StaysPlan(
      .some([stay]), for: statements.stays(ofTrip: id), from: dates, to: dates, seen: seenStays
    ) { try currency(ofTrip: id, trip, ImportedTrip()) }
    let isRepeated = !seenStays.insert(stay.uid ?? stay.placeName).inserted
    guard !plan.changes.isEmpty else {
      if !seen.contains(id), unchanged.insert(id).inserted { report.unchanged += 1 }
      return
    }
    if isRepeated {
      throw TripsError.value(
        "the stay '\(stay.placeName)' appears earlier in the file with other values")
    }
    try plan.apply(toTrip: id, statements)
    try checkDays(trip, id: id)
    // If the import also contains the trip, the stay belongs to that.
    if unchanged.remove(id) != nil {
      report.unchanged -= 1
    } else if seen.contains(id) {
      return noteMore(of: id, plan.changes)
    }
    report.updated += 1
    note(.update, of: trip.summary(id: id), line: line, plan.changes)
  }
}
