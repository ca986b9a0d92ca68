import Platform
import Testing

@testable import trips

struct OutputChannelTests {
  @Test func keepsMemoryOutputInOrder() throws {
    let channel = OutputChannel.memory()
    try channel.write("Zürich\n")
    try channel.write(bytes: [0x41, 0xFF])
    try channel.flush()
    #expect(channel.captured == Array("Zürich\n".utf8) + [0x41, 0xFF])
  }

  @Test func writesNothingBeforeTheBufferIsFullOrFlushed() throws {
    let pipe = try Pipe()
    let channel = OutputChannel(fileDescriptor: pipe.writeEnd)
    try channel.write(String(repeating: "a", count: OutputChannel.bufferSize - 1))
    #expect(pipe.readAvailable().isEmpty)
    try channel.write("b")
    #expect(pipe.readAvailable().count == OutputChannel.bufferSize)
    try channel.write("c")
    try channel.flush()
    #expect(pipe.readAvailable() == [UInt8(ascii: "c")])
  }

  @Test func continuesPartialWritesAndWaitsForASlowReader() async throws {
    let pipe = try Pipe()
    _ = fcntl(pipe.writeEnd, F_SETFL, O_NONBLOCK)
    let sent = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let reader = Task.detached { pipe.read(count: sent.count) }
    let channel = OutputChannel(fileDescriptor: pipe.writeEnd)
    try channel.write(bytes: sent)
    try channel.flush()
    #expect(await reader.value == sent)
  }

  @Test func reportsAFullDiskAndThenWritesNoMore() throws {
    let device = open("/dev/full", O_WRONLY)
    try #require(device >= 0)
    defer { close(device) }
    let channel = OutputChannel(fileDescriptor: device)
    try channel.write("x")
    let expected = OutputError.failed("cannot write to standard output: No space left on device")
    #expect(throws: expected) { try channel.flush() }
    #expect(throws: expected) { try channel.write("y") }
    #expect(throws: expected) { try channel.flush() }
  }

  @Test func reportsTheOutputThatCannotBeWritten() {
    let channel = OutputChannel(fileDescriptor: -1, name: "'trips.csv'")
    #expect(throws: OutputError.failed("cannot write to 'trips.csv': Bad file descriptor")) {
      try channel.write("x")
      try channel.flush()
    }
  }

  @Test func distinguishesAClosedPipe() throws {
    signal(SIGPIPE, SIG_IGN)
    let pipe = try Pipe()
    pipe.closeReadEnd()
    let channel = OutputChannel(fileDescriptor: pipe.writeEnd)
    #expect(throws: OutputError.closedPipe) {
      try channel.write(String(repeating: "a", count: OutputChannel.bufferSize))
    }
    #expect(throws: OutputError.closedPipe) { try channel.write("b") }
  }
}

/// A pipe that closes its ends on deinit.
private final class Pipe: Sendable {
  let readEnd: Int32
  let writeEnd: Int32

  init() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  /// Replaces the read end with another file, so that its number stays taken.
  func closeReadEnd() {
    let other = open("/dev/null", O_RDONLY)
    dup2(other, readEnd)
    close(other)
  }

  func readAvailable() -> [UInt8] {
    var request = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, 0) == 1 else { return [] }
    var bytes = [UInt8](repeating: 0, count: 2 * OutputChannel.bufferSize)
    let length = readOnce(into: &bytes)
    return Array(bytes.prefix(length))
  }

  func read(count: Int) -> [UInt8] {
    var received: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 10_000)
    while received.count < count {
      let length = readOnce(into: &bytes)
      guard length > 0 else { break }
      received += bytes.prefix(length)
    }
    return received
  }

  private func readOnce(into bytes: inout [UInt8]) -> Int {
    bytes.withUnsafeMutableBytes { systemRead(readEnd, $0) }
  }
}

private func systemRead(_ fileDescriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
  read(fileDescriptor, bytes.baseAddress, bytes.count)
}
