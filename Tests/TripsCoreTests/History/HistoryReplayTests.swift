import Chance
import Foundation
import SQLite
import Testing

@testable import TripsCore

/// Random operations, by the tool or by another program.
struct HistoryReplayTests {
  /// `TRIPS_TEST_OPERATIONS=2000` makes it a long run.
  static let operations =
    ProcessInfo.processInfo.environment["TRIPS_TEST_OPERATIONS"].flatMap { Int($0) } ?? 80

  @Test(arguments: [1, 2]) func reproducesTheTablesAndEachPastState(seed: UInt64) throws {
    let fixture = try TemporaryStore()
    // So an undo takes the changes of both.
    fixture.author = "external"
    var random = SplitMix(state: seed)
    var states = [try fixture.content()]
    for _ in 0..<Self.operations {
      try RandomOperation(&random).run(on: fixture, &random)
      let content = try fixture.content()
      if content != states[states.count - 1] { states.append(content) }
    }

    #expect(try replay(fixture.history()) == states[states.count - 1])
    let lastStates = states
    // A statement may leave rows unchanged: a step without a new state.
    while (try step({ try $0.undo() }, fixture)) != nil {
      let content = try fixture.content()
      if content != states[states.count - 1] {
        states.removeLast()
        try #require(content == states.last)
      }
    }
    #expect(states.count == 1)
    #expect(try replay(fixture.history()) == states[0])
    while (try step({ try $0.redo() }, fixture)) != nil {
      let content = try fixture.content()
      if content != states[states.count - 1] {
        states.append(content)
        try #require(content == lastStates[states.count - 1])
      }
    }
    #expect(states.count == lastStates.count)
    #expect(try replay(fixture.history()) == states[states.count - 1])
  }

  private func step(
    _ work: (Store) throws -> UndoOutcome, _ fixture: TemporaryStore
  ) throws -> UndoOutcome? {
    do {
      return try work(try fixture.open(.writing))
    } catch TripsError.undo(.nothingToUndo) {
      return nil
    } catch TripsError.undo(.nothingToRedo) {
      return nil
    }
  }

  /// The contents of the tables according to the history.
  private func replay(_ history: [HistoryTransaction]) throws -> StoreContent {
    var content: StoreContent = [:]
    for change in history.flatMap(\.changes) {
      let key = "\(change.entity.base.table) \(change.rowID)"
      try #require(content[key] == change.oldValues?.row)
      #expect(change.kind != .update || !change.properties.isEmpty)
      content[key] = change.newValues?.row
    }
    return content
  }

