internal import SQLite

/// A column of a model's table. Fetches read the columns in the order of the cases.
///
/// The single declaration of what a model stores, used for reading and writing rows, recording the
/// history, importing and exporting.
package protocol StoredColumn: RawRepresentable<Int32>, ColumnIndex, CaseIterable, Sendable,
  Equatable
where AllCases == [Self] {
  static var entity: Entity { get }
  /// The columns that order the rows of a trip.
  static var order: [Self] { get }
  /// The facts of a row: the columns that do not identify it, with columns that belong together as
  /// one fact.
  static var facts: [[Self]] { get }
  /// The same columns, each by itself; an amount has its currency.
  static var values: [[Self]] { get }
  /// The columns by the names of their members in JSON.
  static var members: [String: Self] { get }
  /// The statement that inserts a row with all columns.
  static var insertion: String { get }
  var declaration: ColumnDeclaration { get }
  /// Why the dates and times of a row do not fit together; nil if they do.
  static func problemOfDates(in row: StatedRow<Self>) -> String?
}

/// The name of a column, its content, and the kinds of trip that have it.
package struct ColumnDeclaration: Sendable {
  package enum Content: Sendable {
    /// A row's own id, or its trip's id.
    case identifier
    /// 0 or 1.
    case flag
    /// An amount in minor units; its currency is in the next column.
    case amount
    case currency
    /// `YYYY-MM-DD`.
    case date
    /// `HH:MM`.
    case time
    /// One of a few words, a code or a rule.
    case word
    /// Typed text, with its limits.
    case text(StoredText)
    /// Words separated by spaces; a list in JSON.
    case tags
    /// The amounts and meals of single days, as JSON.
    case singleDays
  }

  /// The name of the column, of the property in the history and of the member in JSON.
  package let name: String
  package let content: Content
  /// The only kind of trip that has it; nil if all rows do.
  let type: TripType?
  /// The column of a CSV file; if nil, it is named after this column.
  let csv: String?
  /// The property of iCalendar that stores it.
  let iCalendar: String?

  init(
    _ name: String, _ content: Content, of type: TripType? = nil, csv: String? = nil,
    iCalendar: String? = nil
  ) {
    self.name = name
    self.content = content
    self.type = type
    self.csv = csv
    self.iCalendar = iCalendar
  }

  var isFlag: Bool { if case .flag = content { true } else { false } }
  var isAmount: Bool { if case .amount = content { true } else { false } }
  var isCurrency: Bool { if case .currency = content { true } else { false } }
  var isTime: Bool { if case .time = content { true } else { false } }
  var isDate: Bool { if case .date = content { true } else { false } }

  /// Whether it is stored as a whole number.
  var isNumber: Bool {
    switch content {
    case .identifier, .flag, .amount: true
    case .currency, .date, .time, .word, .text, .tags, .singleDays: false
    }
  }

  /// The name for users and JSON: `cost` for `costMinor`, otherwise the column's name.
  var fact: String { isAmount ? String(name.dropLast("Minor".count)) : name }

  /// The normalisation of text that may be empty, but never NULL.
  package var text: StoredText? { if case .text(let kind) = content { kind } else { nil } }
}

extension StoredColumn {
  package static var table: String { entity.table }

  package var name: String { declaration.name }

  var fact: String { declaration.fact }

  /// The column of a CSV file: `name` of a trip, `stayAddress`, `itemPaid`.
  package var csv: String {
    if let name = declaration.csv { return name }
    guard Self.entity != .trip else { return name }
    // `isPaid` is `Paid`.
    let bare = declaration.isFlag ? fact.utf8.drop { $0 >= UInt8(ascii: "a") } : fact.utf8[...]
    let word = String(Substring(bare))
    return Self.entity.noun + word.prefix(1).uppercased() + word.dropFirst()
  }

  /// Whether it belongs to a per diem or a cost.
  var isOfCosts: Bool {
    switch declaration.content {
    case .amount, .currency, .singleDays: true
    default: name == TripColumn.perdiemRule.name
    }
  }

  /// The column with the currency of this amount.
  var currency: Self? { declaration.isAmount ? Self(rawValue: rawValue + 1) : nil }

  /// The amount that a row has in this column; nil for none.
  func money(in row: [SQLiteValue]) -> Money? {
    guard let currency, let minorUnits = row[self].integer,
      let code = row[currency].text
    else { return nil }
    return Money(minorUnits: minorUnits, currency: Currency(stored: code))
  }

  /// `id, uid, name …`
  static var list: String { names.joined(separator: ", ") }

  static var names: [String] { allCases.map(\.name) }

  package static var order: [Self] { allCases.filter { $0.name == "id" } }

  /// The SQL that orders the rows of a trip.
  ///
  /// - Parameter alias: the table's alias with its dot.
  static func orderClause(_ alias: String = "") -> String {
    order.map { alias + $0.name }.joined(separator: ", ")
  }
}

extension [String] {
  /// The statement that inserts a row with these columns.
  ///
  /// - Parameter mark: the placeholder of a column's value.
  func insertion(into table: String, mark: (String) -> String = { _ in "?" }) -> String {
    let marks = map(mark).joined(separator: ", ")
    return "INSERT INTO \(table)(\(joined(separator: ", "))) VALUES (\(marks))"
  }
}

