import Foundation
import SQLite
import Testing

@testable import TripsCore

struct HistoryTokenTests {
  let fixture: TemporaryStore

  init() throws {
    fixture = try TemporaryStore()
  }

  @Test func survivesARoundTripAsText() throws {
    try fixture.add("A")
    let token = try fixture.open(.reading).historyToken()
    #expect(try HistoryToken(token.description) == token)
    #expect(
      token.description.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") })
  }

  @Test(arguments: [
    "", "h1", "h1...", "h2.0123456789abcdef0123456789abcdef.1.0123456789ab",
    "h1.0123456789abcdef0123456789abcde.1.0123456789ab",
    "h1.0123456789ABCDEF0123456789abcdef.1.0123456789ab",
    "h1.0123456789abcdef0123456789abcdef.01.0123456789ab",
    "h1.0123456789abcdef0123456789abcdef.-1.0123456789ab",
    "h1.0123456789abcdef0123456789abcdef.+1.0123456789ab",
    "h1.0123456789abcdef0123456789abcdef.9007199254740992.0123456789ab",
    "h1.0123456789abcdef0123456789abcdef.99999999999999999999.0123456789ab",
    "h1.0123456789abcdef0123456789abcdef.1.0123456789a",
    "h1.0123456789abcdef0123456789abcdef.1.0123456789ab.",
    " h1.0123456789abcdef0123456789abcdef.1.0123456789ab",
    "h1.0123456789abcdef0123456789abcdef.１.0123456789ab",
  ])
  func isMalformedIfAnyPartIsWrong(text: String) {
    #expect(verdict { try HistoryToken(text) } == .malformed(text))
  }

  @Test func isValidUntilItsPositionIsPurged() throws {
    for name in ["A", "B", "C", "D"] { try fixture.add(name) }
    for place in 0...4 {
      #expect(try fixture.since(try token(at: place)).count == 4 - place)
    }
  }

  @Test func isRefusedByAnotherStore() throws {
    try fixture.add("A")
    let other = try TemporaryStore()
    try other.add("A")
    let token = try other.open(.reading).historyToken()
    #expect(verdict { try fixture.since(token) } == .otherStore)
  }

  @Test func acceptsATokenFromBeforeTheStoreExisted() throws {
    #expect(try fixture.since(.beginning).isEmpty)
    try fixture.add("A")
    #expect(try fixture.since(.beginning).count == 1)
    _ = try fixture.open(command: "history purge").purgeHistory(
      before: .before(timestamp: "9999-12-31", words: ""))
    #expect(verdict { try fixture.since(.beginning) } == .expired(purgedThrough: 1))
  }

  /// The errors after an older copy replaced the file.
  @Test func noticesAnOlderCopy() throws {
    for name in ["A", "B", "C", "D", "E"] { try fixture.add(name) }
    let copy = fixture.folder.appending(path: "copy.db").path
    try FileManager.default.copyItem(atPath: fixture.path, toPath: copy)
    let before = try fixture.open(.reading).historyToken()
    for name in ["F", "G", "H"] { try fixture.add(name) }
    let after = try fixture.open(.reading).historyToken()
    try FileManager.default.removeItem(atPath: fixture.path)
    try FileManager.default.copyItem(atPath: copy, toPath: fixture.path)

    #expect(try fixture.since(before).isEmpty)
    #expect(verdict { try fixture.since(after) } == .future(changeID: 8, newest: 5))
    for name in ["I", "J", "K", "L"] { try fixture.add(name) }
    #expect(verdict { try fixture.since(after) } == .diverged(changeID: 8))
    #expect(try fixture.since(before).count == 4)
  }

  @Test func expiresWithAPurge() throws {
    for name in ["A", "B", "C", "D", "E", "F", "G", "H"] { try fixture.add(name) }
    let (third, sixth) = (try token(at: 3), try token(at: 6))
    let outcome = try fixture.open(command: "history purge").purgeHistory(before: .token(sixth))
    #expect((outcome.transactions, outcome.changes) == (6, 6))
    #expect(outcome.token == sixth)
    #expect(verdict { try fixture.since(third) } == .expired(purgedThrough: 6))
    #expect(try fixture.since(sixth).map(\.id) == [7, 8])
    let forged = HistoryToken(storeID: sixth.storeID, changeID: 6, nonce: "0123456789ab")
    #expect(verdict { try fixture.since(forged) } == .diverged(changeID: 6))
    #expect(try fixture.history().map(\.id) == [7, 8])
  }

  @Test func aPurgeBeforeATimeKeepsThatTime() throws {
    for name in ["A", "B", "C"] { try fixture.execute(Self.insertion(of: name)) }
    let time = try fixture.history()[1].timestamp
    _ = try fixture.open(command: "history purge").purgeHistory(
      before: .before(timestamp: time, words: time))
    #expect(try fixture.history().map(\.id) == [2, 3])
  }

  private static func insertion(of name: String) -> String {
    """
    INSERT INTO trip(name, destination, startDate, endDate)
    VALUES ('\(name)', '', '2027-01-01', '2027-01-02')
    """
  }

  @Test func continuesAfterEverythingWasPurged() throws {
    for name in ["A", "B"] { try fixture.add(name) }
    let newest = try fixture.open(.reading).historyToken()
    _ = try fixture.open(command: "history purge").purgeHistory(before: .token(newest))
    #expect(try fixture.open(.reading).historyToken() == newest)
    try fixture.execute("VACUUM")
    try fixture.add("C")
    #expect(try fixture.since(newest).map(\.id) == [3])
  }

  private func token(at place: Int) throws -> HistoryToken {
    try fixture.asOtherProgram { db in
      let position = try HistoryPosition(db)
      let nonce = try db.text("SELECT nonce FROM historyChange WHERE id = \(place)")
      return HistoryToken(
        storeID: position.storeID, changeID: Int64(place), nonce: nonce ?? HistoryToken.firstNonce)
    }
  }

  private func verdict<Result>(_ work: () throws -> Result) -> HistoryTokenProblem? {
    do {
      _ = try work()
      return nil
    } catch TripsError.token(let problem) {
      return problem
    } catch {
      Issue.record(error)
      return nil
    }
  }
}
