import Chance
import Foundation
import SQLite
import Testing

@testable import TripsCore

/// Random imports, edits, deletions and undos, compared with a model of the import's memory.
struct ImportMemoryTests {
  /// An event of the feed, and a row of the store.
  private struct Facts: Equatable {
    var title: String
    var details: String
    var day: Int
  }

  private struct Event {
    var uid: String
    var number = 0
    var facts: Facts
  }

  /// A row; a row that comes back is another one.
  private struct Row: Equatable {
    let id: Int
    var facts: Facts
  }

  /// What is remembered of an event, or of a row of a spreadsheet.
  private struct Record {
    var source = RecordSource.event
    let key: String
    let number: Int
    let facts: Facts
    let row: Int
    /// The step that made it; nil if nothing changed.
    let step: Int?
  }

  private var random: SplitMix
  private var feed: [Event]
  /// The expected items, by uid, and the memory, the newest record last.
  private var rows: [String: Row] = [:]
  private var memory: [Record] = []
  /// The rows before each transaction.
  private var steps: [(number: Int, before: [String: Row])] = []
  private var count = 0
  private var older: [[Event]] = []
  /// The rows of a spreadsheet, by uid, and the steps that imported it.
  private var sheet: [String: Facts] = [:]
  private var sheetSteps: Set<Int> = []
  private var isSheetImported = false
  private var sheetsImported = 0
  private let temporary: TemporaryStore

  init() throws {
    (random, temporary) = (SplitMix(state: 0), try TemporaryStore())
    feed = ["a", "b", "c"].map {
      Event(uid: $0, facts: Facts(title: "\($0)0", details: "", day: 2))
    }
  }

  @Test(arguments: [1...250, 251...500]) func behavesLikeItsModel(seeds: ClosedRange<Int>) throws {
    var sheets = 0
    for seed in seeds {
      var run = try Self()
      run.random = SplitMix(state: UInt64(seed))
      for step in 0..<8 { try run.step("seed \(seed), step \(step)") }
      sheets += run.sheetsImported
    }
    #expect(sheets > 250)
  }

