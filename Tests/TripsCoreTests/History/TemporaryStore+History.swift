import Foundation
import SQLite

@testable import TripsCore

// The history of a store, and its states.

extension TemporaryStore {
  /// All user data, without derived values.
  func content() throws -> StoreContent {
    try Self.content(outsider())
  }

  /// The same after a transaction.
  func content(at number: Int64) throws -> StoreContent {
    try open(.reading, at: .transaction(number)).read(Self.content)
  }

  private static func content(_ db: Connection) throws -> StoreContent {
    var content: StoreContent = [:]
    for entity in Entity.allCases {
      for row in try db.rows("SELECT \(sql: entity.columnList) FROM \(sql: entity.table)", \.values)
      {
        content["\(entity.table) \(row[0].integer ?? 0)"] = row
      }
    }
    return content
  }

  func history(_ descriptor: HistoryDescriptor = HistoryDescriptor()) throws -> [HistoryTransaction]
  {
    try follow(descriptor).transactions
  }

  func follow(
    _ descriptor: HistoryDescriptor
  ) throws -> (transactions: [HistoryTransaction], token: HistoryToken?) {
    let cursor = try open(.reading).fetchHistory(descriptor)
    var transactions: [HistoryTransaction] = []
    while let page = try cursor.next() { transactions += page }
    return (transactions, cursor.token)
  }

  func since(_ token: HistoryToken) throws -> [HistoryTransaction] {
    var descriptor = HistoryDescriptor()
    descriptor.since = token
    return try history(descriptor)
  }
}

/// The rows by table and id, with their values in the order of the properties.
typealias StoreContent = [String: [SQLiteValue]]
