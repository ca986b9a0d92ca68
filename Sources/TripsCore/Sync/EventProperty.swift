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

  /// The column and the property of each value of a trip that iCalendar has no word for, and the kind
  /// of trip that alone has it: one that a later schema adds travels too.
  static let others: [(column: String, property: String, owner: TripType?)] =
    [(Fact.perdiem, ICSEvent.perdiem, TripColumn.perdiemMinor.declaration.type)]
    + TripColumn.allCases.map(\.declaration).compactMap { column in
      column.iCalendar.flatMap { $0.hasPrefix("X-") ? (column.name, $0, column.type) : nil }
    }

  /// The column and the parameter of each value of an item but its title and details.
  static let itemFlags: [(column: String, parameter: String)] =
    ItemColumn.allCases.compactMap { column in
      column.declaration.iCalendar.map { (column.name, $0) }
    }

  /// All that are ours alone.
  static let ours = Set([kind, item] + others.map(\.property))

  /// The content lines in which the facts of a trip travel that iCalendar has no word for.
  ///
  /// - Parameter reading: what the event says; nil for a new one.
  static func lines(of trip: TripFacts, over reading: EventReading? = nil) -> [String] {
    func mark(_ column: String, _ property: String) -> String {
      let isUnchanged = reading?.facts.values[column] == trip.values[column]
      return reading?.lost.contains(property) == true && isUnchanged ? ";\(restored)=TRUE" : ""
    }
    var lines = ["\(kind)\(mark("type", kind)):\(trip.type.rawValue.uppercased())"]
    for (column, property, owner) in others where owner ?? trip.type == trip.type {
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
