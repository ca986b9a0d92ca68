/// The lines of one VEVENT, and the trip or stay that they describe.
struct ICSEvent {
  /// Where it begins.
  let line: Int
  private(set) var lines: [ICSLine] = []
  private var isTooLong = false

  /// Of one event; what it has more is not read.
  private static let mostLines = 20_000

  init(line: Int) {
    self.line = line
  }

  mutating func append(_ line: ICSLine) {
    if lines.count < Self.mostLines { lines.append(line) } else { isTooLong = true }
  }

  var name: String? { first("SUMMARY")?.text }

  func record(isOurs: Bool, _ notes: inout ImportNotes) throws(ValueError) -> ImportRecord {
    if isTooLong { throw ValueError("the event has more than \(Self.mostLines) lines") }
    for name in ["RRULE", "RDATE", "RECURRENCE-ID"] where first(name) != nil {
      throw ValueError("the event repeats (\(name)), and a trip is made once")
    }
    for name in ["UID", "SUMMARY", "DTSTART", "DTEND", "DURATION"]
    where lines.count(where: { $0.name == name }) > 1 {
      throw ValueError("\(name) comes twice")
    }
    if isOurs, categories.contains(ICSExporter.stayCategory),
      let uid = first("RELATED-TO")?.text
    {
      return .stay(try stay(), ofTripWithUID: uid)
    }
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

  private func trip(
    isOurs: Bool, _ notes: inout ImportNotes
  ) throws(ValueError) -> ImportedTrip {
    var trip = ImportedTrip()
    trip.uid = first("UID")?.text
    var fields = ImportedFields()
    let days = try ICSDays(lines, &notes)
    fields.destination = oneLine(first("LOCATION")?.text) ?? (isOurs ? "" : nil)
    fields.name = oneLine(first("SUMMARY")?.text) ?? fields.destination
    fields.startDate = days.first.description
    fields.endDate = days.last.description
    fields.type =
      TripType.allCases.first { categories.contains($0.rawValue.uppercased()) }?.rawValue
    if isOurs {
      fields.perdiemAmount = first("X-TRIPS-PERDIEM")?.text ?? ""
      fields.perdiemRule = first("X-TRIPS-PERDIEM-RULE")?.text ?? ""
      fields.reason = first("X-TRIPS-REASON")?.text ?? ""
      trip.bucketList = try items()
      trip.stay = .clear
    }
    try fields.apply(to: &trip)
    return trip
  }

  /// Other programs write addresses in lines; a destination is one line.
  private func oneLine(_ text: String?) -> String? {
    text?.split { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }.joined(separator: ", ")
  }

  private func items() throws(ValueError) -> [ImportedItem] {
    var items: [ImportedItem] = []
    for line in lines where line.name == "X-TRIPS-ITEM" {
      let parts = line.text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      var item = ImportedItem(title: try StoredText.title.required(String(parts[0])))
      if parts.count == 2 { item.details = try StoredText.details.normalized(String(parts[1])) }
      item.isInPlan = line.parameters["X-PLANNED"] == "TRUE"
      item.hasReservation = line.parameters["X-RESERVED"] == "TRUE"
      items.append(item)
    }
    guard items.count <= ImportedItem.most else { throw ImportedItem.tooMany }
    return items
  }

  private func stay() throws(ValueError) -> ImportedStay {
    var stay = ImportedStay(placeName: try StoredText.placeName.required(name ?? ""))
    stay.address = try StoredText.address.normalized(first("LOCATION")?.text ?? "")
    stay.isConfirmed = first("STATUS")?.value.uppercased() == "CONFIRMED"
    return stay
  }

  /// Properties that say something and for which a trip has no place. Those that only manage the
  /// event (DTSTAMP, SEQUENCE and the like) say nothing about it.
  private func noteWhatIsNotKept(_ notes: inout ImportNotes) {
    let telling: Set = [
      "DESCRIPTION", "URL", "ATTENDEE", "ORGANIZER", "ATTACH", "GEO", "COMMENT", "CONTACT",
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
      last = try Self.last(ofDuration: duration.value, from: first, isTimed: isTimed)
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
      throw ValueError("\(line.name) is no date: '\(line.value)'")
    }
    return (date, isTimed)
  }

  private static func isTime(_ rest: ArraySlice<UInt8>) -> Bool {
    let digits = rest.last == UInt8(ascii: "Z") ? rest.dropLast() : rest
    return digits.count == 7 && digits.first == UInt8(ascii: "T")
      && digits.dropFirst().allSatisfy { (48...57).contains($0) }
  }

  /// `P5D`, `P1W`, `PT36H`: whole days count as days, and what is left over touches one more.
  private static func last(
    ofDuration text: String, from first: CalendarDate, isTimed: Bool
  ) throws(ValueError) -> CalendarDate {
    let mistake = ValueError("DURATION is none: '\(text)'")
    var seconds = 0
    var digits = ""
    var body = Substring(text.uppercased())
    if body.hasPrefix("+") { body = body.dropFirst() }
    guard body.hasPrefix("P"), body.count > 2 else { throw mistake }
    for character in body.dropFirst() where character != "T" {
      if character.isASCII, character.isNumber, digits.count < 7 {
        digits.append(character)
        continue
      }
      let units: [Character: Int] = ["W": 604_800, "D": 86_400, "H": 3_600, "M": 60, "S": 1]
      guard let unit = units[character], let count = Int(digits) else { throw mistake }
      seconds += count * unit
      digits = ""
    }
    guard digits.isEmpty else { throw mistake }
    let days = max(1, (seconds + 86_399) / 86_400)
    guard let last = first.adding(days: days - 1) else { throw mistake }
    return last
  }
}
