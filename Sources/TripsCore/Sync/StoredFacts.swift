internal import GRDB

/// Reads the trips of a store as the facts that a sync compares.
struct StoredFacts {
  let db: Database

  /// A row as its columns hold it, in the order of the entity's properties.
  typealias Values = [DatabaseValue]

  /// The trip with this id; nil where there is none.
  func trip(id: Int64) throws -> (uid: String, facts: TripFacts)? {
    guard let row = try rows(of: .trip, "id", id).first else { return nil }
    var facts = Self.trip(row)
    facts.items = Self.items(try rows(of: .bucketListItem, "tripId", id))
    let stays = Self.stays(try rows(of: .livingAccommodation, "tripId", id))
    facts.stay = stays.first
    facts.otherStays = Array(stays.dropFirst())
    return (Self.text("uid", of: row) ?? "", facts)
  }

  /// Calls `body` with each trip, in the order of their ids, in constant memory.
  func readAll(_ body: (Int64, String, TripFacts) throws -> Void) throws {
    var items = try Related(.bucketListItem, in: db)
    var stays = try Related(.livingAccommodation, in: db)
    let rows = try StatementCursor(
      sql: "SELECT \(TripColumn.list) FROM trip ORDER BY id", in: db)
    while try rows.next() {
      let values = Self.values(of: rows, .trip)
      guard let id = Self.integer("id", of: values), let uid = Self.text("uid", of: values)
      else { continue }
      var facts = Self.trip(values)
      facts.items = Self.items(try items.rows(of: id))
      facts.stay = Self.stays(try stays.rows(of: id)).first
      try body(id, uid, facts)
    }
  }

  /// The rows that belong to trips, which are asked for in the order of their ids.
  private struct Related {
    private let entity: HistoryEntity
    private let cursor: StatementCursor
    private var next: (trip: Int64, row: Values)?

    init(_ entity: HistoryEntity, in db: Database) throws {
      self.entity = entity
      let names = entity.properties.joined(separator: ", ")
      cursor = try StatementCursor(
        sql: "SELECT \(names) FROM \(entity.table) WHERE tripId NOT NULL ORDER BY tripId, id",
        in: db)
      try advance()
    }

    mutating func rows(of trip: Int64) throws -> [Values] {
      var rows: [Values] = []
      while let next, next.trip <= trip {
        if next.trip == trip { rows.append(next.row) }
        try advance()
      }
      return rows
    }

    private mutating func advance() throws {
      next = nil
      guard try cursor.next() else { return }
      let values = StoredFacts.values(of: cursor, entity)
      next = StoredFacts.integer("tripId", of: values, entity).map { ($0, values) }
    }
  }

  private static func values(of row: StatementCursor, _ entity: HistoryEntity) -> Values {
    Columns.of(entity).names.indices.map { row.value(Int32($0)) }
  }

  func rows(of entity: HistoryEntity, _ column: String, _ id: Int64) throws -> [Values] {
    let names = entity.properties.joined(separator: ", ")
    let statement = try db.cachedStatement(
      sql: "SELECT \(names) FROM \(entity.table) WHERE \(column) = ? ORDER BY id")
    let rows = try Row.fetchCursor(statement, arguments: [id])
    var result: [Values] = []
    while let row = try rows.next() { result.append(Array(row.databaseValues)) }
    return result
  }

  /// A row as a record of the history holds it.
  static func values(_ record: HistoryValues, of entity: HistoryEntity) -> [String: String] {
    let row = Columns.of(entity).names.map { record[$0]?.databaseValue ?? .null }
    return entity.isTrip ? trip(row).values : values(row, of: entity)
  }

  static func trip(_ row: Values) -> TripFacts {
    var values = Self.values(row, of: .trip)
    let amount = integer("perdiemMinor", of: row)
    if let amount, let code = values["perdiemCurrency"] {
      let money = Money(minorUnits: amount, currency: Currency(stored: code))
      values[Fact.perdiem] = money.description
    }
    values["perdiemMinor"] = nil
    values["perdiemCurrency"] = nil
    if let rule = values["perdiemRule"] {
      let perdiem = values[Fact.perdiem].flatMap(Fact.money)
      values["perdiemRule"] = Fact.rule(rule, perdiem: perdiem)
    }
    return TripFacts(values: values)
  }

  /// An item of another program that has no title cannot stand in a list: it stays in its store alone.
  static func items(_ rows: [Values]) -> [RowFacts] {
    rows.map { row($0, of: .bucketListItem) }.filter { !$0.title.isEmpty }
  }

  private static func row(_ row: Values, of entity: HistoryEntity) -> RowFacts {
    RowFacts(id: integer("id", of: row, entity), values: values(row, of: entity))
  }

  /// Another program may have written several: a confirmed one comes before an unconfirmed one, then
  /// the latest, as everywhere.
  static func stays(_ rows: [Values]) -> [RowFacts] {
    rows.map { row($0, of: .livingAccommodation) }.sorted { one, other in
      (one.values["isConfirmed"] ?? "", one.id ?? 0)
        > (other.values["isConfirmed"] ?? "", other.id ?? 0)
    }
  }

  private static func values(_ row: Values, of entity: HistoryEntity) -> [String: String] {
    let columns = Columns.of(entity)
    var values = [String: String](minimumCapacity: row.count)
    for index in row.indices where columns.areFacts[index] {
      let column = columns.names[index]
      switch row[index].storage {
      case .string(let text): values[column] = Fact.text(text, of: column)
      case .int64(let number): values[column] = String(number)
      case .double, .blob, .null: break
      }
    }
    return values
  }

  static func integer(
    _ column: String, of row: Values, _ entity: HistoryEntity = .trip
  ) -> Int64? {
    guard let index = Columns.of(entity).names.firstIndex(of: column),
      case .int64(let number) = row[index].storage
    else { return nil }
    return number
  }

  static func text(_ column: String, of row: Values) -> String? {
    guard let index = Columns.of(.trip).names.firstIndex(of: column),
      case .string(let text) = row[index].storage
    else { return nil }
    return text
  }
}

/// The names of a table's columns, made once: a hundred thousand rows ask for them.
private struct Columns {
  let names: [String]
  /// Whether what a column holds is compared.
  let areFacts: [Bool]

  private static let trip = Columns(.trip)
  private static let item = Columns(.bucketListItem)
  private static let stay = Columns(.livingAccommodation)

  private init(_ entity: HistoryEntity) {
    names = entity.properties
    areFacts = names.map { !["id", "uid", "tripId"].contains($0) }
  }

  static func of(_ entity: HistoryEntity) -> Columns {
    switch entity {
    case .trip, .businessTrip, .personalTrip: trip
    case .bucketListItem: item
    case .livingAccommodation: stay
    }
  }
}
