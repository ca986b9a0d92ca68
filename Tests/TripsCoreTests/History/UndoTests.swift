import Foundation
import SQLite
import Testing

@testable import TripsCore

struct UndoTests: UndoTesting {
  let fixture: TemporaryStore

  init() throws {
    fixture = try TemporaryStore()
  }

  private func texts(_ query: SQL) throws -> [String] {
    try fixture.asOtherProgram { try $0.texts(query) }
  }

  @Test func undoesAndRedoesRepeatedly() throws {
    for name in ["A", "B", "C"] { try fixture.add(name) }
    let all = try fixture.content()
    #expect(try [undo(), undo()] == [3, 2])
    #expect(try redo() == 5)
    #expect(try [undo(), undo()] == [2, 1])
    #expect(try fixture.content().isEmpty)
    #expect(problem(undo)?.words == "there is nothing to undo")
    #expect(try [redo(), redo(), redo()] == [8, 7, 4])
    #expect(try fixture.content() == all)
    #expect(problem(redo)?.words == "there is nothing to redo")
  }

  @Test func restoresRowsWithTheirIdsAndUid() throws {
    var draft = TripEdit()
    draft.values.set(.name, "Paris \"x\"\\")
    draft.values.set(.destination, "Ł")
    draft.bucketList = ["Louvre", "Orsay"]
    draft.stays = ["Hôtel"]
    _ = try fixture.open().add(draft, today: .first)
    let before = try fixture.content()
    try fixture.execute("DELETE FROM trip")
    #expect(try undo(2) == 2)
    #expect(try fixture.content() == before)
  }

  /// Swift considers the two names equal.
  @Test func restoresTheFormOfANameThatAnotherProgramChanged() throws {
    try fixture.add("Caf\u{e9}")
    try fixture.execute("UPDATE trip SET name = 'Cafe\u{301}'")
    let changes = try fixture.history().flatMap(\.changes)
    #expect(changes.contains { $0.properties.map(\.property) == ["name"] })
    #expect(try undo(2) == 2)
    let name = try fixture.asOtherProgram { db in
      try db.text("SELECT hex(name) FROM trip")
    }
    #expect(name == "436166C3A9")
  }

