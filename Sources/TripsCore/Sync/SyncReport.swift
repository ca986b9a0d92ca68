/// The result of a sync or of its dry run.
package struct SyncReport: Sendable {
  /// One entry for each trip that differed between the sides.
  package var entries: [SyncEntry] = []
  /// Events not created by trips, which were left alone.
  package var foreign = 0
  /// Trips whose events were cancelled in the calendar; they are unchanged.
  package var cancelled: [TripSummary] = []
  /// Likewise for stays, with the ids of their trips.
  package var cancelledStays: [CancelledStay] = []
  /// Trips that were equal on both sides.
  package var unchanged = 0

  /// Whether the user has nothing to decide.
  package var isComplete: Bool { !entries.contains { $0.isLeft } }

  /// Whether there are changes that an undo could revert.
  package var hasChangedStore: Bool {
    entries.contains { !$0.fromCalendar.isEmpty || $0.direction == .fromCalendar }
  }
}

package typealias CancelledStay = (trip: Int64?, id: Int64?, place: String)

/// The result for one trip.
package struct SyncEntry: Sendable {
  package enum Direction: String, Sendable {
    case toCalendar, fromCalendar, both
    /// Both sides changed a fact differently; nothing was done.
    case conflict
    /// It cannot be synced as it is; nothing was done.
    case left
  }

  package enum Action: String, Sendable {
    case added, changed, deleted
    /// One side deleted it and the other changed it.
    case revived
  }

  package var direction: Direction
  package var action: Action = .changed
  package let uid: String
  /// Nil for a trip that is not in the store.
  package var id: Int64?
  package var name: String
  /// `YYYY-MM-DD`; nil if the days cannot be read.
  package var startDate: String?
  package var endDate: String?
  /// The changes to the calendar, and those from it.
  package var toCalendar: [PropertyChange] = []
  package var fromCalendar: [PropertyChange] = []
  package var conflicts: [SyncConflict] = []
  /// Why it was skipped.
  package var reason: String?
  /// The trip in the store whose name and dates this one would get.
  package var rival: Int64?

  package var isLeft: Bool { direction == .conflict || direction == .left }
}

/// The options of a sync.
package struct SyncOptions: Sendable {
  package var prefers: SyncSide?
  /// The trips to which `prefers` applies, by id; nil is all.
  package var preferredTrips: Set<Int64>?
  /// Whether many deletions are confirmed.
  package var isConfirmed = false
  /// Whether the last sync is forgotten, so that nothing is deleted.
  package var isAnew = false

  package init() {}

  func side(of trip: Trip) -> SyncSide? {
    preferredTrips?.contains(trip.id) == false ? nil : prefers
  }
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
      "\(count) of \(all) events of trips and stays are gone from the folder; those that have not "
        + "changed here would be deleted"
    }
  }
}

extension TripFacts {
  /// The differences in readable form.
  func changes(to other: TripFacts) -> [PropertyChange] {
    Facts.changes(values, other.values)
      + Self.changes(items, other.items, "item", ItemColumn.title.fact) { "item '\($0.title)': " }
      + Self.changes(stays, other.stays, "stay", StayColumn.placeName.fact) {
        "stay '\($0.values["placeName"] ?? "")': "
      }
  }

  /// Like `changes`, for the facts stated by the trip's own event.
  func tripChanges(to other: TripFacts) -> [PropertyChange] {
    Facts.changes(values, other.values)
      + Self.changes(listed, other.listed, "item", ItemColumn.title.fact) { _ in "" }
  }

  private static func changes(
    _ old: [RowFacts], _ new: [RowFacts], _ property: String, _ name: String,
    label: (RowFacts) -> String
  ) -> [PropertyChange] {
    var (keys, rows) = ([String: Int](), [Int64: Int]())
    for (place, row) in new.enumerated() {
      if let key = row.key { keys[key] = place }
      if let id = row.row { rows[id] = place }
    }
    var added = Set(new.indices)
    var changes: [PropertyChange] = []
    for row in old {
      let place = row.row.flatMap { rows[$0] } ?? row.key.flatMap { keys[$0] }
      if let place {
        added.remove(place)
        changes += Facts.changes(row.values, new[place].values, label(row))
      } else {
        changes.append(PropertyChange(property: property, old: row.values[name], new: nil))
      }
    }
    return changes
      + added.sorted().map { place in
        PropertyChange(property: property, old: nil, new: new[place].values[name])
      }
  }
}

extension Facts {
  private static let flags = Set(
    ItemColumn.allCases.filter(\.declaration.isFlag).map(\.name)
      + StayColumn.allCases.filter(\.declaration.isFlag).map(\.name))

  private static let order =
    TripColumn.stated.map(\.fact) + ItemColumn.stated.map(\.fact) + StayColumn.stated.map(\.fact)

  /// The differences in readable form; facts that a side does not state are equal.
  static func changes(_ old: Facts, _ new: Facts, _ label: String = "") -> [PropertyChange] {
    var seen: Set<String> = []
    return order.filter { seen.insert($0).inserted }.compactMap { fact in
      let (before, after) = (old[fact] ?? "", new[fact] ?? "")
      guard before != after, after != "" || new[fact] != nil || new.isEmpty,
        !(flags.contains(fact) && before == "" && after == Fact.no)
      else { return nil }
      return PropertyChange(
        property: label + fact, old: shown(before, fact), new: shown(after, fact))
    }
  }

  /// A value in readable form; nil for none.
  static func shown(_ value: String, _ fact: String) -> String? {
    if value.isEmpty { return nil }
    return flags.contains(fact) ? (value == Fact.yes ? "true" : "false") : value
  }
}
