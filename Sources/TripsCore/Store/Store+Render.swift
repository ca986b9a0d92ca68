internal import SQLite

extension Store {
  /// Renders the matching trips one by one, for lists of any length.
  ///
  /// The store is unlocked when this returns.
  package func render(
    _ descriptor: FetchDescriptor, _ append: (Trip, inout [UInt8]) -> Void
  ) throws(TripsError) -> RenderedRows {
    try read { db in try Self.render(descriptor, in: db, append) }
  }

  static func render(
    _ descriptor: FetchDescriptor, in db: Connection, _ append: (Trip, inout [UInt8]) -> Void
  ) throws -> RenderedRows {
    let descriptor = try descriptor.searched(in: db)
    let isScan = try descriptor.isReadInTableOrder(in: db)
    let rows = RenderedRows(isReversed: isScan && descriptor.isReversed)
    let row = try Statement(
      isScan ? descriptor.selectInTableOrder() : descriptor.select(), in: db)
    let relations = try TripRelations(
      descriptor.relationshipsForPrefetching, isScan ? .byTrip : .any, in: db)
    while try row.step() {
      let trip = try Trip.read(row.values)
      try relations.load(trip)
      try rows.append(key: isScan ? descriptor.key(of: trip) : 0) { append(trip, &$0) }
    }
    return rows
  }
}
