/// The lines of one VEVENT, and the trip or stay that they describe.
struct ICSEvent {
  /// Where it begins.
  let line: Int
  private(set) var lines: [ICSLine] = []
  private var isTooLong = false

  /// What iCalendar has no word for; the columns have more (`ColumnDeclaration.iCalendar`).
  static let perdiem = "X-TRIPS-PERDIEM"

  /// Of one event; what it has more is not read.
  private static let mostLines = ImportedItem.most + 20_000

  init(line: Int) {
    self.line = line
  }

  mutating func append(_ line: ICSLine) {
    if lines.count < Self.mostLines { lines.append(line) } else { isTooLong = true }
  }

  var name: String? { first("SUMMARY")?.text }

  /// - Parameter isOurs: whether this program wrote the calendar.
  func record(isOurs: Bool, _ notes: inout ImportNotes) throws(ValueError) -> ImportRecord {
    if isTooLong { throw ValueError("the event has more than \(Self.mostLines) lines") }
    for name in ["RRULE", "RDATE", "RECURRENCE-ID"] where first(name) != nil {
      throw ValueError("the event repeats (\(name)), and a trip is made once")
    }
    for name in ["UID", "SUMMARY", "DTSTART", "DTEND", "DURATION", "DESCRIPTION"]
    where lines.count(where: { $0.name == name }) > 1 {
      throw ValueError("\(name) comes twice")
    }
    let isStay =
      first(EventProperty.kind)?.value.uppercased() == EventProperty.stayKind
      || isOurs && categories.contains(ICSExporter.stayCategory)
    if isStay, let uid = first("RELATED-TO")?.text {
      return .stay(try stay(), ofTripWithUID: uid)
    }
    let isOurs = isOurs || first(EventProperty.kind) != nil
    if !isOurs { noteWhatIsNotKept(&notes) }
    return .trip(try trip(isOurs: isOurs, &notes))
  }

  var isCancelled: Bool { first("STATUS")?.value.uppercased() == "CANCELLED" }

  private func first(_ name: String) -> ICSLine? {
    lines.first { $0.name == name }
  }

  private var categories: Set<String> {
    Set(
      lines.filter { $0.name == "CATEGORIES" }
        .flatMap { $0.value.split(separator: ",").map { $0.uppercased() } })
  }

  /// What the event does not say is not said: a server may have dropped it.
  private func trip(
    isOurs: Bool, _ notes: inout ImportNotes
  ) throws(ValueError) -> ImportedTrip {
    var fields = ImportedFields()
    let days = try ICSDays(lines, &notes)
    for column in TripColumn.allCases {
      guard let name = column.declaration.iCalendar else { continue }
      let text = first(name)?.text
      fields[column] = text == EventProperty.none && name.hasPrefix("X-") ? "" : text
    }
    fields[.destination] = oneLine(fields[.destination])
    fields[.name] = oneLine(fields[.name]) ?? fields[.destination]
    fields[.startDate] = days.first.description
    fields[.endDate] = days.last.description
    fields[.type] = first(EventProperty.kind)?.value ?? typeOfCategories
    let perdiem = first(Self.perdiem)?.text
    fields[.perdiemMinor] = perdiem == EventProperty.none ? "" : perdiem
    let items = try items()
    if let text = first("DESCRIPTION")?.text {
      fields[.notes] =
        isOurs
        ? EventDescription(reading: text, titles: Set(items.map(\.title))).notes : text
    }
    var trip = try fields.trip(.init())
    if !items.isEmpty { trip.bucketList = items }
    return trip
  }

  private var typeOfCategories: String? {
    TripType.allCases.first { categories.contains($0.rawValue.uppercased()) }?.rawValue
  }

  /// Other programs write addresses in lines; a destination is one line.
  private func oneLine(_ text: String?) -> String? {
    text?.split { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }.joined(separator: ", ")
  }

  private func items() throws(ValueError) -> [ImportedItem] {
    var items: [ImportedItem] = []
    for line in lines where line.name == EventProperty.item {
      let parts = line.text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      var item = ImportedItem()
      try item.set(.title, text: String(parts[0]))
      try item.set(.details, text: parts.count == 2 ? String(parts[1]) : "")
      for column in ItemColumn.allCases {
        guard let name = column.declaration.iCalendar else { continue }
        if let value = line.parameters[name] { item.set(column, value.uppercased() == "TRUE") }
      }
      items.append(item)
    }
    guard items.count <= ImportedItem.most else { throw ImportedItem.tooMany }
    return items
  }

  private func stay() throws(ValueError) -> ImportedStay {
    var stay = ImportedStay()
    for column in StayColumn.allCases {
      guard let name = column.declaration.iCalendar, let text = first(name)?.text else { continue }
      try stay.set(column, text: text)
    }
    if let status = first("STATUS")?.value {
      stay.set(.isConfirmed, status.uppercased() == "CONFIRMED")
    }
    return try stay.checked()
  }

