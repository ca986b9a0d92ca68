import Platform

/// Why output could not be delivered.
enum OutputError: Error, Equatable, CustomStringConvertible {
  /// The reader went away (`trips list | head`): end quietly.
  case closedPipe
  /// A whole sentence, such as `cannot write to standard output: No space left on device`.
  case failed(String)

  var description: String {
    switch self {
    case .closedPipe: "the reader closed the pipe"
    case .failed(let message): message
    }
  }
}

/// A buffered writer that checks every `write(2)`, which `print` does not.
///
/// Bytes are delivered when 64 KiB have come together and by `flush()`; nothing is flushed when the
/// channel goes away. After an error every call throws that error again and writes nothing. The
/// process must ignore `SIGPIPE`, or a closed pipe kills it before `OutputError.closedPipe` is seen.
final class OutputChannel {
  /// The number of buffered bytes that makes the channel write.
  static let bufferSize = 65_536

  private let fileDescriptor: Int32?
  private let name: String
  private var buffer: [UInt8] = []
  private var failure: OutputError?

  /// Writes to an open descriptor, which stays open, or keeps all in memory without one; errors call
  /// it `name`.
  init(fileDescriptor: Int32?, name: String = "standard output") {
    self.fileDescriptor = fileDescriptor
    self.name = name
    buffer.reserveCapacity(Self.bufferSize)
  }

  /// All bytes written to a channel without a descriptor, for tests.
  var captured: [UInt8] { fileDescriptor == nil ? buffer : [] }

  func write(_ text: String) throws(OutputError) {
    try write(bytes: text.utf8)
  }

  func write(bytes: some Sequence<UInt8>) throws(OutputError) {
    if let failure { throw failure }
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Delivers what is buffered.
  func flush() throws(OutputError) {
    if let failure { throw failure }
    guard let fileDescriptor else { return }
    defer { buffer.removeAll(keepingCapacity: true) }
    var offset = 0
    while offset < buffer.count {
      let written = buffer.withUnsafeBytes {
        Platform.write(fileDescriptor, $0.baseAddress.map { $0 + offset }, $0.count - offset)
      }
      if written >= 0 {
        offset += written
      } else {
        try recover(from: errno, on: fileDescriptor)
      }
    }
  }

  /// Returns when the write is worth another try, else remembers and throws the error.
  private func recover(from code: Int32, on fileDescriptor: Int32) throws(OutputError) {
    switch code {
    case EINTR:
      return
    case EAGAIN, EWOULDBLOCK:
      var request = pollfd(fd: fileDescriptor, events: Int16(POLLOUT), revents: 0)
      _ = poll(&request, 1, -1)
    default:
      let error: OutputError =
        code == EPIPE
        ? .closedPipe : .failed("cannot write to \(name): \(String(cString: strerror(code)))")
      failure = error
      throw error
    }
  }
}
