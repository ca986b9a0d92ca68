/// Reads trips from one JSON array, or from JSON objects one after the other (NDJSON).
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

  func next() throws -> ImportRecord? {
    guard try findRecord() else { return nil }
    recordLine = file.line
    let value: JSONValue
    do {
      value = try json.value()
    } catch let problem as ImportProblem where place == .amongObjects {
      // Objects stand on lines of their own: the next line is a new beginning. The problem may have
      // been met there only.
      if file.line == recordLine || !file.isAtLineStart { try file.skipLine() }
      throw ImportProblem(line: recordLine, problem.reason)
    }
    guard case .object(let members) = value else {
      throw ImportProblem(line: recordLine, "a trip is an object, and this is \(value.kind)")
    }
    do {
      return .trip(try trip(members))
    } catch {
      throw ImportProblem(line: recordLine, error.description)
    }
  }

  /// Goes to the first byte of the next record; false at the end.
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
    if try json.peekPastSpace() != nil { throw json.problem("something stands after its end") }
    return false
  }
}

// MARK: - What an object says

extension JSONTripReader {
  private func trip(_ members: JSONValue.Members) throws(ValueError) -> ImportedTrip {
    var fields = ImportedFields()
    var items: JSONValue?
    var stay: JSONValue?
    for (key, value) in members {
      guard let field = TripField(rawValue: key) else {
        notes.add("the field '\(key)' is unknown and not kept")
        continue
      }
      if let column = field.column {
        fields[column] =
          column == .id ? try value.identifier(key) : try value.text(key) ?? ""
        continue
      }
      switch field {
      case .perdiem: try readPerDiem(value, &fields)
      case .bucketList: items = value
      case .livingAccommodation: stay = value
      default: break  // It follows from the others.
      }
    }
    var trip = try fields.trip(options)
    trip.bucketList = try items.map { value throws(ValueError) in
      try Self.items(value, isExact: fields.isExact, &notes)
    }
    if let stay { trip.stay = try self.stay(stay, isExact: fields.isExact) }
    return trip
  }

  /// An amount without a currency takes the trip's.
  private func readPerDiem(
    _ value: JSONValue, _ fields: inout ImportedFields
  ) throws(ValueError) {
    guard let members = try value.members("perdiem") else {
      fields[.perdiemMinor] = ""
      fields[.perdiemRule] = ""
      return
    }
    for (key, value) in members {
      switch key {
      case "amount": fields[.perdiemMinor] = try value.digits("amount") ?? ""
      case "currency": fields[.perdiemCurrency] = try value.text("currency")
      case "rule": fields[.perdiemRule] = try value.text("rule") ?? ""
      case "total": break  // It follows from the rest.
      default: notes.add("the field 'perdiem.\(key)' is unknown and not kept")
      }
    }
  }

  private func stay(
    _ value: JSONValue, isExact: Bool
  ) throws(ValueError) -> TripDraft.Setting<ImportedStay> {
    guard let members = try value.members("livingAccommodation") else { return .clear }
    let stay: ImportedStay = try Self.row(
      members, StayField.self, of: "livingAccommodation", isExact: isExact, &notes)
    return .set(try stay.checked())
  }

  /// The items of a bucket list that is written as JSON by itself.
  ///
  /// - Throws: `ImportProblem`, `ValueError`.
  static func items(
    inText text: String, isExact: Bool, _ notes: inout ImportNotes
  ) throws -> [ImportedItem] {
    var json = JSONReader(file: InputFile(bytes: text.utf8))
    let value = try json.value()
    if try json.peekPastSpace() != nil { throw json.problem("something stands after its end") }
    return try items(value, isExact: isExact, &notes)
  }

  private static func items(
    _ value: JSONValue, isExact: Bool, _ notes: inout ImportNotes
  ) throws(ValueError) -> [ImportedItem] {
    let elements: [JSONValue]
    switch value {
    case .array(let values): elements = values
    case .null: elements = []
    default: throw ValueError("'bucketList' must be a list, and is \(value.kind)")
    }
    guard elements.count <= ImportedItem.most else { throw ImportedItem.tooMany }
    var items: [ImportedItem] = []
    for element in elements {
      guard let members = try element.members("bucketList") else {
        throw ValueError("an item of 'bucketList' must be an object, and is null")
      }
      let item: ImportedItem = try row(
        members, BucketListField.self, of: "bucketList", isExact: isExact, &notes)
      items.append(try item.checked())
    }
    return items
  }

  /// An item or a stay: a member for each of its columns.
  private static func row<Field: ColumnField>(
    _ members: JSONValue.Members, _ fields: Field.Type, of name: String,
    isExact: Bool, _ notes: inout ImportNotes
  ) throws(ValueError) -> ImportedRow<Field.Column> {
    var row = ImportedRow<Field.Column>()
    row.isExact = isExact
    for (key, value) in members {
      guard let column = Field(rawValue: key)?.column else {
        notes.add("the field '\(name).\(key)' is unknown and not kept")
        continue
      }
      switch column.content {
      case .identifier:
        let text = try value.identifier("\(name).\(key)")
        row.id = text.isEmpty ? nil : try ImportedFields.identifier(text, "\(name).\(key)")
      case .flag: row.set(column, try value.flag(key))
      case .text: try row.set(column, text: try value.text(key) ?? "")
      case .date, .integer, .word: break  // None of them has such a column.
      }
    }
    return row
  }
}

extension JSONValue {
  /// Nil for null.
  fileprivate func text(_ field: String) throws(ValueError) -> String? {
    switch self {
    case .string(let text): text
    case .null: nil
    default: throw ValueError("'\(field)' must be text, and is \(kind)")
    }
  }

  /// Text, or a number as it is written: neither is ever a floating-point number.
  fileprivate func digits(_ field: String) throws(ValueError) -> String? {
    if case .number(let text) = self { text } else { try text(field) }
  }

  fileprivate func flag(_ field: String) throws(ValueError) -> Bool {
    guard case .bool(let flag) = self else {
      throw ValueError("'\(field)' must be true or false, and is \(kind)")
    }
    return flag
  }

  /// The digits of a number; empty for null.
  fileprivate func identifier(_ field: String) throws(ValueError) -> String {
    switch self {
    case .number(let text):
      _ = try ImportedFields.identifier(text, field)
      return text
    case .null: return ""
    default: return String(try ImportedFields.identifier("", field))
    }
  }

  /// Nil for null.
  fileprivate func members(_ field: String) throws(ValueError) -> Members? {
    switch self {
    case .object(let members): members
    case .null: nil
    default: throw ValueError("'\(field)' must be an object, and is \(kind)")
    }
  }
}
