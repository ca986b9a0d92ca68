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

  /// Prints the transactions while they are read.
  ///
  /// - Parameter showsToken: whether to print the token that covers them, too.
  /// - Returns: that token.
  @discardableResult func print(
    _ cursor: HistoryCursor, showsToken: Bool
  ) throws -> HistoryToken {
    if globals.isJSON { return try printJSON(cursor, showsToken: showsToken) }
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
    if showsToken { try printLast(token) }
    return token
  }

  private func printJSON(_ cursor: HistoryCursor, showsToken: Bool) throws -> HistoryToken {
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
    let end = showsToken ? "],\"token\":\"\(token)\"}\n" : "]}\n"
    try output.write((lead == "," ? "\n" : lead) + end)
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
    let parts = ["\(transaction.id)", timeZone.text(transaction.timestamp), transaction.author]
    try print(
      line: (parts + [transaction.command]).filter { !$0.isEmpty }.joined(separator: "  "),
      style: .heading)
    for change in transaction.changes { try printLine(change) }
    try output.write("\n")
  }

  /// Prints `  ~ trip 3 'Paris', start: 2026-05-01 → 2026-05-03`, wrapped if necessary.
  func printLine(_ change: any RowChange, indent: Int = 2) throws {
    try print(
      line: HistoryText(change: change, isShort: true).line, style: change.entity.style,
      indent: indent)
  }

  /// Prints the cells of a change for a program: the cells of its transaction, kind, entity, id,
  /// name and changes, and for an item or a stay the id and name of its trip.
  func printRow(_ change: any RowChange, lead: [String] = []) throws {
    let name = palette.apply(change.entity.style, to: SafeText.visible(change.name ?? ""))
    let cells =
      (lead + [change.kind.rawValue, change.entity.rawValue, String(change.rowID)])
      .map(SafeText.visible) + [name]
      + [
        HistoryText(change: change, isShort: false).details,
        change.trip.map { String($0.id) } ?? "", change.trip?.name ?? "",
      ].map(SafeText.visible)
    try output.write(cells.joined(separator: "\t") + "\n")
  }

  /// The same, after the number, time, author and command of its transaction.
  func printRow(_ change: HistoryChange, of transaction: HistoryTransaction) throws {
    try printRow(
      change,
      lead: [
        String(transaction.id), transaction.timestamp, transaction.author, transaction.command,
      ])
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
