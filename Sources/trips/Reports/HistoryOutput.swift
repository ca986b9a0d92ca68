import TripsCore

// The output of `history`, `diff`, `undo`, `redo` and `watch`.

extension Context {
  /// Prints a token alone.
  func print(_ token: HistoryToken) throws {
    if globals.isJSON {
      try output.writeJSONObject { $0.member("token", "\(token)") }
    } else {
      try printLast(token)
    }
  }

  /// Prints the transactions while they are read.
  ///
  /// - Returns: the token that covers them.
  func print(_ cursor: HistoryCursor) throws -> HistoryToken {
    if printsSentences {
      while let page = try cursor.next() { for transaction in page { try printBlock(transaction) } }
    } else {
      try Report(ChangeReport.recorded, in: self).write(pages: {
        try cursor.next()?.lazy.flatMap { transaction in
          transaction.changes.flatMap { $0.rows(of: transaction) }
        }
      })
    }
    guard let token = cursor.token else { throw UnfinishedHistory() }
    return token
  }

  private struct UnfinishedHistory: Error {}

  /// Prints the token that ends a list of changes: unformatted on a line of its own, or, since it is
  /// no row of CSV or JSON, as a note.
  func printLast(_ token: HistoryToken) throws {
    switch reportForm {
    case .table, .pipe: try output.write(palette.apply(.dim, to: "\(token)") + "\n")
    case .csv, .json: reporter.note("the token is \(token)")
    }
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

  /// Prints `  ~ trip 'Paris' (3), start: 2026-05-01 → 2026-05-03`, wrapped if necessary.
  private func printLine(_ change: any RowChange, indent: Int = 2) throws {
    try print(line: change.line, style: change.entity.style, indent: indent)
  }
}

// MARK: - Differences

extension Context {
  /// Prints the differences between two states, trip by trip.
  func print(_ differences: [TripDifference]) throws {
    guard printsSentences else {
      return try Report(ChangeReport.columns, in: self).write(
        differences.lazy.flatMap { difference in
          (difference.own?.rows() ?? []) + difference.relations.flatMap { $0.rows() }
        })
    }
    for (index, difference) in differences.enumerated() {
      if index > 0 { try output.write("\n") }
      if let own = difference.own, own.kind != .update {
        try printLine(own, indent: 0)
      } else {
        try printHead(of: difference)
      }
      for var relation in difference.relations {
        // The heading already names the trip.
        relation.trip = nil
        try printLine(relation)
      }
    }
  }

  /// Prints the trip and the changes to its own properties, one per line.
  private func printHead(of difference: TripDifference) throws {
    let own = difference.own
    let subject =
      own?.subject ?? difference.trip?.words ?? "without a trip"
    try print(line: "~ " + subject, style: own?.entity.style ?? .plain)
    for change in own?.properties ?? [] { try print(line: change.words, indent: 4) }
  }
}

// MARK: - Undo

extension Context {
  /// Prints the result of an undo or a redo.
  func print(_ outcome: UndoOutcome, verb: String) throws {
    if let (newest, others) = outcome.passedOver {
      reporter.note(
        "passed over \(newest.id) (\(newest.origin))"
          + (others > 0 ? " and \(counted(others, "other"))" : ""))
    }
    let summary = "\(verb) \(outcome.transaction.summary(timeZone.text))"
    guard printsSentences else {
      reporter.note(summary.prefix(1).lowercased() + summary.dropFirst())
      return try Report(ChangeReport.columns, in: self)
        .write(outcome.changes.lazy.flatMap { $0.rows() })
    }
    try print(line: summary)
    for change in outcome.changes { try printLine(change) }
    if outcome.changes.isEmpty { try output.write("  nothing to change\n") }
  }
}

// MARK: - Watching

extension Context {
  /// Prints a change as soon as it was made: JSON has an object on each line.
  func print(_ change: HistoryChange, of transaction: HistoryTransaction) throws {
    guard printsSentences else {
      return try Report(ChangeReport.recorded, in: self)
        .write(lines: change.rows(of: transaction))
    }
    let who = [timeZone.text(transaction.timestamp), transaction.author, transaction.command]
    try print(
      line: (who.filter { !$0.isEmpty } + [change.line]).joined(separator: "  "),
      style: change.entity.style)
  }
}

// MARK: - Words

extension RowChange {
  /// `~ stay 'Hôtel' (2) of trip 'Paris' (3), confirmed: no → yes`.
  fileprivate var line: String {
    let owner = trip.map { " of " + $0.words } ?? ""
    return (["\(mark) \(subject)\(owner)"] + details).joined(separator: ", ")
  }

  /// `business trip 'Paris' (3)`.
  fileprivate var subject: String { "\(entity.noun) \(Wording.row(name, rowID))" }

  /// A mark, so that the kind is not shown by colour alone.
  private var mark: String {
    switch kind {
    case .insert: "+"
    case .update: "~"
    case .delete: "-"
    }
  }

  /// The changed values, or the main ones of an added or deleted row.
  private var details: [String] {
    let isOfStay = entity == .livingAccommodation
    return properties.compactMap { change in
      if kind == .update { return PropertyWords.words(change, isOfStay: isOfStay) }
      guard let value = change.old ?? change.new, !value.isEmpty else { return nil }
      let label = PropertyWords.label(of: change.property, isOfStay: isOfStay)
      switch change.property {
      // The subject of the line shows these.
      case "id", "tripId", "uid", "name", "title", "placeName", "type": return nil
      case "perdiemRule": return "rule \(value)"
      default:
        return PropertyWords.flag(value, of: change.property) != nil
          ? label : "\(label) \(PropertyWords.line(0, of: value))"
      }
    }
  }
}

extension RowOwner {
  fileprivate var words: String { "trip \(Wording.row(name, id))" }
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
