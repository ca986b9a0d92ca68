internal import GRDB

extension Store {
  /// Reads a part of the history, page by page.
  package func fetchHistory(_ descriptor: HistoryDescriptor) -> HistoryCursor {
    HistoryCursor(self, descriptor)
  }

  /// The token of everything that is committed now, however long the history is.
  package func historyToken() throws(TripsError) -> HistoryToken {
    let token = try read { db in
      let position = try HistoryPosition(db)
      return position.token(position.newest)
    }
    return isMissing ? .beginning : token
  }
}
