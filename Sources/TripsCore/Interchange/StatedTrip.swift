internal import SQLite

/// What a source states about a trip, its items and its stays.
///
/// The readers of all formats produce it, and `TripMerge` applies it to the rows of a store.
struct StatedTrip {
  var trip = StatedRow<TripColumn>()
  /// Nil if the items are not mentioned.
  var items: StatedRows<ItemColumn>?
  var stays: StatedRows<StayColumn>?
  /// Whether it only adds to a trip that is described elsewhere.
  var isPart = false
  /// The version of its event.
  var version: EventVersion?

  var uid: String? { trip.uid }

  /// Adds the items and stays of a part.
  mutating func add(_ part: StatedTrip) {
    if let rows = part.items?.rows {
      items = items ?? StatedRows(rows: [])
      items?.rows += rows
    }
    if let rows = part.stays?.rows {
      stays = stays ?? StatedRows(rows: [])
      stays?.rows += rows
    }
  }

  /// The currency of its first amount that has one.
  var currency: Currency? {
    trip.currency ?? (stays?.rows ?? []).lazy.compactMap(\.currency).first
      ?? (items?.rows ?? []).lazy.compactMap(\.currency).first
  }

  /// Whether a stay or an item has a date.
  var givesDays: Bool {
    (stays?.rows ?? []).contains { $0.text(.startDate) != nil }
      || (items?.rows ?? []).contains { $0.text(.date) != nil }
  }
}

/// The items or stays that a source states.
struct StatedRows<Column: StoredColumn> {
  var rows: [StatedRow<Column>]
  /// Whether rows that are not listed are deleted.
  var isComplete = false
  /// Whether that excludes rows with a date, which have events of their own.
  var keepsDated = false
}

/// The version of an event: the higher SEQUENCE counts, then the later DTSTAMP, then the later
/// LAST-MODIFIED (RFC 5546 section 2.1.5).
struct EventVersion: Comparable, Sendable {
  var sequence = 0
  /// UTC: `20261126T101010Z`.
  var stamp = ""
  var modified = ""

  static func < (one: EventVersion, other: EventVersion) -> Bool {
    (one.sequence, one.stamp, one.modified) < (other.sequence, other.stamp, other.modified)
  }
}

/// The event of another program that states a row.
struct EventOrigin: Equatable, Sendable {
  /// The event's place among the events of the import.
  let event: Int
  /// The row that it became in an earlier import.
  var row: Int64?
  /// The values that it stated then, by column.
  var base: [SQLiteValue?]?
}

/// The rows of a trip, its items and its stays in a store.
struct TripRows {
  var trip: [SQLiteValue]
  var items: [[SQLiteValue]] = []
  var stays: [[SQLiteValue]] = []

  /// The currency of an amount without one.
  var currency: Currency? {
    TripColumn.currency(of: [trip]) ?? StayColumn.currency(of: stays)
      ?? ItemColumn.currency(of: items)
  }
}

/// A row before and after a change; nil if it does not exist.
struct RowOutcome {
  let before: [SQLiteValue]?
  var after: [SQLiteValue]?
}

/// The outcome of an import or a sync for one trip.
struct TripChange {
  var trip: RowOutcome
  var items: [RowOutcome] = []
  var stays: [RowOutcome] = []
  /// The places in `items` and `stays` of the rows that were stated, in their order.
  var statedItems: [Int] = []
  var statedStays: [Int] = []

  var isEmpty: Bool {
    trip.before == trip.after && !items.contains { $0.before != $0.after }
      && !stays.contains { $0.before != $0.after }
  }

  /// The resulting rows.
  var after: TripRows {
    TripRows(
      trip: trip.after ?? [], items: items.compactMap(\.after), stays: stays.compactMap(\.after))
  }
}

// MARK: - Differences

extension TripChange {
  /// Each value that changes, in readable form. A new trip lists its per diem, and its stays and
  /// items by day.
  var differences: [PropertyChange] {
    guard let before = trip.before, let after = trip.after else {
      let perdiem = trip.after.flatMap { TripColumn.perdiemMinor.money(in: $0) }.map {
        PropertyChange(property: "perdiem", old: nil, new: $0.description)
      }
      let rows =
        stays.compactMap(\.after).map { ($0.text(StayColumn.startDate), Self.addition(stay: $0)) }
        + items.compactMap(\.after).map { ($0.text(ItemColumn.date), Self.addition(item: $0)) }
      return [perdiem].compactMap(\.self) + rows.sorted { $0.0 < $1.0 }.map(\.1)
    }
    var columns = TripColumn.stated
    columns.insert(columns.removeFirst(), at: 4)
    return TripColumn.changes(from: before, to: after, columns)
      + Self.differences(items, ItemColumn.title, Self.addition(item:)) {
        .item(id: $0, title: $1)
      }
      + Self.differences(stays, StayColumn.placeName, Self.addition(stay:)) {
        .stay(id: $0, place: $1)
      }
  }

  private static func differences<Column: StoredColumn>(
    _ rows: [RowOutcome], _ name: Column, _ addition: ([SQLiteValue]) -> PropertyChange,
    _ owner: (Int64, String) -> PropertyChange.Owner
  ) -> [PropertyChange] {
    rows.flatMap { row -> [PropertyChange] in
      switch (row.before, row.after) {
      case (let before?, let after?):
        Column.changes(of: owner(before.id, before.text(name)), from: before, to: after)
      case (let before?, nil):
        [
          PropertyChange(
            of: owner(before.id, before.text(name)), property: name.fact, old: before.text(name),
            new: nil)
        ]
      case (nil, let after?): [addition(after)]
      case (nil, nil): []
      }
    }
  }

  /// `Ritz, 2027-05-01 to 2027-05-03, 480.00 EUR`.
  private static func addition(stay: [SQLiteValue]) -> PropertyChange {
    let days = [StayColumn.startDate, .endDate].map { stay.text($0) }.filter { !$0.isEmpty }
    let price = StayColumn.costMinor.money(in: stay)?.description ?? ""
    let parts = [stay.text(StayColumn.placeName), days.joined(separator: " to "), price]
    return PropertyChange(
      of: .stay(id: stay.id, place: stay.text(StayColumn.placeName)), property: "placeName",
      old: nil,
      new: parts.filter { !$0.isEmpty }.joined(separator: ", "))
  }

  /// `2027-05-01 09:30 Museum, 12.00 EUR`.
  private static func addition(item: [SQLiteValue]) -> PropertyChange {
    let parts = [ItemColumn.date, .time, .title].map { item.text($0) }.filter { !$0.isEmpty }
    let price = ItemColumn.costMinor.money(in: item).map { ", \($0.description)" } ?? ""
    return PropertyChange(
      of: .item(id: item.id, title: item.text(ItemColumn.title)), property: "title", old: nil,
      new: parts.joined(separator: " ") + price)
  }
}

extension [SQLiteValue] {
  /// The text of a column; empty for NULL.
  func text(_ column: some StoredColumn) -> String {
    (self[column]).text ?? ""
  }

  /// A row's own id; 0 for a new row.
  var id: Int64 { first.flatMap(\.integer) ?? 0 }
}

extension TripValues {
  /// The values of a row, which may have no id yet.
  ///
  /// - Throws: `StoreProblem.corrupt` for values that the schema does not allow.
  init(row: [SQLiteValue]) throws {
    self.init(try Trip.read([max(row.id, 1).sqliteValue] + row.dropFirst()))
  }

  func summary(id: Int64) -> TripSummary {
    TripSummary(id: id, name: name, startDate: startDate, endDate: endDate)
  }
}
