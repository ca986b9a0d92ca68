import TripsCore

/// Each property of a trip with the transaction that last set it.
struct BlameReport {
  let origins: [PropertyOrigin]

  /// Merges amount and currency into one line, with the later of their transactions.
  private var lines: [PropertyOrigin] {
    origins.indices.compactMap { index in
      let origin = origins[index]
      if index > 0, amount(at: index - 1) != nil { return nil }
      guard let amount = amount(at: index) else { return origin }
      let currency = origins[index + 1]
      let isLater = origin.transaction?.id ?? 0 < currency.transaction?.id ?? 0
      var merged = isLater ? currency : origin
      (merged.property, merged.value) = (String(origin.property.dropLast("Minor".count)), amount)
      return merged
    }
  }

  /// The amount at an index; its currency is the next property.
  private func amount(at index: Int) -> HistoryValue? {
    guard origins[index].property.ends(with: "Minor"), index + 1 < origins.count else { return nil }
    return HistoryText.amount(origins[index].value, origins[index + 1].value)
  }

  func write(in context: Context) throws {
    if context.globals.isJSON { return try context.output.writeJSON(lines: origins) }
    let isTerminal = context.terminal.isOutput
    var table = Table(columns: Self.columns)
    for origin in lines where !isTerminal || origin.isNotable {
      let transaction = origin.transaction
      let time = transaction.map { $0.timestamp } ?? ""
      table.append([
        // On a terminal the user asked for one trip and knows its kind.
        "\(isTerminal && origin.entity.isTrip ? "trip" : origin.entity.noun) \(origin.rowID)",
        isTerminal ? PropertyWords.label(of: origin.property) : origin.property,
        HistoryText.text(origin.value, of: origin.property, isShort: isTerminal),
        transaction.map { String($0.id) } ?? "",
        transaction == nil ? "before the history" : isTerminal ? context.timeZone.text(time) : time,
        transaction?.author ?? "", transaction?.command ?? "",
      ])
    }
    if isTerminal, !Self.showsWhen(table, within: context.terminal.width) {
      return try Self.write(table.rows, in: context)
    }
    try table.write(in: context)
  }

  private static let columns = [
    Table.Column(title: "OF"), Table.Column(title: "PROPERTY"),
    Table.Column(title: "VALUE", isFlexible: true),
    Table.Column(title: "BY", alignment: .right), Table.Column(title: "WHEN", rank: 1),
    Table.Column(title: "AUTHOR", isFlexible: true, rank: 3),
    Table.Column(title: "COMMAND", isFlexible: true, rank: 2),
  ]

  private static func showsWhen(_ table: Table, within width: Int) -> Bool {
    Table.layout(of: columns, widest: table.widestCells(), within: width)
      .contains { columns[$0.index].title == "WHEN" }
  }

  /// If a table has no room for the time, each property and its transaction get separate lines.
  private static func write(_ rows: [[Table.Cell]], in context: Context) throws {
    for row in rows {
      let texts = row.map(\.text)
      try context.print(line: "\(texts[0]) \(texts[1]): \(texts[2])")
      let origin = texts[3...].filter { !$0.isEmpty }.joined(separator: "  ")
      try context.print(line: origin, style: .dim, indent: 2)
    }
  }
}

extension PropertyOrigin {
  /// On a terminal, empty properties that were never set are left out.
  fileprivate var isNotable: Bool {
    switch value {
    case .null, .text(""), .boolean(false): !isOriginal
    default: true
    }
  }
}

extension PropertyOrigin: JSONObject {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("entity", entity.rawValue)
    json.member("id", rowID)
    json.member("property", property)
    json.member("value", value)
    json.member("transaction", transaction.map { TransactionFields($0) })
  }
}
