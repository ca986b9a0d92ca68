internal import SystemCalls

/// KItinerary's extractor, which reads the bookings in mails, documents and passes.
package enum Extractor {
  package enum Failure: Error {
    /// An `errno`.
    case cannotRun(Int32)
    /// The exit code; nil if a signal has ended it.
    case failed(Int32?)
    case printsTooMuch
  }

  /// A document of hundreds of tickets has less than a megabyte.
  package static let limit = 4 << 20

  private static let name = "kitinerary-extractor"
  private static let folders = [
    "/usr/libexec/kf6", "/usr/lib/*/libexec/kf6", "/usr/lib/kf6", "/usr/lib/libexec/kf6",
    "/usr/libexec/kf5", "/usr/lib/*/libexec/kf5", "/usr/lib/kf5", "/usr/lib/libexec/kf5",
  ]

  /// The path of the program; nil if there is none.
  ///
  /// - Parameters:
  ///   - named: its path, if the user gives one.
  ///   - search: the folders of `PATH`.
  package static func path(named: String?, search: String?) -> String? {
    func isProgram(_ path: String) -> Bool {
      var status = stat()
      return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        && access(path, X_OK) == 0
    }
    if let named, !named.isEmpty { return isProgram(named) ? named : nil }
    let inPath = (search ?? "").parts(separatedBy: ":").filter { $0.begins(with: "/") }
      .map { "\($0)/\(name)" }
    return (inPath + folders.flatMap { found("\($0)/\(name)") }).first(where: isProgram)
  }

  private static func found(_ pattern: String) -> [String] {
    var names = glob_t()
    defer { globfree(&names) }
    guard glob(pattern, 0, nil, &names) == 0 else { return [] }
    return (0..<Int(names.gl_pathc)).compactMap { names.gl_pathv[$0].map { String(cString: $0) } }
  }

  /// Runs the program on a file and returns what it prints.
  ///
  /// - Parameters:
  ///   - path: absolute, so that it is never an option.
  ///   - input: the open file, if it has no path.
  package static func run(
    _ program: String, on path: String, input: Int32? = nil
  ) -> Result<[UInt8], Failure> {
    var ends: [Int32] = [0, 0]
    guard pipe2(&ends, O_CLOEXEC) == 0 else { return .failure(.cannotRun(errno)) }
    defer { close(ends[0]) }
    let words = [program] + (input == nil ? [path] : [])
    let child = ChildProcess.start(words, input: input, output: ends[1])
    let code = errno
    close(ends[1])
    guard let child else { return .failure(.cannotRun(code)) }
    let bytes = SystemFile.read(upTo: limit + 1, from: ends[0])
    let isTooMuch = (bytes?.count ?? 0) > limit
    if isTooMuch { ChildProcess.end(child) }
    let status = ChildProcess.wait(for: child)
    if isTooMuch { return .failure(.printsTooMuch) }
    guard status == 0, let bytes else { return .failure(.failed(status)) }
    return .success(bytes)
  }
}
