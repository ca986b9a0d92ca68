import Platform
import TripsCore

extension Context {
  /// The environment of this process, each part of which is read only when a command needs it.
  static var process: Context {
    Context(
      output: OutputChannel(fileDescriptor: STDOUT_FILENO, name: "standard output"),
      errorOutput: OutputChannel(fileDescriptor: STDERR_FILENO, name: "standard error"),
      readLine: readLine,
      readInput: { limit in Array(AnyIterator(readByte).prefix(limit)) },
      edit: TextEditor.run,
      environment: environmentVariable,
      workingDirectory: {
        guard let path = getcwd(nil, 0) else { return nil }
        defer { free(path) }
        return String(cString: path)
      },
      localDate: {
        let now = Int64(time(nil))
        // Ignore a clock outside the years 1 to 9999.
        return LocalTimeZone.parts(now + offset(now))?.day ?? .first
      },
      now: now,
      timeZone: LocalTimeZone(seconds: seconds, offset: offset),
      wait: wait,
      terminal: Terminal(
        isInput: isatty(STDIN_FILENO) == 1, isOutput: isatty(STDOUT_FILENO) == 1,
        isError: isatty(STDERR_FILENO) == 1, width: width(of: STDOUT_FILENO),
        errorWidth: width(of: STDERR_FILENO)),
      onCommit: Interruption.note)
  }

  /// The value of a variable in Stream-Safe Text Format, since Swift compares a long run of combining
  /// marks in quadratic time.
  private static func environmentVariable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0).streamSafe }
  }

  /// Unlike `Swift.readLine`, this does not repair invalid UTF-8, which would store a name that was
  /// never typed.
  private static func readLine() -> [UInt8]? {
    var line: [UInt8] = []
    while let byte = readByte() {
      if byte == UInt8(ascii: "\n") { return line }
      line.append(byte)
    }
    return line.isEmpty ? nil : line
  }

  private static func readByte() -> UInt8? {
    let byte = getchar()
    return byte == EOF ? nil : UInt8(truncatingIfNeeded: byte)
  }

  /// The width of the terminal, otherwise `COLUMNS`, otherwise 80.
  private static func width(of fileDescriptor: Int32) -> Int {
    var size = winsize()
    if ioctl(fileDescriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
      return Int(size.ws_col)
    }
    return environmentVariable("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? 80
  }

  @Sendable private static func now() -> String {
    var seconds = time(nil)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    return String(unsafeUninitializedCapacity: 32) { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        strftime($0.baseAddress, $0.count, "%Y%m%dT%H%M%SZ", &parts)
      }
    }
  }

  private static func seconds(_ day: CalendarDate, _ minute: Int) -> Int64 {
    let (year, month, number) = day.components
    var parts = tm()
    parts.tm_year = Int32(year - 1900)
    parts.tm_mon = Int32(month - 1)
    parts.tm_mday = Int32(number + minute / (24 * 60))
    parts.tm_hour = Int32(minute / 60 % 24)
    parts.tm_min = Int32(minute % 60)
    // Let the system decide whether daylight saving time applies.
    parts.tm_isdst = -1
    return Int64(mktime(&parts))
  }

  private static func offset(_ seconds: Int64) -> Int64 {
    var time = time_t(seconds)
    var parts = tm()
    localtime_r(&time, &parts)
    return Int64(parts.tm_gmtoff)
  }

  /// A closed pipe shows up as an event, so nothing has to be written to notice it.
  private static func wait(milliseconds: Int) throws(OutputError) -> Bool {
    Interruption.observe()
    if Interruption.hasHappened { return false }
    // POLLERR and POLLHUP are always reported, even if no event is requested.
    var request = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    let count = poll(&request, 1, Int32(milliseconds))
    if Interruption.hasHappened { return false }
    guard count > 0 else { return true }
    if request.revents & Int16(POLLERR | POLLHUP) != 0 { throw .closedPipe }
    // Some systems cannot poll a terminal or a device and return at once.
    usleep(UInt32(milliseconds) * 1_000)
    return !Interruption.hasHappened
  }
}
