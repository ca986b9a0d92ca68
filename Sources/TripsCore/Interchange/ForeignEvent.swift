/// An event of another program, interpreted as a trip and as part of one.
struct ForeignEvent {
  enum Role: Equatable {
    case stay(place: String)
    case checkOut(place: String)
    case other
  }

  let line: Int
  var trip: ImportedTrip
  let days: ClosedRange<CalendarDate>
  let isAllDay: Bool
  /// `09:05`; nil for an all-day event.
  let time: String?
  let isInUTC: Bool
  let version: EventVersion
  /// The day of the check-out, if this is a stay; nil if the event does not state it.
  let checkOut: CalendarDate?
  private(set) var role: Role
  /// The stay that it is in the store.
  private(set) var stored: StoredStay?
  /// Whether its title says so.
  let isHotel: Bool
  /// Whether it ends at an earlier time of day than it began, as a stay does, and hardly a trip.
  let endsEarlier: Bool

  /// - Parameter zone: the local time zone, for times in UTC.
  init(_ line: Int, _ trip: ImportedTrip, _ days: EventDays, _ lines: [ICSLine], _ zone: ZoneClock)
  {
    func time(_ name: String) -> EventTime? {
      lines.first { $0.name == name }.flatMap { try? EventTime($0) }
    }
    let start = time("DTSTART")
    let duration = lines.first { $0.name == "DURATION" }
      .flatMap { try? EventDuration($0.value) }
    let end = time("DTEND") ?? duration.flatMap { start?.adding($0) }
    let clock = start?.zone.flatMap(ZoneClock.init(identifier:)) ?? zone
    let from = start?.local(clock)
    // A flight ends in another zone.
    let to = end?.zone == start?.zone ? end?.local(clock) : nil
    self.line = line
    self.trip = trip
    self.days = days.first...days.last
    isAllDay = days.isWholeDays
    self.time = days.isWholeDays ? nil : from.map { Self.time($0 % 86_400) }
    endsEarlier = from.flatMap { from in to.map { $0 % 86_400 < from % 86_400 } } ?? false
    let lasted = from.flatMap { from in to.map { $0 - from } } ?? 0
    let name = trip.draft.name ?? ""
    role = Self.role(name, lastsANight: !days.isWholeDays && lasted >= Self.night)
    isHotel = Self.role(name, lastsANight: false) != .other
    isInUTC = start?.isUTC == true
    version = Self.version(trip.sequence, lines)
    // An all-day event ends before the day of its check-out; those that Google makes of a booking's
    // mail end on it.
    let isGoogles =
      trip.uid?.ends(with: "@google.com") == true
      && Self.googleWords.contains(where: name.lowercased().begins(with:))
    let countsNights = isAllDay && !isGoogles
    let last = countsNights ? days.last.adding(days: 1) : days.last
    checkOut = last.flatMap { $0 > days.first ? $0 : nil }
  }

  static func version(_ sequence: Int, _ lines: [ICSLine]) -> EventVersion {
    (sequence, lines.first { $0.name == "DTSTAMP" }?.value.uppercased() ?? "")
  }

  var title: String { trip.draft.name ?? "" }

  /// A trip for itself, which includes the check-out of a hotel.
  var asTrip: (days: ClosedRange<CalendarDate>, trip: ImportedTrip) {
    guard isAllDay, case .stay = role, let checkOut else { return (days, trip) }
    var trip = trip
    trip.draft.end = .on(checkOut)
    return (days.lowerBound...checkOut, trip)
  }

  /// Whatever its title says now, the event of a stay is that stay.
  mutating func recognize(_ stay: StoredStay) {
    stored = stay
    if case .stay = role, stay.uid != trip.uid { return }
    role = .stay(place: title)
  }

  /// Whether its nights are those in the store.
  var hasStoredNights: Bool {
    guard let nights = stored?.nights else { return false }
    // An all-day event ends before the check-out, unless it is a day room.
    let last = isAllDay ? nights.upperBound.adding(days: -1) : nights.upperBound
    return days == nights.lowerBound...max(nights.lowerBound, last ?? nights.lowerBound)
  }

  /// - Parameter trips: the trips that contain it.
  func leftOut(_ reason: LeftOutEvent.Reason, in trips: [String] = []) -> LeftOutEvent {
    let when = [days.lowerBound.description, time].compactMap(\.self).joined(separator: " ")
    let place = trips.isEmpty ? "" : " in " + trips.joined(separator: " and ")
    return LeftOutEvent(reason: reason, description: "'\(title)' (\(when))\(place)")
  }

  var isDescribed: Bool { trip.draft.notes?.isEmpty == false }

  var start: (CalendarDate, String) { (days.lowerBound, time ?? "") }

  /// Whether it touches two days or more.
  var lasts: Bool { days.lowerBound < days.upperBound }

  /// In seconds: longer than any flight, and shorter than from a late check-in to an early
  /// check-out.
  private static let night = 19 * 3_600

  private static let googleWords = ["stay at", "stay in"]
  private static let checkIns =
    googleWords + [
      "check-in", "check in", "checkin", "accommodation", "lodging", "unterkunft", "übernachtung",
    ]
  private static let checkOuts = ["check-out", "check out", "checkout"]
  /// A blank ends words with which other words begin.
  private static let hotels = [
    "hotel", "hôtel", "grand hotel", "grand hôtel", "hostel", "motel", "airbnb", "b&b",
    "bed & breakfast", "bed and breakfast", "guesthouse", "guest house", "pension ", "pensione ",
    "gasthof", "gasthaus", "gästehaus", "jugendherberge", "ferienwohnung", "fewo ", "apartment",
    "appartement", "best western", "hilton", "holiday inn", "ibis ", "marriott", "mercure",
    "novotel", "premier inn", "radisson",
  ]

  private static func role(_ name: String, lastsANight: Bool) -> Role {
    func place(after words: [String]) -> String? {
      guard let word = words.first(where: name.lowercased().begins(with:)) else { return nil }
      let rest = name.unicodeScalars.dropFirst(word.unicodeScalars.count)
        .drop { ": -–@".unicodeScalars.contains($0) }
      return rest.isEmpty ? name : String(rest)
    }
    if let place = place(after: checkOuts) { return .checkOut(place: place) }
    if let place = place(after: checkIns) { return .stay(place: place) }
    let isHotel = hotels.contains(where: name.lowercased().begins(with:))
    return isHotel || lastsANight ? .stay(place: name) : .other
  }

  private static func time(_ second: Int) -> String {
    [second / 3_600, second / 60 % 60].map { ($0 < 10 ? "0" : "") + String($0) }
      .joined(separator: ":")
  }
}

/// A stay of the store that was exported as an event, or made of one.
struct StoredStay {
  let id: Int64
  let uid: String
  let place: String
  /// From check-in to check-out.
  let nights: ClosedRange<CalendarDate>
  let trip: TripSummary
  let tripUID: String
}
