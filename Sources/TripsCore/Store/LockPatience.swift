import Platform

/// How long a command waits for the locks of others: all its waits together, not each of them.
///
/// SQLite asks it between its tries, on the thread of the connection.
final class LockPatience: @unchecked Sendable {
  private let limit: Duration
  /// A store whose holder is waited for as long as it visibly works: another walk may take minutes.
  private let watched: String?
  private var waited = Duration.zero
  private var lastTry = ContinuousClock.now
  private var lastSigns: [FileStamp] = []

  init(seconds: Double, watching path: String? = nil) {
    limit = .seconds(seconds)
    watched = path
  }

  /// Forgets the waits of what is done.
  func renew() { waited = .zero }

  /// Whether to try once more; it has slept then.
  func wait(tries: Int) -> Bool {
    let now = ContinuousClock.now
    // On a busy machine a sleep takes longer than it should.
    if tries > 0 { waited += lastTry.duration(to: now) }
    lastTry = now
    if let watched {
      let signs = Self.signs(ofWorkOn: watched)
      if signs != lastSigns { waited = .zero }
      lastSigns = signs
    }
    guard waited < limit else { return false }
    // Short sleeps at first: most writers are done in 2 ms, and SQLite's own back-off leaves a tail.
    usleep(tries < 50 ? 1_000 : 10_000)
    return true
  }

  /// What changes while somebody writes to a store or copies it: its journal, and the files under way
  /// in its folder.
  private static func signs(ofWorkOn path: String) -> [FileStamp] {
    var paths = [path + "-journal"]
    UnfinishedFile.forEachName(in: UnfinishedFile.folder(of: path)) { paths.append($0) }
    return paths.compactMap { FileStamp(of: $0) }
  }
}
