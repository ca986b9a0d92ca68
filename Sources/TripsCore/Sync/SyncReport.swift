/// The side that wins conflicts.
package enum SyncSide: String, CaseIterable, Sendable { case store, calendar }

/// The result of a sync or of its dry run.
package struct SyncReport {
  /// One entry for each trip that differed between the sides.
  package var entries: [SyncEntry] = []
  /// Events not created by trips, which were left alone.
  package var foreign = 0
  /// Rows whose events are cancelled in the calendar.
  package var cancelled: [CancelledRow] = []
  /// The warnings about days that the calendar has changed.
  package var warnings: [TripWarnings] = []
  /// Trips that were equal on both sides.
  package var unchanged = 0

  /// Whether the user has nothing to decide.
  package var isComplete: Bool { !entries.contains { $0.isLeft } }

  /// Whether there are changes that an undo could revert.
  package var hasChangedStore: Bool {
    entries.contains { !$0.fromCalendar.isEmpty || $0.direction == .fromCalendar }
  }
}

/// The result for one trip.
package struct SyncEntry: Sendable {
  package enum Direction: String, Sendable {
    case toCalendar, fromCalendar, both
    /// Both sides changed a fact of an event differently, or another program created the event; it
    /// was left alone until the user prefers a side.
    case conflict
    /// An event cannot be synced as it is, and was left alone.
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
  /// Facts that both sides changed to different values: the old value of each is that of the store,
  /// the new one that of the calendar.
  package var conflicts: [PropertyChange] = []
  /// Why events were left alone.
  package var reason: String?
  /// The trip in the store whose name and dates this one would get.
  package var rival: Int64?

  package var isLeft: Bool { direction == .conflict || direction == .left }

  /// Leaves the trip unchanged on both sides.
  mutating func leave(_ reason: String) {
    (direction, self.reason) = (.left, reason)
    (toCalendar, fromCalendar, conflicts) = ([], [], [])
  }
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

  func side(ofTrip id: Int64) -> SyncSide? {
    preferredTrips?.contains(id) == false ? nil : prefers
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
      "\(count) of \(all) events of trips and stays are missing from the folder; their rows would be "
        + "deleted, unless they have changed here"
    }
  }
}
