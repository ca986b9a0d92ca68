/// Reads trips from one JSON array, or from consecutive JSON objects (NDJSON).
final class JSONTripReader: RecordReader {
  let kind = ImportAccount.Kind.object
  var recordLine: Int { records.line }
  private(set) var notes = ImportNotes()
  private let records: JSONRecords
  private let options: ImportOptions
  /// Whether the current record comes from a store.
  private var isExact = false

  init(_ file: InputFile, _ options: ImportOptions) {
    var options = options
    // JSON has forms of its own for dates and numbers.
    (options.dateFormat, options.decimalMark) = (nil, nil)
    self.options = options
    records = JSONRecords(file, of: "trips")
  }

  func next() throws -> StatedTrip? {
    guard let value = try records.next() else { return nil }
    guard case .object(let members) = value else {
      throw ImportProblem(line: recordLine, "a trip must be an object, not \(value.kind)")
    }
    do {
      return try trip(members)
    } catch {
      throw ImportProblem(line: recordLine, error.description)
    }
  }
}

// MARK: - Objects

extension JSONTripReader {
  private func trip(_ members: JSONValue.Members) throws(ValueError) -> StatedTrip {
    var stated = StatedTrip()
    // Only our own export writes both, so such a record comes from a store.
    isExact = ["id", "uid"].allSatisfy { name in
      members.contains { $0.key == name && !$0.value.isNull }
    }
    stated.trip.isExact = isExact
    for (key, value) in members {
      switch TripField(rawValue: key) {
      case .bucketList:
        stated.items = StatedRows(
          rows: try rows(
            value, of: .bucketList, BucketListItem.maxCount, StatedRow<ItemColumn>.tooMany),
          isComplete: true)
      case .livingAccommodations:
        stated.stays = StatedRows(
          rows: try rows(
            value, of: .livingAccommodations, LivingAccommodation.maxCount,
            StatedRow<StayColumn>.tooMany), isComplete: true)
      case .days, .nights, .costs: break  // Computed from the others.
      default: try set(key, value, of: &stated.trip)
      }
    }
    if stated.trip.text(.name) == nil { throw ValueError("the name is missing") }
    if stated.trip.text(.startDate) == nil { throw ValueError("the start date is missing") }
    return stated
  }

  /// A list of items or stays; none for null.
  private func rows<Column: StoredColumn>(
    _ value: JSONValue, of field: TripField, _ maxCount: Int, _ tooMany: ValueError
  ) throws(ValueError) -> [StatedRow<Column>] {
    let name = field.rawValue
    let elements: [JSONValue]
    switch value {
    case .array(let values): elements = values
    case .null: elements = []
    default: throw ValueError("'\(name)' must be a list, not \(value.kind)")
    }
    guard elements.count <= maxCount else { throw tooMany }
    var rows: [StatedRow<Column>] = []
    for element in elements {
      guard let members = try element.members(name) else {
        throw ValueError("an item of '\(name)' must be an object, not null")
      }
      var row = StatedRow<Column>()
      row.isExact = isExact
      for (key, value) in members { try set(key, value, of: &row, in: "\(name).") }
      rows.append(row)
    }
    return rows
  }

  /// Sets the value of a member.
  ///
  /// - Parameter list: what precedes its name in messages.
  private func set<Column: StoredColumn>(
    _ key: String, _ value: JSONValue, of row: inout StatedRow<Column>, in list: String = ""
  ) throws(ValueError) {
    guard let column = Column.members[key] else {
      return notes.add("the field '\(list)\(key)' is unknown and was ignored")
    }
    switch column.content {
    case .amount: try setCost(value, of: &row, list + key)
    case .tags:
      row.set(column, try value.tags(list + key).text)
    case .identifier: row.id = try value.identifier(list + key)
    default: try row.set(column, text: value.text(of: column), options)
    }
  }

  /// A cost, or a per diem with its rule.
  private func setCost<Column: StoredColumn>(
    _ value: JSONValue, of row: inout StatedRow<Column>, _ name: String
  ) throws(ValueError) {
    let rule = Column.allCases.first { $0.name == "perdiemRule" }
    let singleDays = Column.allCases.first { $0.name == "singleDays" }
    guard let members = try value.members(name) else {
      row.clearCost()
      for column in [rule, singleDays] { if let column { row.clear(column) } }
      return
    }
    var (amount, currency): (String?, String) = (nil, "")
    for (key, value) in members {
      switch key {
      case "amount": amount = try value.digits("amount") ?? ""
      case "currency": currency = try value.text("currency") ?? ""
      case "total" where rule != nil: break  // Computed from the rest.
      case "rule" where rule != nil:
        if let rule { try row.set(rule, text: try value.text("rule") ?? "", options) }
      case "singleDays" where singleDays != nil:
        if let singleDays {
          if value.isNull {
            row.clear(singleDays)
          } else {
            try row.set(singleDays, SingleDays(value))
          }
        }
      default: notes.add("the field '\(name).\(key)' is unknown and was ignored")
      }
    }
    if let amount { try row.setCost(amount, currency: currency, options) }
  }
}

extension StoredColumn {
  /// The columns that are members of their own in JSON, by name: a currency and a rule are members of
  /// their amount.
  fileprivate static func gatherMembers() -> [String: Self] {
    let columns = allCases.filter {
      $0.name != "tripId" && $0.name != "perdiemRule" && $0.name != "singleDays"
        && !$0.declaration.isCurrency
    }
    return Dictionary(uniqueKeysWithValues: columns.map { ($0.fact, $0) })
  }
}

extension TripColumn { package static let members = gatherMembers() }
extension ItemColumn { package static let members = gatherMembers() }
extension StayColumn { package static let members = gatherMembers() }

extension JSONValue {
  fileprivate var isNull: Bool { if case .null = self { true } else { false } }

  /// Nil for null.
  fileprivate func text(_ field: String) throws(ValueError) -> String? {
    switch self {
    case .string(let text): text
    case .null: nil
    default: throw ValueError("'\(field)' must be text, not \(kind)")
    }
  }

  /// A list of words; none for null.
  fileprivate func tags(_ field: String) throws(ValueError) -> TagList {
    switch self {
    case .null: return TagList()
    case .array(let elements):
      var tags = TagList()
      for element in elements { try tags.insert(try element.text(field) ?? "") }
      return tags
    default: throw ValueError("'\(field)' must be a list, not \(kind)")
    }
  }

  /// The text of a column; empty for null.
  fileprivate func text(of column: some StoredColumn) throws(ValueError) -> String {
    guard column.declaration.isFlag else { return try text(column.name) ?? "" }
    switch self {
    case .bool(let flag): return flag ? "true" : "false"
    case .null: return ""
    default: throw ValueError("'\(column.name)' must be true or false, not \(kind)")
    }
  }

  /// Text, or a number as it is written; neither becomes a floating-point number.
  fileprivate func digits(_ field: String) throws(ValueError) -> String? {
    if case .number(let text) = self { text } else { try text(field) }
  }

  /// Nil for null.
  fileprivate func identifier(_ field: String) throws(ValueError) -> Int64? {
    if isNull { return nil }
    guard case .number(let text) = self else { return try StatedText.identifier("", field) }
    return try StatedText.identifier(text, field)
  }

  /// Nil for null.
  fileprivate func members(_ field: String) throws(ValueError) -> Members? {
    switch self {
    case .object(let members): members
    case .null: nil
    default: throw ValueError("'\(field)' must be an object, not \(kind)")
    }
  }
}
