import TripsCore

// Notes of a sync about the stays and items that it changed.

extension Context {
  /// A stay that got another name may be another hotel.
  ///
  /// - Parameters:
  ///   - rename: the old name and the new one.
  ///   - changed: the properties that changed too.
  func noteKept(by stay: LivingAccommodation, after rename: PropertyChange, changed: [String]) {
    guard let old = rename.old, let new = rename.new,
      SearchText.folded(old) != SearchText.folded(new)
    else { return }
    let values = [
      ("address", !stay.address.isEmpty), ("isConfirmed", stay.isConfirmed),
      ("cost", stay.cost != nil),
    ]
    let kept = values.filter { name, isSet in isSet && !changed.contains(name) }
    if kept.isEmpty { return }
    let names = kept.map { PropertyWords.label(of: $0.0) }.joined(separator: ", ")
    reporter.note("'\(new)' (\(stay.id)) keeps what '\(old)' had: \(names)")
  }

  /// Warns about nights that a stay shares with others of its trip.
  func warnOfNights(
    of stay: LivingAccommodation, with others: [LivingAccommodation], in trip: Trip
  ) {
    let most = 5
    let name = "'\(stay.placeName)' (\(stay.id))"
    for other in others.prefix(most) {
      guard let shared = trip.sharedNights(of: stay, and: other) else { continue }
      let count = shared.lowerBound.days(until: shared.upperBound)
      reporter.warning(
        "\(name) shares \(counted(count, "night")), \(shared.short(in: trip)), "
          + "with '\(other.placeName)' (\(other.id))")
    }
    let rest = others.count - most
    if rest > 0 { reporter.warning("\(name) shares nights with \(counted(rest, "other stay"))") }
  }

  private static let maxNotes = 5

  /// Warns about stays and items outside the trip, which are kept.
  func warnOfDaysOutside(_ trip: Trip) {
    let outside =
      trip.staysOutside.map { stay in
        let words = Wording.outside(stay) ?? ""
        return "the stay '\(stay.placeName)' (\(stay.id)), "
          + "\(Wording.nights(of: stay) ?? "the whole trip"), "
          + (words.begins(with: "outside") ? "is \(words)" : words)
      }
      + trip.itemsOutside.map { item in
        "the item '\(item.title)' (\(item.id)), \(item.date?.short(in: trip) ?? ""), "
          + "is outside the trip"
      }
    for what in outside.prefix(Self.maxNotes) { reporter.warning(what) }
    let rest = outside.count - Self.maxNotes
    if rest > 0 { reporter.warning("\(rest) more are outside the trip") }
  }
}
