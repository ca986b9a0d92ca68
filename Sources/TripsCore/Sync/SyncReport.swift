internal import SQLite

/// The side that wins conflicts.
package enum SyncSide: String, CaseIterable, Sendable { case store, calendar }

/// The result of a sync or of its dry run.
package struct SyncReport {
  /// What happened to a row, or why it was left alone.
  package struct Entry: Sendable {
    package enum Kind: String, Sendable {
      case insert, update, delete
      /// One side deleted it and the other changed it.
      case kept
      /// Both sides changed a fact differently: it was left alone on both until one is preferred.
      case conflict
      /// It cannot be synced as it is.
      case problem
      /// It waits for its trip.
      case waiting
      /// Its event is cancelled.
      case cancelled
    }

    package let kind: Kind
    /// Where it was changed.
    package var side: SyncSide?
    /// Nil for a file without a row; `name` is that of the file.
    package let entity: Entity?
    /// Nil if it is not in the store.
    package var id: Int64?
    package let name: String
    package var trip: String?
    package var tripID: Int64?
    /// Of a conflict the old values are those of the store, the new ones those of the calendar.
    package var changes: [PropertyChange] = []
    package var reason: String?
  }

  package var entries: [Entry] = []
  /// The rows of cancelled events.
  package var cancelled: [CancelledRow] {
    entries.compactMap { entry in
      guard entry.kind == .cancelled, let id = entry.id, let entity = entry.entity else {
        return nil
      }
      return CancelledRow(
        entity: entity, id: id, trip: entry.tripID ?? id, name: entry.name)
    }
  }
  /// The titles of events that trips did not create.
  package var foreign: [String] = []
  /// The titles of events whose rows have no trip.
  package var orphans: [String] = []
  /// The titles of new events without the X-TRIPS- properties.
  package var incomplete: [String] = []
  /// Removed files, with their content.
  package var removed: [(file: String, content: String)] = []
  /// The warnings about days that the calendar has changed.
  package var warnings: [TripWarnings] = []

  package var conflicts: Int { entries.count { $0.kind == .conflict } }
  package var problems: Int { entries.count { $0.kind == .problem } }
  /// Whether the user has nothing to decide.
  package var isComplete: Bool { conflicts + problems == 0 }
}

/// The options of a sync.
package struct SyncOptions: Sendable {
  package var prefers: SyncSide?
  /// Whether events of other programs become items and stays of the trip that has their days.
  package var adopts = false
  /// The uids of the trips to which `prefers` and `adopts` apply; nil is all.
  package var trips: Set<String>?
  /// Whether many deletions are confirmed.
  package var isConfirmed = false
  /// Whether the last sync is forgotten, so that nothing is deleted.
  package var isAnew = false

  package init() {}

  func includes(trip uid: String) -> Bool { trips?.contains(uid) != false }
  func side(ofTrip uid: String) -> SyncSide? { includes(trip: uid) ? prefers : nil }
}

/// Why a sync was refused.
package enum SyncProblem: Error, Sendable, CustomStringConvertible {
  case missingFolder(String)
  case busyFolder(String)
  /// This many of the synced events are missing.
  case filesGone(Int, of: Int)

  package var description: String {
    switch self {
    case .missingFolder(let path): "there is no folder '\(path)'"
    case .busyFolder(let path): "another sync is running in '\(path)'"
    case .filesGone(let count, let all):
      "\(count) of \(all) events are missing from the folder; their trips, stays and items would be "
        + "deleted, unless they have changed here"
    }
  }
}

// MARK: - Describing a plan

extension SyncPlan {
  /// The report of this plan.
  ///
  /// - Parameter failed: rows that could not be written, with the reasons.
  func report(failed: [String: String]) -> SyncReport {
    var report = SyncReport()
    for row in rows.sorted(by: { sortKey($0).lexicographicallyPrecedes(sortKey($1)) }) {
      report.entries += entries(row, failed)
    }
    for (file, reason) in reading.unreadable.sorted(by: { $0.key < $1.key }) {
      report.entries.append(
        .init(kind: .problem, entity: nil, name: file, reason: "cannot be read: \(reason)"))
    }
    let taken = Set(rows.compactMap(\.memory?.file))
    report.foreign = reading.scan.foreign.filter { !taken.contains($0.file) }.map(\.stated.title)
    report.orphans = reading.scan.orphans
    report.incomplete = rows.filter { row in
      guard let found = reading.scan.rows[row.uid] else { return false }
      return !row.isHeld && found.base == nil && found.stored == nil
        && found.event?.stated.entity != nil
        && found.event?.stated.properties[OwnProperty.dates] == nil
    }.compactMap { $0.after?.name }
    report.removed = removals.map { removal in
      (removal.file, String(streamSafe: removal.old ?? []))
    }
    return report
  }

