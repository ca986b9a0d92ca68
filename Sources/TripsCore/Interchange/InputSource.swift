import Platform

/// A file that will be read, opened when it is its turn: a folder may hold more than may be open at
/// once.
package struct InputSource {
  /// What a message calls it.
  package let name: String
  /// The file, where it cannot be opened twice.
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

  /// The files of a folder whose endings are those of formats, by their names.
  ///
  /// - Throws: `FileError`, where there is none too.
  package static func files(in folder: String) throws(FileError) -> [InputSource] {
    guard let all = SystemFile.names(in: folder) else { throw .failed("read", folder, errno) }
    let names = all.filter { !$0.hasPrefix(".") && ImportFormat(fileName: $0) != nil }
    guard !names.isEmpty else {
      throw .cannot("import", folder, reason: "it has no .json, .ndjson, .csv or .ics file")
    }
    return try names.sorted().map { name throws(FileError) in
      try InputSource(path: "\(folder)/\(name)")
    }
  }

  /// Whether a path leads to a folder.
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
