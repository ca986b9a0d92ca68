/// Sorts the events of other programs into trips, and the items and stays of trips.
///
/// An all-day event is a trip. A timed one within exactly one trip becomes an item of it, or a stay
/// if it is a hotel's or lasts a night; otherwise it is a trip if it touches two days or more and no
/// trip contains it. The others are listed.
///
/// A stay gets a uid derived from its event's. The event of a stay in the store is that stay, in
/// whatever trip it is. An event of a stay that has a description is an item too, since a stay has
/// no notes.
struct ForeignEvents {
  /// A trip that is passed on unchanged: one of ours in the same file, or that of `--into`.
  private struct Known {
    let uid: String?
    let name: String?
    let days: ClosedRange<CalendarDate>
    let line: Int
  }

  /// A trip that may contain events.
  private struct Container {
    let days: ClosedRange<CalendarDate>
    let line: Int
    var trip: ImportedTrip
    var events: [ForeignEvent] = []
    /// Whether its event is cancelled, which leaves out the events within it.
    var isCancelled = false

    /// Whether it is the trip of a stay in the store, also if the import finds that by name and dates.
    func isTrip(of stay: StoredStay) -> Bool {
      trip.uid == stay.tripUID
        || (trip.draft.name == stay.trip.name && days == stay.trip.startDate...stay.trip.endDate)
    }
  }

  private let options: ImportOptions
  private let known: KnownEvents
  private var events: [ForeignEvent] = []
  private var knownTrips: [Known] = []
  private var containers: [Container] = []
  /// The events by their UIDs.
  private var places: [String: Int] = [:]
  private(set) var left: [LeftOutEvent] = []
  /// The events that are within no trip, or several.
  private(set) var strays: [StrayEvent] = []
  /// What is not imported as it is written.
  private(set) var notes: [String] = []
  /// The trips whose times of day are lost.
  private(set) var timed: [String] = []
  /// The trips that look like hotels.
  private(set) var hotels: [String] = []
  /// Whether times were written in UTC.
  private(set) var hasTimesInUTC = false

  /// Makes the uid of a stay from that of its event.
  static let staySuffix = "-nights"

  init(_ options: ImportOptions, _ known: KnownEvents) {
    self.options = options
    self.known = known
    if let target = options.target { know(target, line: 1) }
  }

  mutating func know(_ trip: ImportedTrip, line: Int) {
    guard let start = trip.draft.startDate else { return }
    var end = start
    if case .on(let day) = trip.draft.end { end = max(start, day) }
    knownTrips.append(
      Known(uid: trip.uid, name: trip.draft.name, days: start...end, line: line))
  }

  mutating func cancel(_ event: StatedEvent, _ title: String, _ version: EventVersion) {
    known.cancel(
      StrayEvent(title: title, day: event.days?.first, isCancelled: true), uid: event.uid, version)
    guard let days = event.days, days.isWholeDays else { return }
    containers.append(
      Container(days: days.first...days.last, line: 0, trip: ImportedTrip(), isCancelled: true))
  }

  mutating func add(_ event: ForeignEvent) {
    if let uid = event.trip.uid {
      if known.isOutdated(uid, event.version) {
        return notes.append("an older version of '\(event.title)' is left out")
      }
      if let place = places[uid], events[place].trip.sequence < event.trip.sequence {
        notes.append("an older version of '\(events[place].title)' is left out")
        events[place] = event
        return
      }
      places[uid] = events.count
    }
    events.append(event)
  }

  /// Adds a stay to the previous event's trip, if it belongs to that.
  mutating func add(_ stay: ImportedStay, ofTripWithUID uid: String) -> Bool {
    guard let last = events.indices.last, events[last].trip.uid == uid else { return false }
    events[last].trip.stays = .some(events[last].trip.stays.list + [stay])
    return true
  }

  /// Leaves out an event that cannot be read as a trip, if it repeats or would be left out anyway.
  mutating func leave(_ name: String, _ days: EventDays?, repeats: Bool) -> Bool {
    let isShort = days.map { !$0.isWholeDays && $0.first == $0.last } ?? false
    guard repeats || (isShort && options.target == nil && !options.takesAllEvents) else {
      return false
    }
    let title = name.isEmpty ? "an event without a title" : "'\(name)'"
    let day = days.map { " (\($0.first))" } ?? ""
    left.append(LeftOutEvent(reason: repeats ? .repeats : .isNoTrip, description: title + day))
    return true
  }

