internal import SQLite

/// Reads part of the history in pages, each in its own transaction, so that a long history neither
/// fills memory nor blocks writers while it is printed.
///
/// Commits made after the first page was read are left to the next reader.
package final class HistoryCursor {
  private let store: Store
  private let descriptor: HistoryDescriptor
  /// The number of changes after which a page ends, with its last transaction.
  private let pageSize: Int
  private var range: Range?
  private var remaining: Int
  private var isAtEnd = false

  /// The unread range: changes after `lower` and up to `upper`.
  private struct Range {
    var lower: Int64
    var upper: Int64
    let end: HistoryToken
    let trip: SQL?
  }

  init(_ store: Store, _ descriptor: HistoryDescriptor, pageSize: Int = 5_000) {
    self.store = store
    self.descriptor = descriptor
    self.pageSize = pageSize
    remaining = descriptor.fetchLimit ?? .max
  }

  /// The token that covers the transactions read, available once `next` has returned nil.
  ///
  /// The newest token, or the token of `until`, even if filters left changes out. If the limit cut off
  /// newer transactions, it is the token of the last change read.
  package private(set) var token: HistoryToken?

  /// The next transactions; nil after the last.
  package func next() throws(TripsError) -> [HistoryTransaction]? {
    guard !isAtEnd else { return nil }
    let page = try store.read { db in
      let position = try HistoryPosition(db)
      var range = try self.range ?? self.firstRange(position, in: db)
      try self.checkPurge(position, range)
      let page = try self.page(&range, position, in: db)
      self.range = range
      return page
    }
    if store.isMissing { token = .beginning }
    return page.isEmpty ? nil : page
  }

  private func firstRange(_ position: HistoryPosition, in db: Connection) throws -> Range {
    for token in [descriptor.since, descriptor.until].compactMap(\.self) {
      try position.check(token, in: db)
    }
    var end = descriptor.until ?? position.newest
    let lower = descriptor.since?.changeID ?? position.purged.changeID
    // A reader whose token is past the end has no new changes and keeps its token.
    if let since = descriptor.since, since.changeID > end.changeID { end = since }
    return Range(
      lower: lower, upper: end.changeID, end: end,
      trip: try descriptor.trip.map { try HistoryTripFilter.condition($0, in: db) })
  }

  /// A purge between two pages must not leave a gap.
  private func checkPurge(_ position: HistoryPosition, _ range: Range) throws {
    let needed = descriptor.newestFirst ? descriptor.since?.changeID ?? .max : range.lower
    if position.purged.changeID > needed {
      throw TripsError.token(.expired(purgedThrough: position.purged.changeID))
    }
  }

  private func page(
    _ range: inout Range, _ position: HistoryPosition, in db: Connection
  ) throws -> [HistoryTransaction] {
    var page: [HistoryTransaction] = []
    var (count, hasMore) = (0, false)
    let history = RowHistory(db: db)
    let found = try Statement(select(range), in: db)
    while try found.step() {
      let row = found.values
      if page.last?.id != row[RowHistory.transactionColumn].integer {
        hasMore = page.count == remaining || count >= pageSize
        if hasMore { break }
        page.append(try RowHistory.transaction(row))
      }
      count += 1
      page[page.count - 1].changes.append(try history.change(row, position))
    }
    remaining -= page.count
    if let last = page.last?.changes.last {
      if descriptor.newestFirst { range.upper = last.id - 1 } else { range.lower = last.id }
    }
    if !hasMore || remaining == 0 {
      isAtEnd = true
      let isCut = hasMore && !descriptor.newestFirst
      let last = page.last?.changes.last?.token ?? descriptor.since ?? position.purged
      token = isCut ? last : range.end
    }
    if descriptor.newestFirst {
      for index in page.indices { page[index].changes.reverse() }
    }
    return page
  }

  private func select(_ range: Range) -> SQL {
    var condition = descriptor.condition
    if let trip = range.trip { condition += " AND \(trip)" }
    // CROSS JOIN keeps SQLite from starting with the transactions of an author.
    return """
      SELECT \(RowHistory.columns) FROM historyChange AS c
      CROSS JOIN historyTransaction AS t ON t.id = c.transactionId
      WHERE c.id > \(range.lower) AND c.id <= \(range.upper) AND \(condition)
      ORDER BY c.id \(sql: descriptor.newestFirst ? "DESC" : "ASC")
      """
  }
}
