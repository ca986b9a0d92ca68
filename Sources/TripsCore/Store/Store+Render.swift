internal import SQLite

/// An output format with one row per trip.
package enum TripRendering {
  /// One object per trip, without a separator.
  case json([TripField])
  /// A line of CSV, as `TripCSV.header` names its columns.
  case csv
  /// Whatever the function appends to the buffer for these fields.
  case custom([TripField], (ListedTrip, inout [UInt8]) -> Void)
  /// Whatever the function appends for a trip with its items and stays.
  case objects((Trip, inout [UInt8]) -> Void)
}

/// A trip in a list, with the counts and costs of its items and stays.
package struct ListedTrip {
  package let record: TripRecord
  package private(set) var items = 0
  package private(set) var stays = 0
  package var costs: [MoneySum] { amounts.addedByCurrency }
  private var amounts: [Money] = []

  init(_ record: TripRecord, _ relations: TripRelations) throws {
    self.record = record
    try relations.items(record.id) { row in
      items += 1
      if let cost = row.money(ItemColumn.costMinor.rawValue) { amounts.append(cost) }
    }
    try relations.stays(record.id) { row in
      stays += 1
      if let cost = row.money(StayColumn.costMinor.rawValue) { amounts.append(cost) }
    }
  }

  package init(_ trip: Trip) {
    record = TripRecord(trip)
    items = trip.bucketList.count
    stays = trip.livingAccommodations.count
    amounts =
      trip.bucketList.compactMap(\.cost) + trip.livingAccommodations.compactMap(\.cost)
  }
}

extension TripRendering {
  fileprivate var relationships: [FetchDescriptor.Relationship] {
    switch self {
    case .json(let fields), .custom(let fields, _): TripField.relationships(of: fields)
    case .csv, .objects: FetchDescriptor.Relationship.allCases
    }
  }

  fileprivate var columns: String {
    switch self {
    case .json, .csv, .objects: TripColumn.list
    case .custom(let fields, _):
      TripColumn.list(
        only: [.id, .startDate, .endDate, .type] + fields.compactMap(\.column)
          + (fields.contains(.perdiem) ? [.perdiemMinor, .perdiemCurrency] : []))
    }
  }
}

extension Store {
  /// Renders the matching trips row by row, for lists of any length.
  ///
  /// The store is unlocked when this returns. A row of the table becomes bytes of output directly.
  package func render(
    _ descriptor: FetchDescriptor, as rendering: TripRendering
  ) throws(TripsError) -> RenderedRows {
    try read { db in try Self.render(descriptor, as: rendering, in: db) }
  }

  static func render(
    _ descriptor: FetchDescriptor, as rendering: TripRendering, in db: Connection
  ) throws -> RenderedRows {
    let descriptor = try descriptor.searched(in: db)
    let isScan = try descriptor.isReadInTableOrder(in: db)
    let rows = RenderedRows(
      isReversed: isScan && descriptor.isReversed)
    let row = try Statement(
      isScan
        ? descriptor.selectInTableOrder(rendering.columns) : descriptor.select(rendering.columns),
      in: db)
    let relations = try TripRelations(
      rendering.relationships, isScan ? .byTrip : .any, in: db)
    let render = renderer(rendering, of: rows, relations)
    while try row.step() {
      let trip = try TripRecord(row)
      try rows.append(key: isScan ? descriptor.key(of: trip) : 0) { try render(row, trip, &$0) }
    }
    return rows
  }

  private typealias Renderer = (Statement, TripRecord, inout [UInt8]) throws -> Void

  private static func renderer(
    _ rendering: TripRendering, of rows: RenderedRows, _ relations: TripRelations
  ) -> Renderer {
    switch rendering {
    case .json(let fields):
      var json = TripJSON(fields: fields, relations: relations)
      return { try json.append($1, to: &$2) }
    case .csv:
      var csv = TripCSV(relations: relations)
      return { try csv.append($1, to: &$2) }
    case .custom(_, let append):
      return { append(try ListedTrip($1, relations), &$2) }
    case .objects(let append):
      return { row, _, output in
        let trip = try Trip.read(row)
        try trip.load(relations)
        append(trip, &output)
      }
    }
  }
}
