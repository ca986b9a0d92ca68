import Foundation
import Platform
import Testing

@testable import trips

/// The executable on a pseudo-terminal.
struct InterruptionTests {
  private static let binary = Bundle.main.executableURL?.deletingLastPathComponent()
    .appending(path: "trips")

  @Test func endsTheLineOfAPrompt() throws {
    let binary = try #require(Self.binary)
    var (terminal, side): (Int32, Int32) = (-1, -1)
    try #require(openpty(&terminal, &side, nil, nil, nil) == 0)
    defer { close(terminal) }
    let tool = try TestTool()
    let process = Process()
    process.executableURL = binary
    process.arguments = ["add"]
    process.environment = ["HOME": tool.folder.path]
    process.standardInput = FileHandle(fileDescriptor: side)
    process.standardOutput = FileHandle(fileDescriptor: side)
    process.standardError = FileHandle(fileDescriptor: side)
    try Self.start(process)
    var shown = ""
    while !shown.hasSuffix(": "), let text = Self.read(terminal) { shown += text }
    process.interrupt()
    process.waitUntilExit()
    close(side)
    while let text = Self.read(terminal) { shown += text }
    #expect(process.terminationStatus == 130)
    #expect(shown.hasSuffix(": \r\n"))
  }

  /// Nothing reads the output, so it blocks: the change is made, but the process has not ended.
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func exitsWithSuccessOnceTheChangeIsMade(number: Int32) throws {
    let tool = try TestTool()
    tool.run("add", "Paris", "--start", "2027-05-01")
    let titles = (1...2_000).map { "\($0) \(String(repeating: "x", count: 100))" }
    tool.run(words: ["bucket", "add", "Paris"] + titles)
    let output = Pipe()
    let process = try Self.process(["delete", "Paris", "--json"], of: tool, output: output)
    try Self.start(process)
    try #require(Self.wait { tool.run("list").stdout == "" })
    kill(process.processIdentifier, number)
    usleep(50_000)
    let shown = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 0)
    #expect(shown.count > 200_000)
    #expect(shown.suffix(2) == Data("]\n".utf8))
  }

  @Test func endsAtTheSecondSignalWithoutWaiting() throws {
    let tool = try TestTool()
    tool.run("add", "Paris", "--start", "2027-05-01")
    let titles = (1...2_000).map { "\($0) \(String(repeating: "x", count: 100))" }
    tool.run(words: ["bucket", "add", "Paris"] + titles)
    let process = try Self.process(["delete", "Paris", "--json"], of: tool, output: Pipe())
    try Self.start(process)
    try #require(Self.wait { tool.run("list").stdout == "" })
    for _ in 1...2 {
      process.interrupt()
      usleep(50_000)
    }
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 0)
  }

  @Test func keepsAnIgnoredSignalIgnored() throws {
    let tool = try TestTool()
    let output = Pipe()
    let process = try Self.process(
      ["-c", "trap '' INT; exec \"$0\" watch", try #require(Self.binary).path], of: tool,
      output: output, shell: "/bin/sh")
    try Self.start(process)
    // Until then, it is the shell that ignores the signal.
    let name = "/proc/\(process.processIdentifier)/comm"
    try #require(
      Self.wait { (try? String(contentsOfFile: name, encoding: .utf8)) == "trips\n" })
    try #require(Self.wait { Self.ignores(process.processIdentifier, SIGINT) })
    process.interrupt()
    usleep(300_000)
    #expect(process.isRunning)
    process.terminate()
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
  }

  @Test(arguments: [
    ("ulimit -f 64", "bucket add 1 $(seq 1 9000)", "error: ", ExitCode.store),
    ("ulimit -n 15", "list", "only 15 files may be open", .usage),
  ])
  func reportsTheLimit(limit: String, words: String, message: String, code: ExitCode)
    throws
  {
    let tool = try TestTool().withSampleTrips()
    let before = try Data(contentsOf: tool.store)
    let errors = Pipe()
    let process = try Self.process(
      ["-c", "\(limit); exec \"$0\" \(words)", try #require(Self.binary).path], of: tool,
      errors: errors, shell: "/bin/sh")
    try Self.start(process)
    let shown = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == code.rawValue)
    #expect(shown.contains(message), "\(shown)")
    #expect(try Data(contentsOf: tool.store) == before)
    let folder = tool.store.deletingLastPathComponent().path
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["trips.db"])
  }

  /// Waits until a condition holds; false if it does not within a minute.
  private static func wait(until holds: () -> Bool) -> Bool {
    for _ in 1...6_000 {
      if holds() { return true }
      usleep(10_000)
    }
    return false
  }

  private static func ignores(_ process: Int32, _ signal: Int32) -> Bool {
    let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("SigIgn:") }
    let mask = line.flatMap { UInt64($0.split(separator: "\t").last ?? "", radix: 16) } ?? 0
    return mask & 1 << (signal - 1) != 0
  }

  /// The threads of tests block signals, and child processes inherit the blocked signals.
  private static func start(_ process: Process) throws {
    var signals = sigset_t()
    var held = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
    pthread_sigmask(SIG_UNBLOCK, &signals, &held)
    defer { pthread_sigmask(SIG_SETMASK, &held, nil) }
    try process.run()
  }

  private static func process(
    _ arguments: [String], of tool: TestTool, output: Pipe? = nil, errors: Pipe? = nil,
    shell: String? = nil
  ) throws -> Process {
    let process = Process()
    let binary: URL = try #require(Self.binary)
    process.executableURL = shell.map { URL(filePath: $0) } ?? binary
    process.arguments = arguments
    process.environment = ["HOME": tool.folder.path, "PATH": "/usr/bin:/bin"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output ?? FileHandle.nullDevice
    process.standardError = errors ?? FileHandle.nullDevice
    return process
  }

  /// The terminal's next output; nil once it is closed.
  private static func read(_ terminal: Int32) -> String? {
    var bytes = [UInt8](repeating: 0, count: 1_000)
    let length = systemRead(terminal, &bytes, bytes.count)
    return length > 0 ? String(decoding: bytes[..<length], as: UTF8.self) : nil
  }
}

private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutablePointer<UInt8>, _ count: Int)
  -> Int
{
  read(descriptor, bytes, count)
}
