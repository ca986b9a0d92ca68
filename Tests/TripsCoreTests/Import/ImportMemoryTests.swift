import Chance
import Foundation
import SQLite
import Testing

@testable import TripsCore

/// Random imports, edits, deletions and undos, compared with a model of the import's memory.
struct ImportMemoryTests {
  /// An event as the feed has it, and a row as the store has it.
  private struct Facts: Equatable {
    var title: String
    var details: String
    var day: Int
  }

  private struct Version {
    var number = 0
    var facts: Facts
  }

  /// The expected items, and the remembered values of each event.
  private struct State {
    var rows: [String: Facts] = [:]
    var memory: [String: Version] = [:]
  }

  private var random: SplitMix
  private var feed: [String: Version]
  private var state = State()
  /// The states before each transaction, and whether it was an import.
  private var steps: [(before: State, isImport: Bool)] = []
  private var older: [[String: Version]] = []
  private let temporary: TemporaryStore
  private static let uids = ["a", "b", "c"]

  init() throws {
    (random, temporary) = (SplitMix(state: 0), try TemporaryStore())
    feed = Dictionary(
      uniqueKeysWithValues: Self.uids.map {
        ($0, Version(facts: Facts(title: "\($0)0", details: "", day: 2)))
      })
  }

  @Test func behavesLikeItsModel() throws {
    for seed in 1...300 {
      var run = try Self()
      run.random = SplitMix(state: UInt64(seed))
      for step in 0..<10 { try run.step("seed \(seed), step \(step)") }
    }
  }

  private mutating func step(_ comment: Comment) throws {
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1, 2:
      older.append(feed)
      for uid in Self.uids where Bool.random(using: &random) { change(uid) }
      try importing(feed)
    case 3: if let old = older.randomElement(using: &random) { try importing(old) }
    case 4, 5: try edit()
    case 6: try delete()
    default: try undo()
    }
    #expect(try rows() == state.rows, comment)
    try importing(feed)
    #expect(try rows() == state.rows, comment)
    // The file that was imported last changes nothing.
    let bytes = try Data(contentsOf: URL(filePath: temporary.path))
    try importing(feed)
    #expect(try Data(contentsOf: URL(filePath: temporary.path)) == bytes, comment)
  }

  private mutating func change(_ uid: String) {
    guard var version = feed[uid] else { return }
    version.number += 1
    switch Int.random(in: 0..<3, using: &random) {
    case 0: version.facts.title = "\(uid)\(version.number)"
    case 1: version.facts.details = "details \(version.number)"
    default: version.facts.day = Int.random(in: 2..<8, using: &random)
    }
    feed[uid] = version
  }

  // MARK: - What happens, in the store and in the model

  private mutating func importing(_ feed: [String: Version]) throws {
    var lines = ["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:trip", "SUMMARY:Trip"]
    lines += ["DTSTART;VALUE=DATE:20270501", "DTEND;VALUE=DATE:20270511", "END:VEVENT"]
    for (uid, version) in feed.sorted(by: { $0.key < $1.key }) {
      lines += ["BEGIN:VEVENT", "UID:\(uid)", "SUMMARY:\(version.facts.title)"]
      lines += ["DESCRIPTION:\(version.facts.details)", "SEQUENCE:\(version.number)"]
      lines += ["DTSTART;VALUE=DATE:2027050\(version.facts.day)", "END:VEVENT"]
    }
    lines.append("END:VCALENDAR\n")
    let source = InputSource(InputFile(bytes: Array(lines.joined(separator: "\n").utf8)))
    let token = try temporary.store.newestTransaction
    _ = try temporary.store.importTrips(from: [source], ImportOptions()) { _ in }
    let before = state
    if !state.memory.isEmpty || state.rows.isEmpty { expect(feed) }
    if try temporary.store.newestTransaction != token { steps.append((before, true)) }
  }

  private mutating func expect(_ feed: [String: Version]) {
    for (uid, version) in feed {
      guard let known = state.memory[uid] else {
        state.rows[uid] = version.facts
        state.memory[uid] = version
        continue
      }
      if version.number < known.number { continue }
      if var row = state.rows[uid] {
        if version.facts.title != known.facts.title { row.title = version.facts.title }
        if version.facts.details != known.facts.details { row.details = version.facts.details }
        if version.facts.day != known.facts.day { row.day = version.facts.day }
        state.rows[uid] = row
        state.memory[uid] = version
      }
    }
  }

  private mutating func edit() throws {
    guard let uid = state.rows.keys.sorted().randomElement(using: &random),
      let id = try id(of: uid)
    else { return }
    steps.append((state, false))
    var draft = BucketListDraft()
    if Bool.random(using: &random) {
      // Sometimes a value that the event will state.
      let title =
        Bool.random(using: &random)
        ? "mine \(steps.count)" : "\(uid)\((feed[uid]?.number ?? 0) + 1)"
      state.rows[uid]?.title = title
      draft.set(.title, title)
    } else {
      state.rows[uid]?.day = 9
      draft.set(.date, "2027-05-09")
    }
    let old = try temporary.store.newestTransaction
    _ = try temporary.store.edit([id], of: TripReference("Trip"), draft, ItemDays())
    if try temporary.store.newestTransaction == old { steps.removeLast() }
  }

  private mutating func delete() throws {
    guard let uid = state.rows.keys.sorted().randomElement(using: &random),
      let id = try id(of: uid)
    else { return }
    steps.append((state, false))
    state.rows[uid] = nil
    _ = try temporary.store.remove(ItemColumn.self, [id], of: TripReference("Trip"))
  }

  private mutating func undo() throws {
    guard let (before, isImport) = steps.popLast() else { return }
    _ = try temporary.store.undo()
    state.rows = before.rows
    if isImport { state.memory = before.memory }
  }

  // MARK: - The store

  private func rows() throws -> [String: Facts] {
    try temporary.asOtherProgram { db in
      let rows = try db.rows("SELECT uid, title, details, date FROM bucketListItem") { row in
        let texts = row.values.map { $0.text ?? "" }
        return (
          texts[0], Facts(title: texts[1], details: texts[2], day: Int(texts[3].suffix(2)) ?? 0)
        )
      }
      return Dictionary(uniqueKeysWithValues: rows)
    }
  }

  private func id(of uid: String) throws -> String? {
    try temporary.asOtherProgram { db in
      try db.text("SELECT CAST(id AS TEXT) FROM bucketListItem WHERE uid = \(uid)")
    }
  }
}

extension Store {
  /// The number of the newest transaction; 0 if there is none.
  fileprivate var newestTransaction: Int64 {
    get throws {
      try read { db in
        try db.integer("SELECT max(id) FROM historyTransaction") ?? 0
      }
    }
  }
}
