import Platform

/// A file to read, opened only when needed, since a folder may contain more files than can be open
/// at once.
package struct InputSource {
  /// The name in messages.
  package let name: String
  /// The open file, if it cannot be opened twice.
  private let opened: InputFile?
  /// Whether it was found in a folder, where it may be anything.
  private var isFound = false
  /// Its format, if that is known: the output of another program.
  package private(set) var format: ImportFormat?

  /// - Throws: `FileError` for a file that cannot be read.
  package init(path: String) throws(FileError) {
    name = path
    let file = try InputFile(path: path)
    opened = file.isCopy ? file : nil
  }

  package init(_ file: InputFile, as format: ImportFormat? = nil) {
    name = file.name
    opened = file
    self.format = format
  }

  /// The file from its start, for another program, if its name does not lead to it again.
  package func withCopy<Result>(_ work: (Int32?) throws -> Result) throws -> Result {
    guard let opened else { return try work(nil) }
    return try opened.withDescriptor(work)
  }

  /// - Throws: `FileError`.
  func open() throws(FileError) -> InputFile {
    guard let opened else { return try isFound ? Self.regular(name) : InputFile(path: name) }
    try opened.rewind()
    return opened
  }

  /// Opens a regular file, without following a link or waiting for a FIFO.
  private static func regular(_ path: String) throws(FileError) -> InputFile {
    var status = stat()
    if lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG { throw .notAFile(path) }
    let descriptor = Platform.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { throw .failed("read", path, errno) }
    return try InputFile(descriptor: descriptor, name: path)
  }

  /// The regular files of a folder with the extensions of known formats, by name.
  ///
  /// - Parameter leavesOut: called with anything else that has such an extension: a link, which may
  ///   lead anywhere, a FIFO, a folder.
  /// - Throws: `FileError`, also if there is no file.
  package static func files(
    in folder: String, leavesOut: (FileError) -> Void
  ) throws(FileError) -> [InputSource] {
    guard let all = SystemFile.names(in: folder) else { throw .failed("read", folder, errno) }
    var sources: [InputSource] = []
    for name in all.sorted() where !name.begins(with: ".") && ImportFormat(fileName: name) != nil {
      do throws(FileError) {
        sources.append(InputSource(found: try regular("\(folder)/\(name)")))
      } catch .notAFile(let path) {
        leavesOut(.notAFile(path))
      }
    }
    guard !sources.isEmpty else {
      throw .cannot("import", folder, reason: "it has no .json, .ndjson, .csv or .ics file")
    }
    return sources
  }

  private init(found file: InputFile) {
    name = file.name
    opened = nil
    isFound = true
  }

  /// Whether a path leads to a folder.
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
