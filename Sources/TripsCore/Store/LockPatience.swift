import Platform

/// The total time that a command waits for locks of other processes.
///
/// SQLite calls it between its attempts, on the connection's thread.
final class LockPatience: @unchecked Sendable {
  private let limit: Duration
  /// Store files to watch: while the lock's holder visibly works, waiting continues, since a
  /// migration may take minutes.
  private let watched: String?
  private var waited = Duration.zero
  private var lastTry = ContinuousClock.now
  private var lastSigns: [FileStamp] = []

  init(seconds: Double, watching path: String? = nil) {
    limit = .seconds(seconds)
    watched = path
  }

  /// Forgets earlier waits.
  func renew() { waited = .zero }

  /// Sleeps, and returns whether to try again.
  func wait(tries: Int) -> Bool {
    let now = ContinuousClock.now
    // On a busy machine a sleep takes longer than requested.
    if tries > 0 { waited += lastTry.duration(to: now) }
    lastTry = now
    if let watched {
      let signs = Self.signs(ofWorkOn: watched)
      if signs != lastSigns { waited = .zero }
      lastSigns = signs
    }
    guard waited < limit else { return false }
    // Short sleeps first: most writers finish in 2 ms, and SQLite's own back-off has a long tail.
    usleep(tries < 50 ? 1_000 : 10_000)
    return true
  }

  /// Changes while another process writes to a store or copies it: its journal, and the unfinished
  /// files in its folder.
  private static func signs(ofWorkOn path: String) -> [FileStamp] {
    var paths = [path + "-journal"]
    UnfinishedFile.forEachName(in: UnfinishedFile.folder(of: path)) { paths.append($0) }
    return paths.compactMap { FileStamp(of: $0) }
  }
}
