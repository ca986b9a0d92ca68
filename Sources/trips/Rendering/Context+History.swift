import TripsCore

// The output of `history` and `watch`.

extension Context {
  /// Prints a token alone.
  func print(_ token: HistoryToken) throws {
    if globals.isJSON {
      try output.writeJSONObject { $0.member("token", token) }
    } else {
      try printLast(token)
    }
  }

  /// Prints the transactions while they are read, then the token that covers them.
  ///
  /// - Returns: that token.
  func print(_ cursor: HistoryCursor) throws -> HistoryToken {
    if globals.isJSON { return try printJSON(cursor) }
    while let page = try cursor.next() {
      for transaction in page {
        if terminal.isOutput {
          try printBlock(transaction)
        } else {
          for change in transaction.changes { try printRow(change, of: transaction) }
        }
      }
    }
    let token = try Self.token(of: cursor)
    try printLast(token)
    return token
  }

  private func printJSON(_ cursor: HistoryCursor) throws -> HistoryToken {
    var lead = "{\"transactions\":["
    while let page = try cursor.next() {
      for transaction in page {
        var json = JSONWriter()
        json.object { json in
          transaction.writeMembers(to: &json)
          json.member("changes", transaction.changes)
        }
        try output.write(lead + "\n")
        try output.write(bytes: json.bytes)
        lead = ","
      }
    }
    let token = try Self.token(of: cursor)
    try output.write(
      (lead == "," ? "\n" : lead) + "],\"token\":\"\(token)\"}\n")
    return token
  }

  private static func token(of cursor: HistoryCursor) throws -> HistoryToken {
    guard let token = cursor.token else { throw UnfinishedHistory() }
    return token
  }

  private struct UnfinishedHistory: Error {}

  /// Prints the token unformatted on its own line, for scripts.
  func printLast(_ token: HistoryToken) throws {
    try output.write(palette.apply(.dim, to: "\(token)") + "\n")
  }

  /// Prints time, author and command, then each change on a line.
  private func printBlock(_ transaction: HistoryTransaction) throws {
    let number = "\(transaction.id)"
    let command = transaction.command.isEmpty ? "" : "  \(transaction.command)"
    let time = timeZone.text(transaction.timestamp)
    let head = TextWrapping.wrapped(
      SafeText.visible("\(number)  \(time)  \(transaction.author)\(command)"),
      to: terminal.width, indent: number.count + 2, start: 0)
    try output.write(
      palette.apply(.heading, to: number) + head.dropFirst(number.count) + "\n")
    for change in transaction.changes { try printLine(change) }
    try output.write("\n")
  }

  /// Prints `  ~ trip 3 'Paris', start: 2026-05-01 → 2026-05-03`, wrapped if necessary.
  func printLine(_ change: any RowChange, indent: Int = 2) throws {
    try print(
      line: HistoryText(change: change, isShort: true).line, style: change.entity.style,
      indent: indent)
  }

  /// Prints author and time before the change, or above it if the line is too short.
  func printLine(_ change: HistoryChange, lead: String) throws {
    let lead = SafeText.visible(lead)
    let line = SafeText.visible(HistoryText(change: change, isShort: true).line)
    let dim = palette.apply(.dim, to: lead)
    if DisplayWidth.of(lead) + 2 + DisplayWidth.of(line) > terminal.width {
      try output.write(dim + "\n")
      return try printLine(change)
    }
    try output.write("\(dim)  \(palette.apply(change.entity.style, to: line))\n")
  }

  private static let nameCell = 7

  /// Prints transaction, time, author, command, kind, entity, id, name and changes, and for an item
  /// or a stay the id and name of its trip.
  func printRow(_ change: HistoryChange, of transaction: HistoryTransaction) throws {
    let cells = [
      String(transaction.id), transaction.timestamp, transaction.author, transaction.command,
      change.kind.rawValue, change.entity.rawValue, String(change.rowID), change.name ?? "",
      HistoryText(change: change, isShort: false).details, change.trip.map { String($0.id) } ?? "",
      change.trip?.name ?? "",
    ]
    let styled = zip(cells.indices, cells).map { index, cell in
      let style = index == Self.nameCell ? change.entity.style : .plain
      return palette.apply(style, to: SafeText.visible(cell))
    }
    try output.write(styled.joined(separator: "\t") + "\n")
  }
}

extension HistoryEntity {
  var style: TextStyle {
    switch self {
    case .businessTrip: .business
    case .personalTrip: .personal
    case .trip, .bucketListItem, .livingAccommodation: .plain
    }
  }
}
