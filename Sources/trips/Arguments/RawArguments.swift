import Platform

/// The words of the command line as bytes.
enum RawArguments {
  /// Converts the arguments to strings and refuses invalid UTF-8.
  ///
  /// `CommandLine.arguments` replaces invalid bytes with U+FFFD, so a name would be stored that was
  /// never typed.
  ///
  /// - Throws: `UsageError.invalidUTF8`.
  static func words(_ arguments: [[UInt8]]) throws(UsageError) -> [String] {
    try arguments.enumerated().map { (index, bytes) throws(UsageError) in
      guard let word = String(validating: bytes) else { throw .invalidUTF8(argument: index + 1) }
      return word
    }
  }

  /// The arguments of this process, without the program's name.
  static var ofProcess: [[UInt8]] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { start in
        UnsafeBufferPointer(start: start, count: strlen(start)).map(UInt8.init(bitPattern:))
      }
    }
  }
}
