import Foundation
import SQLite
import Testing

@testable import TripsCore

struct UndoTests: UndoTesting {
  let fixture: HistoryFixture

  init() throws {
    fixture = try HistoryFixture()
  }

  @Test func undoesAndRedoesRepeatedly() throws {
    for name in ["A", "B", "C"] { try fixture.add(name) }
    let all = try fixture.content()
    #expect(try [undo(), undo()] == [3, 2])
    #expect(try redo() == 2)
    #expect(try [undo(), undo()] == [2, 1])
    #expect(try fixture.content().rows.isEmpty)
    #expect(problem(undo)?.words == "there is nothing to undo")
    #expect(try [redo(), redo(), redo()] == [1, 2, 3])
    #expect(try fixture.content() == all)
    #expect(problem(redo)?.words == "there is nothing to redo")
  }

  @Test func aWriteAfterAnUndoMakesItFinal() throws {
    for name in ["A", "B"] { try fixture.add(name) }
    #expect(try undo() == 2)
    try fixture.add("C")
    let text = try #require(problem(redo)?.words)
    #expect(text.hasPrefix("there is nothing to redo: transaction 4 (add by trips, "))
    #expect(try [undo(), undo()] == [4, 1])
    // The undo of B is final: only what was undone since C comes back.
    #expect(try [redo(), redo()] == [1, 4])
    #expect(problem(redo)?.words == text)
  }

  @Test func restoresRowsWithTheirIdsAndUid() throws {
    var draft = TripDraft()
    draft.name = "Paris \"x\"\\"
    draft.destination = "Ł"
    draft.bucketList = ["Louvre", "Orsay"]
    draft.stay = "Hôtel"
    _ = try fixture.store().add(draft, today: .first)
    let before = try fixture.content()
    try fixture.execute("DELETE FROM trip")
    #expect(try undo() == 2)
    #expect(try fixture.content() == before)
  }

  @Test(arguments: ["trip", "bucketListItem", "livingAccommodation"])
  func restoresAnIdThatAnotherProgramChanged(table: String) throws {
    var draft = TripDraft()
    draft.name = "Paris"
    if table == "bucketListItem" { draft.bucketList = ["Louvre"] }
    if table == "livingAccommodation" { draft.stay = "Ritz" }
    _ = try fixture.store().add(draft, today: .first)
    let before = try fixture.content()
    try fixture.execute("UPDATE \(table) SET id = 70")
    let after = try fixture.content()
    #expect(try undo() == 2)
    #expect(try fixture.content() == before)
    #expect(try redo() == 2)
    #expect(try fixture.content() == after)
  }

  @Test func keepsTheChildrenOfAReplacedTrip() throws {
    try fixture.execute(
      """
      INSERT INTO trip(id, name, destination, startDate, endDate)
      VALUES (7, 'A', '', '2026-01-01', '2026-01-02')
      """, "INSERT INTO bucketListItem(tripId, title) VALUES (7, 'x')")
    let before = try fixture.content()
    try fixture.execute(
      """
      REPLACE INTO trip(id, name, destination, startDate, endDate)
      VALUES (7, 'B', '', '2026-01-01', '2026-01-02')
      """)
    let after = try fixture.content()
    #expect(try undo() == 3)
    #expect(try fixture.content() == before)
    #expect(try redo() == 3)
    #expect(try fixture.content() == after)
  }

  /// Rows that replace each other in one statement, each under its own id.
  @Test func undoesRowsThatReplaceEachOther() throws {
    try fixture.execute(
      """
      INSERT INTO trip(id, name, destination, startDate, endDate)
      VALUES (111, 'B', '', '2026-01-01', '2026-01-01'), (116, 'A', '', '2026-01-01', '2026-01-01'),
        (121, 'A', '', '2026-01-01', '2026-01-02')
      """, "INSERT INTO bucketListItem(tripId, title) VALUES (116, 'x')")
    let before = try fixture.content()
    try fixture.execute(
      """
      REPLACE INTO trip(id, name, destination, startDate, endDate)
      SELECT column1, 'A', 'x', '2026-01-01', '2026-01-02' FROM (VALUES (116), (121), (111))
      """)
    let after = try fixture.content()
    #expect(try undo() == 3)
    #expect(try fixture.content() == before)
    #expect(try redo() == 3)
    #expect(try fixture.content() == after)
  }

  @Test func isATransactionEvenWithoutChanges() throws {
    try fixture.add("A")
    try fixture.execute("REPLACE INTO trip SELECT * FROM trip")
    #expect(try [undo(), undo()] == [2, 1])
    #expect(try [redo(), redo()] == [1, 2])
  }

  /// Swift considers the two names equal.
  @Test func restoresTheFormOfANameThatAnotherProgramChanged() throws {
    try fixture.add("Caf\u{e9}")
    try fixture.execute("UPDATE trip SET name = 'Cafe\u{301}'")
    let changes = try fixture.history().flatMap(\.changes)
    #expect(changes.contains { $0.updatedProperties.map(\.name) == ["name"] })
    #expect(try undo() == 2)
    let name = try fixture.reading { db in
      try db.text("SELECT hex(name) FROM trip")
    }
    #expect(name == "436166C3A9")
  }

