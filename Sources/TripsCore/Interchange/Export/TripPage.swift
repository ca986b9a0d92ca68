/// A trip as a page: what `show`, `plan`, Markdown and HTML have in common. Stored text is kept apart
/// from words of this program, and each writer escapes it in its own way.
package struct TripPage {
  package enum Piece: Equatable {
    case words(String)
    /// Stored text.
    case user(String)
  }

  /// A labelled line.
  package struct Line {
    package var label = ""
    package var pieces: [Piece]
    /// Stored text of several lines, shown below the line.
    package var details: [Detail] = []
    /// The id and the tick of an item.
    package var id: Int64?
    package var isDone: Bool?
    /// The time of an item on its day.
    package var time: ClockTime?
    /// The end after that time: `–06:30 +1`.
    package var until = ""
    /// Whether it is about a stay.
    package var isStay = false
  }

  /// Stored text with its label.
  package struct Detail {
    package let label: String
    package let text: String
    /// Whether a map can show it.
    let isPlace: Bool

    /// Nil for empty text.
    init?(_ label: String, _ text: String, isPlace: Bool = false) {
      if text.isEmpty { return nil }
      (self.label, self.text, self.isPlace) = (label, text, isPlace)
    }
  }

  /// A day, or several consecutive free ones.
  package struct Day {
    package let label: String
    /// Nil for several days.
    package let date: CalendarDate?
    package let isFree: Bool
    package let lines: [Line]
  }

  package let trip: Trip
  private let plan: TripPlan

  /// - Parameter trip: with its items and stays loaded.
  package init(_ trip: Trip) {
    self.trip = trip
    plan = TripPlan(trip)
  }
}

extension TripPage {
  /// The tags, the per diem, the reason, the stays, their nights and the costs.
  package var facts: [Line] {
    let business = trip as? BusinessTrip
    let tags = trip.tags.words.joined(separator: ", ")
    return [
      tags.isEmpty ? nil : Line(label: "Tags", pieces: [.user(tags)]),
      business.flatMap(Self.perdiem),
      business.flatMap { Self.line("Single days", Wording.singleDays(of: $0)) },
      Self.line("Estimate", business?.estimate?.formula),
      Self.line("Reason", (trip as? PersonalTrip)?.reason?.rawValue),
    ].compactMap(\.self) + trip.livingAccommodations.map(Self.line) + sums
  }

  /// The number of nights with a stay, and the total cost.
  package var sums: [Line] {
    [Self.line("Nights", Wording.nights(of: trip)), Self.line("Costs", Wording.costs(of: trip))]
      .compactMap(\.self)
  }

  /// The days of the trip; none if nothing has a date.
  ///
  /// - Parameters:
  ///   - today: a day to show on its own, even if it is free.
  ///   - first: the first day to show; the first of the trip if nil.
  package func days(today: CalendarDate? = nil, from first: CalendarDate? = nil) -> [Day] {
    var days: [Day] = []
    plan.forEachPart(today: today, from: first) { part in
      switch part {
      case .free(let span, let stays, let items):
        let places = stays.flatMap { [Piece.words(", at "), .user($0.placeName)] }
        let titles = items.flatMap { [Piece.words(", "), .user($0.title)] }.dropFirst()
        days.append(
          Day(
            label: span.label(in: trip), date: nil, isFree: true,
            lines: [Line(pieces: (items.isEmpty ? [.words(span.free)] : titles) + places)]))
      case .day(let day):
        days.append(
          Day(
            label: day.date.short(in: trip), date: day.date, isFree: false,
            lines: day.events.map { line($0, on: day.date) }))
      }
    }
    return days
  }

  /// The stays outside the trip.
  package var staysOutside: [Line] { trip.staysOutside.map(Self.line) }
  package var itemsOutside: [Line] { trip.itemsOutside.map(Self.line) }
  package var undated: [Line] { plan.undated.map(Self.line) }
  package var items: [Line] { trip.bucketList.byDate().map(Self.line) }

  /// `Hôtel du Nord, 3–6 Apr, 3 nights (confirmed), 420.00 EUR, reference X4YZ2; outside the trip`.
  package static func line(_ stay: LivingAccommodation) -> Line {
    let outside = Wording.outside(stay).map { [Piece.words("; \($0)")] } ?? []
    return Line(
      label: "Stay",
      pieces: [.user(stay.placeName), .words(Wording.facts(of: stay))] + reference(stay.reference)
        + outside,
      details: [
        Detail("Address", stay.address, isPlace: true), Detail("Details", stay.details),
      ].compactMap(\.self), isStay: true)
  }

  /// `Louvre, Sat 3 Apr (planned)`.
  package static func line(_ item: BucketListItem) -> Line {
    let outside = item.isOutside ? [Piece.words("; outside the trip")] : []
    return Line(
      label: "Bucket list",
      pieces: [.user(item.title), .words(Wording.facts(of: item))] + reference(item.reference)
        + outside,
      details: [
        Detail("Place", item.place, isPlace: true), Detail("Details", item.details),
      ].compactMap(\.self), id: item.id, isDone: item.isDone)
  }

  private static func reference(_ text: String) -> [Piece] {
    text.isEmpty ? [] : [.words(", reference "), .user(text)]
  }

  private func line(_ event: TripPlan.Day.Event, on day: CalendarDate) -> Line {
    switch event {
    case .stay(let onDay): line(onDay)
    case .item(let item): Self.timedLine(item)
    case .earlier(let item) where item.endDate == day:
      Line(pieces: [.words("end of "), .user(item.title)], time: item.endTime)
    case .earlier(let item):
      Line(pieces: [.user(item.title), .words(", to \(item.endDate?.short(in: trip) ?? "")")])
    }
  }

  private static func timedLine(_ item: BucketListItem) -> Line {
    var line = line(item)
    line.time = item.time
    let until = Wording.until(item)
    if item.time != nil { line.until = until }
    line.pieces =
      [
        .user(item.title),
        .words(
          (item.time == nil ? until : "") + Wording.state(of: item) + Wording.cost(of: item)),
      ] + reference(item.reference)
    return line
  }

  private func line(_ onDay: TripPlan.StayOnDay) -> Line {
    let (verb, facts) = Wording.event(onDay, in: trip)
    return Line(
      pieces: [.words("\(verb) "), .user(onDay.stay.placeName), .words(facts)]
        + (onDay.isCheckIn ? Self.reference(onDay.stay.reference) : []), isStay: true)
  }

  private static func line(_ label: String, _ words: String?) -> Line? {
    words.map { Line(label: label, pieces: [.words($0)]) }
  }

  private static func perdiem(of trip: BusinessTrip) -> Line? {
    if trip.perdiem == nil, trip.perdiemRule == .full { return nil }
    let amount = trip.perdiem.map { "\($0) a day, " } ?? "none, "
    // Another program may have stored any text as a rule.
    let rule = trip.perdiemRule == nil ? Piece.user(trip.ruleText) : .words(trip.ruleText)
    return Line(label: "Per diem", pieces: [.words(amount), rule])
  }
}
