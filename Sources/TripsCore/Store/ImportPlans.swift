internal import GRDB

/// What makes the bucket list of a trip the one that a file gives.
///
/// An item is known by its id and title, else by its title on its day, else by its title, else by its id.
struct ItemPlan {
  private var updates: [(row: [DatabaseValue], item: ImportedItem)] = []
  private var removed: [[DatabaseValue]] = []
  private var added: [ImportedItem] = []

  /// - Parameters:
  ///   - areAll: whether those that the file does not give go.
  ///   - currency: of a cost that names none.
  init(
    _ items: [ImportedItem], for rows: [[DatabaseValue]], areAll: Bool,
    _ currency: () throws -> Currency?
  ) throws {
    var places: [DatabaseValue: Int] = [:]
    // Of one title the one on its day is meant: a calendar has many appointments of one name.
    var titles: [[DatabaseValue?]: [Int]] = [:]
    for (place, row) in rows.enumerated().reversed() {
      places[row[ItemColumn.id]] = place
      for key in Self.keys(ItemColumn.allCases.map { row[$0] }) {
        titles[key, default: []].append(place)
      }
    }
    var free = Set(rows.indices)
    func take(_ place: Int?) -> Int? { place.flatMap { free.remove($0) } }
    let known = items.map { item in item.id.flatMap { places[$0.databaseValue] } }
    var taken = zip(items, known).map { item, place in
      take(place.flatMap { rows[$0].title == item.title ? $0 : nil })
    }
    for level in 0..<3 {
      for (index, item) in items.enumerated() {
        let key = Self.keys(ItemColumn.allCases.map { item[$0] })[level]
        while taken[index] == nil, let place = titles[key]?.popLast() { taken[index] = take(place) }
      }
    }
    for index in items.indices where taken[index] == nil { taken[index] = take(known[index]) }
    for (item, place) in zip(items, taken) {
      let item = try item.fitting(place.map { rows[$0] }, currency)
      if let place {
        if !item.changes(of: rows[place]).isEmpty { updates.append((rows[place], item)) }
      } else {
        added.append(item)
      }
    }
    removed = areAll ? free.sorted().map { rows[$0] } : []
  }

  /// What an item is known by: its title, day and time, then its title and day, then its title.
  private static func keys(_ values: [DatabaseValue?]) -> [[DatabaseValue?]] {
    let all = [ItemColumn.title, .date, .time].map { values[Int($0.rawValue)] }
    return [all, Array(all[..<2]), Array(all[..<1])]
  }

  /// The titles that come and go, and what else changes of the items that stay.
  var changes: [PropertyChange] {
    removed.map { PropertyChange(property: "bucketList", old: $0.title, new: nil) }
      + updates.flatMap { row, item in
        row.told(item.changes(of: row)) { column in
          column == .title ? "bucketList" : "\(column.fact) of '\(row.title)'"
        }
      }
      + added.map { PropertyChange(property: "bucketList", old: nil, new: $0.title) }
  }

  func apply(toTrip id: Int64, _ statements: ImportStatements) throws {
    for (row, item) in updates {
      try statements.db.update(row[ItemColumn.id], item.changes(of: row))
    }
    for row in removed { try statements.db.delete(row[ItemColumn.id], ItemColumn.self) }
    for item in added { try statements.insert(item, ofTrip: id) }
  }
}

/// What makes the stays of a trip those that a file gives.
///
/// A stay is known by its uid, else by its place and its nights. A trip's only stay is also that of a file
/// which gives one stay without a uid, for the same nights: another place for them.
struct StaysPlan {
  private var updates: [(row: [DatabaseValue], stay: ImportedStay)] = []
  private var removed: [[DatabaseValue]] = []
  private var added: [ImportedStay] = []
  /// Whether the trip has several, before or after.
  private let areSeveral: Bool
  /// How many stays lose their confirmation because their nights change.
  private(set) var lostConfirmations = 0

  typealias Dates = ImportedStay.Dates

  /// - Parameters:
  ///   - old: the dates of the trip, which a stay without dates has.
  ///   - new: those that it will have. What was confirmed for other nights is not confirmed any more, unless
  ///     the file says so.
  ///   - currency: of a cost that names none.
  init(
    _ stays: ImportedStays, for rows: [[DatabaseValue]], from old: Dates, to new: Dates,
    _ currency: () throws -> Currency?
  ) throws {
    let given = stays.list
    var unclaimed = UnclaimedStays(rows, new)
    var places = given.map { $0.uid.flatMap { unclaimed.take(uid: $0) } }
    for (index, stay) in given.enumerated() where places[index] == nil {
      places[index] = unclaimed.take(like: stay)
    }
    if rows.count == 1, given.count == 1, places == [nil], given[0].uid == nil,
      unclaimed.hasSameNights(given[0], 0)
    {
      places[0] = unclaimed.take(0)
    }
    var changes = [ImportedStay](repeating: ImportedStay(), count: rows.count)
    for (stay, place) in zip(given, places) {
      if let place { changes[place] = stay } else { added.append(try stay.fitting(nil, currency)) }
    }
    let gone: Set<Int> =
      switch stays {
      case .all: unclaimed.places
      case .withoutFirst: Set(rows.indices.prefix(1))
      case .keep, .some: []
      }
    for (place, row) in rows.enumerated() {
      if gone.contains(place) {
        removed.append(row)
        continue
      }
      var stay = try changes[place].replacing(row).fitting(row, currency)
      if row[StayColumn.isConfirmed] == true.databaseValue, stay[.isConfirmed] == nil,
        ImportedStay().nights(over: row, of: old) != stay.nights(over: row, of: new)
      {
        stay.set(.isConfirmed, false)
        lostConfirmations += 1
      }
      if !stay.changes(of: row).isEmpty { updates.append((row, stay)) }
    }
    areSeveral = max(rows.count, rows.count - removed.count + added.count) > 1
  }

