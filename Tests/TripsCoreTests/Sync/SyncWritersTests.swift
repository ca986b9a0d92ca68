import Foundation
import Testing

@testable import TripsCore

/// What happens while a sync is under way.
struct SyncWritersTests {
  private let temporary: TemporaryStore
  private let folder: URL

  init() throws {
    temporary = try TemporaryStore()
    folder = temporary.folder.appending(path: "calendar")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in ["Berlin", "Paris", "Rome"] { try temporary.add(name) }
  }

  private func sync(
    _ options: SyncOptions = SyncOptions(), _ beforeWriting: () throws -> Void = {}
  ) throws -> SyncReport {
    try temporary.store.sync(folder: folder.path, options) {
      #expect(throws: Never.self) { try beforeWriting() }
    }
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  private func text() throws -> String {
    try names().map {
      try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
    }.joined()
  }

  private func execute(_ sql: String) throws {
    try temporary.asOtherProgram { try $0.execute(sql: sql) }
  }

  @Test func letsAWriterInWhileFilesAreWritten() throws {
    var count = 0
    let report = try sync {
      count += 1
      guard count == 1 else { return }
      #expect(try names().allSatisfy { $0.hasSuffix(".tmp") })
      // With no time to wait: the store is not held.
      try execute(
        "UPDATE trip SET name = 'Roma' WHERE name = 'Rome'; DELETE FROM trip WHERE name = 'Paris'")
    }
    #expect(count == 2)
    #expect(Set(report.entries.map(\.name)) == ["Berlin", "Roma"])
    #expect(try names().count == 2)
    #expect(try names().allSatisfy { $0.hasSuffix(".ics") })
    let files = try text()
    #expect(files.contains("SUMMARY:Roma"))
    #expect(!files.contains("SUMMARY:Rome") && !files.contains("SUMMARY:Paris"))
    #expect(try sync().entries.isEmpty)
  }

  /// A folder that is made anew has no base when it gets its name: should the sync that made it stop,
  /// nothing that is not in it yet is a deletion.
  @Test func takesAFolderThatWasNotFilledForANewOne() throws {
    _ = try sync()
    try FileManager.default.removeItem(at: folder)
    var options = SyncOptions()
    options.isConfirmed = true
    #expect(throws: TripsError.self) {
      try sync(options) {
        // As on a disk that is full.
        for name in try names() {
          try FileManager.default.removeItem(at: folder.appending(path: name))
        }
      }
    }
    #expect(try names().isEmpty)
    #expect(try sync().entries.count == 3)
    #expect(try names().count == 3)
    #expect(try temporary.store.fetch(Trip.self).count == 3)
    let beside = temporary.folder.path
    #expect(try !FileManager.default.contentsOfDirectory(atPath: beside).contains("calendar.tmp"))
  }

  /// Another sync that finds it under its name would take it for one that somebody has emptied.
  @Test func locksAFolderBeforeItHasItsName() throws {
    _ = try sync()
    try FileManager.default.removeItem(at: folder)
    let passing = folder.path + ".tmp"
    let isDone = DispatchSemaphore(value: 0)
    var wasLocked = false
    try temporary.asOtherProgram { db in
      // Its base is to be forgotten before it gets its name, which waits for this.
      try db.execute(sql: "BEGIN IMMEDIATE")
      Thread { [store = temporary.store.path, path = folder.path] in
        var options = SyncOptions()
        options.isConfirmed = true
        do {
          let store = try Store(
            path: store, access: .creating,
            options: Store.Options(author: "test", command: "sync"))
          _ = try store.sync(folder: path, options)
        } catch {
          Issue.record(error)
        }
        isDone.signal()
      }.start()
      for _ in 0..<2_000 where !wasLocked {
        usleep(1_000)
        let other = open(passing, O_RDONLY | O_DIRECTORY)
        guard other >= 0 else { continue }
        defer { close(other) }
        wasLocked = flock(other, LOCK_EX | LOCK_NB) != 0
      }
      #expect(!FileManager.default.fileExists(atPath: folder.path))
      try db.execute(sql: "ROLLBACK")
    }
    #expect(wasLocked)
    isDone.wait()
    #expect(try names().count == 3)
  }

