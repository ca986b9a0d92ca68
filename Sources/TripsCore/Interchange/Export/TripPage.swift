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
    package var detail = ""
    /// The id and the tick of an item.
    package var id: Int64?
    package var isDone: Bool?
    /// The time of an item on its day.
    package var time: ClockTime?
    /// Whether it is about a stay.
    package var isStay = false
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
  /// The per diem, the reason, the stays, their nights and the costs.
  package var facts: [Line] {
    let business = trip as? BusinessTrip
    return [
      business.flatMap(Self.perdiem),
      business.flatMap { Self.line("Single days", Wording.singleDays(of: $0)) },
      Self.line("Estimate", business?.estimate?.formula),
      Self.line("Reason", (trip as? PersonalTrip)?.reason?.rawValue),
    ].compactMap(\.self) + trip.livingAccommodations.map(Self.line) + sums
  }

  /// How many nights have a stay, and what all costs.
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
      case .free(let span, let stays):
        let places = stays.flatMap { [Piece.words(", at "), .user($0.placeName)] }
        days.append(
          Day(
            label: span.label(in: trip), date: nil, isFree: true,
            lines: [Line(pieces: [.words(span.free)] + places)]))
      case .day(let day):
        days.append(
          Day(
            label: day.date.short(in: trip), date: day.date, isFree: false,
            lines: day.stays.map(line) + day.items.map(Self.timedLine)))
      }
    }
    return days
  }

  /// The stays outside the trip.
  package var staysOutside: [Line] { trip.staysOutside.map(Self.line) }
  package var itemsOutside: [Line] { trip.itemsOutside.map(Self.line) }
  package var undated: [Line] { plan.undated.map(Self.line) }
  package var items: [Line] { trip.bucketList.map(Self.line) }

  /// `Hôtel du Nord, 3–6 Apr, 3 nights (confirmed)`.
  package static func line(_ stay: LivingAccommodation) -> Line {
    Line(
      label: "Stay", pieces: [.user(stay.placeName), .words(Wording.facts(of: stay))],
      detail: stay.address, isStay: true)
  }

  /// `Louvre, Sat 3 Apr (planned)`.
  package static func line(_ item: BucketListItem) -> Line {
    Line(
      label: "Bucket list", pieces: [.user(item.title), .words(Wording.facts(of: item))],
      detail: item.details, id: item.id, isDone: item.isDone)
  }

  private static func timedLine(_ item: BucketListItem) -> Line {
    var line = line(item)
    line.time = item.time
    line.pieces = [
      .user(item.title),
      .words(Wording.state(of: item) + Wording.cost(of: item)),
    ]
    return line
  }

  private func line(_ onDay: TripPlan.StayOnDay) -> Line {
    let (verb, facts) = Wording.event(onDay, in: trip)
    return Line(
      pieces: [.words("\(verb) "), .user(onDay.stay.placeName), .words(facts)], isStay: true)
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
