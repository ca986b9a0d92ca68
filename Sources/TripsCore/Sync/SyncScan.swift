internal import GRDB

/// Both sides of a sync: the trips of the store with the events that are paired with them, and the
/// events that are not.
struct SyncScan {
  /// By uid; those of the store, and those that were there at the base.
  private(set) var trips: [String: SyncTrip] = [:]
  /// Trips that came in by the calendar, by uid.
  private(set) var arrived: [String: SyncTrip] = [:]
  /// Events that are not of trips.
  private(set) var strangers: [SyncTrip.File] = []
  private(set) var strangerCount = 0
  private(set) var unreadable: [CalendarFolder.Unreadable] = []
  /// Whether a file cannot be read of which it is not known whose it is, so that nobody can say of a
  /// trip that its file is gone.
  private(set) var hasUnknownFile = false
  private let adopts: Bool

  init(
    _ folder: CalendarFolder?, base: SyncBase?, adopts: Bool, in db: Database
  ) throws {
    self.adopts = adopts
    let rows = try StatementCursor("SELECT id, uid FROM trip", in: db)
    while try rows.next() {
      trips[try rows.checkedText(1)] = SyncTrip(id: try rows.checkedInteger(0))
    }
    for uid in (base?.trips ?? [:]).keys where trips[uid] == nil { trips[uid] = SyncTrip() }
    var stays: [(uid: String, file: SyncTrip.File)] = []
    try folder?.scan { name, bytes in
      do {
        guard let event = try EventFile(Array(bytes)) else {
          strangerCount += 1
          return
        }
        add(SyncTrip.File(name: name, bytes: Array(bytes), event: event), &stays)
      } catch let problem as ValueError {
        hold(name, problem.description, uid: EventFile.uid(guessedFrom: bytes))
      }
    } unreadable: { name, reason in
      hold(name, reason, uid: nil)
    }
    for (uid, file) in stays { add(file, stayOf: uid) }
  }

  private mutating func add(
    _ file: SyncTrip.File, _ stays: inout [(uid: String, file: SyncTrip.File)]
  ) {
    let uid = file.event.uid
    let isMarked = EventReading.isMarked(file.event)
    if let trip = Self.trip(ofStay: uid),
      EventReading.isStay(file.event) || (trips[uid] == nil && trips[trip] != nil)
    {
      stays.append((trip, file))
    } else if trips[uid] != nil {
      Self.put(file, in: &trips[uid, default: SyncTrip()], \.event)
    } else if isMarked, !EventReading.isStay(file.event) {
      Self.put(file, in: &arrived[uid, default: SyncTrip()], \.event)
    } else {
      strangerCount += 1
      if adopts { strangers.append(file) }
    }
  }

  private mutating func add(_ file: SyncTrip.File, stayOf uid: String) {
    if trips[uid] != nil {
      Self.put(file, in: &trips[uid, default: SyncTrip()], \.stay)
    } else if arrived[uid] != nil {
      Self.put(file, in: &arrived[uid, default: SyncTrip()], \.stay)
    } else {
      strangerCount += 1
    }
  }

  private static func put(
    _ file: SyncTrip.File, in trip: inout SyncTrip,
    _ place: WritableKeyPath<SyncTrip, SyncTrip.File?>
  ) {
    if let other = trip[keyPath: place] {
      trip.heldBecause = "its UID stands in '\(other.name)' and in '\(file.name)'"
    }
    trip[keyPath: place] = file
  }

  /// A file that is not read may be the one of a trip: then the trip is left as it is.
  private mutating func hold(_ name: String, _ reason: String, uid: String?) {
    let uid = uid ?? String(name.dropLast(".ics".count))
    unreadable.append(CalendarFolder.Unreadable(name: name, reason: reason, uid: uid))
    let owner = [uid, Self.trip(ofStay: uid)].compactMap(\.self).first { trips[$0] != nil }
    guard let owner else {
      hasUnknownFile = true
      return
    }
    trips[owner]?.heldBecause = "'\(name)' cannot be read: \(reason)"
  }

  static func trip(ofStay uid: String) -> String? {
    uid.hasSuffix(ICSExporter.staySuffix) && uid.utf8.count > ICSExporter.staySuffix.utf8.count
      ? String(uid.dropLast(ICSExporter.staySuffix.count)) : nil
  }
}

extension EventFile {
  /// The UID of a file that cannot be read as a whole.
  static func uid(guessedFrom bytes: UnsafeRawBufferPointer) -> String? {
    for line in bytes.split(separator: UInt8(ascii: "\n")) where line.count < 1_100 {
      let text = String(decoding: line, as: UTF8.self)
      guard text.uppercased().hasPrefix("UID:") else { continue }
      let uid = StoredText.formed(ICSLine.text(of: String(text.dropFirst(4))))
      return uid.isEmpty ? nil : uid
    }
    return nil
  }
}