  /// Trips by their dates, each followed by its parts.
  private func sortKey(_ row: RowPlan) -> [String] {
    let facts = row.after ?? row.before?.facts ?? row.stated
    let trip = row.entity == .trip ? facts : tripFacts(facts?.trip ?? "")
    return [
      trip?.dates?.text ?? "", row.entity == .trip ? row.uid : facts?.trip ?? "",
      row.entity == .trip ? "" : row.entity == .stay ? "1" : "2", row.uid,
    ]
  }

  private func tripFacts(_ uid: String) -> EventFacts? {
    after[uid] ?? reading.scan.rows[uid]?.stored?.facts ?? reading.facts[uid]
  }

  private func entries(_ row: RowPlan, _ failed: [String: String]) -> [SyncReport.Entry] {
    if let reason = problems[row.uid] ?? failed[row.uid] {
      return [entry(row, .problem, reason: reason)]
    }
    switch decisions.held[row.uid] {
    case .conflict: return [conflict(row)]
    case .problem(let reason): return [entry(row, .problem, reason: reason)]
    case .waits: return [entry(row, .waiting)]
    case .cancelled:
      return [entry(row, .cancelled)] + change(row, .store, row.before?.facts, row.after)
    case nil:
      return change(row, .store, row.before?.facts, row.after)
        + (row.change == nil ? [] : change(row, .calendar, row.stated, row.after))
    }
  }

  private func change(
    _ row: RowPlan, _ side: SyncSide, _ old: EventFacts?, _ new: EventFacts?
  ) -> [SyncReport.Entry] {
    guard old != nil || new != nil, old != new else { return [] }
    let isWhole = old == nil || new == nil
    var entry = entry(
      row, isWhole ? (new == nil ? .delete : row.isKept ? .kept : .insert) : .update)
    entry.side = side
    if let old, let new { entry.changes = changes(row, from: old, to: new) }
    return isWhole || !entry.changes.isEmpty ? [entry] : []
  }

  private func conflict(_ row: RowPlan) -> SyncReport.Entry {
    var entry = entry(row, .conflict)
    guard let store = row.before?.facts, let calendar = row.stated else { return entry }
    let facts = Set((decisions.outcomes[row.uid]?.conflicts ?? []).joined())
    var other = store
    for fact in facts { other[fact] = calendar[fact] }
    entry.changes = changes(row, from: store, to: other)
    return entry
  }

  private func changes(
    _ row: RowPlan, from old: EventFacts, to new: EventFacts
  ) -> [PropertyChange] {
    func changes<Column: StoredColumn>(_ columns: Column.Type) -> [PropertyChange] {
      func values(_ facts: EventFacts) -> [SQLiteValue] {
        facts.row(columns, over: nil, uid: row.uid, nil)
      }
      return Column.changes(from: values(old), to: values(new))
    }
    var result =
      switch row.entity {
      case .trip: changes(TripColumn.self)
      case .item: changes(ItemColumn.self)
      case .stay: changes(StayColumn.self)
      }
    if old.trip != new.trip {
      result.append(
        PropertyChange(
          property: "trip", old: tripFacts(old.trip)?.name ?? old.trip,
          new: tripFacts(new.trip)?.name ?? new.trip))
    }
    return result
  }

  private func entry(
    _ row: RowPlan, _ kind: SyncReport.Entry.Kind, reason: String? = nil
  ) -> SyncReport.Entry {
    let facts = row.after ?? row.before?.facts ?? row.stated
    let found = reading.scan.rows[row.uid]
    var entry = SyncReport.Entry(
      kind: kind, entity: row.entity, id: row.before?.values.id,
      name: facts?.name ?? found?.event?.stated.title ?? found?.base?.known.facts.name ?? "")
    if row.entity != .trip {
      let trip = facts?.trip ?? ""
      entry.trip = tripFacts(trip)?.name
      entry.tripID = reading.scan.rows[trip]?.stored?.trip
    }
    entry.reason = reason
    return entry
  }
}
