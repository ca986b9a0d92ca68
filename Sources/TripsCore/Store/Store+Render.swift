internal import GRDB

/// A form of output that is a row for each trip.
package enum TripRendering {
  /// One object for each trip, without a separator.
  case json([TripField])
  /// A line of `CSVWriter.tripColumns`.
  case csv
  /// Whatever the function appends to the buffer.
  case custom((TripRecord, inout [UInt8]) -> Void)
}

extension TripRendering {
  /// Bytes of rows to keep in memory: enough for the short lines of a million trips, and for no
  /// number of trips with all they have.
  fileprivate var memoryLimit: Int {
    switch self {
    case .json, .csv: 24 << 20
    case .custom: 112 << 20
    }
  }
}

extension Store {
  /// The trips that a descriptor describes, turned into output row by row: for lists of any length.
  ///
  /// The store is no longer locked when this returns. Nothing is held twice: a row of the table
  /// becomes bytes of the output.
  package func render(
    _ descriptor: FetchDescriptor, as rendering: TripRendering
  ) throws(TripsError) -> RenderedRows {
    try read { db in
      let descriptor = try descriptor.searched(in: db)
      let order = try Self.order(of: descriptor, in: db)
      if case .json(let fields) = rendering, order == .asked(few: true) {
        return try Self.renderObjects(descriptor, fields, in: db)
      }
      let isUTF8 = try StatementCursor.isUTF8(db)
      let isScan = order == .table
      let rows = RenderedRows(
        isReversed: isScan && descriptor.isReversed, memoryLimit: rendering.memoryLimit)
      let cursor = try StatementCursor(
        isScan ? descriptor.selectInTableOrder() : descriptor.select(), in: db, isUTF8: isUTF8)
      let render = try Self.renderer(
        rendering, isScan ? .byTrip : .any, in: db, isUTF8: isUTF8)
      while try cursor.next() {
        let trip = try TripRecord(cursor)
        try rows.append(key: isScan ? descriptor.key(of: trip) : 0) { try render(trip, &$0) }
      }
      return rows
    }
  }

  /// Through objects, whose relationships come in one query each.
  private static func renderObjects(
    _ descriptor: FetchDescriptor, _ fields: [TripField], in db: Database
  ) throws -> RenderedRows {
    var descriptor = descriptor
    descriptor.relationshipsForPrefetching = TripField.relationships(of: fields)
    let rows = RenderedRows(memoryLimit: .max)
    for trip in try fetch(Trip.self, descriptor, in: db) {
      var json = JSONWriter()
      json.trip(trip, fields: fields)
      try rows.append(key: 0) { $0 += json.bytes }
    }
    return rows
  }

  private typealias Renderer = (TripRecord, inout [UInt8]) throws -> Void

  private static func renderer(
    _ rendering: TripRendering, _ order: RelationCursor.Order, in db: Database, isUTF8: Bool
  ) throws -> Renderer {
    switch rendering {
    case .json(let fields):
      let relationships = TripField.relationships(of: fields)
      var json = TripRecordJSON(
        fields: fields,
        items: relationships.contains(.bucketList)
          ? try .items(order, in: db, isUTF8: isUTF8) : nil,
        stays: relationships.contains(.livingAccommodation)
          ? try .stays(order, in: db, isUTF8: isUTF8) : nil)
      return { try json.append($0, to: &$1) }
    case .csv:
      var csv = TripRecordCSV()
      return { csv.append($0, to: &$1) }
    case .custom(let append): return append
    }
  }

  /// The order in which a fetch reads the rows.
  private enum ReadingOrder: Equatable {
    /// That of the table, to be sorted here.
    case table
    /// That which was asked for.
    case asked(few: Bool)
  }

  /// Trips that a fetch may return as objects, or that a table may have to be in SQLite's cache.
  private static let few = 4_000

  /// All rows as they lie in the table, where the fetch wants more than an eighth of them.
  private static func order(
    of descriptor: FetchDescriptor, in db: Database
  ) throws -> ReadingOrder {
    if let limit = descriptor.fetchLimit { return .asked(few: limit <= few) }
    let largestID = try Int.fetchOne(db, sql: "SELECT max(id) FROM trip") ?? 0
    guard largestID > few else { return .asked(few: true) }
    let canBeSorted = descriptor.sortBy != .name && descriptor.sortBy != .destination
    guard descriptor.fetchOffset == 0, canBeSorted else { return .asked(few: false) }
    guard descriptor.predicate.isNarrow else { return .table }
    let count = try descriptor.count(in: db)
    return count > largestID / 8 ? .table : .asked(few: count <= few)
  }
}

extension FetchDescriptor {
  /// The number that a trip has in the order, for sorting trips that come by their ids.
  fileprivate func key(of trip: TripRecord) -> UInt32 {
    switch sortBy {
    case .start: UInt32(trip.start.dayNumber)
    case .end: UInt32(trip.end.dayNumber)
    case .id, .name, .destination: 0
    }
  }
}
