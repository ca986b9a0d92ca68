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
  /// The trip as the store has it, where it goes from there.
  var lost: TripFacts?
  /// Whether this program has made the event of a trip that is new here, which no other one has pasted.
  var isOfTrips = false
  /// The stranger's event that becomes a trip.
  var stranger: StrangerEvent?
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

  /// Whether something goes from the store because a file of it was missing.
  var followsMissingFile: Bool {
    switch storeChange {
    case .delete: true
    case .update(_, let old, let new): old.stay != nil && new.stay == nil
    case .none, .insert: false
    }
  }

  var isEmpty: Bool {
    if case .none = storeChange { files.isEmpty } else { false }
  }
}

/// A trip as a sync finds it: in the store and in the folder.
struct SyncTrip {
  /// A file that has to be read line by line.
  final class File {
    let name: String
    let bytes: [UInt8]
    let event: EventFile

    init(name: String, bytes: [UInt8], event: EventFile) {
      self.name = name
      self.bytes = bytes
      self.event = event
    }
  }

  /// In the store.
  var id: Int64?
  var event: File?
  var stay: File?
  /// Why it must be left as it is.
  var heldBecause: String?
  /// Of its events as the store would write them; nil for a stay that there is not.
  var digest: UInt64 = 0
  var stayDigest: UInt64?
  /// Whether there are files with events just like these.
  var eventIsSame = false
  var stayIsSame = false

  /// Whether both sides are the same without a look at any line.
  var isSame: Bool {
    heldBecause == nil && eventIsSame && stay == nil && (stayDigest == nil || stayIsSame)
  }
}