  /// The trips of the file with their parts, in order, and then the parts of other trips.
  mutating func trips() throws -> [(line: Int, trip: ImportedTrip)] {
    func begins(_ event: ForeignEvent) -> Bool {
      options.target == nil && event.isAllDay && event.role == .other
    }
    if events.isEmpty { return [] }
    for place in events.indices {
      if let stay = try known.stay(of: events[place]) { events[place].recognize(stay) }
    }
    containers += knownTrips.map { known in
      Container(days: known.days, line: known.line, trip: Self.part(of: known))
    }
    for event in events where begins(event) { append(event) }
    addToContainers(events.filter { !begins($0) }.sorted { $0.start < $1.start })
    return try containers.filter { !$0.isCancelled && (!$0.trip.isPart || !$0.events.isEmpty) }
      .sorted { ($0.trip.isPart ? 1 : 0, $0.line) < ($1.trip.isPart ? 1 : 0, $1.line) }
      .map { ($0.line, $0.events.isEmpty ? $0.trip : try filled($0)) }
  }

  /// Identifies a trip to which parts are added.
  private static func part(of known: Known) -> ImportedTrip {
    var part = ImportedTrip()
    part.uid = known.uid
    part.draft.name = known.name
    part.draft.startDate = known.days.lowerBound
    part.draft.end = .on(known.days.upperBound)
    part.isPart = true
    return part
  }

  private mutating func append(_ event: ForeignEvent) {
    if event.isInUTC { hasTimesInUTC = true }
    if !event.isAllDay { timed.append(event.title) }
    if event.isHotel { hotels.append(event.title) }
    let (days, trip) = event.asTrip
    containers.append(Container(days: days, line: event.line, trip: trip))
  }

  /// - Parameter events: sorted by start.
  private mutating func addToContainers(_ events: [ForeignEvent]) {
    var coming = containers.indices.sorted {
      containers[$0].days.lowerBound < containers[$1].days.lowerBound
    }[...]
    func end(_ place: Int) -> CalendarDate { containers[place].days.upperBound }
    // Of the trips that have begun, the four that end last: they tell whether an event is within
    // none, one or several, and a file may have many.
    var open: [Int] = []
    var cancelledEnd: CalendarDate?
    // The trips of stays in the store, by uid.
    var owners: [String: Int] = [:]
    for (place, container) in containers.enumerated() {
      if let uid = container.trip.uid { owners[uid] = place }
    }
    // The trips of check-ins whose check-outs are separate events, by place.
    var checkIns: [String: Int] = [:]
    func give(_ event: ForeignEvent, to trip: Int) {
      containers[trip].events.append(event)
      if case .stay(let place) = event.role, event.checkOut == nil { checkIns[place] = trip }
    }
    for event in events {
      let (first, last) = (event.days.lowerBound, event.days.upperBound)
      while let next = coming.first, containers[next].days.lowerBound <= first {
        coming.removeFirst()
        if containers[next].isCancelled {
          cancelledEnd = max(cancelledEnd ?? end(next), end(next))
        } else {
          open = Array((open + [next]).sorted { end($0) > end($1) }.prefix(4))
        }
      }
      // A night train on the last day departs within the trip.
      let isDeparture =
        !event.isAllDay && event.role == .other && first.days(until: last) <= 1
      let until = isDeparture ? first : last
      let trips = open.filter { end($0) >= until }
      if let stay = event.stored {
        let isElsewhere =
          options.target.map { $0.uid != stay.tripUID }
          ?? (!trips.isEmpty && !trips.contains { containers[$0].isTrip(of: stay) })
        if isElsewhere {
          notes.append("'\(stay.place)' is a stay of \(stay.trip.description), and remains there")
        }
        let trip = owners[stay.tripUID] ?? containers.count
        if trip == containers.count {
          var part = ImportedTrip()
          (part.uid, part.isPart) = (stay.tripUID, true)
          let days = stay.trip.startDate...stay.trip.endDate
          containers.append(Container(days: days, line: event.line, trip: part))
          owners[stay.tripUID] = trip
        }
        give(event, to: trip)
        continue
      }
      // Also after the trip.
      if case .checkOut(let place) = event.role, let trip = checkIns.removeValue(forKey: place) {
        give(event, to: trip)
        continue
      }
      let isCancelled = cancelledEnd.map { $0 >= until } ?? false
      if trips.count == 1 {
        give(event, to: trips[0])
        continue
      }
      strays.append(StrayEvent(title: event.title, day: first, time: event.time))
      if options.target == nil,
        event.isAllDay || options.takesAllEvents || (trips.isEmpty && !isCancelled && last > first)
      {
        append(event)
      } else if trips.isEmpty {
        left.append(event.leftOut(isCancelled ? .isCancelled : .isNoTrip))
      } else {
        let names = trips.prefix(3).map { "'\(containers[$0].trip.draft.name ?? "")'" }
        left.append(event.leftOut(.isWithinSeveral, in: names))
      }
    }
  }

