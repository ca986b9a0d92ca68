/// The lines of one VEVENT, and the trip or stay that they describe.
struct ICSEvent {
  /// Where it begins.
  let line: Int
  private(set) var lines: [ICSLine] = []
  private(set) var isTooLong = false

  /// What iCalendar has no word for; the columns have more (`ColumnDeclaration.iCalendar`).
  static let perdiem = "X-TRIPS-PERDIEM"

  /// Of one event; what it has more is not read.
  private static let mostLines = ImportedItem.most + 20_000

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
    // A server may have dropped the mark, and with it the category: then its UID still tells.
    let related = first("RELATED-TO")?.text
    let owner = ICSExporter.trip(ofStay: first("UID")?.text ?? "")
    if let uid = related ?? owner, isMarkedStay(isOurs: isOurs) || related == owner {
      return .stay(try stay(), ofTripWithUID: uid, or: nil)
    }
    let isOurs = isOurs || first(EventProperty.kind) != nil
    if !isOurs { noteWhatIsNotKept(&notes) }
    let trip = try trip(isOurs: isOurs, &notes)
    // A web calendar's own export has neither mark, category nor relation.
    if first(EventProperty.kind) == nil, let owner, let stay = try? stay() {
      return .stay(stay, ofTripWithUID: owner, or: trip)
    }
    return .trip(trip)
  }

  private func isMarkedStay(isOurs: Bool) -> Bool {
    first(EventProperty.kind)?.value.uppercased() == EventProperty.stayKind
      || isOurs && categories.contains(ICSExporter.stayCategory)
  }

  var isCancelled: Bool { first("STATUS")?.value.uppercased() == "CANCELLED" }

  private func first(_ name: String) -> ICSLine? {
    lines.first { $0.name == name }
  }

  private var categories: Set<String> {
    Set(
      lines.filter { $0.name == "CATEGORIES" }
        .flatMap { $0.list.map { $0.uppercased() } })
  }

  /// What the event does not say is not said: a server may have dropped it.
  private func trip(
    isOurs: Bool, _ notes: inout ImportNotes
  ) throws(ValueError) -> ImportedTrip {
    var fields = ImportedFields()
    // In UTC a time keeps its date as it is written.
    let days = try EventDays(.utc, first)
    if !days.isAllDay { notes.add("times of day are not kept, and dates are as they were written") }
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
    let told = try items()
    var listed: [EventDescription.Item] = []
    if let text = first("DESCRIPTION")?.text {
      let text = EventMarkup.plain(text, writtenAs: first(EventProperty.text)?.text ?? "")
      let read = EventDescription(reading: text, titles: Set(told.map(\.title)))
      fields[.notes] = isOurs ? read.notes : text
      if isOurs { listed = read.items }
    }
    var trip = try fields.trip(.init())
    let items = try Self.items(told, listed)
    if !items.isEmpty { trip.bucketList = items }
    // A server may have dropped our lines, or all but one, and cut the list.
    let count = lines.compactMap { $0.parameters[EventProperty.count].flatMap { Int($0) } }.max()
    trip.isWholeList = !told.isEmpty && told.count >= count ?? 0
    return trip
  }

  /// The items that our lines tell, with what somebody has ticked or typed in the list of the description
  /// since. One that is missing there may have been renamed, or cut: it is kept.
  private static func items(
    _ told: [ImportedItem], _ listed: [EventDescription.Item]
  ) throws(ValueError) -> [ImportedItem] {
    var items = told
    var places = Dictionary(grouping: told.indices.reversed()) {
      EventReading.loosely(told[$0].title)
    }
    for line in listed {
      if let place = places[EventReading.loosely(line.title)]?.popLast() {
        items[place].set(.isDone, line.isDone)
      } else {
        var item = ImportedItem()
        try item.set(.title, text: line.title)
        item.set(.isDone, line.isDone)
        items.append(item)
      }
    }
    guard items.count <= ImportedItem.most else { throw ImportedItem.tooMany }
    return items
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