  /// Every past state is exact, and any transaction can be undone by its number: exactly, or not at
  /// all, with the transaction that is in the way.
  @Test(arguments: [3, 4]) func answersForEveryPastStateAndUndoesAnyTransaction(seed: UInt64) throws
  {
    let fixture = try TemporaryStore()
    var random = SplitMix(state: seed)
    var states: [Int64: StoreContent] = [0: try fixture.content()]
    for _ in 0..<Self.operations {
      try RandomOperation(&random).run(on: fixture, &random)
      states[try newest(fixture)] = try fixture.content()
    }
    for (number, state) in states { try #require(try fixture.content(at: number) == state) }
    for _ in 0..<100 {
      let number = Int64.random(in: 1...max(1, try newest(fixture)), using: &random)
      let before = try fixture.content()
      do {
        let outcome = try fixture.open(.writing).undo(number)
        let changed = Set(outcome.changes.map { "\($0.entity.base.table) \($0.rowID)" })
        let after = try fixture.content()
        for key in Set(before.keys).union(after.keys) where !changed.contains(key) {
          try #require(before[key] == after[key])
        }
        // The undo is exact: its own undo gives the state before.
        _ = try fixture.open(.writing).undo(newest(fixture))
        try #require(try fixture.content() == before)
      } catch TripsError.undo(let problem) {
        if case .blocked(_, _, by: let later) = problem { #expect(later != nil) }
        try #require(try fixture.content() == before)
      }
    }
  }
}

private func newest(_ fixture: TemporaryStore) throws -> Int64 {
  try fixture.history().last?.id ?? 0
}

/// One operation of the tool or another program; if it fails, it changes nothing.
enum RandomOperation: CaseIterable {
  case add, edit, delete, copy, addItems, tick, removeStay, addStay
  case insert, replace, replaceByID, updateOrReplace, updateMany, deleteMany, moveItems, upsert

  init(_ random: inout SplitMix) {
    self = Self.allCases.randomElement(using: &random) ?? .add
  }

  func run(on fixture: TemporaryStore, _ random: inout SplitMix) throws {
    do {
      if let sql = sql(&random) {
        try fixture.execute(sql, recursiveTriggers: Bool.random(using: &random))
      } else {
        try runTool(try fixture.open(), &random)
      }
    } catch is TripsError {
    } catch is SQLiteError {
    }
  }

  private func runTool(_ store: Store, _ random: inout SplitMix) throws {
    let trip = TripReference(String(Int.random(in: 1...12, using: &random)))
    var draft = TripEdit()
    draft.values.set(.name, Self.name(&random))
    draft.values.set(.destination, ["", "Łódź \"x\"", "a\\b"].randomElement(using: &random))
    draft.values.set(.type, TripType.allCases.randomElement(using: &random)?.rawValue)
    switch self {
    case .add:
      draft.bucketList = ["a\tb", "c"]
      draft.stays = Bool.random(using: &random) ? ["Hôtel"] : []
      _ = try store.add(draft, today: .first)
    case .edit: _ = try store.edit(trip, draft)
    case .delete: _ = try store.delete([trip])
    case .copy: _ = try store.copy(trip, start: .on(.first), name: Self.name(&random))
    case .addItems:
      var item = BucketListDraft()
      item.set(.title, "item")
      _ = try store.add([item], ItemDays(), to: trip)
    case .tick:
      var item = BucketListDraft()
      item.set(.isInPlan, Bool.random(using: &random))
      _ = try store.edit(["c"], of: trip, item, ItemDays())
    case .addStay:
      var stay = StayDraft()
      stay.set(.placeName, Self.name(&random))
      _ = try store.add([stay], StayNights(), to: trip)
    default: _ = try store.remove(StayColumn.self, [], of: trip)
    }
  }

  private func sql(_ random: inout SplitMix) -> String? {
    let id = Int.random(in: 1...12, using: &random)
    let name = Self.name(&random)
    let row = "'\(name)', 'x', '0001-01-01', '0001-01-0\(Int.random(in: 1...2, using: &random))'"
    let columns = "name, destination, startDate, endDate"
    switch self {
    case .insert: return "INSERT OR IGNORE INTO trip(\(columns)) VALUES (\(row)), (\(row))"
    case .replace: return "REPLACE INTO trip(\(columns)) VALUES (\(row))"
    case .replaceByID:
      return
        "REPLACE INTO trip(id, \(columns)) SELECT id, \(row) FROM trip WHERE id % 5 = \(id % 5)"
    case .updateOrReplace:
      return "UPDATE OR REPLACE trip SET name = '\(name)' WHERE id % 4 = \(id % 4)"
    case .updateMany:
      return "UPDATE trip SET destination = destination || char(10) WHERE id > \(id)"
    case .deleteMany: return "DELETE FROM trip WHERE id % 6 = \(id % 6)"
    case .moveItems:
      return
        "UPDATE bucketListItem SET tripId = (SELECT max(id) FROM trip) WHERE id % 3 = \(id % 3)"
    case .upsert:
      return """
        INSERT INTO trip(\(columns)) VALUES (\(row))
        ON CONFLICT(\(columns.replacing("destination, ", with: ""))) DO UPDATE
        SET destination = excluded.destination || 'y'
        """
    default: return nil
    }
  }

  private static func name(_ random: inout SplitMix) -> String {
    String("ABCDE".randomElement(using: &random) ?? "A")
  }
}
