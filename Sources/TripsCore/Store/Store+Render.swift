internal import SQLite

/// An output format with one row per trip.
package enum TripRendering {
  /// One object per trip, without a separator.
  case json([TripField])
  /// A line of CSV, as `TripCSV.header` names its columns.
  case csv
  /// Whatever the function appends to the buffer, from these columns, the id and the dates.
  case custom([TripColumn], (TripRecord, inout [UInt8]) -> Void)
  /// Whatever the function appends for a trip with its items and stays.
  case objects((Trip, inout [UInt8]) -> Void)
}

extension TripRendering {
  fileprivate var relationships: [FetchDescriptor.Relationship] {
    switch self {
    case .json(let fields): TripField.relationships(of: fields)
    case .csv, .objects: FetchDescriptor.Relationship.allCases
    case .custom: []
    }
  }

  fileprivate var columns: String {
    switch self {
    case .json, .csv, .objects: TripColumn.list
    case .custom(let columns, _): TripColumn.list(only: [.id, .startDate, .endDate] + columns)
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
      isReversed: isScan && descriptor.isReversed, memoryLimit: memoryLimit)
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

  /// The bytes of rows to keep in memory.
  private static let memoryLimit = 24 << 20

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
    case .custom(_, let append): return { append($1, &$2) }
    case .objects(let append):
      return { row, _, output in
        let trip = try Trip.read(row)
        try trip.load(relations)
        append(trip, &output)
      }
    }
  }
}
