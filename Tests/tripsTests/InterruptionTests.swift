import Foundation
import Platform
import Testing

/// The executable on a terminal of its own.
struct InterruptionTests {
  private static let binary = Bundle.main.executableURL?.deletingLastPathComponent()
    .appending(path: "trips")

  @Test func endsTheLineOfAQuestion() throws {
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
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle(fileDescriptor: side)
    // The threads of tests hold signals back, and a process inherits that.
    var signals = sigset_t()
    var held = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    pthread_sigmask(SIG_UNBLOCK, &signals, &held)
    defer { pthread_sigmask(SIG_SETMASK, &held, nil) }
    try process.run()
    var shown = ""
    while !shown.hasSuffix(": "), let text = Self.read(terminal) { shown += text }
    process.interrupt()
    process.waitUntilExit()
    close(side)
    while let text = Self.read(terminal) { shown += text }
    #expect(process.terminationStatus == 130)
    #expect(shown.hasSuffix(": \r\n"))
  }

  /// What the terminal shows next; nil once nobody writes to it any more.
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
