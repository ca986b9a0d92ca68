internal import SQLite

/// What an import warns of: dates that do not fit their trips, and trips on the same days.
struct ImportWarnings {
  /// The limit of named trips, stays and items; further ones are counted.
  static let most = 10

  private var outside: [(trip: Int64, name: String)] = []
  private var overlapping: [TripSummary] = []
  private var overlaps: [String] = []

  /// That of an amount in the files, if neither it nor its trip has one.
  var defaultCurrency: Currency?

  /// Adds a new trip of another calendar that overlaps one in the store.
  mutating func addOverlap(_ new: TripSummary, with existing: TripSummary) {
    overlaps.append("'\(new.name)', \(new.dates), overlaps \(existing.description)")
  }

  /// Adds stays and items outside their trip, and a trip whose stays share nights.
  mutating func checkDays(of trip: TripSummary, _ rows: TripRows) {
    let days = trip.startDate.description...trip.endDate.description
    func isOutside(_ row: [SQLiteValue], _ columns: [some StoredColumn]) -> Bool {
      columns.compactMap { (row[$0]).text }.contains { !days.contains($0) }
    }
    // An earlier row of a CSV may have named them.
    while outside.last?.trip == trip.id { outside.removeLast() }
    for row in rows.stays where isOutside(row, [StayColumn.startDate, .endDate]) {
      outside.append(
        (trip.id, "the stay '\(row.text(StayColumn.placeName))' of \(trip.description)"))
    }
    for row in rows.items where isOutside(row, [ItemColumn.date]) {
      outside.append((trip.id, "the item '\(row.text(ItemColumn.title))' of \(trip.description)"))
    }
    var end = ""
    let nights = rows.stays.map { row in
      row[StayColumn.startDate].isNull
        ? (days.lowerBound, days.upperBound)
        : (row.text(StayColumn.startDate), row.text(StayColumn.endDate))
    }
    let haveOverlaps = nights.sorted { $0 < $1 }.contains { night in
      guard night.0 < night.1 else { return false }
      defer { end = max(end, night.1) }
      return night.0 < end
    }
    if haveOverlaps, overlapping.last?.id != trip.id { overlapping.append(trip) }
  }

  /// Nil if all amounts have a currency.
  var ofCurrency: String? {
    defaultCurrency.map { "amounts without a currency are taken as \($0.code)" }
  }

  var sentences: [String] {
    var sentences = Self.named(overlaps, more: "new trips overlap others")
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
