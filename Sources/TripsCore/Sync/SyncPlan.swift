/// What a sync is going to do about one trip.
struct SyncPlan {
  enum StoreChange {
    case none
    case insert(TripFacts)
    case update(id: Int64, from: TripFacts, to: TripFacts)
    case delete(id: Int64)
  }

  let uid: String
  var entry: SyncEntry
  var storeChange = StoreChange.none
  var files: [CalendarFolder.Change] = []
  /// The place of the trip's base, should it be left as it is; nil where that of this sync will do.
  var baseIfLeft: HistoryToken?

  /// Leaves the trip as it is on both sides.
  mutating func leave(_ reason: String) {
    entry.direction = .left
    entry.reason = reason
    entry.toCalendar = []
    entry.fromCalendar = []
    storeChange = .none
    files = []
  }

  var isEmpty: Bool {
    if case .none = storeChange { files.isEmpty } else { false }
  }
}

/// A trip as a sync finds it: in the store, in the folder, and in the base.
struct SyncTrip {
  struct File {
    let name: String
    let bytes: [UInt8]
    let event: EventFile
  }

  /// In the store.
  var id: Int64?
  var event: File?
  var stay: File?
  /// Why it must be left as it is.
  var heldBecause: String?
  /// Whether its events are just as the store would write them.
  var eventIsSame = false
  var stayIsSame = false
}
