import TripsCore

/// The differences between two states: a block a trip, or lines for a program.
struct DiffReport {
  let context: Context

  func write(_ differences: [TripDifference]) throws {
    for (index, difference) in differences.enumerated() {
      if index > 0 { try context.output.write("\n") }
      if let own = difference.own, own.kind != .update {
        try context.printLine(own, indent: 0)
      } else {
        try writeHead(of: difference)
      }
      for var relation in difference.relations {
        // It stands above.
        relation.trip = nil
        try context.printLine(relation)
      }
    }
  }

  /// The trip, and what changed in its own row, a line a property.
  private func writeHead(of difference: TripDifference) throws {
    let style = difference.own?.entity.style ?? .plain
    let subject =
      difference.trip.map { trip in
        HistoryText.named(difference.own?.entity.noun ?? "trip", trip.id, trip.name)
      } ?? "without a trip"
    try context.print(line: "~ " + subject, style: style)
    guard let own = difference.own else { return }
    let text = HistoryText(change: own, isShort: true)
    for update in text.updates {
      let difference = text.difference(update.old, update.new)
      try context.print(line: "\(PropertyWords.label(of: update.name)): \(difference)", indent: 4)
    }
  }

  func writeTabSeparated(_ differences: [TripDifference]) throws {
    for difference in differences {
      for row in difference.rows {
        let text = HistoryText(change: row, isShort: false)
        let lead = [
          difference.trip.map { String($0.id) } ?? "", difference.trip?.name ?? "",
          row.kind.rawValue, row.entity.rawValue, String(row.rowID), row.name ?? "",
        ]
        switch row.kind {
        case .insert: try context.print(cells: lead + ["", "", text.details])
        case .delete: try context.print(cells: lead + ["", text.details, ""])
        case .update:
          for update in text.updates {
            try context.print(
              cells: lead + [update.name, text.text(update.old), text.text(update.new)])
          }
        }
      }
    }
  }
}

extension TripDifference: JSONObject {
  fileprivate var rows: [RowDifference] { [own].compactMap(\.self) + relations }

  package func writeMembers(to json: inout JSONWriter) {
    json.member("trip", trip)
    json.member("changes", rows)
  }
}