  /// Bytes that are not UTF-8, and two forms of text that Swift considers equal.
  @Test(arguments: ["CAST(x'FF41' AS TEXT)", "CAST(x'FF22410A' AS TEXT)", "'e' || char(769)"])
  func restoresTheBytesOfText(name: String) throws {
    try fixture.add("A")
    try fixture.execute(
      "UPDATE trip SET name = \(name)", "UPDATE trip SET name = 'é'", "DELETE FROM trip")
    func bytes(_ at: Int64? = nil) throws -> [String] {
      let sql = "SELECT hex(name) FROM trip"
      guard let at else { return try texts(SQL(sql: sql)) }
      return try fixture.open(.reading, at: .transaction(at)).read { try $0.texts(SQL(sql: sql)) }
    }
    let before = try bytes(2)
    #expect(try undo(4) == 4)
    #expect(try bytes() == ["C3A9"])
    #expect(try undo(3) == 3)
    #expect(try bytes() == before)
    #expect(
      try fixture.asOtherProgram { db in
        try db.integer(SQL(sql: "SELECT name = \(name) AND typeof(name) = 'text' FROM trip")).map({
          $0 != 0
        })
      } == true)
    #expect(try bytes(2) == before && bytes(3) == ["C3A9"])
    #expect(try [undo(2), undo(1)] == [2, 1])
    #expect(try [redo(), redo()] == [8, 7])
    #expect(try bytes() == before)
  }

  /// Each undo is a transaction that can be undone by its number; a redone one counts as never
  /// undone.
  @Test func undoesAnUndoByItsNumber() throws {
    for name in ["A", "B"] { try fixture.add(name) }
    let all = try fixture.content()
    #expect(try [undo(1), undo(3)] == [1, 3])
    #expect(try fixture.content() == all)
    #expect(try fixture.history().map(\.reverts) == [nil, nil, 1, 3])
    #expect(try fixture.history().map(\.kind) == [.change, .change, .undo, .redo])
    #expect(problem { try undo(3) }?.words.contains("already undone by transaction 4") == true)
    #expect(try [undo(), undo()] == [2, 1])
    #expect(problem(undo) != nil)
    #expect(try fixture.content().isEmpty)
    #expect(try [redo(), redo()] == [6, 5])
    #expect(problem(redo)?.words == "there is nothing to redo")
    #expect(try fixture.content() == all)
    // The undo of a redo is an undo.
    #expect(try undo() == 2)
    #expect(try redo() == 9)
    #expect(try undo(10) == 10)
    #expect(try redo() == 11)
    #expect(try fixture.content() == all)
  }

  /// The values that a later change left alone are put back; others are kept.
  @Test func putsBackOnlyWhatTheTransactionChanged() throws {
    try fixture.add("A")
    try fixture.execute("UPDATE trip SET destination = 'x'", "UPDATE trip SET notes = 'later'")
    #expect(try undo(2) == 2)
    #expect(try texts("SELECT destination || notes FROM trip") == ["later"])
    #expect(try redo() == 4)
    #expect(try texts("SELECT destination || notes FROM trip") == ["xlater"])
  }

  /// The author's own later change ends the redoing; the changes of others do not.
  @Test func redoesUntilItsAuthorChangesSomething() throws {
    for name in ["A", "B"] { try fixture.add(name) }
    #expect(try [undo(), undo()] == [2, 1])
    fixture.author = "ann"
    try fixture.add("C")
    #expect(problem(redo)?.words == "there is nothing to redo")
    fixture.author = "trips"
    #expect(try redo() == 4)
    try fixture.add("D")
    let text = try #require(problem(redo)?.words)
    #expect(text.hasPrefix("there is nothing to redo: transaction 7 (add by trips, "))
    #expect(text.hasSuffix(") is later than the newest undo, 3"))
    #expect(try undo(3) == 3)
    #expect(try texts("SELECT name FROM trip ORDER BY id") == ["A", "B", "C", "D"])
  }

  /// An undo reverts the author's own change, and reports what it passed over.
  @Test func undoesTheChangesOfItsAuthor() throws {
    try fixture.add("A")
    fixture.author = "ann"
    for name in ["B", "C", "D"] { try fixture.add(name) }
    #expect(try undo() == 4)
    try fixture.execute("DELETE FROM trip WHERE name = 'B'")
    fixture.author = "trips"
    let outcome = try fixture.open(.writing).undo()
    #expect(outcome.transaction.id == 1)
    #expect(outcome.passedOver?.newest.id == 6)
    #expect(outcome.passedOver?.newest.origin == "by external")
    // Neither the undo nor what it reverted.
    #expect(outcome.passedOver?.others == 2)
    #expect(try texts("SELECT name FROM trip") == ["C"])
    let text = try #require(problem(undo)?.words)
    #expect(text.hasPrefix("there is nothing of 'trips' to undo; the newest is transaction 6 (by "))
    #expect(try [undo(6), redo(), redo()] == [6, 8, 7])
    #expect(try texts("SELECT name FROM trip ORDER BY id") == ["A", "C"])
  }

  /// The kind of a transaction does not depend on those that were purged.
  @Test(arguments: 1...5) func redoesTheSameAfterAPurge(number: Int64) throws {
    try fixture.add("A")
    try fixture.add("B")
    #expect(try [undo(), redo()] == [2, 3])
    #expect(try [undo(), undo()] == [2, 1])
    #expect(try redo() == 6)
    let content = try fixture.content()
    _ = try fixture.open(command: "history purge").purgeHistory(before: .transaction(number))
    #expect(try redo() == 5)
    #expect(problem(redo)?.words == "there is nothing to redo")
    #expect(try texts("SELECT name FROM trip ORDER BY id") == ["A", "B"])
    #expect(try undo(8) == 8)
    #expect(try fixture.content() == content)
  }

  /// Otherwise the redo would have been reverted, and the trip deleted.
  @Test func redoesNothingIfTheUndoWasPurged() throws {
    try fixture.add("A")
    #expect(try [undo(), redo()] == [1, 2])
    _ = try fixture.open(command: "history purge").purgeHistory(before: .transaction(3))
    #expect(problem(redo)?.words == "there is nothing to redo")
    #expect(problem(undo)?.words == "there is nothing to undo")
    #expect(try texts("SELECT name FROM trip") == ["A"])
    #expect(try undo(3) == 3)
  }

  /// A transaction and its undo cancel each other out and do not block another undo.
  @Test func skipsAChangeThatWasUndone() throws {
    try fixture.add("A")
    try fixture.execute("UPDATE trip SET name = 'B'")
    #expect(try undo(2) == 2)
    #expect(try undo(1) == 1)
    #expect(try fixture.content().isEmpty)
  }
}
