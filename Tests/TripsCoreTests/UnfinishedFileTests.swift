import Foundation
import Testing

@testable import TripsCore

struct UnfinishedFileTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  private var target: String { folder.appending(path: "out.json").path }

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test func removesFilesOfAKilledProcess() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in [
      ".trips-abc.tmp", ".trips-abc.tmp-journal", ".trips-def.tmp-journal", ".trips-x", "trips.tmp",
    ] {
      try Data("x".utf8).write(to: folder.appending(path: name))
    }
    let file = try OutputFile(path: target, replacing: false)
    try file.write(Array("[]".utf8))
    try file.commit()
    #expect(try names() == [".trips-x", "out.json", "trips.tmp"])
  }

  @Test func keepsFilesOfAnotherProcess() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let one = try OutputFile(path: target, replacing: false)
    let other = try OutputFile(path: target + "2", replacing: false)
    try one.commit()
    try other.commit()
    #expect(try names() == ["out.json", "out.json2"])
  }

  @Test func keepsOpenFilesAndFollowsNoLink() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let precious = folder.appending(path: "precious").path
    try Data("x".utf8).write(to: URL(filePath: precious))
    let link = folder.appending(path: ".trips-link.tmp").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: precious)
    let held = try #require(UnfinishedFile(nextTo: target, sweeps: false))
    defer { close(held.descriptor) }
    try OutputFile(path: target, replacing: false).commit()
    #expect(try names().count == 4)
  }

  /// A sweep may lock a file after it was created and before its owner locks it.
  @Test func neverReturnsAFileThatASweepHasRemoved() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (folder, target) = (folder.path, target)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { for _ in 0..<3_000 { UnfinishedFile.removeLeftovers(in: folder) } }
      for _ in 0..<300 {
        let file = try #require(UnfinishedFile(nextTo: target, sweeps: false))
        try #require(FileManager.default.fileExists(atPath: file.path))
        close(file.descriptor)
        UnfinishedFile.remove(file.path)
      }
      try await group.waitForAll()
    }
  }

  @Test func findsTheFolderOfAPathWhosePartsBeginWithMarks() {
    for byte in UInt8(0x20)..<0x7F where byte != UInt8(ascii: "/") {
      let name = "\u{301}\(Unicode.Scalar(byte))\u{301}"
      let folder = "/a\u{600}/\(name)\u{600}"
      #expect(UnfinishedFile.folder(of: "\(folder)/\(name)").utf8.elementsEqual(folder.utf8))
    }
  }

}
