import Testing

@testable import TripsCore

/// Undo and redo in the store of a fixture.
protocol UndoTesting {
  var fixture: TemporaryStore { get }
}

extension UndoTesting {
  func undo() throws -> Int64 { try fixture.open(.writing).undo().transaction.id }

  func redo() throws -> Int64 { try fixture.open(.writing).redo().transaction.id }

  func problem(_ work: () throws -> Int64) -> UndoProblem? {
    do {
      _ = try work()
    } catch TripsError.undo(let problem) {
      return problem
    } catch {
      Issue.record(error)
    }
    return nil
  }

  func undo(_ number: Int64) throws -> Int64 {
    try fixture.open(.writing).undo(number).transaction.id
  }
}

extension UndoProblem {
  var words: String { description { $0 } }
}
