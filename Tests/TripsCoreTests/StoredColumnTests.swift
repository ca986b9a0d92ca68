import Foundation
import SQLite
import Testing

@testable import TripsCore

/// Goes through the declared columns, so that code which ignores one fails here.
struct StoredColumnTests {
  private let temporary: TemporaryStore

  init() throws {
    temporary = try TemporaryStore()
  }

  private func checkSchema<Column: StoredColumn>(_ columns: Column.Type) throws {
    let rows = try temporary.asOtherProgram { db in
      try db.rows("SELECT name, type, \"notnull\" FROM pragma_table_info(\(Column.table))") {
        ($0.text(0), $0.text(1), $0.integer(2) == 1)
      }
    }
    var stored: [String: (type: String, isRequired: Bool)] = [:]
    for row in rows { stored[row.0] = (row.1, row.2) }
    #expect(Set(stored.keys) == Set(Column.names))
    for column in Column.allCases {
      let isNumber =
        switch column.content {
        case .identifier, .flag, .amount: true
        case .currency, .date, .time, .word, .text, .tags, .singleDays: false
        }
      #expect(stored[column.name]?.type == (isNumber ? "INTEGER" : "TEXT"), "\(column)")
      if column.declaration.text != nil || column.declaration.isFlag {
        #expect(stored[column.name]?.isRequired == true, "\(column)")
      }
    }
  }

  @Test func matchesTheSchema() throws {
    try checkSchema(TripColumn.self)
    try checkSchema(ItemColumn.self)
    try checkSchema(StayColumn.self)
  }

