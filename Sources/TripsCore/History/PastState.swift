internal import GRDB

/// Makes a connection see the trips, items and stays of a past state: in its temporary schema, whose
/// names come before those of the file, their tables are views of the present rows less those touched
/// since, plus these as they were. So every query of the present answers for the past too; it must
/// name its tables without a schema.
///
/// Nothing is written but to the connection's own memory.
///
/// `temp.touched` has the ids of the trips that were changed since, or whose items or stays were:
/// what a search knows of them beforehand does not count.
struct PastState {
  let moment: HistoryMoment
  let db: Database

  /// Enters the state, within a transaction. The tables are made anew where the history went on.
  ///
  /// - Throws: `HistoryTokenProblem` where the history does not reach.
  func enter() throws {
    let position = try HistoryPosition(db, isPresent: true)
    let place = try moment.token(position, in: db).place
    let newest = position.newest.place
    if try Self.isMade(in: db) {
      let known = try StatementCursor.integer(
        "SELECT 1 FROM pastState WHERE place = \(place) AND newest = \(newest)", in: db)
      if known != nil { return }
      try drop()
    }
    try make(at: place)
    try db.execute(
      sql: "CREATE TEMP TABLE pastState AS SELECT ? AS place, ? AS newest",
      arguments: [place, newest])
  }

  /// Whether the connection shows a past state.
  private static func isMade(in db: Database) throws -> Bool {
    try StatementCursor.integer(
      "SELECT 1 FROM temp.sqlite_schema WHERE name = 'pastState'", in: db) != nil
  }

  /// The ids of the rows that were changed since the state that the connection shows, in order. Without
  /// an entity, those of the trips that were, or whose items or stays were.
  static func touched(_ entity: HistoryEntity? = nil, in db: Database) throws -> [Int64] {
    guard try isMade(in: db) else { return [] }
    let table = entity?.touchedTable ?? "touched"
    return try StatementCursor.integers("SELECT id FROM temp.\(sql: table) ORDER BY id", in: db)
  }

  private func drop() throws {
    try db.execute(
      sql: """
        DROP TABLE temp.pastState; DROP VIEW temp.touched;
        DROP VIEW temp.historyChange; DROP VIEW temp.historyTransaction;
        """)
    for entity in HistoryEntity.stored {
      try db.execute(
        sql: """
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
      sql: """
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
    let rows = try StatementCursor(
      """
      SELECT \(PastChange.columns) FROM main.historyChange
      WHERE id > \(place) ORDER BY id
      """, in: db)
    while try rows.next() {
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
      sql: """
        CREATE TEMP TABLE \(entity.touchedTable)(id INTEGER PRIMARY KEY);
        CREATE TEMP TABLE \(entity.pastTable)(\(declarations.joined(separator: ", ")))
        """)
    let insertion = columns.insertion(
      into: "temp.\(entity.pastTable)", mark: HistoryEntity.mark)
    return PastRows(entity, insert: try StatementCursor(sql: insertion, in: db))
  }

  /// Fills the tables of an entity, and makes the view that stands before its own.
  private func fill(_ rows: PastRows) throws {
    // Without a change the table of the file is the past one.
    if rows.touched.isEmpty { return }
    let entity = rows.entity
    let touch = try StatementCursor(
      sql: ["id"].insertion(into: "temp.\(entity.touchedTable)"), in: db)
    for id in rows.touched.sorted() {
      touch.restart(with: id)
      _ = try touch.next()
    }
    for values in rows.found {
      try rows.insert?.run(
        zip(entity.properties, values).map { column, value in
          value ?? entity.valueBeforeColumn(column, id: values[0])
        })
    }
    let list = entity.properties.joined(separator: ", ")
    try db.execute(
      sql: """
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

  /// In the orders of the indexes of the file, so that a walk merges both.
  fileprivate func pastIndexes(for count: Int) -> String {
    // Few trips are sorted for a query in less time than it takes to make their indexes.
    let ofTrips = count < 5_000 ? [] : ["startDate, id", "endDate, id", "name, startDate, endDate"]
    return (isTrip ? ofTrips : ["tripId"]).enumerated().map { number, key in
      "CREATE INDEX temp.\(pastTable)_\(number) ON \(pastTable)(\(key));"
    }.joined()
  }

  fileprivate func storedType(of property: String) -> String {
    Self.columns[property]?.isNumber == true ? "INTEGER" : "TEXT"
  }

  /// What a column has that a record of an older schema does not know, where no later one tells.
  fileprivate func valueBeforeColumn(_ property: String, id: DatabaseValue?) -> DatabaseValue {
    switch property {
    case "type": TripType.trip.rawValue.databaseValue
    // A row that was deleted before there were uids: always the same, and no other's.
    case "uid": "\(noun)-\(id.flatMap { Int64.fromDatabaseValue($0) } ?? 0)".databaseValue
    default: Self.columns[property]?.initialValue ?? .null
    }
  }
}
