internal import SQLite

/// Matches the items or stays of a trip with those of a file.
struct RowsPlan<Column: StoredColumn> {
  private var updates: [(row: [SQLiteValue], given: ImportedRow<Column>)] = []
  private var removed: [[SQLiteValue]] = []
  private(set) var added: [ImportedRow<Column>] = []
  /// A key of a row, and what it identifies.
  private let name: Column
  private let property: String
  private let describe: (ImportedRow<Column>) -> PropertyChange
  /// The history lists the changes in the order in which they were made.
  private var removesFirst = false
  /// The number of stays that lose their confirmation because their nights change.
  private(set) var lostConfirmations = 0
  /// The stays that got another place, and what they keep of the old one.
  private(set) var renamed: [(new: String, old: String, kept: String)] = []
  /// The added items that may replace an old one of their day, with that one.
  private(set) var replacements: [(new: String, old: String)] = []

  /// The names of added and deleted rows, and the other changes of rows that are kept.
  var changes: [PropertyChange] {
    func called(_ row: [SQLiteValue]) -> String { row[name].text ?? "" }
    return removed.map { PropertyChange(property: property, old: called($0), new: nil) }
      + updates.flatMap { row, given in
        Column.changes(from: row, to: row.with(given.changes(of: row))).map { change in
          PropertyChange(
            property: change.property == name.fact
              ? property : "\(change.property) of '\(called(row))'", old: change.old,
            new: change.new)
        }
      }
      + added.map(describe)
  }

  func apply(toTrip id: Int64, _ statements: ImportStatements) throws {
    func remove() throws {
      for row in removed { try statements.db.delete(row.id, Column.self) }
    }
    if removesFirst { try remove() }
    for (row, given) in updates {
      try statements.db.update(row.id, given.changes(of: row))
    }
    if !removesFirst { try remove() }
    for given in added { try statements.insert(given, ofTrip: id) }
  }
}

typealias ItemPlan = RowsPlan<ItemColumn>
typealias StaysPlan = RowsPlan<StayColumn>

/// An item is matched by id and title, otherwise by title and day, by title, or by id.
extension RowsPlan<ItemColumn> {
  /// - Parameters:
  ///   - areAll: whether items missing from the file are deleted.
  ///   - isPart: whether other files have items of the trip, so that only one of the same time may be
  ///     replaced.
  ///   - fresh: the places of the items that belong to new stays, and so are new, too.
  ///   - isForeign: whether they are of other programs' events, which do not know the lines that were
  ///     added to their details here.
  ///   - currency: the currency of a cost without one.
  init(
    _ items: [ImportedItem], for rows: [[SQLiteValue]], areAll: Bool, isPart: Bool,
    isForeign: Bool, fresh: Set<Int>, _ currency: () throws -> Currency?
  ) throws {
    (name, property, describe) = (.title, "bucketList", \.addition)
    var places: [SQLiteValue: Int] = [:]
    // Of several items with a title, the one on the same day is matched: a calendar may have many
    // appointments of one name.
    var titles: [[SQLiteValue?]: [Int]] = [:]
    for (place, row) in rows.enumerated().reversed() {
      places[row[ItemColumn.id]] = place
      for key in Self.keys(ItemColumn.allCases.map { row[$0] }) {
        titles[key, default: []].append(place)
      }
    }
    var free = Set(rows.indices)
    func take(_ place: Int?) -> Int? { place.flatMap { free.remove($0) } }
    let known = items.map { item in item.id.flatMap { places[$0.sqliteValue] } }
    var taken = zip(items, known).map { item, place in
      take(place.flatMap { rows[$0].title == item.title ? $0 : nil })
    }
    let keys = items.map { item in Self.keys(ItemColumn.allCases.map { item[$0] }) }
    for level in Self.keys.indices {
      let open = items.indices.filter { taken[$0] == nil && (level == 0 || !fresh.contains($0)) }
      for (key, indices) in Dictionary(grouping: open, by: { keys[$0][level] }) {
        let places = titles[key, default: []].filter(free.contains)
        // One of several rooms of a hotel, of which the others are not in the file.
        if isForeign, level > 1, places.count > indices.count { continue }
        for (index, place) in zip(indices, places.reversed()) { taken[index] = take(place) }
      }
    }
    for index in items.indices where taken[index] == nil { taken[index] = take(known[index]) }
    var replacing: [ImportedItem] = []
    for (index, place) in taken.enumerated() {
      var item = items[index]
      let old = place.flatMap { rows[$0][ItemColumn.details].text }
      if isForeign, let old, let new = item.text(.details), old.hasLines(new) {
        item[.details] = nil
      }
      item = try item.fitting(place.map { rows[$0] }, currency)
      if let place {
        if !item.changes(of: rows[place]).isEmpty { updates.append((rows[place], item)) }
      } else {
        added.append(item)
        if !fresh.contains(index) { replacing.append(item) }
      }
    }
    removed = areAll ? free.sorted().map { rows[$0] } : []
    guard !areAll, !replacing.isEmpty else { return }
    let others = Dictionary(
      free.sorted().map { (Self.moment(rows[$0], isPart), rows[$0].title) },
      uniquingKeysWith: { one, _ in one })
    for item in replacing where item.text(.date) != nil {
      let moment = Self.moment(ItemColumn.allCases.map { item[$0] ?? .null }, isPart)
      if let old = others[moment], !isPart || item.text(.time) != nil || old == item.title {
        replacements.append((item.title, old))
      }
    }
  }

