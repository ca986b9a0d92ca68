internal import GRDB

/// What a transaction is to undo and redo: a write, or a step that takes another transaction back or
/// brings it back, which its command records.
enum HistoryStep: Hashable {
  case write
  /// Of stays that came back to their trips: no step of a person's.
  case migration
  /// Takes back the newest transaction that counts (`undo 12`), or one that was named
  /// (`undo 12 alone`). An undo walks back past the first, and takes back the second.
  case undo(Int64, isAlone: Bool)
  case redo(Int64)

  init(command: String) {
    let words = command.parts(separatedBy: " ")
    let id = words.dropFirst().first.flatMap { Store.identifier(String($0)) }
    self =
      switch (words[0], id, words.dropFirst(2)) {
      case ("undo", let id?, []): .undo(id, isAlone: false)
      case ("undo", let id?, ["alone"]): .undo(id, isAlone: true)
      case ("redo", let id?, []): .redo(id)
      case ("migrate", nil, []): .migration
      default: .write
      }
  }

  /// What the history records as the command.
  var command: String {
    switch self {
    case .write, .migration: ""
    case .undo(let id, let isAlone): "undo \(id)" + (isAlone ? " alone" : "")
    case .redo(let id): "redo \(id)"
    }
  }

  /// What an undo or a redo is about: the transaction, and the one whose changes it inverts.
  struct Target {
    let transaction: HistoryTransaction
    let inverted: Int64
    /// The writes after these changes that are not undone.
    var later: Set<Int64> = []
  }

  /// The newest write, or undo of a named transaction, that is not undone. The changes to invert are its own, or those of
  /// the step that brought it back.
  static func toUndo(in db: Database) throws -> Target {
    var effects = HistoryEffects()
    let transactions = try HistoryRow.transactions("ORDER BY id DESC", in: db)
    while let transaction = try HistoryRow.nextTransaction(transactions) {
      effects.add(transaction)
      guard let inverted = effects.lastStep(of: transaction.id) else { continue }
      switch HistoryStep(command: transaction.command) {
      case .write: break
      case .undo(let id, isAlone: true) where effects.undone[id] == inverted: break
      case .migration, .undo, .redo: continue
      }
      return Target(transaction: transaction, inverted: inverted)
    }
    throw TripsError.undo(.nothingToUndo(wasPurged: try HistoryPosition(db).purged.place > 0))
  }

  /// A transaction by its number, be it a step itself, and the writes after it that are not undone.
  static func toUndo(_ id: Int64, in db: Database) throws -> Target {
    let position = try HistoryPosition(db)
    guard id > 0, let transaction = try transaction(id, in: db) else {
      _ = try HistoryMoment.transaction(id).token(position, in: db)
      throw HistoryTokenProblem.tooEarly("transaction \(id)", begins: nil)
    }
    var effects = HistoryEffects()
    var later: Set<Int64> = []
    let transactions = try HistoryRow.transactions("ORDER BY id DESC", in: db)
    while let next = try HistoryRow.nextTransaction(transactions), next.id >= id {
      effects.add(next)
      let isWrite = [.write, .migration].contains(HistoryStep(command: next.command))
      if next.id > id, isWrite, effects.lastStep(of: next.id) != nil { later.insert(next.id) }
    }
    guard let inverted = effects.lastStep(of: id) else {
      throw TripsError.undo(.alreadyUndone(transaction, by: effects.undone[id] ?? 0))
    }
    return Target(
      transaction: transaction, inverted: inverted, later: later.filter { $0 > inverted })
  }

  /// Of the transactions that were undone since the last write the one that was last: redo goes the other
  /// way.
  static func toRedo(in db: Database) throws -> Target {
    var effects = HistoryEffects()
    var lastWrite: HistoryTransaction?
    let transactions = try HistoryRow.transactions("ORDER BY id DESC", in: db)
    while lastWrite == nil, let transaction = try HistoryRow.nextTransaction(transactions) {
      effects.add(transaction)
      if HistoryStep(command: transaction.command) == .write { lastWrite = transaction }
    }
    guard let (id, step) = effects.undone.max(by: { $0.value < $1.value }),
      let transaction = try HistoryStep.transaction(id, in: db)
    else {
      throw TripsError.undo(.nothingToRedo(after: try laterWrite(lastWrite, transactions)))
    }
    return Target(transaction: transaction, inverted: step)
  }

  /// The write, if there was an undo right before it that it made final.
  private static func laterWrite(
    _ write: HistoryTransaction?, _ transactions: StatementCursor
  ) throws -> HistoryTransaction? {
    guard let write, let before = try HistoryRow.nextTransaction(transactions) else { return nil }
    if case .undo = HistoryStep(command: before.command) { return write }
    return nil
  }

  static func transaction(_ id: Int64, in db: Database) throws -> HistoryTransaction? {
    try HistoryRow.nextTransaction(HistoryRow.transactions("WHERE id = \(id)", in: db))
  }
}

/// Which transactions still count: told by the undos and redos after them, some of which may be undone
/// themselves.
private struct HistoryEffects {
  /// The undone ones, each with the step that did it last.
  private(set) var undone: [Int64: Int64] = [:]
  /// Those that were brought back, in the same way.
  private var restored: [Int64: Int64] = [:]

  /// Takes the next transaction, from the newest back.
  mutating func add(_ transaction: HistoryTransaction) {
    let (id, undoes): (Int64, Bool)
    switch HistoryStep(command: transaction.command) {
    case .write, .migration: return
    case .undo(let target, _): (id, undoes) = (target, true)
    case .redo(let target): (id, undoes) = (target, false)
    }
    // What came later has decided.
    guard undone[id] == nil, restored[id] == nil else { return }
    // A step that is undone itself did the opposite.
    let reversal = undone[transaction.id]
    let step = reversal ?? restored[transaction.id] ?? transaction.id
    if undoes == (reversal == nil) { undone[id] = step } else { restored[id] = step }
  }

  /// The transaction whose changes brought this one's about last; nil where it is undone.
  func lastStep(of id: Int64) -> Int64? { undone[id] == nil ? restored[id] ?? id : nil }
}
