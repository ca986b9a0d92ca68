/// Watches the commits of all processes by polling; between polls it holds no lock and no open file.
package final class HistoryWatcher {
  /// The token that covers the changes returned so far.
  package private(set) var token: HistoryToken
  /// Whether there is no store yet.
  package private(set) var isMissing: Bool

  private let path: String
  private let options: Store.Options
  private let descriptor: HistoryDescriptor

  /// Begins at the newest change, or before the first if there is no store yet.
  ///
  /// - Parameter descriptor: the changes to return.
  package init(
    path: String, options: Store.Options, _ descriptor: HistoryDescriptor
  ) throws(TripsError) {
    self.path = path
    self.options = options
    self.descriptor = descriptor
    let store = try Store(path: path, access: .reading, options: options)
    token = try store.historyToken()
    isMissing = store.isMissing
  }

  /// Returns the commits since the last call.
  ///
  /// - Throws: `TripsError.store` if the file was deleted, and `.token` if its replacement does not
  ///   continue the same history.
  package func poll() throws(TripsError) -> [HistoryTransaction] {
    do throws(TripsError) {
      let store = try Store(path: path, access: .reading, options: options)
      if store.isMissing {
        if isMissing { return [] }
        throw TripsError.store(.deleted, path: path)
      }
      var descriptor = descriptor
      descriptor.since = token
      let cursor = store.fetchHistory(descriptor)
      var transactions: [HistoryTransaction] = []
      while let page = try cursor.next() { transactions += page }
      if let newest = cursor.token { token = newest }
      isMissing = store.isMissing
      return transactions
    } catch .store(.locked, _), .store(.unrecovered, _) {
      // Another program is writing.
      return []
    }
  }
}
