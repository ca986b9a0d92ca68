internal import SQLite

extension Store {
  /// Reads part of the history, page by page.
  package func fetchHistory(_ descriptor: HistoryDescriptor) -> HistoryCursor {
    HistoryCursor(self, descriptor)
  }

  /// The token that covers everything committed so far, in constant time.
  package func historyToken() throws(TripsError) -> HistoryToken {
    let token = try read { try HistoryPosition($0).newest }
    return isMissing ? .beginning : token
  }

  /// The token of a position. If nothing was purged, a time before the first transaction is the
  /// beginning, since a reader from there misses nothing.
  ///
  /// - Throws: `TripsError.token` if the history does not reach that far.
  package func historyToken(at moment: HistoryMoment) throws(TripsError) -> HistoryToken {
    if case .token(let token) = moment { return token }
    return try read { db in
      let position = try HistoryPosition(db)
      do {
        return try moment.token(position, in: db)
      } catch HistoryTokenProblem.tooEarly where position.purged.changeID == 0 {
        return position.purged
      }
    }
  }
}

extension Store {
  /// When the newest transaction of the state was made, in UTC; nil before the first.
  package func timestampOfState() throws(TripsError) -> String? {
    try read { try $0.text("SELECT timestamp FROM historyTransaction ORDER BY id DESC LIMIT 1") }
  }
}
