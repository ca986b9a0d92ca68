import Platform

/// Why output could not be written.
enum OutputError: Error, Equatable, CustomStringConvertible {
  /// The reader closed the pipe (`trips list | head`): end quietly.
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

/// A buffered writer that, unlike `print`, checks every `write(2)`.
///
/// The buffer is written when it reaches 64 KiB and by `flush()`, but not on deinit. After an
/// error, every call throws that error again and writes nothing. The process must ignore `SIGPIPE`,
/// otherwise a closed pipe kills it before `OutputError.closedPipe` is thrown.
final class OutputChannel {
  /// The size at which the buffer is written.
  static let bufferSize = 65_536

  private let fileDescriptor: Int32?
  private let name: String
  private var buffer: [UInt8] = []
  private var failure: OutputError?

  /// Writes to an open descriptor, which stays open, or without one keeps everything in memory;
  /// errors call it `name`.
  init(fileDescriptor: Int32?, name: String = "standard output") {
    self.fileDescriptor = fileDescriptor
    self.name = name
    buffer.reserveCapacity(Self.bufferSize)
  }

  /// The bytes written to a channel without a descriptor, for tests.
  var captured: [UInt8] { fileDescriptor == nil ? buffer : [] }

  func write(_ text: String) throws(OutputError) {
    try write(bytes: text.utf8)
  }

  func write(bytes: some Sequence<UInt8>) throws(OutputError) {
    if let failure { throw failure }
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Writes the buffer.
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

  /// Returns if the write should be retried, otherwise records and throws the error.
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
