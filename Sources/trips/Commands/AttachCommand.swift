import TripsCore

extension BucketCommand {
  /// Attaches items to a trip after a deletion or migration left them without one.
  enum Attach: OfBucketList {
    static let declaration = CommandDeclaration(
      "Attach items without a trip to a trip",
      discussion: """
        Moves items that belong to no trip into TRIP. 'trips doctor' lists them with their ids.
        """,
      arguments: [.trip, ArgumentDeclaration("ID", .many, "the id of an item without a trip")],
      examples: ["trips bucket attach Paris 7"])

    static func run(_ arguments: ParsedArguments, in context: Context) throws {
      let reference = try arguments.tripReference()
      let ids = try arguments.words.dropFirst().map(orphanID)
      let outcome = try context.openStore(.writing).attach(.bucketListItem, ids, to: reference)
      try context.print(itemsOf: outcome, verb: "Attached")
    }
  }
}

extension StayCommand {
  /// Attaches a stay to a trip.
  enum Attach: OfStay {
    static let declaration = CommandDeclaration(
      "Attach a stay without a trip to a trip",
      discussion: """
        Moves a stay that belongs to no trip into TRIP. 'trips doctor' lists such stays with their \
        ids.
        """,
      arguments: [.trip, ArgumentDeclaration("ID", "the id of a stay without a trip")],
      examples: ["trips stay attach Paris 2"])

    static func run(_ arguments: ParsedArguments, in context: Context) throws {
      let reference = try arguments.tripReference()
      let id = try orphanID(arguments.words[1])
      let store = try context.openStore(.writing)
      try context.print(
        staysOf: store.attach(.livingAccommodation, [id], to: reference), verb: "Attached")
    }
  }
}

private func orphanID(_ word: String) throws -> Int64 {
  guard word.isDigits, let id = Int64(word), id > 0 else {
    throw UsageError.invalidValue(word, of: "ID", reason: "an id is a whole number above 0")
  }
  return id
}