  /// A trip with a value in every column that its kind has.
  private func draft(_ type: TripType) throws -> TripEdit {
    var draft = TripEdit()
    draft.values.set(.type, type.rawValue)
    draft.values.set(.name, "name of \(type)")
    draft.values.set(.destination, "destination")
    draft.values.set(.notes, "notes\n\nof one's own")
    draft.values.set(.tags, try TagList("client-a Poland").text)
    draft.values.set(.startDate, "2027-01-01")
    draft.end = CalendarDate("2027-01-05").map { .on($0) }
    if type == .business {
      draft.values.cost = try WrittenAmount("120.50 EUR", otherwise: .usd)
      draft.values.set(.perdiemRule, "first-last:75%,meals:20%/40%/40%")
      draft.values.set(
        .singleDays,
        try SingleDays(#"[{"date":"2027-01-02","amount":"64.00","meals":["dinner"]}]"#))
    }
    if type == .personal { draft.values.set(.reason, "family") }
    draft.stays = ["place"]
    return draft
  }

  private func fill() throws -> [Trip] {
    for type in TripType.allCases {
      let trip = try temporary.store.add(try draft(type), today: .first).trip
      var item = BucketListDraft()
      item.set(.title, "title")
      item.set(.details, "details")
      item.set(.hasReservation, type == .business)
      item.set(.isInPlan, type == .personal)
      item.set(.isDone, true)
      item.set(.isPaid, true)
      item.set(.place, "place")
      item.set(.reference, "AB12")
      try item.set(.date, text: "2027-01-02", ImportOptions())
      try item.set(.time, text: "9:05", ImportOptions())
      try item.set(.endDate, text: "2027-01-03", ImportOptions())
      try item.set(.endTime, text: "6:30", ImportOptions())
      try item.set(.costMinor, text: "12.50 EUR", ImportOptions())
      let reference = TripReference(String(trip.id))
      _ = try temporary.store.add([item], ItemDays(), to: reference)
      var stay = StayDraft()
      stay.set(.address, "address")
      stay.set(.isConfirmed, true)
      stay.set(.isPaid, true)
      stay.set(.details, "details")
      stay.set(.reference, "CD34")
      try stay.set(.startDate, text: "2027-01-02", ImportOptions())
      try stay.set(.endDate, text: "2027-01-04", ImportOptions())
      try stay.set(.costMinor, text: "1200 JPY", ImportOptions())
      _ = try temporary.store.edit([], of: reference, stay, StayNights())
    }
    var descriptor = FetchDescriptor()
    descriptor.relationshipsForPrefetching = FetchDescriptor.Relationship.allCases
    return try temporary.store.fetch(Trip.self, descriptor)
  }

  /// The values of all columns that a format can hold, except the rows' own ids.
  private func values(_ trips: [Trip], in format: ExportFormat) -> [[SQLiteValue]] {
    let items = ItemColumn.allCases.filter { $0 != .id && $0 != .tripId }
    let stays = StayColumn.allCases.filter { $0 != .id && $0 != .tripId }
    return trips.map { trip in
      let columns = TripColumn.allCases.filter { $0 != .id }
      return columns.map(trip.value)
        + trip.bucketList.flatMap { item in items.map { item.values[$0] } }
        + trip.livingAccommodations.flatMap { stay in stays.map { stay.values[$0] } }
    }
  }

  @Test func everyColumnIsFilled() throws {
    let trips = try fill()
    for column in TripColumn.allCases where column != .id && column != .uid {
      #expect(
        trips.contains {
          !$0.value(column).isNull && $0.value(column) != "".sqliteValue
        },
        "\(column)")
    }
  }

  /// A tombstone has every value of the row, and so has an insert.
  @Test func isRecordedInTheHistory() throws {
    let trips = try fill()
    let rows = trips.flatMap { trip in
      [trip.values] + trip.bucketList.map(\.values)
        + trip.livingAccommodations.map(\.values)
    }
    _ = try temporary.store.delete(trips.map { TripReference(String($0.id)) })
    let cursor = try temporary.store.fetchHistory(HistoryDescriptor())
    var changes: [HistoryChange] = []
    while let page = try cursor.next() { changes += page.flatMap(\.changes) }
    #expect(Set(changes.map(\.entity)) == Set(HistoryEntity.allCases))
    let tombstones = changes.filter { $0.kind == .delete }.compactMap(\.oldValues?.row)
    #expect(tombstones.count == rows.count && rows.allSatisfy(tombstones.contains))
  }

  @Test func namesMatchJSONAndCSV() {
    let perdiem: Set<TripColumn> = [
      .perdiemMinor, .perdiemCurrency, .perdiemRule, .singleDays,
    ]
    for column in TripColumn.allCases where !perdiem.contains(column) {
      #expect(TripField(rawValue: column.name)?.column == column)
    }
    #expect(
      Set(BucketListField.allCases.map(\.column))
        == Set(ItemColumn.allCases.filter { $0 != .tripId && $0 != .costCurrency }))
    #expect(
      Set(StayField.allCases.map(\.column))
        == Set(StayColumn.allCases.filter { $0 != .tripId && $0 != .costCurrency }))
    let header = String(decoding: TripCSV().header, as: UTF8.self)
    for column in CSVColumn.all { #expect(header.contains(column.name)) }
    for column in TripColumn.allCases { #expect(CSVColumn(header: column.csv) == .trip(column)) }
  }

  @Test(arguments: [ExportFormat.json, .ndjson, .csv, .ics])
  func survivesEveryFormat(format: ExportFormat) throws {
    let trips = try fill()
    var bytes: [UInt8] = []
    try temporary.store.export(FetchDescriptor(), as: format).withPieces { bytes += $0 }
    let file = temporary.folder.appending(path: "trips.\(format.rawValue)")
    try Data(bytes).write(to: file)
    let other = try TemporaryStore()
    let report = try other.store.importTrips(
      from: [try InputSource(path: file.path)], ImportOptions()
    ) { _ in }
    #expect(report.account.trips == trips.count)
    var descriptor = FetchDescriptor()
    descriptor.relationshipsForPrefetching = FetchDescriptor.Relationship.allCases
    #expect(
      values(try other.store.fetch(Trip.self, descriptor), in: format) == values(trips, in: format))
    let again = try other.store.importTrips(
      from: [try InputSource(path: file.path)], ImportOptions()
    ) { _ in }
    #expect(again.account.updated == 0)
  }
}
