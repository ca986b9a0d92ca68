import Foundation
import GRDB
import Testing

@testable import TripsCore

struct UndoTests {
  let fixture: HistoryFixture

  init() throws {
    fixture = try HistoryFixture()
  }

  private func undo() throws -> Int64 { try fixture.store(.writing).undo().transaction.id }

  private func redo() throws -> Int64 { try fixture.store(.writing).redo().transaction.id }

  private func problem(_ work: () throws -> Int64) -> UndoProblem? {
    do {
      _ = try work()
    } catch TripsError.undo(let problem) {
      return problem
    } catch {
      Issue.record(error)
    }
    return nil
  }

  @Test func walksBackAndForthAsOftenAsItIsCalled() throws {
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

  @Test func bringsBackRowsWithTheirIdsAndUid() throws {
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
  func givesBackTheIdThatAnotherProgramChanged(table: String) throws {
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

  @Test func leavesWhatBelongsToATripThatWasReplaced() throws {
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
  @Test func takesBackRowsThatReplaceEachOther() throws {
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

  @Test func isAStepAlsoWhereNothingChanges() throws {
    try fixture.add("A")
    try fixture.execute("REPLACE INTO trip SELECT * FROM trip")
    #expect(try [undo(), undo()] == [2, 1])
    #expect(try [redo(), redo()] == [1, 2])
  }

  /// Swift considers the two names equal.
  @Test func bringsTheFormOfANameBackThatAnotherProgramChanged() throws {
    try fixture.add("Caf\u{e9}")
    try fixture.execute("UPDATE trip SET name = 'Cafe\u{301}'")
    let changes = try fixture.history().flatMap(\.changes)
    #expect(changes.contains { $0.updatedProperties.map(\.name) == ["name"] })
    #expect(try undo() == 2)
    let name = try fixture.outsider().read { db in
      try String.fetchOne(db, sql: "SELECT hex(name) FROM trip")
    }
    #expect(name == "436166C3A9")
  }

  @Test func changesNothingWhenItOnlyTries() throws {
    try fixture.add("A")
    let content = try fixture.content()
    let outcome = try fixture.store(.rehearsing).undo()
    #expect(outcome.changes.map(\.kind) == [.delete])
    #expect(try fixture.content() == content)
    #expect(try fixture.store(.reading).historyToken() == outcome.token)
    #expect(try fixture.history().count == 1)
  }

  /// Writes that leave no record, and the reason given in the refusal.
  @Test(arguments: [
    (["UPDATE trip SET destination = 'x'"], "trip 1 'A' was changed"),
    (["DELETE FROM trip"], "trip 1 'A' was changed"),
    (
      ["INSERT INTO bucketListItem(tripId, title) VALUES (1, 'x')"],
      "trip 1 'A' was given an item"
    ),
  ])
  func refusesWhereAnUnrecordedWriteStandsInTheWay(statements: [String], what: String) throws {
    try fixture.add("A")
    try unrecorded(statements)
    let content = try fixture.content()
    let text = try #require(problem(undo)?.words)
    #expect(text.hasPrefix("transaction 1 (add by trips, "))
    #expect(text.hasSuffix(" stays: \(what) since, by a program that left no record"))
    #expect(try fixture.content() == content)
    #expect(try fixture.history().count == 1)
  }

  @Test func namesTheTripThatHasThePlace() throws {
    try fixture.add("A")
    try fixture.execute("DELETE FROM trip")
    try unrecorded([
      """
      INSERT INTO trip(id, name, destination, startDate, endDate)
      VALUES (9, 'A', '', '2027-05-01', '2027-05-03')
      """
    ])
    let text = try #require(problem(undo)?.words)
    #expect(text.contains(" stays: 'A' (9), 2027-05-01 to 2027-05-03 has its place since"))
  }

  /// Later changes to that trip are not undone.
  @Test func namesTheTransactionThatTookThePlace() throws {
    try fixture.add("A")
    try fixture.execute("UPDATE trip SET name = 'B'")
    try fixture.add("A")
    try fixture.execute("UPDATE trip SET notes = 'x' WHERE id = 2")
    let text = try #require(problem { try undo(2) }?.words)
    #expect(
      text.contains(
        " stays: 'A' (2), 2027-05-01 to 2027-05-03 has its place since, by transaction 3"))
    #expect(try undo(4) == 4)
    #expect(try undo(3) == 3)
    #expect(try undo(2) == 2)
  }

  /// Bytes that are not UTF-8, and two forms of a text that Swift considers equal.
  @Test(arguments: ["CAST(x'FF41' AS TEXT)", "CAST(x'FF22410A' AS TEXT)", "'e' || char(769)"])
  func bringsBackTheBytesOfAText(name: String) throws {
    try fixture.add("A")
    try fixture.execute(
      "UPDATE trip SET name = \(name)", "UPDATE trip SET name = 'é'", "DELETE FROM trip")
    func bytes(_ at: Int64? = nil) throws -> [String] {
      let sql = "SELECT hex(name) FROM trip"
      guard let at else { return try fixture.outsider().read { try String.fetchAll($0, sql: sql) } }
      return try fixture.store(at: .transaction(at)).read { try String.fetchAll($0, sql: sql) }
    }
    let before = try bytes(2)
    #expect(try undo() == 4)
    #expect(try bytes() == ["C3A9"])
    #expect(try undo() == 3)
    #expect(try bytes() == before)
    #expect(
      try fixture.outsider().read { db in
        try Bool.fetchOne(db, sql: "SELECT name = \(name) AND typeof(name) = 'text' FROM trip")
      } == true)
    #expect(try bytes(2) == before && bytes(3) == ["C3A9"])
    #expect(try [undo(), undo()] == [2, 1])
    #expect(try [redo(), redo()] == [1, 2])
    #expect(try bytes() == before)
  }

  @Test func saysThatTheSchemaRefusesWhatWasThere() throws {
    try fixture.add("A")
    try fixture.execute("PRAGMA ignore_check_constraints = 1; UPDATE trip SET reason = 'x'")
    try fixture.execute("UPDATE trip SET reason = NULL", "UPDATE trip SET notes = 'later'")
    #expect {
      try undo(3)
    } throws: { error in
      guard case TripsError.store(.refused(let reason), _) = error else { return false }
      return reason.contains("CHECK constraint failed")
    }
  }

  @Test func namesTheLaterWriteThatStandsInTheWay() throws {
    try fixture.add("A")
    try fixture.execute("UPDATE trip SET destination = 'x'")
    let outcome = try fixture.store(.writing).write { db in
      let step = try #require(try HistoryStep.transaction(1, in: db))
      let changes = try HistoryRow.changes(ofTransaction: 1, in: db)
      return Result { try HistoryInversion(transaction: step, db: db).invert(changes) }
    }
    guard case .failure(TripsError.undo(let problem)) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(
      problem.words.contains(
        "trip 1 'A' was changed since, by transaction 2 (by external, "))
  }

  @Test func saysWhereThePurgeStopsIt() throws {
    try fixture.add("A")
    let token = try fixture.store(.reading).historyToken()
    _ = try fixture.store(command: "history purge").purgeHistory(before: .token(token))
    #expect(
      problem(undo)?.words
        == "nothing is left to undo: older history was purged")
  }

  /// Writes like a program that turns the triggers off.
  private func unrecorded(_ statements: [String]) throws {
    let queue = try fixture.outsider()
    try queue.writeWithoutTransaction { db in
      let triggers = try Row.fetchAll(
        db, sql: "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND sql IS NOT NULL")
      for trigger in triggers { try db.execute(sql: "DROP TRIGGER \(trigger[0] as String)") }
      for statement in statements { try db.execute(sql: statement) }
      for trigger in triggers { try db.execute(sql: trigger[1]) }
    }
  }

  private func undo(_ number: Int64) throws -> Int64 {
    try fixture.store(.writing).undo(number).transaction.id
  }

  /// An item inserted before its trip belongs to no trip after the undo, as before.
  @Test func leavesAChildThatWasThereBeforeItsTrip() throws {
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

  @Test(arguments: [
    ("UPDATE trip SET name = 'C'", "trip 1 'C' was changed"),
    ("DELETE FROM trip", "trip 1 'B' was deleted"),
    ("UPDATE trip SET destination = 'x'", nil),
    ("INSERT INTO bucketListItem(tripId, title) VALUES (1, 'x')", nil),
  ])
  func refusesWhatALaterWriteStandsOn(statement: String, what: String?) throws {
    try fixture.add("A")
    try fixture.execute("UPDATE trip SET name = 'B'", statement)
    if let what {
      let text = try #require(problem { try undo(2) }?.words)
      #expect(text.contains("\(what) since, by transaction 3 (by external, "))
      #expect(try [undo(3), undo(2)] == [3, 2])
    } else {
      #expect(try undo(2) == 2)
    }
    #expect(try fixture.content().rows["trip 1"]?.contains("\"A\"") == true)
  }

  @Test func knowsWhatBelongsToARowThatItMade() throws {
    try fixture.add("A")
    try fixture.execute("INSERT INTO bucketListItem(tripId, title) VALUES (1, 'x')")
    let text = try #require(problem { try undo(1) }?.words)
    #expect(text.contains("item 'x' came to trip 1 since, by transaction 2"))
    try fixture.execute("UPDATE bucketListItem SET title = 'y'", "DELETE FROM bucketListItem")
    #expect(problem { try undo(1) } != nil)
  }

  /// In whatever order they were undone.
  @Test func bringsBackWhatTheLastUndoTook() throws {
    for name in ["A", "B", "C"] { try fixture.add(name) }
    #expect(try [undo(1), undo(), undo()] == [1, 4, 3])
    #expect(try [redo(), redo(), redo()] == [3, 4, 1])
  }

  /// The end before a start that came later; the history may not show a constraint's name.
  @Test func refusesWhatDoesNotFitALaterChange() throws {
    try fixture.add("A")
    try fixture.execute("UPDATE trip SET endDate = '2099-09-09'")
    try fixture.execute("UPDATE trip SET startDate = '2099-09-07'")
    let text = try #require(problem { try undo(2) }?.words)
    #expect(text.contains("'A' was changed since, by transaction 3"))
    #expect(try [undo(3), undo(2)] == [3, 2])
  }

  /// A confirmation is for the nights it was given for.
  @Test func refusesToMoveATripWhoseStayWasConfirmedSince() throws {
    try fixture.add("A")
    try fixture.execute("INSERT INTO livingAccommodation(tripId, placeName) VALUES (1, 'Inn')")
    try fixture.execute("UPDATE trip SET endDate = '2027-09-09'")
    try fixture.execute("UPDATE livingAccommodation SET isConfirmed = 1")
    let text = try #require(problem { try undo(3) }?.words)
    #expect(text.contains("'Inn' was confirmed for the days since, by transaction 4"))
    #expect(try [undo(4), undo(3)] == [4, 3])
  }

  @Test func undoesAnUndoAndGoesOn() throws {
    for name in ["A", "B"] { try fixture.add(name) }
    let all = try fixture.content()
    #expect(try [undo(1), undo(3)] == [1, 3])
    #expect(try fixture.content() == all)
    #expect(try [undo(), undo(), undo(), undo()] == [4, 3, 2, 1])
    #expect(try fixture.content().rows.isEmpty)
    #expect(try [redo(), redo(), redo(), redo()] == [1, 2, 3, 4])
    #expect(try fixture.content() == all)
  }

  /// The item's trip was deleted, so it would belong to nothing.
  @Test func bringsNothingBackToATripThatIsGone() throws {
    try fixture.add("A")
    try fixture.execute("INSERT INTO bucketListItem(tripId, title) VALUES (1, 'x')")
    try fixture.execute("DELETE FROM bucketListItem", "DELETE FROM trip")
    let text = try #require(problem { try undo(3) }?.words)
    #expect(text.contains("trip 1 was deleted since, by transaction 4"))
  }

  /// A user's trigger writes within the undone transaction: everything is restored, or nothing is.
  @Test(arguments: [
    "AFTER UPDATE ON trip BEGIN UPDATE trip SET destination = destination || 'x' WHERE id = new.id; END",
    "AFTER UPDATE ON trip BEGIN INSERT INTO bucketListItem(tripId, title) VALUES (new.id, 'x'); END",
    "AFTER INSERT ON trip BEGIN INSERT INTO bucketListItem(tripId, title) VALUES (new.id, 'x'); END",
    "AFTER DELETE ON trip BEGIN DELETE FROM trip WHERE id = old.id + 1; END",
    "BEFORE DELETE ON bucketListItem BEGIN UPDATE trip SET name = name || 'y'; END",
  ])
  func takesBackExactlyOrNothing(trigger: String) throws {
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

extension UndoProblem {
  fileprivate var words: String { description { $0 } }
}
