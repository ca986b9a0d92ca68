internal import GRDB

/// What a transaction is to undo and redo: a step of its own, or one that takes another back or
/// brings it back, which its command says (`undo 12`).
enum HistoryStep: Hashable {
  case write
  case undo(Int64)
  case redo(Int64)

  init(command: String) {
    let words = command.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2, let id = Store.identifier(String(words[1])) else {
      self = .write
      return
    }
    switch words[0] {
    case "undo": self = .undo(id)
    case "redo": self = .redo(id)
    default: self = .write
    }
  }

  /// What an undo or a redo is about: the transaction, and the one whose changes it inverts.
  struct Target {
    let transaction: HistoryTransaction
    let inverted: Int64
  }

  /// The newest transaction that is not undone. The changes to invert are its own, or those of
  /// the redo that brought it back.
  static func toUndo(in db: Database) throws -> Target {
    var isUndone: [Int64: Bool] = [:]
    var lastStep: [Int64: Int64] = [:]
    let transactions = try newestFirst(db)
    while let transaction = try transactions.next() {
      switch HistoryStep(command: transaction.command) {
      case .undo(let id) where isUndone[id] == nil:
        isUndone[id] = true
      case .redo(let id) where isUndone[id] == nil:
        isUndone[id] = false
        lastStep[id] = transaction.id
      case .undo, .redo: break
      case .write where isUndone[transaction.id] == true: break
      case .write:
        return Target(
          transaction: transaction, inverted: lastStep[transaction.id] ?? transaction.id)
      }
    }
    throw TripsError.undo(.nothingToUndo(wasPurged: try HistoryPosition(db).purged.id > 0))
  }

  /// The oldest of the transactions that were undone since the last write: undo went from
  /// the newest back, redo goes the other way.
  static func toRedo(in db: Database) throws -> Target {
    var decided: Set<Int64> = []
    var undone: [Int64: Int64] = [:]
    var lastWrite: HistoryTransaction?
    let transactions = try newestFirst(db)
    while lastWrite == nil, let transaction = try transactions.next() {
      switch HistoryStep(command: transaction.command) {
      case .undo(let id):
        if decided.insert(id).inserted { undone[id] = transaction.id }
      case .redo(let id): decided.insert(id)
      case .write: lastWrite = transaction
      }
    }
    guard let (id, step) = undone.min(by: { $0.key < $1.key }),
      let transaction = try HistoryStep.transaction(id, in: db)
    else {
      throw TripsError.undo(.nothingToRedo(after: try laterWrite(lastWrite, transactions)))
    }
    return Target(transaction: transaction, inverted: step)
  }

  /// The write, if there was an undo right before it that it made final.
  private static func laterWrite(
    _ write: HistoryTransaction?, _ transactions: RecordCursor
  ) throws -> HistoryTransaction? {
    guard let write, let before = try transactions.next() else { return nil }
    if case .undo = HistoryStep(command: before.command) { return write }
    return nil
  }

  private static func newestFirst(_ db: Database) throws -> RecordCursor {
    RecordCursor(
      try Row.fetchCursor(
        db, sql: "SELECT id, timestamp, author, command FROM historyTransaction ORDER BY id DESC"))
  }

  static func transaction(_ id: Int64, in db: Database) throws -> HistoryTransaction? {
    try Row.fetchOne(
      db, sql: "SELECT id, timestamp, author, command FROM historyTransaction WHERE id = ?",
      arguments: [id]
    ).map(HistoryRow.transaction)
  }

  /// Transactions one by one, without their changes.
  private struct RecordCursor {
    private let rows: RowCursor

    init(_ rows: RowCursor) {
      self.rows = rows
    }

    func next() throws -> HistoryTransaction? {
      try rows.next().map(HistoryRow.transaction)
    }
  }
}
