internal import SQLite

/// Shows a past state through a connection. Views in its temporary schema, which take precedence
/// over the file's tables, contain the present rows except those changed since, plus these as they
/// were. So every query works for the past too, provided that it names tables without a schema.
///
/// Only the connection's own memory is written.
///
/// `temp.touched` contains the ids of trips that were changed since, or whose items or stays were;
/// packed search texts of these do not count.
struct PastState {
  let moment: HistoryMoment
  let db: Connection

  /// Enters the state, within a transaction. The tables are rebuilt if the history has continued.
  ///
  /// - Throws: `HistoryTokenProblem` if the history does not reach that far.
  func enter() throws {
    let position = try HistoryPosition(db, isPresent: true)
    let place = try moment.token(position, in: db).place
    let newest = position.newest.place
    if try Self.isMade(in: db) {
      let known = try db.integer(
        "SELECT 1 FROM pastState WHERE place = \(place) AND newest = \(newest)")
      if known != nil { return }
      try drop()
    }
    try make(at: place)
    try db.run("CREATE TEMP TABLE pastState AS SELECT \(place) AS place, \(newest) AS newest")
  }

  /// Whether the connection shows a past state.
  private static func isMade(in db: Connection) throws -> Bool {
    try db.integer("SELECT 1 FROM temp.sqlite_schema WHERE name = 'pastState'") != nil
  }

  /// The ids of the rows changed since the shown state, in order. Without an entity: the ids of
  /// trips that were changed, or whose items or stays were.
  static func touched(_ entity: HistoryEntity? = nil, in db: Connection) throws -> [Int64] {
    guard try isMade(in: db) else { return [] }
    let table = entity?.touchedTable ?? "touched"
    return try db.integers("SELECT id FROM temp.\(sql: table) ORDER BY id")
  }

  private func drop() throws {
    try db.execute(
      """
      DROP TABLE temp.pastState; DROP VIEW temp.touched;
      DROP VIEW temp.historyChange; DROP VIEW temp.historyTransaction;
      """)
    for entity in HistoryEntity.stored {
      try db.execute(
        """
        DROP VIEW IF EXISTS temp.\(entity.table); DROP TABLE temp.\(entity.touchedTable);
        DROP TABLE temp.\(entity.pastTable)
        """)
    }
  }

  private func make(at place: Int64) throws {
    var tables = try HistoryEntity.stored.map(makeTables)
    try read(after: place, into: &tables)
    for index in tables.indices {
      try tables[index].finish(in: db)
      try fill(tables[index])
    }
    try db.execute(
      """
      CREATE TEMP VIEW touched(id) AS
      SELECT id FROM temp.touchedTrip
      UNION SELECT tripId FROM temp.pastBucketListItem WHERE tripId NOT NULL
      UNION SELECT tripId FROM temp.pastLivingAccommodation WHERE tripId NOT NULL
      UNION SELECT tripId FROM main.bucketListItem
        WHERE id IN (SELECT id FROM temp.touchedBucketListItem) AND tripId NOT NULL
      UNION SELECT tripId FROM main.livingAccommodation
        WHERE id IN (SELECT id FROM temp.touchedLivingAccommodation) AND tripId NOT NULL;
      CREATE TEMP VIEW historyChange AS
      SELECT * FROM main.historyChange WHERE id <= \(place);
      CREATE TEMP VIEW historyTransaction AS
      SELECT * FROM main.historyTransaction WHERE id <= coalesce(
        (SELECT max(transactionId) FROM main.historyChange WHERE id <= \(place)), 0);
      """)
  }

  private func read(after place: Int64, into tables: inout [PastRows]) throws {
    let rows = try Statement(
      """
      SELECT \(PastChange.columns) FROM main.historyChange
      WHERE id > \(place) ORDER BY id
      """, in: db)
    while try rows.step() {
      let change = try PastChange(rows)
      guard let index = tables.firstIndex(where: { $0.entity.table == change.entity.table })
      else { continue }
      try tables[index].add(change)
    }
  }

  private func makeTables(_ entity: HistoryEntity) throws -> PastRows {
    let columns = entity.properties
    let declarations = columns.map { column in
      column == "id" ? "id INTEGER PRIMARY KEY" : "\(column) \(entity.storedType(of: column))"
    }
    try db.execute(
      """
      CREATE TEMP TABLE \(entity.touchedTable)(id INTEGER PRIMARY KEY);
      CREATE TEMP TABLE \(entity.pastTable)(\(declarations.joined(separator: ", ")))
      """)
    let insertion = columns.insertion(
      into: "temp.\(entity.pastTable)", mark: HistoryEntity.mark)
    return PastRows(entity, insert: try Statement(sql: insertion, in: db))
  }

  /// Fills the tables of an entity, and creates the view that hides the file's table.
  private func fill(_ rows: PastRows) throws {
    // Without a change, the file's table is the past one.
    if rows.touched.isEmpty { return }
    let entity = rows.entity
    let touch = try Statement(
      sql: ["id"].insertion(into: "temp.\(entity.touchedTable)"), in: db)
    for id in rows.touched.sorted() {
      touch.bind(id)
      _ = try touch.step()
    }
    for values in rows.found {
      try rows.insert?.run(
        zip(entity.properties, values).map { column, value in
          value ?? entity.valueBeforeColumn(column, id: values[0])
        })
    }
    let list = entity.properties.joined(separator: ", ")
    try db.execute(
      """
      \(entity.pastIndexes(for: rows.touched.count))
      CREATE TEMP VIEW \(entity.table) AS
      SELECT \(list) FROM main.\(entity.table)
      WHERE id NOT IN (SELECT id FROM temp.\(entity.touchedTable))
      UNION ALL SELECT \(list) FROM temp.\(entity.pastTable)
      """)
  }
}

extension HistoryEntity {
  fileprivate var touchedTable: String { "touched\(rawValue)" }
  fileprivate var pastTable: String { "past\(rawValue)" }

  /// In the order of the file's indexes, so that a scan merges both.
  fileprivate func pastIndexes(for count: Int) -> String {
    // Sorting a few trips per query is faster than creating their indexes.
    let ofTrips = count < 5_000 ? [] : ["startDate, id", "endDate, id", "name, startDate, endDate"]
    return (isTrip ? ofTrips : ["tripId"]).enumerated().map { number, key in
      "CREATE INDEX temp.\(pastTable)_\(number) ON \(pastTable)(\(key));"
    }.joined()
  }

  fileprivate func storedType(of property: String) -> String {
    Self.columns[property]?.isNumber == true ? "INTEGER" : "TEXT"
  }

  /// The value of a column that records of an older schema lack, if no later record contains it.
  fileprivate func valueBeforeColumn(_ property: String, id: SQLiteValue?) -> SQLiteValue {
    switch property {
    case "type": TripType.trip.rawValue.sqliteValue
    // The uid of a row deleted before there were uids: always the same, and unique.
    case "uid": "\(noun)-\(id.flatMap { $0.integer } ?? 0)".sqliteValue
    default: Self.columns[property]?.initialValue ?? .null
    }
  }
}
