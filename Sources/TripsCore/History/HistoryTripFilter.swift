internal import SQLite

/// Selects the changes of one trip, and of items and stays that belong or belonged to it.
enum HistoryTripFilter {
  static func condition(_ reference: TripReference, in db: Connection) throws -> SQL {
    let trip = try tripID(reference, in: db)
    let children: [SQL] = Entity.children.map { entity in
      """
      c.entity = \(entity.table) AND c.rowId IN (
        SELECT id FROM main.\(sql: entity.table) WHERE tripId = \(trip)
        UNION SELECT id FROM main.\(sql: entity.pastTable) WHERE tripId = \(trip))
      """
    }
    return "(c.entity = 'trip' AND c.rowId = \(trip) OR \(children.joined(separator: " OR ")))"
  }

  /// The trip that the words identify. A former whole name, also of a deleted trip, is preferred to
  /// a part of a present one.
  private static func tripID(_ reference: TripReference, in db: Connection) throws -> Int64 {
    let words = reference.words
    let present = try Store.match([words], "uid FROM main.trip ORDER BY startDate, id", in: db)[0]
    if let rank = present.rank, rank != .part { return try present.only(words, .trip).id }
    let former = try Store.match([words], "uid FROM main.tripPast ORDER BY id, changeId", in: db)[0]
    let isFormer = former.rank.map { $0 != .part || present.rows.isEmpty } ?? false
    return try (isFormer ? former : present).only(words, .trip).id
  }
}
