/// Reads trips from one JSON array, or from consecutive JSON objects (NDJSON).
final class JSONTripReader: RecordReader {
  private(set) var recordLine = 1
  private(set) var notes = ImportNotes()
  private let file: InputFile
  private var json: JSONReader
  private var place = Place.start

  private enum Place { case start, inArray, amongObjects, end }

  private let options: ImportOptions

  init(_ file: InputFile, _ options: ImportOptions) {
    self.file = file
    self.options = options
    json = JSONReader(file: file)
  }

  func next() throws -> StatedTrip? {
    guard try findRecord() else { return nil }
    recordLine = file.line
    let value: JSONValue
    do {
      value = try json.value()
    } catch let problem as ImportProblem where place == .amongObjects {
      // Objects have lines of their own, so reading continues on the next line. The problem may
      // have been found only there.
      if file.line == recordLine || !file.isAtLineStart { try file.skipLine() }
      throw ImportProblem(line: recordLine, problem.reason)
    }
    guard case .object(let members) = value else {
      throw ImportProblem(line: recordLine, "a trip must be an object, not \(value.kind)")
    }
    do {
      return try trip(members)
    } catch {
      throw ImportProblem(line: recordLine, error.description)
    }
  }

  /// Advances to the first byte of the next record; false at the end.
  private func findRecord() throws -> Bool {
    if place == .start { try file.skipByteOrderMark() }
    let byte = try json.peekPastSpace()
    switch place {
    case .start:
      guard let byte else {
        if options.format == .ndjson { return false }
        throw ImportProblem.empty
      }
      place = byte == UInt8(ascii: "[") ? .inArray : .amongObjects
      if place == .amongObjects { return true }
      _ = try file.next()
      if try json.peekPastSpace() != UInt8(ascii: "]") { return true }
      return try endArray()
    case .inArray:
      if byte == UInt8(ascii: "]") { return try endArray() }
      guard byte == UInt8(ascii: ",") else { throw json.problem("a comma or ']' is missing") }
      _ = try file.next()
      _ = try json.peekPastSpace()
      return true
    case .amongObjects: return byte != nil
    case .end: return false
    }
  }

  private func endArray() throws -> Bool {
    _ = try file.next()
    place = .end
    if try json.peekPastSpace() != nil { throw json.problem("there is text after its end") }
    return false
  }
}

// MARK: - What an object says

extension JSONTripReader {
  private func trip(_ members: JSONValue.Members) throws(ValueError) -> StatedTrip {
    var stated = StatedTrip()
    // Both values that only a store gives say that the record comes from one.
    stated.trip.isExact = [TripField.id, .uid].allSatisfy { field in
      members.contains { $0.key == field.rawValue && !$0.value.isNull }
    }
    var lengths: [(field: TripField, value: Int?)] = []
    for (key, value) in members {
      guard let field = TripField(rawValue: key) else {
        notes.add("the field '\(key)' is unknown and was ignored")
        continue
      }
      switch field {
      case .perdiem: try readPerDiem(value, &stated.trip)
      case .bucketList:
        stated.items = StatedRows(
          rows: try items(value, isExact: stated.trip.isExact), isComplete: true)
      case .livingAccommodations:
        stated.stays = StatedRows(
          rows: try stays(value, isExact: stated.trip.isExact), isComplete: true)
      case .days, .nights: lengths.append((field, try value.digits(key).flatMap { Int($0) }))
      case .costs: break  // Computed from the others.
      default:
        guard let column = field.column else { continue }
        let text = try column == .id ? value.identifier(key) : value.text(key, of: column)
        try stated.trip.set(column, text: text, options)
      }
    }
    if stated.trip.text(.name) == nil { throw ValueError("the name is missing") }
    if stated.trip.text(.startDate) == nil { throw ValueError("the start date is missing") }
    noteUseless(lengths, of: stated.trip)
    return stated
  }

  /// Notes a number of days or nights that contradicts the dates.
  private func noteUseless(
    _ lengths: [(field: TripField, value: Int?)], of trip: StatedRow<TripColumn>
  ) {
    var nights: Int?
    if let start = trip.date(.startDate), let end = trip.date(.endDate) {
      nights = start.days(until: end)
    }
    for (field, value) in lengths where value != nights.map({ field == .days ? $0 + 1 : $0 }) {
      notes.add("the field '\(field.rawValue)' has no effect; 'endDate' says how long a trip is")
    }
  }

  /// An amount without a currency takes the trip's.
  private func readPerDiem(
    _ value: JSONValue, _ trip: inout StatedRow<TripColumn>
  ) throws(ValueError) {
    guard let members = try value.members("perdiem") else {
      trip.clearCost()
      return trip.clear(.perdiemRule)
    }
    var (amount, currency): (String?, String) = (nil, "")
    for (key, value) in members {
      switch key {
      case "amount": amount = try value.digits("amount") ?? ""
      case "currency": currency = try value.text("currency") ?? ""
      case "rule": try trip.set(.perdiemRule, text: try value.text("rule") ?? "", options)
      case "total": break  // Computed from the rest.
      default: notes.add("the field 'perdiem.\(key)' is unknown and was ignored")
      }
    }
    if let amount { try trip.setCost(amount, currency: currency, options) }
  }

