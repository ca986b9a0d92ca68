/// A file to read, opened only when needed, since a call may name more files than can be open at
/// once.
package struct InputSource {
  /// The name in messages.
  package let name: String
  /// The open file, if it cannot be opened twice.
  private let opened: InputFile?

  /// - Throws: `FileError` for a file that cannot be read.
  package init(path: String) throws(FileError) {
    name = path
    let file = try InputFile(path: path)
    opened = file.isCopy ? file : nil
  }

  package init(_ file: InputFile) {
    name = file.name
    opened = file
  }

  /// - Throws: `FileError`.
  func open() throws(FileError) -> InputFile {
    guard let opened else { return try InputFile(path: name) }
    try opened.rewind()
    return opened
  }
}
