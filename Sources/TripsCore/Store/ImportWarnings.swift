internal import SQLite

/// What an import warns of: dates that do not fit their trips, and trips that may be one.
struct ImportWarnings {
  /// The limit of named trips, stays and items; further ones are counted.
  static let most = 10

  private var unconfirmed: [TripSummary] = []
  private var outside: [(trip: Int64, name: String)] = []
  private var overlapping: [TripSummary] = []
  private var twins: [String] = []
  private var overlaps: [String] = []
  private var moved: [String] = []
  private var rules: [String] = []
  private var items: [String] = []

  /// That of an amount in the files, if neither it nor its trip has one.
  var defaultCurrency: Currency?

  var hasTwins: Bool { !twins.isEmpty }
  var hasOverlaps: Bool { !overlaps.isEmpty }

  /// Adds stays of a trip whose confirmed nights have changed.
  mutating func addLostConfirmations(_ count: Int, of trip: TripSummary) {
    for _ in 0..<count { unconfirmed.append(trip) }
  }

  /// Adds new items of a trip that may replace others of their days.
  mutating func addItems(_ replacements: [(new: String, old: String)], of trip: TripSummary) {
    items += replacements.map {
      "'\($0.new)' is added to \(trip.description), beside '\($0.old)' on the same day"
    }
  }

  /// Adds a new trip that shares days with an earlier one of the same name.
  mutating func addTwin(_ new: TripSummary, of existing: TripSummary) {
    let likeness =
      new.name == existing.name ? "the same name and shares days" : "nearly the same name"
    twins.append(
      "'\(new.name)', \(new.dates), is added beside \(existing.description), which has \(likeness)")
  }

  /// Adds a new trip of another calendar that overlaps one in the store.
  mutating func addOverlap(_ new: TripSummary, with existing: TripSummary) {
    overlaps.append("'\(new.name)', \(new.dates), overlaps \(existing.description)")
  }

  /// Adds a trip whose per diem got another currency, which the rule's amount has too.
  mutating func checkRule(of trip: TripSummary, _ new: TripValues, _ old: TripValues) {
    guard let perdiem = new.perdiem, let before = old.perdiem?.currency,
      before != perdiem.currency, new.perdiemRule == old.perdiemRule,
      let amount = new.perdiemRule?.rest(after: "first-last:"), !amount.ends(with: "%")
    else { return }
    rules.append(
      "the first and the last day of \(trip.description), bring \(amount) \(perdiem.currency.code) "
        + "now")
  }

  /// Adds stays and items outside their trip, and a trip whose stays share nights. A file is taken as
  /// it is.
  ///
  /// - Parameter before: the stays and items of a trip that was moved.
  mutating func checkDays(
    of trip: TripSummary, stays: [[SQLiteValue]], items: [[SQLiteValue]],
    before: Set<[SQLiteValue]>
  ) {
    let kept = datesLeft(
      stays: stays.count { !$0[StayColumn.startDate].isNull && before.contains($0) },
      items: items.count { !$0[ItemColumn.date].isNull && before.contains($0) })
    if let kept { moved.append("\(trip.description), was moved; \(kept)") }
    let days = trip.startDate.description...trip.endDate.description
    func isOutside(_ dates: [SQLiteValue]) -> Bool {
      dates.compactMap(\.text).contains { !days.contains($0) }
    }
    // An earlier row of a CSV may have named them.
    while outside.last?.trip == trip.id { outside.removeLast() }
    for row in stays where isOutside([row[StayColumn.startDate], row[StayColumn.endDate]]) {
      outside.append((trip.id, "the stay '\(row.place)' of \(trip.description)"))
    }
    for row in items where isOutside([row[ItemColumn.date]]) {
      outside.append((trip.id, "the item '\(row.title)' of \(trip.description)"))
    }
    var end = ""
    let nights = stays.map { ImportedStay().nights(over: $0, of: (trip.startDate, trip.endDate)) }
    let haveOverlaps = nights.sorted { $0.lexicographicallyPrecedes($1) }.contains { night in
      guard let first = night.first, let last = night.last, first < last else { return false }
      defer { end = max(end, last) }
      return first < end
    }
    if haveOverlaps, overlapping.last?.id != trip.id { overlapping.append(trip) }
  }

  /// Nil if all amounts have a currency.
  var ofCurrency: String? {
    defaultCurrency.map { "amounts without a currency are taken as \($0.code)" }
  }

  /// Nil if no stay has lost its confirmation.
  var ofConfirmations: String? {
    unconfirmed.first.map { first in
      let stays =
        unconfirmed.count == 1
        ? "the stay of \(first.description), was" : "\(unconfirmed.count) stays were"
      return "\(stays) confirmed for other nights"
    }
  }

  /// Nil if no item may replace another.
  var ofItems: String? {
    items.first.map { first in
      let rest = items.count > 1 ? " (and \(counted(items.count - 1, "more item")))" : ""
      return "\(first)\(rest); items are found by their titles, so remove those that were replaced"
    }
  }

  var sentences: [String] {
    var sentences = Self.named(
      twins, more: "new trips share days with earlier ones of the same name")
    sentences += Self.named(overlaps, more: "new trips overlap others")
    sentences += Self.named(rules, more: "amounts of first and last days have another currency")
    sentences += Self.named(moved, more: "trips were moved without some of their stays or items")
    sentences += Self.named(
      outside.map { "\($0.name), is not within the trip" },
      more: "stays and items are not within their trips")
    if let first = overlapping.first {
      sentences.append(
        overlapping.count == 1
          ? "stays of \(first.description), share nights"
          : "stays of \(overlapping.count) trips share nights, the first of \(first.description)")
    }
    return sentences
  }

  private static func named(_ sentences: [String], more: String) -> [String] {
    let rest = sentences.count - most
    return sentences.prefix(most) + (rest > 0 ? ["\(rest) more \(more)"] : [])
  }
}