  private func stays(_ value: JSONValue, isExact: Bool) throws(ValueError) -> [StatedRow<
    StayColumn
  >] {
    let stays: [StatedRow<StayColumn>] = try rows(
      value, StayField.self, of: TripField.livingAccommodations.rawValue,
      most: LivingAccommodation.most, tooMany: StatedRow<StayColumn>.tooMany, isExact: isExact)
    for stay in stays { _ = try stay.checked() }
    return stays
  }

  private func items(_ value: JSONValue, isExact: Bool) throws(ValueError) -> [StatedRow<
    ItemColumn
  >] {
    let items: [StatedRow<ItemColumn>] = try rows(
      value, BucketListField.self, of: TripField.bucketList.rawValue, most: BucketListItem.most,
      tooMany: StatedRow<ItemColumn>.tooMany, isExact: isExact)
    for item in items { _ = try item.checked() }
    return items
  }

  /// The items of a bucket list in a separate JSON text.
  ///
  /// - Throws: `ImportProblem`, `ValueError`.
  static func items(
    inText text: String, isExact: Bool, _ options: ImportOptions, _ notes: inout ImportNotes
  ) throws -> [StatedRow<ItemColumn>] {
    let reader = JSONTripReader(InputFile(bytes: text.utf8), options)
    let value = try reader.json.value()
    if try reader.json.peekPastSpace() != nil {
      throw reader.json.problem("there is text after its end")
    }
    reader.notes = notes
    defer { notes = reader.notes }
    return try reader.items(value, isExact: isExact)
  }

  /// A list of items or stays.
  private func rows<Field: ColumnField>(
    _ value: JSONValue, _ fields: Field.Type, of name: String, most: Int, tooMany: ValueError,
    isExact: Bool
  ) throws(ValueError) -> [StatedRow<Field.Column>] {
    let elements: [JSONValue]
    switch value {
    case .array(let values): elements = values
    case .null: elements = []
    default: throw ValueError("'\(name)' must be a list, not \(value.kind)")
    }
    guard elements.count <= most else { throw tooMany }
    var rows: [StatedRow<Field.Column>] = []
    for element in elements {
      guard let members = try element.members(name) else {
        throw ValueError("an item of '\(name)' must be an object, not null")
      }
      rows.append(try row(members, fields, of: name, isExact: isExact))
    }
    return rows
  }

  /// An item or a stay, with a member per column.
  private func row<Field: ColumnField>(
    _ members: JSONValue.Members, _ fields: Field.Type, of name: String, isExact: Bool
  ) throws(ValueError) -> StatedRow<Field.Column> {
    var row = StatedRow<Field.Column>()
    row.isExact = isExact
    for (key, value) in members {
      guard let column = Field(rawValue: key)?.column else {
        notes.add("the field '\(name).\(key)' is unknown and was ignored")
        continue
      }
      switch column.content {
      case .identifier:
        let text = try value.identifier("\(name).\(key)")
        row.id = text.isEmpty ? nil : try StatedText.identifier(text, "\(name).\(key)")
      case .flag: row.set(column, try value.flag(key))
      case .amount: try setCost(of: &row, value, "\(name).\(key)")
      case .integer: try row.set(column, text: try value.digits(key) ?? "", options)
      case .text, .currency, .date, .time, .word:
        try row.set(column, text: try value.text(key) ?? "", options)
      }
    }
    return row
  }

  private func setCost<Column: StoredColumn>(
    of row: inout StatedRow<Column>, _ value: JSONValue, _ name: String
  ) throws(ValueError) {
    var (amount, currency) = ("", "")
    for (key, value) in try value.members(name) ?? [] {
      switch key {
      case "amount": amount = try value.digits("amount") ?? ""
      case "currency": currency = try value.text("currency") ?? ""
      default: notes.add("the field '\(name).\(key)' is unknown and was ignored")
      }
    }
    try row.setCost(amount, currency: currency, options)
  }
}

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

  /// The text of a column; empty for null.
  fileprivate func text(_ field: String, of column: TripColumn) throws(ValueError) -> String {
    try (column.declaration.isNumber ? digits(field) : text(field)) ?? ""
  }

  /// Text, or a number as it is written; neither becomes a floating-point number.
  fileprivate func digits(_ field: String) throws(ValueError) -> String? {
    if case .number(let text) = self { text } else { try text(field) }
  }

  fileprivate func flag(_ field: String) throws(ValueError) -> Bool {
    guard case .bool(let flag) = self else {
      throw ValueError("'\(field)' must be true or false, not \(kind)")
    }
    return flag
  }

  /// The digits of a number; empty for null.
  fileprivate func identifier(_ field: String) throws(ValueError) -> String {
    switch self {
    case .number(let text):
      _ = try StatedText.identifier(text, field)
      return text
    case .null: return ""
    default: return String(try StatedText.identifier("", field))
    }
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