  var changes: [PropertyChange] {
    removed.map { PropertyChange(property: "stay", old: $0.place, new: nil) }
      + updates.flatMap { row, stay in
        row.told(stay.changes(of: row)) { column in
          areSeveral && column != .placeName
            ? "\(column.fact) of '\(row.place)'" : column.told
        }
      }
      + added.map { PropertyChange(property: "stay", old: nil, new: $0.placeName) }
  }

  func apply(toTrip id: Int64, _ statements: ImportStatements) throws {
    for row in removed { try statements.db.delete(row[StayColumn.id], StayColumn.self) }
    for (row, stay) in updates {
      try statements.db.update(row[StayColumn.id], stay.changes(of: row))
    }
    for stay in added { try statements.insert(stay, ofTrip: id) }
  }
}

/// The stays of a trip that no stay of a file has been found to be, by what they are known by.
private struct UnclaimedStays {
  private let rows: [[DatabaseValue]]
  private let trip: StaysPlan.Dates
  private(set) var places: Set<Int>

  private lazy var uids = Dictionary(
    rows.indices.compactMap { index in
      String.fromDatabaseValue(rows[index][StayColumn.uid]).map { ($0, index) }
    }, uniquingKeysWith: { one, _ in one })

  /// Those of one place, and those of one place and its nights, the last first.
  private lazy var names: [[String]: [Int]] = {
    var names: [[String]: [Int]] = [:]
    for (index, row) in rows.enumerated().reversed() {
      let nights = ImportedStay().nights(over: row, of: trip)
      names[[row.place], default: []].append(index)
      names[[row.place] + nights, default: []].append(index)
    }
    return names
  }()

  init(_ rows: [[DatabaseValue]], _ trip: StaysPlan.Dates) {
    self.rows = rows
    self.trip = trip
    places = Set(rows.indices)
  }

  mutating func take(_ place: Int) -> Int? { places.remove(place) }

  mutating func take(uid: String) -> Int? { uids[uid].flatMap { take($0) } }

  mutating func take(like stay: ImportedStay) -> Int? {
    var key = [stay.placeName]
    if stay.givesDates { key += stay.nights(over: nil, of: trip) }
    while let place = names[key]?.popLast() {
      if let place = take(place) { return place }
    }
    return nil
  }

  func hasSameNights(_ stay: ImportedStay, _ place: Int) -> Bool {
    stay.nights(over: rows[place], of: trip) == ImportedStay().nights(over: rows[place], of: trip)
  }
}

extension ImportedStay {
  /// Whether it says of its dates what they are, or that it has none.
  fileprivate var givesDates: Bool { self[.startDate] != nil || self[.endDate] != nil }
}

extension [DatabaseValue] {
  subscript(column: some StoredColumn) -> DatabaseValue { self[Int(column.rawValue)] }

  /// Changes of the row as a person reads them; an amount has its currency.
  func told<Column: StoredColumn>(
    _ changes: [(column: Column, value: DatabaseValue)], as name: (Column) -> String
  ) -> [PropertyChange] {
    var new = self
    for (column, value) in changes { new[Int(column.rawValue)] = value }
    return Column.stated.compactMap { column in
      let texts = (column.told(in: self), column.told(in: new))
      if texts.0 == texts.1 { return nil }
      return PropertyChange(property: name(column), old: texts.0, new: texts.1)
    }
  }

  fileprivate var title: String { String.fromDatabaseValue(self[ItemColumn.title]) ?? "" }
  fileprivate var place: String { String.fromDatabaseValue(self[StayColumn.placeName]) ?? "" }
}

extension StayColumn {
  /// The name of a place stands for the stay.
  var told: String { self == .placeName ? "stay" : fact }
}

extension StoredColumn {
  /// The value of a row as a person reads it; nil for none.
  fileprivate func told(in row: [DatabaseValue]) -> String? {
    let value = row[self]
    if declaration.isFlag { return value == true.databaseValue ? "true" : "false" }
    if declaration.isAmount { return money(in: row)?.description }
    return String.fromDatabaseValue(value) ?? Int64.fromDatabaseValue(value).map { String($0) }
  }
}
