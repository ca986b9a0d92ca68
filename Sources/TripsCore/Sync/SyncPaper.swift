/// The side of the calendar: a trip's event and that of its stay, what they say, and how they come to
/// say something else.
struct SyncPaper {
  private let trip: SyncTrip
  private let zone: ZoneClock
  private let reading: EventReading?
  private let stayReading: RowFacts?
  private let stayDays: EventDays?
  private let knownStay: RowFacts?
  /// The days that the stay had as long as it had the trip's.
  private let knownDays: [[String?]]
  /// Whether there was an event, and it is gone.
  private let isGone: Bool
  /// The trip as this device knew it when an event of it was there, if one was.
  private let former: TripFacts?
  private let returned: [HistoryEntity: Set<Int64>]
  /// Whether the trip has come into the store in another way than by this folder.
  private let comesBack: Bool
  /// Whether a sync with another folder has brought the trip in.
  private let isRelayed: Bool
  /// What they say; nil where there is no event.
  let facts: TripFacts?
  /// Whether the trip's event is gone, and that of its stay was changed.
  let livesOn: Bool
  /// `EventReading.isCut`, of either event.
  let isCut: Bool
  /// Values that a trip cannot have.
  let problems: [String]

  init(
    _ trip: SyncTrip, base: TripFacts?, former: TripFacts? = nil, store: TripFacts?,
    returned: [HistoryEntity: Set<Int64>] = [:], comesBack: Bool = false, isRelayed: Bool = false,
    prefers: SyncSide? = nil, _ zone: ZoneClock
  ) {
    self.trip = trip
    self.former = base ?? former
    self.returned = returned
    self.comesBack = comesBack
    self.isRelayed = isRelayed
    self.zone = zone
    let reference = base ?? store
    var problems: [String] = []
    reading = trip.event.map {
      EventReading(
        $0.event, reference: reference, hasBase: base != nil, stored: store?.items ?? [],
        prefers: prefers, zone)
    }
    problems += reading?.problems ?? []
    knownStay = reference?.stay
    let stay = trip.stay.map {
      EventReading.stay($0.event, reference: reference?.stay, prefers: prefers)
    }
    problems += stay?.problems ?? []
    stayReading = stay?.facts
    stayDays = trip.stay.flatMap { try? EventDays($0.event, zone) }
    self.problems = problems
    isCut = reading?.isCut == true || stay?.isCut == true
    knownDays = [base, store, reading?.facts].compactMap(\.self).map {
      [$0.values["startDate"], $0.values["endDate"]]
    }
    isGone = trip.event == nil && base != nil
    livesOn =
      isGone
      && stayReading.map { $0.values != base?.stay?.values } ?? false
    var facts = reading?.facts
    if livesOn || (base == nil && trip.stay != nil && trip.event == nil) { facts = reference }
    facts?.stay = stayReading
    if stayReading != nil { facts?.isStayUnknown = false }
    self.facts = facts
  }

  /// As `facts`; but a stay that was left where it was when its trip was moved is not confirmed for the
  /// other nights.
  var factsOfItsNights: TripFacts? {
    guard var facts = self.facts, let base = reading?.reference, facts.hasOtherDays(than: base),
      facts.stay?.values["isConfirmed"] == Fact.yes, !hasStay(onDaysOf: facts), !isNewlyConfirmed
    else { return self.facts }
    facts.stay?.values["isConfirmed"] = Fact.no
    return facts
  }

  /// A stay is confirmed for its nights: it stays so where a side that has confirmed it has the trip's
  /// days too.
  func withStayOfItsNights(_ facts: TripFacts, store: TripFacts?) -> TripFacts {
    guard let store, facts.stay?.values["isConfirmed"] == Fact.yes else { return facts }
    let isOfStore =
      store.stay?.values["isConfirmed"] == Fact.yes && !facts.hasOtherDays(than: store)
    let isUnmoved = ![store, self.facts].contains { $0.map(facts.hasOtherDays) ?? false }
    let isOfCalendar =
      stayReading?.values["isConfirmed"] == Fact.yes
      && (isUnmoved || hasStay(onDaysOf: facts) || isNewlyConfirmed)
    if isOfStore || isOfCalendar { return facts }
    var facts = facts
    facts.stay?.values["isConfirmed"] = Fact.no
    return facts
  }

  /// Whether the calendar has a confirmation that was not there before, of a stay with days of its own: it
  /// was given for the days that the trip has by now.
  private var isNewlyConfirmed: Bool {
    guard let stay = stayReading?.values, stay["isConfirmed"] == Fact.yes, !hasKnownDays
    else { return false }
    return knownStay?.values["isConfirmed"] != Fact.yes
      || knownStay?.values["placeName"] != stay["placeName"]
  }

  /// Whether the stay has the days, or the nights, that the trip has or had.
  private var hasKnownDays: Bool {
    knownDays.contains { isStay(on: $0) || isStay(onNightsOf: $0) }
  }

  /// Whether the stay has the trip's days, or their nights, which an export writes; but where it has the
  /// days that the trip had before, they are not the nights of a trip that is a day longer now.
  private func hasStay(onDaysOf facts: TripFacts) -> Bool {
    let days = [facts.values["startDate"], facts.values["endDate"]]
    if isStay(on: days) { return true }
    return isStay(onNightsOf: days) && !knownDays.contains { $0 != days && isStay(on: $0) }
  }