  /// Both sides have changed a trip when the writer changes it once more.
  @Test func mergesWhatAWriterDoesMeanwhile() throws {
    _ = try sync()
    let file = try #require(
      names().map { folder.appending(path: $0) }.first {
        try String(contentsOf: $0, encoding: .utf8).contains("SUMMARY:Rome")
      })
    let old = try String(contentsOf: file, encoding: .utf8)
    let new = old.replacing("SUMMARY:Rome", with: "SUMMARY:Rome\nLOCATION:Lazio")
    try Data(new.utf8).write(to: file)
    try execute("UPDATE trip SET name = 'Roma' WHERE name = 'Rome'")
    var isFirst = true
    let report = try sync {
      if isFirst { try execute("UPDATE trip SET name = 'Urbs', notes = 'n' WHERE name = 'Roma'") }
      isFirst = false
    }
    #expect(report.isComplete)
    #expect(
      try temporary.asOtherProgram {
        try String.fetchAll(
          $0, sql: "SELECT name || ' ' || destination || ' ' || notes FROM trip WHERE id = 3")
      } == ["Urbs Lazio n"])
    let text = try String(contentsOf: file, encoding: .utf8)
    for line in ["SUMMARY:Urbs", "LOCATION:Lazio", "DESCRIPTION:n", "SEQUENCE:1"] {
      #expect(text.contains(line))
    }
    #expect(try sync().entries.isEmpty)
  }

  /// Of a trip that is left, the stay's file is too: without it the trip would come back without a stay.
  @Test func leavesTheStayOfATripWhoseEventIsChangedMeanwhile() throws {
    try execute("INSERT INTO livingAccommodation(tripId, placeName) VALUES (3, 'Lodge')")
    _ = try sync()
    let stay = try #require(try names().first { $0.contains("stay") })
    let event = folder.appending(path: stay.replacing("-stay", with: ""))
    try execute("DELETE FROM trip WHERE id = 3")
    let report = try sync {
      let old = try String(contentsOf: event, encoding: .utf8)
      try Data(old.replacing("SUMMARY:Rome", with: "SUMMARY:Roma").utf8).write(to: event)
    }
    #expect(report.entries.map(\.direction) == [.left])
    #expect(try names().contains(stay))
    _ = try sync()
    let trips = try temporary.asOtherProgram {
      try String.fetchAll(
        $0,
        sql: """
          SELECT trip.name || ' ' || placeName FROM trip
          JOIN livingAccommodation AS stay ON stay.tripId = trip.id
          """)
    }
    #expect(trips == ["Roma Lodge"])
  }

  /// In the instant between the last look at a file and its replacement, or its deletion.
  @Test func givesBackWhatAnotherProgramWritesAtThatInstant() throws {
    let calendar = try #require(try CalendarFolder(path: folder.path))
    func put(_ text: String, _ name: String) throws {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
    let (old, new) = (Array("old".utf8), Array("new".utf8))
    for found in ["old", "phone", "newer than read"] {
      try put(found, "a.ics")
      try put("new", "passing.tmp")
      let isAsRead = found == "old"
      #expect(
        try calendar.exchange("a.ics", holding: old, "passing.tmp", holding: new) == isAsRead)
      #expect(calendar.bytes(of: "a.ics") == (isAsRead ? new : Array(found.utf8)))
      #expect(calendar.bytes(of: "passing.tmp") == (isAsRead ? old : new))
      try FileManager.default.removeItem(at: folder.appending(path: "passing.tmp"))
      try put(found, "a.ics")
      #expect(try calendar.delete("a.ics", holding: old) == isAsRead)
      #expect(calendar.bytes(of: "a.ics") == (isAsRead ? nil : Array(found.utf8)))
      #expect(try names() == (isAsRead ? [] : ["a.ics"]))
    }
    #expect(try calendar.exchange("no.ics", holding: old, "passing.tmp", holding: new) == false)
    #expect(try calendar.delete("no.ics", holding: old) == false)
  }

  /// A file that was missing comes back before the trip is deleted.
  @Test func deletesNothingInAFolderThatHasChangedMeanwhile() throws {
    _ = try sync()
    let file = folder.appending(path: try names()[0])
    let bytes = try Data(contentsOf: file)
    try FileManager.default.removeItem(at: file)
    let report = try sync { try bytes.write(to: file) }
    #expect(report.entries.map(\.direction) == [.left])
    #expect(try temporary.store.fetch(Trip.self).count == 3)
    #expect(try sync().entries.isEmpty)
  }

  /// One that never stops is kept out at last.
  @Test func endsBesideAWriterThatNeverStops() throws {
    var count = 0
    let report = try sync {
      count += 1
      try execute("UPDATE trip SET notes = '\(count)' WHERE id = 1")
    }
    #expect(report.entries.count == 3)
    #expect(count == 3)
    #expect(try text().contains("DESCRIPTION:3"))
    #expect(try names().count == 3)
  }

  @Test func takesAwayWhatAKilledSyncLeft() throws {
    _ = try sync()
    let left = folder.appending(path: ".trips-abc.tmp")
    try Data("BEGIN".utf8).write(to: left)
    let taken = UnfinishedFile.path(beside: left.path, holding: [Array("old".utf8)])
    try Data("old".utf8).write(to: URL(filePath: taken))
    _ = try sync()
    #expect(try names().count == 3)
  }

  /// What another program wrote in the instant in which a sync was killed has only the passing name of
  /// what was to be replaced or deleted.
  @Test(arguments: [true, false], [true, false])
  func givesBackWhatAKilledSyncHasTakenOut(isReplaced: Bool, isWrittenSince: Bool) throws {
    _ = try sync()
    let files = try names().map { folder.appending(path: $0) }
    let file = try #require(
      files.first { try String(contentsOf: $0, encoding: .utf8).contains("Rome") })
    let old = try String(contentsOf: file, encoding: .utf8)
    let new = old.replacing("SUMMARY:Rome", with: "LOCATION:Lazio\nSUMMARY:Rome")
    let others = old.replacing("SUMMARY:Rome", with: "SUMMARY:Roma")
    try execute(
      (isReplaced ? "UPDATE trip SET destination = 'Lazio'" : "DELETE FROM trip")
        + " WHERE name = 'Rome'")
    let contents = [old, new].prefix(isReplaced ? 2 : 1).map { Array($0.utf8) }
    let left = UnfinishedFile.path(beside: file.path, holding: contents)
    try Data(others.utf8).write(to: URL(filePath: left))
    if isReplaced || isWrittenSince {
      try Data((isWrittenSince ? old + "\n" : new).utf8).write(to: file)
    } else {
      try FileManager.default.removeItem(at: file)
    }
    let report = try sync()
    #expect(
      report.entries.map(\.direction) == [
        isWrittenSince ? .left : isReplaced ? .both : .fromCalendar
      ])
    #expect(try names().count == (isWrittenSince ? 4 : 3))
    #expect(try names().allSatisfy { $0.hasSuffix(".ics") })
    #expect(try text().contains("SUMMARY:Roma"))
  }

  /// While a file is replaced by another program, a folder may list neither the old one nor the new.
  @Test func takesNoFileForGoneInAFolderThatChanges() throws {
    _ = try sync()
    let calendar = try #require(try CalendarFolder(path: folder.path))
    let away = folder.appending(path: try names()[0])
    var isFirst = true
    try calendar.scan { _, _ in
      if isFirst { try FileManager.default.removeItem(at: away) }
      isFirst = false
    } unreadable: { _, _ in
    }
    #expect(try calendar.hasChanged())
    try calendar.scan({ _, _ in }, unreadable: { _, _ in })
    #expect(try !calendar.hasChanged())
    try Data().write(to: away)
    #expect(try calendar.hasChanged())
  }
}
