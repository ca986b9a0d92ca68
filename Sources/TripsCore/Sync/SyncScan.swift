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
  /// Their stays, where they were trips once, by the UIDs of the trips.
  private(set) var strangerStays: [String: SyncTrip.File] = [:]
  private(set) var strangerCount = 0
  /// What is known of them: one of them may be a trip's that was moved.
  private(set) var passing: [StrangerEvent] = []
  private(set) var unreadable: [CalendarFolder.Unreadable] = []
  /// Why nobody can say of a trip that its file is gone.
  private(set) var doubt: String?
  /// Found where an event may be that of a trip which was deleted.
  private(set) var graves: SyncGraves?
  private let adopts: Bool
  private let db: Database

  /// - Parameter left: trips of which an earlier sync has left both sides as they were.
  init(
    _ folder: CalendarFolder?, base: SyncBase?, left: [String], adopts: Bool, in db: Database
  ) throws {
    self.adopts = adopts
    self.db = db
    let seed = UInt64.random(in: .min ... .max)
    trips.reserveCapacity(
      Int(try StatementCursor.integer("SELECT count(*) FROM trip", in: db) ?? 0))
    try StoredFacts(db: db).readAll { id, uid, facts in
      trips[uid] = SyncTrip(
        id: id, digest: facts.digest(seed: seed), stayDigest: facts.stayDigest(seed: seed))
      // Another program may have written one that no event gives back as it is.
      if !uid.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
        (try? StoredText.uid.required(uid)) != uid
      {
        trips[uid]?.heldBecause = "its uid cannot stand in a calendar"
      }
    }
    let former = base.map { left + $0.trips.keys } ?? []
    for uid in former where trips[uid] == nil { trips[uid] = SyncTrip() }
    var stays: [(uid: String, file: SyncTrip.File)] = []
    var eventless: [(name: String, uids: [String])] = []
    try folder?.scan { name, bytes in
      if let (uid, digest) = EventDigestReader.read(bytes, seed: seed), match(uid, digest, name) {
        return
      }
      do {
        guard let event = try EventFile(Array(bytes)) else {
          eventless.append((name, EventFile.uids(guessedFrom: bytes)))
          return
        }
        try add(SyncTrip.File(name: name, bytes: Array(bytes), event: event), &stays)
      } catch let problem as ValueError {
        hold(name, problem.description, EventFile.uids(guessedFrom: bytes))
      }
    } unreadable: { name, reason in
      hold(name, reason, [])
    }
    for (uid, file) in stays { add(file, stayOf: uid) }
    for file in eventless { addWithoutEvent(file.name, file.uids) }
    guard let folder else { return }
    completePairs(folder)
    if doubt == nil, trips.values.contains(where: { !$0.isSame }), try folder.hasChanged() {
      doubt = "the folder is being changed"
    }
  }

  /// Reads the event that is just as it would be written where the other one of its trip is not: what
  /// is not read would be taken for gone. So would be a stay whose file another trip of that UID has.
  private mutating func completePairs(_ folder: CalendarFolder) {
    for (uid, trip) in trips where trip.heldBecause != nil {
      guard let owner = ICSExporter.trip(ofStay: uid), let other = trips[owner],
        other.stayDigest != nil, other.stay == nil, !other.stayIsSame
      else { continue }
      trips[owner]?.heldBecause = trip.heldBecause
    }
    for (uid, trip) in trips
    where !trip.isSame && trip.heldBecause == nil && (trip.eventIsSame || trip.stayIsSame) {
      if trip.eventIsSame { read(uid, of: uid, \.event, folder) }
      if trip.stayIsSame { read(uid + ICSExporter.staySuffix, of: uid, \.stay, folder) }
    }
  }

  private mutating func read(
    _ eventUID: String, of uid: String, _ place: WritableKeyPath<SyncTrip, SyncTrip.File?>,
    _ folder: CalendarFolder
  ) {
    let name = eventUID + ".ics"
    if let bytes = folder.bytes(of: name), let event = try? EventFile(bytes), event.uid == eventUID
    {
      trips[uid]?[keyPath: place] = SyncTrip.File(name: name, bytes: bytes, event: event)
    } else {
      trips[uid]?.heldBecause = "its file was changed meanwhile"
    }
  }

  /// Whether the event is one of the store's, just as it would be written.
  private mutating func match(_ uid: String, _ digest: EventDigest, _ name: String) -> Bool {
    // Another file of the same event is told by its name, so that the first one's must be as usual.
    if name.utf8.count == uid.utf8.count + 4, name.hasPrefix(uid) {
      if let index = trips.index(forKey: uid) {
        let trip = trips.values[index]
        guard trip.id != nil, trip.digest == digest.event, !trip.eventIsSame, trip.event == nil
        else { return false }
        trips.values[index].eventIsSame = true
        return true
      }
      if let owner = ICSExporter.trip(ofStay: uid), let index = trips.index(forKey: owner) {
        let trip = trips.values[index]
        guard trip.stayDigest == digest.stay, !trip.stayIsSame, trip.stay == nil else {
          return false
        }
        trips.values[index].stayIsSame = true
        return true
      }
    }
    return false
  }

  private mutating func add(
    _ file: SyncTrip.File, _ stays: inout [(uid: String, file: SyncTrip.File)]
  ) throws {
    let uid = file.event.uid
    let isMarked = EventReading.isMarked(file.event)
    let isStay = EventReading.isStay(file.event)
    if let trip = ICSExporter.trip(ofStay: uid), isStay || (trips[uid] == nil && !isMarked) {
      // Whether it has a trip shows when all are read.
      stays.append((trip, file))
    } else if trips[uid] != nil {
      if trips[uid]?.eventIsSame == true { trips[uid]?.holdTwice(uid, file.name) }
      Self.put(file, in: &trips[uid, default: SyncTrip()], \.event)
    } else if !isStay, try isMarked || wasDeletedByCalendar(file.event) {
      Self.put(file, in: &arrived[uid, default: SyncTrip()], \.event)
    } else {
      count(stranger: file.event)
      if adopts, !isStay { strangers.append(file) }
    }
  }

  /// Whether a program that has dropped our lines may have brought a trip's event back, for a sync has
  /// deleted the trip because it was gone. Who deletes one in the store means all events of it.
  private mutating func wasDeletedByCalendar(_ event: EventFile) throws -> Bool {
    if event.isCancelled { return false }
    let graves = try graves ?? SyncGraves(in: db)
    self.graves = graves
    return graves.isOfSync(event.uid)
  }

  private mutating func count(stranger event: EventFile) {
    strangerCount += 1
    passing.append(StrangerEvent(event))
  }

  private mutating func add(_ file: SyncTrip.File, stayOf uid: String) {
    if trips[uid] != nil {
      if trips[uid]?.stayIsSame == true { trips[uid]?.holdTwice(file.event.uid, file.name) }
      Self.put(file, in: &trips[uid, default: SyncTrip()], \.stay)
    } else if arrived[uid] != nil {
      Self.put(file, in: &arrived[uid, default: SyncTrip()], \.stay)
    } else {
      count(stranger: file.event)
      if adopts, let trip = strangers.first(where: { $0.event.uid == uid }) {
        strangerStays[trip.event.uid] = file
      } else if adopts, !EventReading.isStay(file.event), !Trip.isNewUID(uid) {
        // Of one of ours the trip is still to come.
        strangers.append(file)
      }
    }
  }

  private static func put(
    _ file: SyncTrip.File, in trip: inout SyncTrip,
    _ place: WritableKeyPath<SyncTrip, SyncTrip.File?>
  ) {
    if let other = trip[keyPath: place] { trip.holdTwice(other.name, file.name) }
    trip[keyPath: place] = file
  }

  /// A file that is not read may be the one of a trip, or of several: these are left as they are.
  private mutating func hold(_ name: String, _ reason: String, _ uids: [String]) {
    let uids = uids.isEmpty ? [String(name.dropLast(".ics".count))] : uids
    let owners = uids.compactMap { uid in
      [uid, ICSExporter.trip(ofStay: uid)].compactMap(\.self).first { trips[$0] != nil }
    }
    for owner in owners { trips[owner]?.heldBecause = "'\(name)' cannot be read: \(reason)" }
    if owners.isEmpty {
      doubt = "another one cannot be read"
      unreadable.append(CalendarFolder.Unreadable(name: name, reason: reason, uid: uids.first))
    }
  }

  /// A calendar without an event, such as a task, may be the file of one that is missing: some program
  /// has emptied it, and only a file that is gone deletes.
  private mutating func addWithoutEvent(_ name: String, _ uids: [String]) {
    let stem = String(name.dropLast(".ics".count))
    if uids.isEmpty { doubt = doubt ?? "another one holds no event" }
    for uid in uids + [stem] where isMissing(uid) { return hold(name, "it holds no event", [uid]) }
    strangerCount += 1
  }

  /// Whether the store would write an event of this UID that no file holds.
  private func isMissing(_ uid: String) -> Bool {
    if let trip = trips[uid], trip.id != nil { return trip.event == nil && !trip.eventIsSame }
    guard let trip = ICSExporter.trip(ofStay: uid).flatMap({ trips[$0] }) else { return false }
    return trip.stayDigest != nil && trip.stay == nil && !trip.stayIsSame
  }
}

extension SyncTrip {
  /// - Parameter first: the name of the other file, or its stem.
  fileprivate mutating func holdTwice(_ first: String, _ second: String) {
    let first = first.hasSuffix(".ics") ? first : first + ".ics"
    heldBecause = "its UID stands in '\(first)' and in '\(second)'"
  }
}

extension EventFile {
  /// The UIDs in a file that cannot be read as a whole.
  static func uids(guessedFrom bytes: UnsafeRawBufferPointer) -> [String] {
    bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
      guard line.count < 1_100 else { return nil }
      let text = String(decoding: line, as: UTF8.self)
      guard text.uppercased().hasPrefix("UID:") else { return nil }
      let uid = StoredText.formed(ICSLine.text(of: String(text.dropFirst(4))))
      return uid.isEmpty ? nil : uid
    }
  }
}
