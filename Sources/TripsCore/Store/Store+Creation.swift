import Platform
internal import SQLite

extension Store {
  /// Makes a store with its first rows, in a file that gets its name once all of it is on disk.
  /// After a failure, or a kill, there is no store.
  ///
  /// - Parameter fill: fills the file, and returns whether there is anything to store.
  /// - Returns: nil if there is a file, which may be empty.
  /// - Throws: `FileError.leftOver` if side files of another store are there.
  static func create<Result>(
    at path: String, _ options: Options,
    _ fill: (Connection) throws -> (result: Result, isStored: Bool)
  ) throws -> (result: Result, isStored: Bool)? {
    let path = StoreFile.target(of: path)
    if path.ends(with: "/") {
      throw StoreProblem.cannotCreate("the path of a file cannot end in '/'")
    }
    try StoreFile.refuseLeftovers(ofNewStore: path)
    let folders = try StoreFile.createFolders(above: path)
    var isStored = false
    defer {
      if !isStored { for folder in folders.reversed() { rmdir(folder) } }
    }
    do {
      let file = try creating { () throws in try OutputFile(path: path, replacing: false) }
      let filled = try fill(StoreConnection.unfinished(file.temporaryPath))
      if filled.isStored {
        try options.commit { try creating { try file.commit() } }
        isStored = true
      }
      return filled
    } catch FileError.exists(path) {
      return nil
    }
  }

  /// Turns the failure to write a file into `cannotCreate`.
  private static func creating<Result>(_ work: () throws -> Result) throws -> Result {
    do {
      return try work()
    } catch FileError.cannot(_, _, let reason) {
      throw StoreProblem.cannotCreate(reason)
    }
  }
}