  /// Its day, and its time or only whether it has one.
  private static func moment(_ values: [SQLiteValue], _ isExact: Bool) -> [SQLiteValue] {
    let time = values[ItemColumn.time]
    return [values[ItemColumn.date], isExact ? time : time.isNull.sqliteValue]
  }

  /// The keys of an item, the most exact first. An all-day event has no time.
  private static let keys: [[ItemColumn]] = [
    [.title, .date, .time, .details], [.title, .date, .details], [.title, .date, .time],
    [.title, .date], [.title],
  ]

  private static func keys(_ values: [SQLiteValue?]) -> [[SQLiteValue?]] {
    keys.map { columns in columns.map { values[Int($0.rawValue)] } }
  }
}

/// A stay is matched by uid, otherwise by place and nights, whatever the spelling of the place. If a
/// trip and a whole list each have a single stay, without a uid in the list and with the same nights,
/// they match even if the place differs. A CSV row or an event matches the one stay at its place with
/// which it shares nights.
extension RowsPlan<StayColumn> {
  typealias Dates = ImportedStay.Dates

  /// - Parameters:
  ///   - old: the dates of the trip, which also apply to a stay without dates.
  ///   - new: its future dates. Stays whose confirmed nights change are unconfirmed, unless the file
  ///     confirms them.
  ///   - earlierRows: the keys of the stays in earlier rows of the CSV.
  ///   - seen: the uids of the stays that earlier files and events gave.
  ///   - currency: the currency of a cost without one.
  init(
    _ stays: ImportedStays, for rows: [[SQLiteValue]], from old: Dates, to new: Dates,
    earlierRows: Set<[String]> = [], seen: Set<String>, _ currency: () throws -> Currency?
  ) throws {
    (name, property, describe, removesFirst) = (.placeName, "stay", \.addition, true)
    let given = stays.list
    var unclaimed = UnclaimedStays(rows, new, seen: stays.areAll ? nil : seen)
    var places = given.map { $0.uid.flatMap { unclaimed.take(uid: $0) } }
    for (index, stay) in given.enumerated() where places[index] == nil {
      places[index] = unclaimed.take(like: stay)
    }
    for (index, stay) in given.enumerated() where places[index] == nil && !stays.areAll {
      places[index] = unclaimed.take(sharingNightsWith: stay, earlierRows)
    }
    if stays.areAll, rows.count == 1, given.count == 1, places == [nil], given[0].uid == nil,
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
      // A cell can only mean the stay of a trip that has no other.
      case .withoutFirst: rows.count == 1 ? [0] : []
      case .keep, .some: []
      }
    for (place, row) in rows.enumerated() {
      if gone.contains(place) {
        removed.append(row)
        continue
      }
      var change = changes[place]
      // An event with another title is still the same booking.
      let isSame = !stays.areAll && change.uid != nil && change.uid == row.uid
      // A stay on the days of its trip may have lost the property with its own dates.
      if isSame, old == new,
        change.nights(over: row, of: new) == ImportedStay().nights(over: row, of: new)
      {
        (change[.startDate], change[.endDate]) = (nil, nil)
      }
      var stay = try (isSame ? change : change.replacing(row)).fitting(row, currency)
      if row[StayColumn.isConfirmed] == true.sqliteValue, stay[.isConfirmed] == nil,
        ImportedStay().nights(over: row, of: old) != stay.nights(over: row, of: new)
      {
        stay.set(.isConfirmed, false)
        lostConfirmations += 1
      }
      if isSame, SearchText.foldedName(row.place) != SearchText.foldedName(stay.placeName) {
        let kept = [StayColumn.isConfirmed: "confirmed", .costMinor: "cost"].filter { column, _ in
          stay[column] == nil && ![.null, false.sqliteValue].contains(row[column])
        }
        if !kept.isEmpty {
          renamed.append((stay.placeName, row.place, kept.values.sorted().joined(separator: ", ")))
        }
      }
      if !stay.changes(of: row).isEmpty { updates.append((row, stay)) }
    }
  }
}