  /// Properties that say something and for which a trip has no place. Those that only manage the
  /// event (DTSTAMP, SEQUENCE and the like) say nothing about it.
  private func noteWhatIsNotKept(_ notes: inout ImportNotes) {
    let telling: Set = [
      "URL", "ATTENDEE", "ORGANIZER", "ATTACH", "GEO", "COMMENT", "CONTACT",
      "RESOURCES",
    ]
    for name in Set(lines.map(\.name)).intersection(telling).sorted() {
      notes.add("\(name) is not kept")
    }
  }
}

/// The days of an event: the first, and the last, which belongs to it.
struct ICSDays {
  let first: CalendarDate
  let last: CalendarDate

  /// Reads DTSTART with DTEND or DURATION. Times of day are dropped, with a note; a date is taken as
  /// it is written, in whatever time zone, so that none moves.
  init(_ lines: [ICSLine], _ notes: inout ImportNotes) throws(ValueError) {
    guard let start = lines.first(where: { $0.name == "DTSTART" }) else {
      throw ValueError("DTSTART is missing")
    }
    let (first, isTimed) = try Self.day(start)
    self.first = first
    if isTimed { notes.add("a time of day is not kept, the date as it was written is") }
    if let end = lines.first(where: { $0.name == "DTEND" }) {
      last = try Self.last(end, from: first)
    } else if let duration = lines.first(where: { $0.name == "DURATION" }) {
      last = try Self.last(
        ofDuration: duration.value, from: first, at: isTimed ? Self.secondOfDay(start.value) : nil)
    } else {
      last = first
    }
  }

  private static func last(
    _ line: ICSLine, from first: CalendarDate
  ) throws(ValueError) -> CalendarDate {
    let (end, isTimed) = try day(line)
    guard end >= first else { throw ValueError("DTEND lies before DTSTART") }
    // A date is the day after the last; so is midnight. Some programs write the same day for one day.
    let isMidnight = line.value.dropFirst(9).hasPrefix("000000")
    let isAfter = (!isTimed || isMidnight) && end > first
    return isAfter ? end.adding(days: -1) ?? end : end
  }

  /// `20261210`, `20261210T101500`, `20261210T101500Z`.
  private static func day(_ line: ICSLine) throws(ValueError) -> (CalendarDate, isTimed: Bool) {
    let digits = Array(line.value.utf8)
    let dashed =
      digits.count >= 8
      ? String(decoding: digits[0..<4] + [45] + digits[4..<6] + [45] + digits[6..<8], as: UTF8.self)
      : ""
    let isTimed = digits.count > 8
    guard let date = CalendarDate(dashed), !isTimed || isTime(digits[8...]) else {
      throw ValueError("\(line.name) is not a date: '\(line.value)'")
    }
    return (date, isTimed)
  }

  private static func isTime(_ rest: ArraySlice<UInt8>) -> Bool {
    let digits = rest.last == UInt8(ascii: "Z") ? rest.dropLast() : rest
    return digits.count == 7 && digits.first == UInt8(ascii: "T")
      && digits.dropFirst().allSatisfy { (48...57).contains($0) }
  }

  /// `20261210T101500` is 36,900 seconds into its day.
  private static func secondOfDay(_ value: String) -> Int {
    let digits = value.utf8.dropFirst(9).prefix(6).map { Int($0) - 48 }
    guard digits.count == 6 else { return 0 }
    return (digits[0] * 10 + digits[1]) * 3_600 + (digits[2] * 10 + digits[3]) * 60
      + digits[4] * 10 + digits[5]
  }

  /// The last day that `P5D`, `P1W` or `PT36H` touches.
  ///
  /// - Parameter start: the second of the first day at which it begins; nil for whole days.
  private static func last(
    ofDuration text: String, from first: CalendarDate, at start: Int?
  ) throws(ValueError) -> CalendarDate {
    let mistake = ValueError("DURATION is not a duration: '\(text)'")
    guard let seconds = seconds(text),
      let last = first.adding(days: max(0, (start ?? 0) + seconds - 1) / 86_400)
    else { throw mistake }
    return last
  }

  private static func seconds(_ text: String) -> Int? {
    var seconds = 0
    var digits = ""
    var body = Substring(text.uppercased())
    if body.hasPrefix("+") { body = body.dropFirst() }
    guard body.hasPrefix("P"), (3...100).contains(body.utf8.count) else { return nil }
    for character in body.dropFirst() where character != "T" {
      if character.isASCII, character.isNumber, digits.count < 7 {
        digits.append(character)
        continue
      }
      let units: [Character: Int] = ["W": 604_800, "D": 86_400, "H": 3_600, "M": 60, "S": 1]
      guard let unit = units[character], let count = Int(digits) else { return nil }
      seconds += count * unit
      digits = ""
    }
    return digits.isEmpty ? seconds : nil
  }
}