  private mutating func step(_ comment: Comment) throws {
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1, 2:
      older.append(feed)
      for index in feed.indices where Bool.random(using: &random) { change(index) }
      try importing(feed)
    case 3: if let old = older.randomElement(using: &random) { try importing(old) }
    case 4:
      // A feed with new UIDs each time.
      for index in feed.indices { feed[index].uid = "\(feed[index].uid.prefix(1))\(count)" }
      try importing(feed)
    case 5: try importJSON()
    case 6, 7: try edit()
    case 8: try delete()
    case 9, 10: try importSheet()
    default: try undo()
    }
    #expect(try stored() == facts, comment)
    try importing(feed)
    #expect(try stored() == facts, comment)
    // The files that were imported last change nothing.
    let bytes = try Data(contentsOf: URL(filePath: temporary.path))
    try importing(feed)
    if isSheetImported { _ = try importText(text(of: sheet)) }
    #expect(try Data(contentsOf: URL(filePath: temporary.path)) == bytes, comment)
  }

  private mutating func change(_ index: Int) {
    feed[index].number += 1
    let (letter, number) = (feed[index].uid.prefix(1), feed[index].number)
    switch Int.random(in: 0..<3, using: &random) {
    case 0: feed[index].facts.title = "\(letter)\(number)"
    case 1: feed[index].facts.details = "details \(number)"
    default: feed[index].facts.day = Int.random(in: 2..<8, using: &random)
    }
  }

  /// Runs a step in the store.
  ///
  /// - Returns: its number; nil if it made no transaction.
  private mutating func run(_ work: (Store) throws -> Void) throws -> Int? {
    let old = try temporary.store.newestTransaction
    try work(temporary.store)
    if try temporary.store.newestTransaction == old { return nil }
    count += 1
    steps.append((count, rows))
    return count
  }

  // MARK: - Imports

  private mutating func importing(_ feed: [Event]) throws {
    var lines = ["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:trip", "SUMMARY:Trip"]
    lines += ["DTSTART;VALUE=DATE:20270501", "DTEND;VALUE=DATE:20270511", "END:VEVENT"]
    for event in feed {
      lines += ["BEGIN:VEVENT", "UID:\(event.uid)", "SUMMARY:\(event.facts.title)"]
      lines += ["DESCRIPTION:\(event.facts.details)", "SEQUENCE:\(event.number)"]
      lines += ["DTSTART;VALUE=DATE:2027050\(event.facts.day)", "END:VEVENT"]
    }
    lines.append("END:VCALENDAR\n")
    let step = try importText(lines.joined(separator: "\n"))
    expect(feed, step)
  }

  private mutating func importText(_ text: String) throws -> Int? {
    let source = InputSource(InputFile(bytes: Array(text.utf8)))
    return try run { _ = try $0.importTrips(from: [source], ImportOptions()) { _ in } }
  }

  private func record(_ key: String, _ source: RecordSource = .event) -> Record? {
    memory.last { $0.key == key && $0.source == source }
  }

  private func uid(of record: Record) -> String? {
    rows.first { $0.value.id == record.row }?.key ?? (rows[record.key] == nil ? nil : record.key)
  }

  private mutating func expect(_ feed: [Event], _ step: Int?) {
    var events =
      feed.map { event in
        // An event that shares neither title nor day with what is remembered is another one.
        let other = "\(event.uid)/2027050\(event.facts.day)T"
        if let known = record(other) { return (event, other, known) }
        let known = record(event.uid)
        let isOther = known.map {
          $0.facts.title != event.facts.title && $0.facts.day != event.facts.day
        }
        return isOther == true ? (event, other, nil) : (event, event.uid, known)
      } as [(event: Event, key: String, known: Record?)]
    let keys = Set(events.map(\.key))
    var seen: Set<String> = []
    var missing = memory.reversed().filter { record in
      record.source == .event && seen.insert(uid(of: record) ?? "row \(record.row)").inserted
        && !keys.contains(record.key)
    }
    for index in events.indices where events[index].known == nil && rows[events[index].key] == nil {
      let event = events[index].event
      let match = missing.lastIndex {
        $0.facts.title == event.facts.title && $0.facts.day == event.facts.day
      }
      events[index].known = match.map { missing.remove(at: $0) }
    }
    for (event, key, known) in events { expect(event, key, known, step) }
  }

  private mutating func expect(_ event: Event, _ key: String, _ known: Record?, _ step: Int?) {
    let row: Int
    if let known {
      if event.number < known.number { return }
      guard let uid = uid(of: known), var stored = rows[uid] else { return }
      if event.facts.title != known.facts.title { stored.facts.title = event.facts.title }
      if event.facts.details != known.facts.details { stored.facts.details = event.facts.details }
      if event.facts.day != known.facts.day { stored.facts.day = event.facts.day }
      (rows[uid], row) = (stored, stored.id)
      if known.key == key, known.number == event.number, known.facts == event.facts { return }
      if step == nil, known.key != key { forget(known.key) { _ in true } }
    } else if var stored = rows[key] {
      // A first match fills what is empty.
      if stored.facts.details.isEmpty { stored.facts.details = event.facts.details }
      (rows[key], row) = (stored, stored.id)
    } else {
      count += 1
      (rows[key], row) = (Row(id: count, facts: event.facts), count)
    }
    forget(key) { $0.step == nil }
    memory.append(
      Record(
        key: key, number: event.number, facts: event.facts, row: row, step: step ?? known?.step))
  }

  private mutating func forget(
    _ key: String, _ source: RecordSource = .event, where isMeant: (Record) -> Bool
  ) {
    memory.removeAll { $0.key == key && $0.source == source && isMeant($0) }
  }

  /// Changes a spreadsheet with rows of its own and some of the store, and imports it.
  private mutating func importSheet() throws {
    for uid in ["s", "t"] + rows.keys.sorted() where Bool.random(using: &random) {
      count += 1
      var facts = sheet[uid] ?? rows[uid]?.facts ?? Facts(title: uid, details: "", day: 3)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: facts.title = "sheet \(count)"
      case 1: facts.details = Bool.random(using: &random) ? "" : "details \(count)"
      case 2: facts.day = Int.random(in: 2..<8, using: &random)
      default: break
      }
      sheet[uid] = facts
    }
    if sheet.isEmpty { return }
    let step = try importText(text(of: sheet))
    for (uid, facts) in sheet.sorted(by: { $0.key < $1.key }) { expect(uid, facts, step) }
    if let step { sheetSteps.insert(step) }
    sheetsImported += 1
    isSheetImported = true
  }

  private func text(of sheet: [String: Facts]) -> String {
    let lines = sheet.sorted { $0.key < $1.key }.map { uid, facts in
      "trip,Trip,2027-05-01,2027-05-10,\(uid),\(facts.title),\(facts.details),2027-05-0\(facts.day)"
    }
    let head = "uid,name,startDate,endDate,itemUid,itemTitle,itemDetails,itemDate"
    return ([head] + lines).joined(separator: "\n") + "\n"
  }

  /// A row of a spreadsheet overwrites values when it is read for the first time. An empty cell
  /// states nothing.
  private mutating func expect(_ uid: String, _ stated: Facts, _ step: Int?) {
    let known = record(uid, .csv)
    var facts = stated
    let row: Int
    if let known {
      if stated.details.isEmpty { facts.details = known.facts.details }
      guard let place = self.uid(of: known), var stored = rows[place] else { return }
      if facts.title != known.facts.title { stored.facts.title = facts.title }
      if facts.details != known.facts.details { stored.facts.details = facts.details }
      if facts.day != known.facts.day { stored.facts.day = facts.day }
      (rows[place], row) = (stored, stored.id)
      if known.facts == facts { return }
    } else if let stored = rows[uid] {
      var new = facts
      if new.details.isEmpty { new.details = stored.facts.details }
      (rows[uid], row) = (Row(id: stored.id, facts: new), stored.id)
    } else {
      count += 1
      (rows[uid], row) = (Row(id: count, facts: facts), count)
    }
    forget(uid, .csv) { $0.step == nil }
    memory.append(
      Record(source: .csv, key: uid, number: 0, facts: facts, row: row, step: step ?? known?.step))
  }

  /// A JSON list, with some of the rows and some that were deleted.
  private mutating func importJSON() throws {
    var listed: [String: Facts] = [:]
    for (uid, row) in rows.sorted(by: { $0.key < $1.key }) where Bool.random(using: &random) {
      listed[uid] = row.facts
      if Bool.random(using: &random) { listed[uid]?.title = "ordered \(count)" }
    }
    let uid = feed.randomElement(using: &random)?.uid ?? ""
    if listed[uid] == nil { listed[uid] = Facts(title: "back", details: "", day: 4) }
    let items = listed.sorted { $0.key < $1.key }.map { uid, facts in
      #"{"uid":"\#(uid)","title":"\#(facts.title)","details":"\#(facts.details)","#
        + #""date":"2027-05-0\#(facts.day)"}"#
    }
    _ = try importText(
      #"{"uid":"trip","name":"Trip","startDate":"2027-05-01","endDate":"2027-05-10","#
        + #""bucketList":[\#(items.joined(separator: ","))]}"#)
    var new: [String: Row] = [:]
    for (uid, facts) in listed {
      count += 1
      new[uid] = Row(id: rows[uid]?.id ?? count, facts: facts)
    }
    rows = new
  }

  // MARK: - Commands

  private mutating func edit() throws {
    guard let uid = rows.keys.sorted().randomElement(using: &random), let id = try id(of: uid)
    else { return }
    var draft = BucketListDraft()
    var facts = rows[uid]?.facts
    if Bool.random(using: &random) {
      // Sometimes a value that the event will state.
      let next = feed.first { $0.uid == uid }.map { "\(uid.prefix(1))\($0.number + 1)" }
      let title = Bool.random(using: &random) ? "mine \(steps.count)" : next ?? "mine"
      facts?.title = title
      draft.set(.title, title)
    } else {
      facts?.day = 9
      draft.set(.date, "2027-05-09")
    }
    _ = try run { _ = try $0.edit([id], of: TripReference("Trip"), draft, ItemDays()) }
    if let facts { rows[uid]?.facts = facts }
  }

  private mutating func delete() throws {
    guard let uid = rows.keys.sorted().randomElement(using: &random), let id = try id(of: uid)
    else { return }
    _ = try run { _ = try $0.remove(ItemColumn.self, [id], of: TripReference("Trip")) }
    rows[uid] = nil
  }

  private mutating func undo() throws {
    guard let (number, before) = steps.popLast() else { return }
    _ = try temporary.store.undo()
    rows = before
    memory.removeAll { $0.step == number }
    if sheetSteps.contains(number) { isSheetImported = false }
  }

  // MARK: - The store

  private var facts: [String: Facts] { rows.mapValues(\.facts) }

  private func stored() throws -> [String: Facts] {
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
