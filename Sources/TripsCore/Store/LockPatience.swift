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
  private var lastSign = WorkSign()

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
      let sign = WorkSign(of: watched)
      if sign != lastSign { waited = .zero }
      lastSign = sign
    }
    guard waited < limit else { return false }
    // Short sleeps at first: most writers are done in 2 ms, and SQLite's own back-off leaves a tail.
    usleep(tries < 50 ? 1_000 : 10_000)
    return true
  }
}

/// What changes while somebody writes to a store or copies it: its journal, and the files under way
/// in its folder.
private struct WorkSign: Equatable {
  private var size: off_t = 0
  private var seconds = 0
  private var fraction = 0

  init() {}

  init(of path: String) {
    add(path + "-journal")
    UnfinishedFile.forEachName(in: UnfinishedFile.folder(of: path)) { add($0) }
  }

  private mutating func add(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    size &+= status.st_size
    seconds &+= Int(status.modified.tv_sec)
    fraction &+= Int(status.modified.tv_nsec)
  }
}
