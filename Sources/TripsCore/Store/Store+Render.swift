internal import SQLite

/// Lists of any length: a trip becomes bytes before the next one is read, and the store is unlocked
/// when the functions return.
extension Store {
  /// Renders the matching trips with the relationships that the descriptor names.
  package func render(
    _ descriptor: FetchDescriptor, _ append: (Trip, inout [UInt8]) -> Void
  ) throws(TripsError) -> RenderedRows {
    try read { db in try Self.render(descriptor, in: db, append) }
  }

  /// Renders the matching trips with the number of their items and stays.
  package func render(
    listed descriptor: FetchDescriptor, _ append: (ListedTrip, inout [UInt8]) -> Void
  ) throws(TripsError) -> RenderedRows {
    try read { db in
      try Self.rows(descriptor, countsOnly: true, in: db) { append(try $1.summary(of: $0), &$2) }
    }
  }

  static func render(
    _ descriptor: FetchDescriptor, in db: Connection, _ append: (Trip, inout [UInt8]) -> Void
  ) throws -> RenderedRows {
    try rows(descriptor, in: db) { trip, relations, output in
      try relations.load(trip)
      append(trip, &output)
    }
  }

  private static func rows(
    _ descriptor: FetchDescriptor, countsOnly: Bool = false, in db: Connection,
    _ append: (Trip, TripRelations, inout [UInt8]) throws -> Void
  ) throws -> RenderedRows {
    let descriptor = try descriptor.searched(in: db)
    let isScan = try descriptor.isReadInTableOrder(in: db)
    let rows = RenderedRows(isReversed: isScan && descriptor.isReversed)
    let row = try Statement(
      isScan ? descriptor.selectInTableOrder() : descriptor.select(), in: db)
    let relations = try TripRelations(
      descriptor.relationshipsForPrefetching, isScan ? .byTrip : .any, countsOnly: countsOnly,
      in: db)
    while try row.step() {
      let trip = try Trip.read(row.values)
      try rows.append(key: isScan ? descriptor.key(of: trip) : 0) {
        try append(trip, relations, &$0)
      }
    }
    return rows
  }
}