  @Test func dryRunChangesNothing() throws {
    try fixture.add("A")
    let content = try fixture.content()
    let outcome = try fixture.store(.rehearsing).undo()
    #expect(outcome.changes.map(\.kind) == [.delete])
    #expect(try fixture.content() == content)
    #expect(try fixture.store(.reading).historyToken() == outcome.token)
    #expect(try fixture.history().count == 1)
  }

  /// Bytes that are not UTF-8, and two forms of a text that Swift considers equal.
  @Test(arguments: ["CAST(x'FF41' AS TEXT)", "CAST(x'FF22410A' AS TEXT)", "'e' || char(769)"])
  func restoresTheBytesOfAText(name: String) throws {
    try fixture.add("A")
    try fixture.execute(
      "UPDATE trip SET name = \(name)", "UPDATE trip SET name = 'é'", "DELETE FROM trip")
    func bytes(_ at: Int64? = nil) throws -> [String] {
      let sql = "SELECT hex(name) FROM trip"
      guard let at else { return try fixture.reading { try $0.texts(SQL(sql: sql)) } }
      return try fixture.store(at: .transaction(at)).read { try $0.texts(SQL(sql: sql)) }
    }
    let before = try bytes(2)
    #expect(try undo() == 4)
    #expect(try bytes() == ["C3A9"])
    #expect(try undo() == 3)
    #expect(try bytes() == before)
    #expect(
      try fixture.reading { db in
        try db.integer(SQL(sql: "SELECT name = \(name) AND typeof(name) = 'text' FROM trip")).map({
          $0 != 0
        })
      } == true)
    #expect(try bytes(2) == before && bytes(3) == ["C3A9"])
    #expect(try [undo(), undo()] == [2, 1])
    #expect(try [redo(), redo()] == [1, 2])
    #expect(try bytes() == before)
  }

  /// An item inserted before its trip belongs to no trip after the undo, as before.
  @Test func keepsAChildInsertedBeforeItsTrip() throws {
    try fixture.execute("INSERT INTO bucketListItem(tripId, title) VALUES (7, 'early')")
    let before = try fixture.content()
    try fixture.execute(
      """
      INSERT INTO trip(id, name, destination, startDate, endDate)
      VALUES (7, 'A', '', '2026-01-01', '2026-01-02')
      """)
    let after = try fixture.content()
    #expect(try undo() == 2)
    #expect(try fixture.content() == before)
    #expect(try redo() == 2)
    #expect(try fixture.content() == after)
    #expect(try [undo(), undo()] == [2, 1])
    #expect(try fixture.content().rows.isEmpty)
  }

  /// In whatever order they were undone.
  @Test func restoresWhatTheLastUndoRemoved() throws {
    for name in ["A", "B", "C"] { try fixture.add(name) }
    #expect(try [undo(1), undo(), undo()] == [1, 4, 3])
    #expect(try [redo(), redo(), redo()] == [3, 4, 1])
  }

  @Test func undoesAnUndoAndContinues() throws {
    for name in ["A", "B"] { try fixture.add(name) }
    let all = try fixture.content()
    #expect(try [undo(1), undo(3)] == [1, 3])
    #expect(try fixture.content() == all)
    #expect(try [undo(), undo(), undo(), undo()] == [4, 3, 2, 1])
    #expect(try fixture.content().rows.isEmpty)
    #expect(try [redo(), redo(), redo(), redo()] == [1, 2, 3, 4])
    #expect(try fixture.content() == all)
  }

  /// A user's trigger writes within the undone transaction: everything is restored, or nothing is.
  @Test(arguments: [
    "AFTER UPDATE ON trip BEGIN UPDATE trip SET destination = destination || 'x' WHERE id = new.id; END",
    "AFTER UPDATE ON trip BEGIN INSERT INTO bucketListItem(tripId, title) VALUES (new.id, 'x'); END",
    "AFTER INSERT ON trip BEGIN INSERT INTO bucketListItem(tripId, title) VALUES (new.id, 'x'); END",
    "AFTER DELETE ON trip BEGIN DELETE FROM trip WHERE id = old.id + 1; END",
    "BEFORE DELETE ON bucketListItem BEGIN UPDATE trip SET name = name || 'y'; END",
  ])
  func undoesExactlyOrNothing(trigger: String) throws {
    for name in ["A", "B"] { try fixture.add(name) }
    try fixture.execute("CREATE TRIGGER mine \(trigger)")
    for statement in [
      "UPDATE trip SET name = 'C' WHERE id = 1", "DELETE FROM trip WHERE id = 1",
      "INSERT INTO trip(name, destination, startDate, endDate) VALUES ('D', '', '2026-01-01', '2026-01-01')",
      "INSERT INTO bucketListItem(tripId, title) VALUES (2, 'z')", "DELETE FROM bucketListItem",
    ] {
      try? fixture.execute(statement)
      let newest = try fixture.history().last?.id ?? 0
      let before = try fixture.content(at: newest - 1)
      let after = try fixture.content(at: newest)
      if try expect(before, orNothing: undo) { _ = try expect(after, orNothing: redo) }
    }
  }

  /// - Returns: whether the step was made.
  private func expect(
    _ content: HistoryFixture.Content, orNothing step: () throws -> Int64
  ) throws -> Bool {
    let now = try fixture.content()
    if let problem = problem(step) {
      #expect(
        problem.words.contains("'mine'")
          || problem.words.contains(" since, "))
      #expect(try fixture.content() == now)
      return false
    }
    #expect(try fixture.content() == content)
    return true
  }
}
