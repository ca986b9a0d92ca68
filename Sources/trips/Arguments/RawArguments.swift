import Platform

/// The words of the command line as bytes.
enum RawArguments {
  /// Checks each argument and makes it a string.
  ///
  /// `CommandLine.arguments` has repaired bad bytes to U+FFFD already, and a name would be stored
  /// that nobody typed.
  ///
  /// - Throws: `UsageError.invalidUTF8`.
  static func words(_ arguments: [[UInt8]]) throws(UsageError) -> [String] {
    try arguments.enumerated().map { (index, bytes) throws(UsageError) in
      guard let word = String(validating: bytes, as: UTF8.self) else {
        throw .invalidUTF8(argument: index + 1, byte: firstInvalidByte(bytes))
      }
      return word
    }
  }

  /// The process's own arguments without the program's name.
  static var ofProcess: [[UInt8]] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { start in
        UnsafeBufferPointer(start: start, count: strlen(start)).map(UInt8.init(bitPattern:))
      }
    }
  }

  private static func firstInvalidByte(_ bytes: [UInt8]) -> Int {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var position = 0
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      position += UTF8.width(scalar)
    }
    return position
  }
}
