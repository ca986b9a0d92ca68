/// The properties of iCalendar in which the columns of a trip, its items and its stay travel.
enum EventProperty {
  static let kind = "X-TRIPS-KIND"
  static let item = "X-TRIPS-ITEM"
  static let stayKind = "STAY"
  /// Where a trip has none: an empty property, or a missing one, may be the doing of a server.
  static let none = "none"

  /// Marks what an event had lost and its writer, who changed something else, wrote again as it knew it.
  /// Somebody may have changed it before it was lost: where another device knows otherwise, that is a
  /// conflict and no change.
  static let restored = "X-RESTORED"

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
  ///
  /// - Parameter reading: what the event says; nil for a new one.
  static func lines(of trip: TripFacts, over reading: EventReading? = nil) -> [String] {
    func mark(_ column: String, _ property: String) -> String {
      let isUnchanged = reading?.facts.values[column] == trip.values[column]
      return reading?.lost.contains(property) == true && isUnchanged ? ";\(restored)=TRUE" : ""
    }
    var lines = ["\(kind)\(mark("type", kind)):\(trip.type.rawValue.uppercased())"]
    for (column, property) in others {
      if let owner = owner(of: column), owner != trip.type { continue }
      let text = ICSWriter.escaped(trip.values[column] ?? none)
      lines.append("\(property)\(mark(column, property)):\(text)")
    }
    guard let reading else { return lines + trip.items.map { line($0) } }
    var known: [Int64: RowFacts] = [:]
    var new: [String: RowFacts] = [:]
    for item in reading.facts.items where item.isLost {
      if let id = item.id { known[id] = item } else { new[item.title] = item }
    }
    return lines
      + trip.items.map { item in
        let read = item.id.flatMap { known[$0] } ?? new[item.title]
        return line(item, isRestored: read.map { item.says(sameAs: $0) } ?? false)
      }
  }

  /// X-LENGTH tells an item that a server has cut.
  private static func line(_ row: RowFacts, isRestored: Bool = false) -> String {
    let details = row.values["details"] ?? ""
    let text = details.isEmpty ? row.title : row.title + "\n" + details
    let flags = itemFlags.map { ";\($1)=\(row.values[$0] == Fact.yes ? "TRUE" : "FALSE")" }
    return item + flags.joined() + (isRestored ? ";\(restored)=TRUE" : "")
      + ";X-LENGTH=\(text.utf8.count):" + ICSWriter.escaped(text)
  }
}

extension RowFacts {
  /// Whether nothing differs but what the description shows.
  fileprivate func says(sameAs other: RowFacts) -> Bool {
    let shown: Set = ["title", "isDone"]
    return values.filter { !shown.contains($0.key) }
      == other.values.filter { !shown.contains($0.key) }
  }
}
