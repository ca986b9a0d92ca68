/// Where the store lives: `--db`, else `TRIPS_DB`, else the data folder of the XDG Base Directory
/// Specification, on macOS too.
struct StoreLocation {
  let path: String
  /// Whether the user named the file.
  let isExplicit: Bool

  /// - Throws: `ContextError` where nothing says what the place is.
  init(_ context: Context) throws(ContextError) {
    let named = context.globals.databasePath ?? Self.nonEmpty(context.environment("TRIPS_DB"))
    isExplicit = named != nil
    if let named {
      path = try context.absolutePath(named)
    } else if let data = context.environment("XDG_DATA_HOME"), data.begins(with: "/") {
      // The specification: a relative path is invalid and must be ignored.
      path = data + "/trips/trips.db"
    } else {
      // From the environment: Foundation would answer with the folder of the password file.
      guard let home = Self.nonEmpty(context.environment("HOME")) else { throw .noHome }
      path = try context.absolutePath(home + "/.local/share/trips/trips.db")
    }
  }

  private static func nonEmpty(_ text: String?) -> String? {
    text.flatMap { $0.isEmpty ? nil : $0 }
  }
}

extension Context {
  /// A path as seen from the working folder. An absolute one has no special meaning for SQLite: no
  /// `:memory:`, no `file:`.
  func absolutePath(_ path: String) throws(ContextError) -> String {
    if path.begins(with: "/") { return path }
    guard let folder = workingDirectory() else { throw .noWorkingDirectory }
    return folder.ends(with: "/") ? folder + path : folder + "/" + path
  }
}