package enum TripColumn: Int32, StoredColumn {
  case id, uid, type, name, destination, startDate, endDate, perdiemMinor, perdiemCurrency
  case perdiemRule, singleDays, reason, notes, tags

  package static let entity = Entity.trip
  package static let insertion = names.insertion(into: table)

  package var declaration: ColumnDeclaration {
    switch self {
    case .id: ColumnDeclaration("id", .identifier)
    case .uid: ColumnDeclaration("uid", .text(.uid))
    case .type: ColumnDeclaration("type", .word, iCalendar: "X-TRIPS-KIND")
    case .name: ColumnDeclaration("name", .text(.name), iCalendar: "SUMMARY")
    case .destination:
      ColumnDeclaration("destination", .text(.destination), iCalendar: "LOCATION")
    case .startDate: ColumnDeclaration("startDate", .date)
    case .endDate: ColumnDeclaration("endDate", .date)
    case .perdiemMinor:
      ColumnDeclaration(
        "perdiemMinor", .amount, of: .business, csv: "perdiemAmount",
        iCalendar: "X-TRIPS-PERDIEM")
    case .perdiemCurrency: ColumnDeclaration("perdiemCurrency", .currency, of: .business)
    case .perdiemRule:
      ColumnDeclaration("perdiemRule", .word, of: .business, iCalendar: "X-TRIPS-PERDIEM-RULE")
    case .reason: ColumnDeclaration("reason", .word, of: .personal, iCalendar: "X-TRIPS-REASON")
    case .singleDays:
      ColumnDeclaration(
        "singleDays", .singleDays, of: .business, iCalendar: "X-TRIPS-SINGLE-DAYS")
    case .notes: ColumnDeclaration("notes", .text(.notes), iCalendar: "DESCRIPTION")
    case .tags: ColumnDeclaration("tags", .tags, iCalendar: "CATEGORIES")
    }
  }
}

package enum ItemColumn: Int32, StoredColumn {
  case id, tripId, uid, title, details, place, reference, hasReservation, isInPlan, isDone, isPaid
  case date, time, endDate, endTime, costMinor, costCurrency

  package static let entity = Entity.item
  package static let insertion = names.insertion(into: table)

  package var declaration: ColumnDeclaration {
    switch self {
    case .id: ColumnDeclaration("id", .identifier)
    case .tripId: ColumnDeclaration("tripId", .identifier)
    case .title: ColumnDeclaration("title", .text(.title), iCalendar: "SUMMARY")
    case .details: ColumnDeclaration("details", .text(.details), iCalendar: "DESCRIPTION")
    case .place: ColumnDeclaration("place", .text(.place), iCalendar: "LOCATION")
    case .reference:
      ColumnDeclaration("reference", .text(.reference), iCalendar: "X-TRIPS-REFERENCE")
    case .hasReservation:
      ColumnDeclaration(
        "hasReservation", .flag, csv: "itemReserved", iCalendar: "X-TRIPS-RESERVED")
    case .isInPlan:
      ColumnDeclaration("isInPlan", .flag, csv: "itemPlanned", iCalendar: "X-TRIPS-PLANNED")
    case .uid: ColumnDeclaration("uid", .text(.uid))
    case .isDone: ColumnDeclaration("isDone", .flag)
    case .isPaid: ColumnDeclaration("isPaid", .flag, iCalendar: "X-TRIPS-PAID")
    case .date: ColumnDeclaration("date", .date)
    case .time: ColumnDeclaration("time", .time)
    case .endDate: ColumnDeclaration("endDate", .date)
    case .endTime: ColumnDeclaration("endTime", .time)
    case .costMinor: ColumnDeclaration("costMinor", .amount, iCalendar: "X-TRIPS-COST")
    case .costCurrency: ColumnDeclaration("costCurrency", .currency, csv: "itemCurrency")
    }
  }
}

package enum StayColumn: Int32, StoredColumn {
  case id, tripId, uid, placeName, address, details, reference, isConfirmed, isPaid
  case startDate, endDate, costMinor, costCurrency

  package static let entity = Entity.stay
  package static let insertion = names.insertion(into: table)

  /// By check-in: stays without dates come first, since NULL sorts before every value.
  package static let order: [StayColumn] = [.startDate, .id]

  package var declaration: ColumnDeclaration {
    switch self {
    case .id: ColumnDeclaration("id", .identifier)
    case .tripId: ColumnDeclaration("tripId", .identifier)
    case .uid: ColumnDeclaration("uid", .text(.uid))
    case .startDate:
      ColumnDeclaration("startDate", .date, csv: "stayStart")
    case .endDate:
      ColumnDeclaration("endDate", .date, csv: "stayEnd")
    case .costMinor: ColumnDeclaration("costMinor", .amount, iCalendar: "X-TRIPS-COST")
    case .costCurrency: ColumnDeclaration("costCurrency", .currency, csv: "stayCurrency")
    case .placeName:
      ColumnDeclaration("placeName", .text(.placeName), csv: "stayName", iCalendar: "SUMMARY")
    case .address: ColumnDeclaration("address", .text(.address), iCalendar: "LOCATION")
    case .isConfirmed: ColumnDeclaration("isConfirmed", .flag, iCalendar: "STATUS")
    case .details:
      ColumnDeclaration("details", .text(.details), iCalendar: "DESCRIPTION")
    case .reference:
      ColumnDeclaration("reference", .text(.reference), iCalendar: "X-TRIPS-REFERENCE")
    case .isPaid: ColumnDeclaration("isPaid", .flag, iCalendar: "X-TRIPS-PAID")
    }
  }
}
