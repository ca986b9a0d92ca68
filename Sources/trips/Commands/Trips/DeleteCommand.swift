import TripsCore

/// Deletes trips with their items and stays.
enum DeleteCommand: Command {
  static let columnNames: [String]? = ChangeReport.columns.map(\.name)
  static let declaration = CommandDeclaration(
    "Delete trips with their bucket lists and stays",
    arguments: [.trips(.many)],
    options: [Confirmation.options],
    examples: ["trips delete Paris", "trips delete 3 4 5 --yes"])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let references = try arguments.words.map { try ParsedArguments.tripReference($0) }
    let (trips, transaction) = try context.confirmed(if: references.count > 1) { store, shown in
      try store.delete(references, expecting: shown?.trips)
    } ask: { shown in
      guard shown.trips.count > 1 else { return }
      let count = counted(shown.trips.count, "trip")
      try context.confirm(
        "Delete \(count)", "deleting \(count)", showing: shown.trips.map(\.summary))
    }
    if context.printsSentences {
      let verb = context.globals.isDryRun ? "Would delete" : "Deleted"
      for trip in trips { try context.print(line: "\(verb) \(trip.summary)") }
    } else {
      try Report(ChangeReport.columns, in: context).write(trips.flatMap(\.deletedRows))
    }
    guard let transaction, !context.globals.isDryRun else { return }
    let undo = "undo: \(context.command("undo \(transaction)"))"
    try context.printsSentences ? context.print(line: undo) : context.reporter.advice(undo)
  }
}

extension Trip {
  /// The trip with its items and stays, as rows that were deleted.
  fileprivate var deletedRows: [ChangeRow] {
    func row(_ entity: HistoryEntity, _ id: Int64, _ name: String, of trip: Int64?) -> ChangeRow {
      ChangeRow(
        kind: RowChangeKind.delete.rawValue, entity: entity, id: id, name: name, trip: trip)
    }
    return [row(HistoryEntity(type), id, name, of: nil)]
      + bucketList.map { row(.bucketListItem, $0.id, $0.title, of: id) }
      + livingAccommodations.map { row(.livingAccommodation, $0.id, $0.placeName, of: id) }
  }
}
