import TripsCore

extension Context {
  /// Prints the differences between two states: as JSON, a block per trip, or tab-separated lines.
  func print(_ differences: [TripDifference]) throws {
    if globals.isJSON { return try output.writeJSON(lines: differences) }
    try terminal.isOutput ? printBlocks(differences) : printRows(differences)
  }

  private func printBlocks(_ differences: [TripDifference]) throws {
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
    let style = difference.own?.entity.style ?? .plain
    let subject =
      difference.trip.map { trip in
        HistoryText.named(difference.own?.entity.noun ?? "trip", trip.id, trip.name)
      } ?? "without a trip"
    try print(line: "~ " + subject, style: style)
    guard let own = difference.own else { return }
    let text = HistoryText(change: own, isShort: true)
    for update in own.updatedProperties {
      try print(line: "\(text.label(update.name)): \(text.difference(update))", indent: 4)
    }
  }

  private func printRows(_ differences: [TripDifference]) throws {
    for row in differences.flatMap(\.rows) { try printRow(row) }
  }
}

extension TripDifference: JSONObject {
  fileprivate var rows: [RowDifference] { [own].compactMap(\.self) + relations }

  package func writeMembers(to json: inout JSONWriter) {
    json.member("trip", trip)
    json.member("changes", rows)
  }
}