  // MARK: - Events within a trip

  private struct Stay {
    let event: ForeignEvent
    let place: String
    var checkOut: CalendarDate?
  }

  private mutating func filled(_ container: Container) throws -> ImportedTrip {
    var trip = container.trip
    var stays: [Stay] = []
    var items: [ImportedItem] = trip.bucketList ?? []
    for event in container.events {
      if event.isInUTC { hasTimesInUTC = true }
      // Several whole days that are given to a trip become a stay.
      let isStay = options.target != nil && event.isAllDay && event.lasts && event.role == .other
      if let reason = try reasonAgainstStay(event, in: container, isStay: isStay) {
        notes.append("'\(event.title)' \(reason) and is not a stay")
        continue
      }
      switch isStay ? .stay(place: event.title) : event.role {
      case .stay(let place):
        var checkOut = event.checkOut
        let end = container.days.upperBound
        if event.isAllDay, event.days.upperBound == end, checkOut ?? end > end {
          checkOut = end
          notes.append("the check-out of '\(place)' is set to the last day of the trip")
        }
        if !event.isHotel, event.stored == nil {
          notes.append("'\(place)' lasts a night and is imported as a stay")
        }
        stays.append(Stay(event: event, place: place, checkOut: checkOut))
        if event.isDescribed {
          trip.staysOfItems[items.count] = Self.uid(ofStay: event)
          items.append(Self.item(event))
        }
      case .checkOut(let place):
        let stay = stays.lastIndex { $0.place == place && $0.checkOut == nil }
        if let stay { stays[stay].checkOut = event.days.lowerBound }
        if stay == nil || event.isDescribed { items.append(Self.item(event)) }
      case .other: items.append(Self.item(event))
      }
    }
    for index in stays.indices where stays[index].checkOut == nil {
      let first = stays[index].event.days.lowerBound
      if let end = stays[index].event.stored?.nights.upperBound, end > first {
        stays[index].checkOut = end
      } else {
        notes.append("'\(stays[index].place)' has no check-out; 1 night is assumed")
        stays[index].checkOut = first.adding(days: 1)
      }
    }
    trip.stays = .some(trip.stays.list + stays.map(Self.stay))
    trip.bucketList = items
    trip.isWholeList = false
    return trip
  }

  /// Why an event within a trip is a trip too; nil if it is none.
  private func reasonAgainstStay(
    _ event: ForeignEvent, in container: Container, isStay: Bool
  ) throws -> String? {
    guard event.stored == nil else { return nil }
    if let uid = event.trip.uid, uid == container.trip.uid { return "is the trip itself" }
    if options.target != nil, event.lasts, !event.isHotel, !event.endsEarlier,
      event.days == container.days
    {
      return "has the dates of the trip"
    }
    guard isStay else { return nil }
    let hotel = container.events.first {
      $0.isHotel && event.days.contains($0.days.lowerBound)
        && event.days.contains($0.days.upperBound)
    }
    if let hotel { return "contains '\(hotel.title)'" }
    return try known.isTrip(event) ? "is another trip" : nil
  }

  private static func uid(ofStay event: ForeignEvent) -> String? {
    event.stored?.uid
      ?? event.trip.uid.flatMap { try? StoredText.uid.required($0 + staySuffix) }
  }

  private static func stay(_ stay: Stay) -> ImportedStay {
    var imported = ImportedStay()
    imported.uid = uid(ofStay: stay.event)
    imported.set(.placeName, stay.place)
    imported.set(.address, stay.event.trip.draft.destination)
    if stay.event.hasStoredNights { return imported }
    imported.set(.startDate, stay.event.days.lowerBound.description)
    imported.set(.endDate, stay.checkOut?.description)
    return imported
  }

  private static func item(_ event: ForeignEvent) -> ImportedItem {
    var item = ImportedItem()
    let (place, notes) = (event.trip.draft.destination ?? "", event.trip.draft.notes ?? "")
    let details = [place, notes].filter { !$0.isEmpty }.joined(separator: "\n")
    item.set(.title, event.title)
    item.set(.details, (try? StoredText.details.normalized(details)) ?? notes)
    item.set(.date, event.days.lowerBound.description)
    item.set(.time, event.time)
    return item
  }
}
