/// The path of the store: `--db`, otherwise `TRIPS_DB`, otherwise the data folder of the XDG Base
/// Directory Specification.
struct StoreLocation {
  let path: String
  /// Whether the user chose the path.
  let isExplicit: Bool

  /// - Throws: `ContextError` if there is no HOME to derive the path from.
  init(_ context: Context) throws(ContextError) {
    var named = context.globals.databasePath
    if named == nil { named = try Self.variable(context) }
    isExplicit = named != nil
    if let named {
      path = try context.absolutePath(named)
    } else if let data = context.environment("XDG_DATA_HOME"), data.begins(with: "/") {
      // The specification says that relative paths are invalid and must be ignored.
      path = data + "/trips/trips.db"
    } else {
      path = try context.absolutePath(Self.home(context) + "/.local/share/trips/trips.db")
    }
  }

  /// The variable with a leading `~/` as the home folder: no shell reads the files that set variables
  /// for cron jobs and services.
  private static func variable(_ context: Context) throws(ContextError) -> String? {
    guard let path = nonEmpty(context.environment("TRIPS_DB")) else { return nil }
    guard let rest = path.rest(after: "~/") else { return path }
    return "\(try home(context))/\(rest)"
  }

  private static func home(_ context: Context) throws(ContextError) -> String {
    guard let home = nonEmpty(context.environment("HOME")) else { throw .noHome }
    return home
  }

  private static func nonEmpty(_ text: String?) -> String? {
    text.flatMap { $0.isEmpty ? nil : $0 }
  }
}

extension Context {
  /// A path relative to the working directory as an absolute one, which SQLite never treats as
  /// `:memory:` or `file:`.
  func absolutePath(_ path: String) throws(ContextError) -> String {
    if path.begins(with: "/") { return path }
    guard let folder = workingDirectory() else { throw .noWorkingDirectory }
    return folder.ends(with: "/") ? folder + path : folder + "/" + path
  }
}
