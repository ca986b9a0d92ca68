/// What a sync did, or would do.
package struct SyncReport: Sendable {
  /// One for each trip that was not the same on both sides.
  package var entries: [SyncEntry] = []
  /// Events that are not of trips, and were left alone.
  package var foreign = 0
  /// What was left alone and why, where nobody need do anything about it.
  package var notes: [String] = []
  /// Trips that are the same on both sides.
  package var unchanged = 0

  /// Whether something is left to do.
  package var isComplete: Bool { !entries.contains { $0.isLeft } }

  /// Whether there is something for an undo.
  package var hasChangedStore: Bool {
    entries.contains { $0.direction == .fromCalendar || $0.direction == .both }
  }
}

/// What a sync did about one trip.
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
  /// Nil for one that the store does not have.
  package var id: Int64?
  package var name: String
  /// `YYYY-MM-DD`; nil where the days cannot be read.
  package var startDate: String?
  package var endDate: String?
  /// What was brought into the calendar, and from it.
  package var toCalendar: [PropertyChange] = []
  package var fromCalendar: [PropertyChange] = []
  package var conflicts: [SyncConflict] = []
  /// Why it was left.
  package var reason: String?
  /// Whether it was left for a description that was cut short.
  package var isCut = false
  /// Whether it was left for an event that is gone, and seems to be there under another UID.
  package var isMoved = false

  package var isLeft: Bool { direction == .conflict || direction == .left }
}

/// How to sync.
package struct SyncOptions: Sendable {
  package var prefers: SyncSide?
  /// Whether events that are not of trips become trips.
  package var adopts = false
  /// Whether many deletions, and a folder that is missing, are meant.
  package var isConfirmed = false
  package var isDryRun = false

  package init() {}
}

/// Why a sync did nothing.
package enum SyncProblem: Error, Sendable, CustomStringConvertible {
  case missingFolder(String)
  case busyFolder(String)
  /// So many of the trips that were synced have no file any more.
  case filesGone(Int, of: Int)
  /// So many of the trips that were synced are no longer in the store.
  case tripsGone(Int, of: Int)

  package var description: String {
    switch self {
    case .missingFolder(let path): "there is no folder '\(path)'"
    case .busyFolder(let path): "another sync is at work in '\(path)'"
    case .filesGone(let count, let all):
      "\(count) of \(all) files of trips are gone from the folder, "
        + "and their trips would be deleted"
    case .tripsGone(let count, let all):
      "\(count) of \(all) trips that were synced are gone from the store, "
        + "and their files would be deleted"
    }
  }
}

extension TripFacts {
  /// What differs in the other, as a person reads it.
  func changes(to other: TripFacts) -> [PropertyChange] {
    var changes = Self.changes("", values, other.values)
    changes += Self.changes("stay: ", stay?.values ?? [:], other.stay?.values ?? [:])
    var new = other.items
    for item in items {
      let place =
        new.firstIndex { $0.id == item.id && item.id != nil }
        ?? new.firstIndex { $0.values == item.values }
        ?? new.firstIndex { $0.title == item.title }
      guard let place else {
        changes.append(PropertyChange(property: "item", old: item.title, new: nil))
        let plain = RowFacts(values: EventReading.plainItem)
        changes += Self.changes("item '\(item.title)': ", item.unshown, plain.unshown)
        continue
      }
      let match = new.remove(at: place)
      changes += Self.changes("item '\(item.title)': ", item.values, match.values)
    }
    return changes + new.map { PropertyChange(property: "item", old: nil, new: $0.title) }
  }

  private static func changes(
    _ label: String, _ old: [String: String], _ new: [String: String]
  ) -> [PropertyChange] {
    Fact.columns(of: old, new).compactMap { key in
      // Of a stay that comes or goes an empty address is nothing to tell.
      guard old[key] ?? "" != new[key] ?? "" else { return nil }
      return PropertyChange(
        property: label + key, old: Fact.shown(old[key], of: key),
        new: Fact.shown(new[key], of: key))
    }
  }
}
