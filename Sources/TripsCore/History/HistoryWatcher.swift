/// Watches the commits of all processes by polling a counter; between polls it holds no lock and no
/// transaction.
package final class HistoryWatcher {
  /// The token that covers the changes returned so far.
  package private(set) var token: HistoryToken

  private let path: String
  private let options: Store.Options
  private let descriptor: HistoryDescriptor
  private var store: Store
  private var identity: StoreFile.Identity?
  private var version: Int64?
  private var misses = 0

  /// The number of polls to wait for a file that is deleted before it is replaced.
  private static let patience = 5

  /// Begins at the newest change, or before the first if there is no store yet.
  ///
  /// - Parameter descriptor: the changes to return.
  package init(
    path: String, options: Store.Options, _ descriptor: HistoryDescriptor
  ) throws(TripsError) {
    self.path = path
    self.options = options
    self.descriptor = descriptor
    identity = StoreFile.identity(at: path)
    store = try Store(path: path, access: .reading, options: options)
    token = try store.historyToken()
    if store.isMissing { identity = nil }
  }

  package var isMissing: Bool { store.isMissing }

  /// Returns the commits since the last call.
  ///
  /// - Throws: `TripsError.store` if the file was deleted, and `.token` if its replacement does not
  ///   continue the same history.
  package func poll() throws(TripsError) -> [HistoryTransaction] {
    guard try isThere() else { return [] }
    do {
      let current = try store.dataVersion()
      if current == version { return [] }
      version = current
      var descriptor = descriptor
      descriptor.since = token
      let cursor = store.fetchHistory(descriptor)
      var transactions: [HistoryTransaction] = []
      while let page = try cursor.next() { transactions += page }
      if let newest = cursor.token { token = newest }
      return transactions
    } catch .store(.locked, _) {
      version = nil
      return []
    }
  }

  /// Whether there is a store to poll; a replaced one is reopened.
  private func isThere() throws(TripsError) -> Bool {
    guard let found = StoreFile.identity(at: path) else {
      misses += 1
      if identity != nil, misses > Self.patience { throw .store(.deleted, path: path) }
      return false
    }
    misses = 0
    guard found != identity else { return true }
    store = try Store(path: path, access: .reading, options: options)
    identity = store.isMissing ? nil : found
    version = nil
    return !store.isMissing
  }
}
