/// The properties of iCalendar in which the columns of a trip, its items and its stay travel.
enum EventProperty {
  static let kind = "X-TRIPS-KIND"
  static let item = "X-TRIPS-ITEM"
  static let stayKind = "STAY"
  /// Where a trip has none: an empty property, or a missing one, may be the doing of a server.
  static let none = "none"

  /// The columns of a trip that have places of their own in an event.
  private static let placed: Set = [
    "id", "uid", "name", "destination", "startDate", "endDate", "notes", "type",
  ]

  /// The column and the property of each other value of a trip: one that a later schema adds travels
  /// too.
  static let others: [(column: String, property: String)] = {
    let columns = HistoryEntity.trip.properties.filter { !placed.contains($0) }
    let names = columns.map {
      ["perdiemMinor", "perdiemCurrency"].contains($0) ? Fact.perdiem : $0
    }
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }.map { ($0, name(of: $0)) }
  }()

  /// The column and the parameter of each value of an item but its title and details.
  static let itemFlags: [(column: String, parameter: String)] = {
    let placed: Set = ["id", "tripId", "title", "details"]
    let names = ["hasReservation": "X-RESERVED", "isInPlan": "X-PLANNED", "isDone": "X-DONE"]
    return HistoryEntity.bucketListItem.properties.filter { !placed.contains($0) }
      .map { ($0, names[$0] ?? "X-" + $0.uppercased()) }
  }()

  /// All that are ours alone.
  static let ours = Set([kind, item] + others.map(\.property))

  /// The kind of trip that alone has such a value.
  static func owner(of column: String) -> TripType? {
    switch column {
    case Fact.perdiem, "perdiemRule": .business
    case "reason": .personal
    default: nil
    }
  }

  private static func name(of column: String) -> String {
    column == "perdiemRule" ? "X-TRIPS-PERDIEM-RULE" : "X-TRIPS-" + column.uppercased()
  }

  /// The content lines in which the facts of a trip travel that iCalendar has no word for.
  static func lines(of trip: TripFacts) -> [String] {
    var lines = ["\(kind):\(trip.type.rawValue.uppercased())"]
    for (column, property) in others {
      if let owner = owner(of: column), owner != trip.type { continue }
      lines.append("\(property):" + ICSWriter.escaped(trip.values[column] ?? none))
    }
    return lines + trip.items.map(line)
  }

  /// X-LENGTH tells an item that a server has cut.
  private static func line(of row: RowFacts) -> String {
    let details = row.values["details"] ?? ""
    let text = details.isEmpty ? row.title : row.title + "\n" + details
    let flags = itemFlags.map { ";\($1)=\(row.values[$0] == Fact.yes ? "TRUE" : "FALSE")" }
    return item + flags.joined() + ";X-LENGTH=\(text.utf8.count):" + ICSWriter.escaped(text)
  }
}