/// The stays of a trip that are not matched yet, by their keys.
private struct UnclaimedStays {
  private let rows: [[SQLiteValue]]
  private let trip: ImportedStay.Dates
  private let seen: Set<String>?
  private(set) var places: Set<Int>

  private lazy var uids = Dictionary(
    rows.indices.compactMap { index in
      rows[index][StayColumn.uid].text.map { ($0, index) }
    }, uniquingKeysWith: { one, _ in one })

  /// By folded place, and by that and nights.
  private lazy var names: [[String]: [Int]] = {
    var names: [[String]: [Int]] = [:]
    for (index, row) in rows.enumerated() {
      let place = SearchText.foldedName(row.place)
      let nights = ImportedStay().nights(over: row, of: trip)
      names[[place], default: []].append(index)
      names[[place] + nights, default: []].append(index)
    }
    return names
  }()

  /// - Parameter seen: see `StaysPlan`; nil for a whole list, whose stays may have got other uids.
  init(_ rows: [[SQLiteValue]], _ trip: ImportedStay.Dates, seen: Set<String>?) {
    (self.rows, self.trip, self.seen) = (rows, trip, seen)
    places = Set(rows.indices)
  }

  mutating func take(_ place: Int?) -> Int? { place.flatMap { places.remove($0) } }

  mutating func take(uid: String) -> Int? { take(uids[uid]) }

  mutating func take(like stay: ImportedStay) -> Int? {
    let nights = stay.givesDates ? stay.nights(over: nil, of: trip) : []
    let places = atPlace(of: stay, nights).filter(places.contains)
    return take(places.first { rows[$0].place == stay.placeName } ?? places.first)
  }

  /// The only one at its place with which it shares nights, unless an earlier row gave it.
  mutating func take(sharingNightsWith stay: ImportedStay, _ earlierRows: Set<[String]>) -> Int? {
    let nights = stay.nights(over: nil, of: trip)
    let places = atPlace(of: stay).filter { place in
      let other = ImportedStay().nights(over: rows[place], of: trip)
      return nights[0] < other[1] && other[0] < nights[1]
        && !earlierRows.contains(rows[place].rowKey)
    }
    return places.count == 1 ? take(places[0]) : nil
  }

  /// Another event's is another room.
  private mutating func atPlace(of stay: ImportedStay, _ nights: [String] = []) -> [Int] {
    let places = names[[SearchText.foldedName(stay.placeName)] + nights] ?? []
    guard let seen, stay.uid != nil else { return places }
    return places.filter { place in
      rows[place].uid.map { !seen.contains($0) && !$0.ends(with: ForeignEvents.staySuffix) } ?? true
    }
  }

  func hasSameNights(_ stay: ImportedStay, _ place: Int) -> Bool {
    stay.nights(over: rows[place], of: trip) == ImportedStay().nights(over: rows[place], of: trip)
  }
}

extension ImportedStay {
  /// Whether it gives dates, or states that there are none.
  fileprivate var givesDates: Bool { self[.startDate] != nil || self[.endDate] != nil }
}

extension [SQLiteValue] {
  /// The first column of an item and of a stay.
  var id: SQLiteValue { self[0] }
  var title: String { self[ItemColumn.title].text ?? "" }
  /// Of a stay.
  var uid: String? { self[StayColumn.uid].text }
  var place: String { self[StayColumn.placeName].text ?? "" }
  /// Of a stay: its place and dates.
  var rowKey: [String] {
    [SearchText.foldedName(place)]
      + [StayColumn.startDate, .endDate].map { self[$0].text ?? "" }
  }
}
