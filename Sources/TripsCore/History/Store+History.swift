internal import GRDB

extension Store {
  /// Reads a part of the history, page by page.
  package func fetchHistory(_ descriptor: HistoryDescriptor) -> HistoryCursor {
    HistoryCursor(self, descriptor)
  }

  /// The token of everything that is committed now, however long the history is.
  package func historyToken() throws(TripsError) -> HistoryToken {
    let token = try read { try HistoryPosition($0).newest }
    return isMissing ? .beginning : token
  }

  /// The token of a place. A time before the first transaction is the beginning, if nothing was purged:
  /// there is nothing that a reader from there on would miss.
  ///
  /// - Throws: `TripsError.token` where the history does not reach.
  package func historyToken(at moment: HistoryMoment) throws(TripsError) -> HistoryToken {
    if case .token(let token) = moment { return token }
    return try read { db in
      let position = try HistoryPosition(db)
      do {
        return try moment.token(position, in: db)
      } catch HistoryTokenProblem.tooEarly where position.purged.place == 0 {
        return position.purged
      }
    }
  }
}