  /// Whether the stay has had the nights of the trip, and not its last day.
  private var hasNights: Bool {
    knownDays.contains(where: isStay(onNightsOf:)) && !knownDays.contains(where: isStay(on:))
  }

  private func isStay(on days: [String?]) -> Bool {
    stayDays.map { [$0.first.description, $0.last.description] == days } ?? false
  }

  private func isStay(onNightsOf days: [String?]) -> Bool {
    stayDays.map { [$0.first.description, $0.last.adding(days: 1)?.description] == days } ?? false
  }

  /// The changes of files that make the events say these facts, and what was seen and left.
  func changes(
    to facts: TripFacts, uid: String, at timestamp: String
  ) -> (changes: [CalendarFolder.Change], notes: [String]) {
    var changes: [CalendarFolder.Change] = []
    var reading = reading
    reading?.removesStay = trip.stay != nil && facts.stay == nil
    let isAsItShouldBe = self.facts.map { facts.hasSameEvent(as: $0) } ?? false
    let writesStay =
      facts.stay.map { trip.stay == nil || $0.values != stayReading?.values } ?? false
    // Its stay alone would bring no trip back to a device that has given the event back.
    let isToBeMarked = comesBack || writesStay
    let isStale =
      reading.map { $0.hasStaleItems || $0.isCut || (isToBeMarked && !$0.isMarked) } ?? true
    if !isAsItShouldBe || isStale {
      changes.append(
        change(trip.event, uid, of: uid) {
          $0.put(
            facts, over: reading, since: former, returned: returned[.bucketListItem] ?? [],
            at: timestamp, zone)
          if isRelayed, trip.event == nil, var base = EventBase($0) {
            base.isRelayed = true
            $0.set(EventBase.property, base.line)
          }
        })
    } else if let file = trip.event, let reading {
      // No change of what the event says.
      let told = change(file, uid, of: uid) { $0.tell(facts, over: reading, zone) }
      if told.new != file.bytes { changes.append(told) }
    }
    var notes: [String] = []
    if losesTimes(reading?.days, changes.first) {
      notes.append("the times of '\(facts.name)' do not fit its days any more")
    }
    guard let stay = facts.stay else {
      if let file = trip.stay {
        changes.append(
          CalendarFolder.Change(name: file.name, uid: uid, old: file.bytes, new: nil))
      }
      return (changes, notes)
    }
    let moves = trip.stay != nil && !hasStay(onDaysOf: facts)
    let stayUID = uid + ICSExporter.staySuffix
    if writesStay || (moves && hasKnownDays) {
      changes.append(
        change(trip.stay, stayUID, of: uid) {
          $0.putStay(
            stay, of: hasNights ? facts.ofItsNights : facts,
            over: trip.stay == nil ? nil : stayReading,
            since: former?.stay ?? (isReturned(stay) ? stay : nil),
            movesFrom: moves && hasKnownDays ? stayDays : nil, at: timestamp, zone)
        })
      if losesTimes(stayDays, changes.last) {
        notes.append("the times of the stay of '\(facts.name)' do not fit its days any more")
      }
    } else if let file = trip.stay {
      let told = change(file, stayUID, of: uid) { $0.tell(stay, zone) }
      if told.new != file.bytes { changes.append(told) }
    }
    if moves, !hasKnownDays {
      notes.append(
        "the stay of '\(facts.name)' has days of its own in the calendar, which are not taken")
    }
    // Of a trip that lives on the event comes last: one without a stay would say that this is gone.
    return (isGone ? changes.reversed() : changes, notes)
  }

  /// Whether an event that says when it begins and ends becomes one that lasts all day.
  private func losesTimes(_ days: EventDays?, _ change: CalendarFolder.Change?) -> Bool {
    guard let days, !days.isAllDay, let bytes = change?.new, let event = try? EventFile(bytes)
    else { return false }
    return (try? EventDays(event, zone))?.isAllDay == true
  }

  private func isReturned(_ stay: RowFacts) -> Bool {
    stay.id.map { returned[.livingAccommodation]?.contains($0) == true } ?? false
  }

  /// A stranger's event that becomes a trip says what it says; it is marked alone.
  func marked(
    _ file: SyncTrip.File, _ facts: TripFacts, uid: String
  ) -> CalendarFolder.Change {
    var event = file.event
    event.mark(facts, over: reading, zone)
    return CalendarFolder.Change(name: file.name, uid: uid, old: file.bytes, new: event.bytes)
  }

  private func change(
    _ file: SyncTrip.File?, _ eventUID: String, of uid: String, _ work: (inout EventFile) -> Void
  ) -> CalendarFolder.Change {
    var event = file?.event ?? EventFile(newWithUID: eventUID)
    work(&event)
    return CalendarFolder.Change(
      name: file?.name, eventUID: eventUID, uid: uid, old: file?.bytes, new: event.bytes)
  }
}

extension TripFacts {
  /// Without the last day of several.
  fileprivate var ofItsNights: TripFacts {
    guard let start = startDate, let last = endDate?.adding(days: -1), last >= start else {
      return self
    }
    var facts = self
    facts.values["endDate"] = last.description
    return facts
  }

  fileprivate func hasOtherDays(than other: TripFacts) -> Bool {
    values["startDate"] != other.values["startDate"] || values["endDate"] != other.values["endDate"]
  }
}
