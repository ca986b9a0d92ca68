import TripsCore

// The history as `history` and `watch` print it.

extension Context {
  /// A token alone.
  func print(_ token: HistoryToken) throws {
    if globals.isJSON {
      try output.writeJSONObject { $0.member("token", token) }
    } else {
      try printLast(token)
    }
  }

  /// Prints the transactions as they are read, and the token that covers them.
  ///
  /// - Parameter isSilentWhereEmpty: whether without a transaction the token is not printed either.
  func print(
    _ cursor: HistoryCursor, isSilentWhereEmpty: Bool = false
  ) throws -> HistoryToken {
    if let fields = try globals.fields(of: HistoryField.self) {
      return try printJSON(cursor, fields)
    }
    var isEmpty = true
    while let page = try cursor.next() {
      for transaction in page {
        isEmpty = false
        if terminal.isOutput {
          try printBlock(transaction)
        } else {
          for change in transaction.changes { try printRow(change, of: transaction) }
        }
      }
    }
    let token = try Self.token(of: cursor)
    if !isEmpty || !isSilentWhereEmpty { try printLast(token) }
    return token
  }

  private func printJSON(
    _ cursor: HistoryCursor, _ fields: [HistoryField]
  ) throws -> HistoryToken {
    var lead = "{\"transactions\":["
    while let page = try cursor.next() {
      for transaction in page {
        var json = JSONWriter()
        json.value(TransactionFields(transaction, fields))
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

  /// As a script reads it: the raw word on a line of its own.
  func printLast(_ token: HistoryToken) throws {
    try output.write(palette.apply(.dim, to: "\(token)") + "\n")
  }

  /// Who, when and with what, then each change on a line.
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

  /// `  ~ trip 3 'Paris', start: 2026-05-01 → 2026-05-03`, on as many lines as it takes.
  func printLine(_ change: any RowChange, indent: Int = 2) throws {
    try print(
      line: HistoryText(change: change, isShort: true).line, style: change.entity.style,
      indent: indent)
  }

  /// The change behind who made it and when, or, where a line cannot hold both, below it.
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

  /// Transaction, time, author, command, kind, entity, id, name, what changed, and of an item or a
  /// stay its trip's id and name.
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
