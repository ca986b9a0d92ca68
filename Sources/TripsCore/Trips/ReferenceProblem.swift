/// Why words do not identify one trip, item or stay.
package struct ReferenceProblem: Error, Sendable {
  package enum Reason: Sendable {
    /// No row matches.
    case none
    case several
    /// The words are only part of the names of the rows to delete.
    case part
  }

  package let reason: Reason
  /// Nil if none were given, which means the only row.
  package let words: String?
  package let entity: Entity
  /// The trip that the item or stay was sought in.
  package var trip: TripSummary?
  /// The rows that match.
  var rows: [NamedRow] = []
}

extension ReferenceProblem {
  package var description: String {
    switch (reason, words, trip) {
    case (.none, let words?, let trip?): "'\(trip.name)' has no \(entity.noun) '\(words)'"
    case (.none, let words?, nil): "no trip has the id or name '\(words)'"
    case (.none, nil, let trip): "'\(trip?.name ?? "")' has no \(entity.noun)"
    case (.part, let words, _):
      "'\(words ?? "")' is only part of a name: \(entity.noun)\(rows.count == 1 ? "" : "s") "
        + TripsError.list(names)
    case (.several, let words?, let trip):
      "'\(words)' matches \(counted(rows.count, entity.noun))\(trip.map { " of '\($0.name)'" } ?? ""): "
        + TripsError.list(names)
    case (.several, nil, let trip):
      "'\(trip?.name ?? "")' has \(counted(rows.count, entity.noun)); choose one: \(TripsError.list(names))"
    }
  }

  private var names: [String] { rows.map(\.description) }
}

extension TripsError {
  static func noTrip(_ id: Int64) -> TripsError {
    .reference(ReferenceProblem(reason: .none, words: String(id), entity: .trip))
  }
}

extension RowMatch {
  /// The only row that the words identify. Rows to delete are not identified by a part of their
  /// names.
  ///
  /// - Throws: `TripsError.reference`.
  func only(
    _ words: String, _ entity: Entity, in trip: TripSummary? = nil,
    for purpose: TripReference.Purpose = .any
  ) throws(TripsError) -> NamedRow {
    let isPart = rank == .part && purpose == .deleting
    if let row = rows.first, rows.count == 1, !isPart { return row }
    throw .reference(
      ReferenceProblem(
        reason: isPart ? .part : rows.isEmpty ? .none : .several, words: words, entity: entity,
        trip: trip, rows: rows))
  }
}
