// What the days of a trip come to: where one sleeps, what lies outside the trip, what it costs.

extension Trip {
  /// From check-in to check-out: the days of a stay, or those of the trip where it has none.
  package func dates(of stay: LivingAccommodation) -> ClosedRange<CalendarDate> {
    guard let start = stay.startDate, let end = stay.endDate, start <= end else {
      return startDate...endDate
    }
    return start...end
  }

  /// Nights of the trip by their evenings; nil for a trip of one day.
  private var nightNumbers: Range<Int> { startDate.dayNumber..<endDate.dayNumber }

  /// The nights of the trip without a stay, as ranges of evenings in order.
  package var nightsWithoutStay: [ClosedRange<CalendarDate>] {
    var gaps: [ClosedRange<CalendarDate>] = []
    var next = nightNumbers.lowerBound
    func close(before night: Int) {
      if next < night, let first = CalendarDate(dayNumber: next),
        let last = CalendarDate(dayNumber: night - 1)
      {
        gaps.append(first...last)
      }
    }
    let stays = livingAccommodations.map { dates(of: $0) }
      .filter { $0.lowerBound < $0.upperBound }
    for stay in stays.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      close(before: min(stay.lowerBound.dayNumber, nightNumbers.upperBound))
      next = max(next, stay.upperBound.dayNumber)
    }
    close(before: nightNumbers.upperBound)
    return gaps
  }

  /// How many nights of the trip have a stay.
  package var nightsWithStay: Int {
    nights - nightsWithoutStay.reduce(0) { $0 + $1.lowerBound.days(until: $1.upperBound) + 1 }
  }

  /// Pairs of stays that share a night, each stay with the one before it that ends last. (All pairs of many
  /// stays would be too many.) A check-out on the day of a check-in shares none.
  package var overlaps: [(LivingAccommodation, LivingAccommodation)] {
    let stays = livingAccommodations.map { (stay: $0, dates: dates(of: $0)) }
      .filter { $0.dates.lowerBound < $0.dates.upperBound }
      .sorted { ($0.dates.lowerBound, $0.stay.id) < ($1.dates.lowerBound, $1.stay.id) }
    var pairs: [(LivingAccommodation, LivingAccommodation)] = []
    var longest = stays.first
    for next in stays.dropFirst() {
      if let longest, next.dates.lowerBound < longest.dates.upperBound {
        pairs.append((longest.stay, next.stay))
      }
      if longest.map({ next.dates.upperBound > $0.dates.upperBound }) ?? true { longest = next }
    }
    return pairs
  }

  /// The stays with which a stay shares a night.
  package func overlaps(with stay: LivingAccommodation) -> [LivingAccommodation] {
    let own = dates(of: stay)
    return livingAccommodations.filter { other in
      let dates = dates(of: other)
      return other.id != stay.id
        && max(own.lowerBound, dates.lowerBound)
          < min(own.upperBound, dates.upperBound)
    }
  }

  package func contains(_ date: CalendarDate) -> Bool { (startDate...endDate).contains(date) }

  package var staysOutside: [LivingAccommodation] { livingAccommodations.filter(\.isOutside) }

  package var itemsOutside: [BucketListItem] { bucketList.filter(\.isOutside) }

  /// Whether a stay or an item has a date of its own.
  package var hasDates: Bool {
    livingAccommodations.contains { $0.startDate != nil } || bucketList.contains { $0.date != nil }
  }

  /// What its stays and items cost, a sum a currency.
  package var costs: [MoneySum] {
    CostSums(livingAccommodations.compactMap(\.cost) + bucketList.compactMap(\.cost)).sums
  }

  /// The currency of an amount for which none is typed: that of its per diem, else of its first cost; nil
  /// where it has neither.
  package var currency: Currency? {
    if let perdiem = (self as? BusinessTrip)?.perdiem { return perdiem.currency }
    let stays = livingAccommodations.filter { $0.cost != nil }.min { $0.id < $1.id }
    return (stays?.cost ?? bucketList.lazy.compactMap(\.cost).first)?.currency
  }
}

extension LivingAccommodation {
  /// Whether one of its days is outside its trip.
  package var isOutside: Bool {
    guard let trip else { return false }
    let dates = trip.dates(of: self)
    return !trip.contains(dates.lowerBound) || !trip.contains(dates.upperBound)
  }

  /// Nights from check-in to check-out; nil where it has no dates of its own.
  package var nights: Int? { startDate.flatMap { start in endDate.map { start.days(until: $0) } } }
}

extension BucketListItem {
  /// Whether its date is outside its trip.
  package var isOutside: Bool { date.map { trip?.contains($0) == false } ?? false }
}

/// Sums of amounts by currency: never one across them.
package struct CostSums {
  // A list: there are few, and most trips have none.
  private var entries: [MoneySum] = []

  package init() {}

  package init(_ amounts: [Money]) {
    for money in amounts { add(money) }
  }

  package mutating func add(_ money: Money) {
    let minorUnits = Int128(money.minorUnits)
    if let index = entries.firstIndex(where: { $0.currency == money.currency }) {
      entries[index] = MoneySum(
        minorUnits: entries[index].minorUnits + minorUnits, currency: money.currency)
    } else {
      entries.append(MoneySum(minorUnits: minorUnits, currency: money.currency))
    }
  }

  mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

  /// In the order of the currencies' codes.
  package var sums: [MoneySum] { entries.sorted { $0.currency.code < $1.currency.code } }
}
