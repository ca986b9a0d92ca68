/// Reads trips from one JSON array, or from JSON objects one after the other (NDJSON).
final class JSONTripReader: RecordReader {
  private(set) var recordLine = 1
  private(set) var notes = ImportNotes()
  private let file: InputFile
  private var json: JSONReader
  private var place = Place.start

  private enum Place { case start, inArray, amongObjects, end }

  init(_ file: InputFile) {
    self.file = file
    json = JSONReader(file)
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
      return .trip(try JSONTripFields(members).trip(&notes))
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
      guard let byte else { return false }
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

/// The members of a JSON object that describes a trip.
private struct JSONTripFields {
  private let members: [(key: String, value: JSONValue)]

  init(_ members: [(key: String, value: JSONValue)]) {
    self.members = members
  }

  func trip(_ notes: inout ImportNotes) throws(ValueError) -> ImportedTrip {
    var trip = ImportedTrip()
    var fields = ImportedFields()
    for (key, value) in members {
      guard let field = TripField(rawValue: key) else {
        notes.add("the field '\(key)' is unknown and not kept")
        continue
      }
      try read(field, value, &trip, &fields, &notes)
    }
    try fields.apply(to: &trip)
    return trip
  }

  private func read(
    _ field: TripField, _ value: JSONValue, _ trip: inout ImportedTrip,
    _ fields: inout ImportedFields, _ notes: inout ImportNotes
  ) throws(ValueError) {
    switch field {
    case .id: trip.id = try value.identifier("id")
    case .uid: trip.uid = try value.text("uid")
    case .type: fields.type = try value.text("type")
    case .name: fields.name = try value.text("name")
    case .destination: fields.destination = try value.text("destination")
    case .startDate: fields.startDate = try value.text("startDate")
    case .endDate: fields.endDate = try value.text("endDate")
    case .days, .nights: break  // They follow from the dates.
    case .notes: fields.notes = try value.text("notes") ?? ""
    case .reason: fields.reason = try value.text("reason") ?? ""
    case .perdiem: try readPerDiem(value, &fields, &notes)
    case .bucketList: trip.bucketList = try items(value, &notes)
    case .livingAccommodation: trip.stay = try stay(value, &notes)
    }
  }

  private func readPerDiem(
    _ value: JSONValue, _ fields: inout ImportedFields, _ notes: inout ImportNotes
  ) throws(ValueError) {
    guard let members = try value.members("perdiem") else {
      fields.perdiemAmount = ""
      fields.perdiemRule = ""
      return
    }
    for (key, value) in members {
      switch key {
      case "amount": fields.perdiemAmount = try value.digits("amount") ?? ""
      case "currency": fields.perdiemCurrency = try value.text("currency")
      case "rule": fields.perdiemRule = try value.text("rule")
      case "total": break  // It follows from the rest.
      default: notes.add("the field 'perdiem.\(key)' is unknown and not kept")
      }
    }
    let isComplete = fields.perdiemAmount == "" || fields.perdiemCurrency != nil
    guard fields.perdiemAmount != nil, isComplete else {
      throw ValueError("'perdiem' needs an amount and a currency")
    }
  }

  private func items(
    _ value: JSONValue, _ notes: inout ImportNotes
  ) throws(ValueError) -> [ImportedItem] {
    guard case .array(let elements) = value else {
      throw ValueError("'bucketList' must be a list, and is \(value.kind)")
    }
    guard elements.count <= ImportedItem.most else { throw ImportedItem.tooMany }
    var items: [ImportedItem] = []
    for element in elements {
      items.append(try JSONTripReader.item(element, &notes))
    }
    return items
  }

  private func stay(
    _ value: JSONValue, _ notes: inout ImportNotes
  ) throws(ValueError) -> TripDraft.Setting<ImportedStay> {
    guard let members = try value.members("livingAccommodation") else { return .clear }
    var stay = ImportedStay(placeName: "")
    for (key, value) in members {
      switch StayField(rawValue: key) {
      case .id: stay.id = try value.identifier("livingAccommodation.id")
      case .placeName: stay.placeName = try value.text("placeName") ?? ""
      case .address:
        stay.address = try StoredText.address.normalized(value.text("address") ?? "")
      case .isConfirmed: stay.isConfirmed = try value.flag("isConfirmed")
      case nil: notes.add("the field 'livingAccommodation.\(key)' is unknown and not kept")
      }
    }
    stay.placeName = try StoredText.placeName.required(stay.placeName)
    return .set(stay)
  }
}

extension JSONTripReader {
  /// The items of a bucket list that is written as JSON by itself.
  ///
  /// - Throws: `ImportProblem`, `ValueError`.
  static func items(inText text: String, _ notes: inout ImportNotes) throws -> [ImportedItem] {
    var json = JSONReader(InputFile(text: text))
    guard case .array(let elements) = try json.value() else { throw json.problem("'[' is missing") }
    if try json.peekPastSpace() != nil { throw json.problem("something stands after its end") }
    guard elements.count <= ImportedItem.most else { throw ImportedItem.tooMany }
    return try elements.map { try item($0, &notes) }
  }

  /// An item of a bucket list.
  static func item(
    _ value: JSONValue, _ notes: inout ImportNotes
  ) throws(ValueError) -> ImportedItem {
    guard let members = try value.members("bucketList") else {
      throw ValueError("an item of 'bucketList' must be an object, and is null")
    }
    var item = ImportedItem(title: "")
    for (key, value) in members {
      switch BucketListField(rawValue: key) {
      case .id: item.id = try value.identifier("bucketList.id")
      case .title: item.title = try value.text("title") ?? ""
      case .details:
        item.details = try StoredText.details.normalized(value.text("details") ?? "")
      case .hasReservation: item.hasReservation = try value.flag("hasReservation")
      case .isInPlan: item.isInPlan = try value.flag("isInPlan")
      case .isDone: item.isDone = try value.flag("isDone")
      case nil: notes.add("the field 'bucketList.\(key)' is unknown and not kept")
      }
    }
    item.title = try StoredText.title.required(item.title)
    return item
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

  /// From 1 to 2^53−1, above which other programs would round; nil for null.
  fileprivate func identifier(_ field: String) throws(ValueError) -> Int64? {
    if case .null = self { return nil }
    guard case .number(let text) = self, let id = Store.identifier(text), id < 1 << 53 else {
      throw ValueError("'\(field)' must be a whole number from 1 to 9007199254740991")
    }
    return id
  }

  /// Nil for null.
  fileprivate func members(
    _ field: String
  ) throws(ValueError) -> [(key: String, value: JSONValue)]? {
    switch self {
    case .object(let members): members
    case .null: nil
    default: throw ValueError("'\(field)' must be an object, and is \(kind)")
    }
  }
}
