internal import SQLite

/// What a transaction means for undo and redo: a write, or a step that undoes or redoes another
/// transaction, as its command records.
enum HistoryStep: Hashable {
  case write
  /// The return of stays to their trips, which is not a user's step.
  case migration
  /// Undoes the newest transaction that counts (`undo 12`), or a numbered one (`undo 12 alone`). A
  /// later undo skips the first, and reverts the second.
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

  /// The command that the history records.
  var command: String {
    switch self {
    case .write, .migration: ""
    case .undo(let id, let isAlone): "undo \(id)" + (isAlone ? " alone" : "")
    case .redo(let id): "redo \(id)"
    }
  }

  /// The target of an undo or a redo: the transaction, and the one whose changes are inverted.
  struct Target {
    let transaction: HistoryTransaction
    let inverted: Int64
    /// The later writes that are not undone.
    var later: Set<Int64> = []
  }

  /// The newest write, or undo of a numbered transaction, that is not undone. The changes to invert
  /// are its own, or those of the step that redid it.
  static func toUndo(in db: Connection) throws -> Target {
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

  /// A transaction by its number, even if it is a step itself, and the later writes that are not
  /// undone.
  static func toUndo(_ id: Int64, in db: Connection) throws -> Target {
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

  /// The transaction that was undone last since the last write: redo goes in the other direction.
  static func toRedo(in db: Connection) throws -> Target {
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

  /// The write that made the undo right before it final, and that undo.
  private static func laterWrite(
    _ write: HistoryTransaction?, _ transactions: Statement
  ) throws -> (write: HistoryTransaction, undo: Int64)? {
    guard let write, let before = try HistoryRow.nextTransaction(transactions) else { return nil }
    if case .undo = HistoryStep(command: before.command) { return (write, before.id) }
    return nil
  }

  static func transaction(_ id: Int64, in db: Connection) throws -> HistoryTransaction? {
    try HistoryRow.nextTransaction(HistoryRow.transactions("WHERE id = \(id)", in: db))
  }
}

/// Determines which transactions still count, from the undos and redos after them, which may be
/// undone themselves.
private struct HistoryEffects {
  /// The undone transactions, each with the step that last undid it.
  private(set) var undone: [Int64: Int64] = [:]
  /// The redone transactions, in the same way.
  private var restored: [Int64: Int64] = [:]

  /// Adds the next transaction, going back from the newest.
  mutating func add(_ transaction: HistoryTransaction) {
    let (id, undoes): (Int64, Bool)
    switch HistoryStep(command: transaction.command) {
    case .write, .migration: return
    case .undo(let target, _): (id, undoes) = (target, true)
    case .redo(let target): (id, undoes) = (target, false)
    }
    // A later step has decided.
    guard undone[id] == nil, restored[id] == nil else { return }
    // An undone step has the opposite effect.
    let reversal = undone[transaction.id]
    let step = reversal ?? restored[transaction.id] ?? transaction.id
    if undoes == (reversal == nil) { undone[id] = step } else { restored[id] = step }
  }

  /// The transaction that last applied this one's changes; nil if it is undone.
  func lastStep(of id: Int64) -> Int64? { undone[id] == nil ? restored[id] ?? id : nil }
}
