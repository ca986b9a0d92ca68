import Platform

/// Waits for the lock as long as its holder visibly works: another walk may take minutes.
///
/// The time runs anew whenever the store's journal or the backup under way has changed.
final class WalkPatience: @unchecked Sendable {
  private let journal: String
  private let backup: String
  private let seconds: Double
  private var lastSign: Sign
  private var lastChange = ContinuousClock.now

  private struct Sign: Equatable {
    var size: off_t = -1
    var changed = 0
    var fraction = 0
  }

  init(path: String, seconds: Double) {
    journal = path + "-journal"
    backup = StoreBackup.unfinishedPath(of: path)
    self.seconds = seconds
    lastSign = Sign()
  }

  /// Called by SQLite between its tries, on the thread of the connection.
  func wait(tries: Int) -> Bool {
    let sign = sign()
    if tries == 0 || sign != lastSign {
      lastSign = sign
      lastChange = .now
    }
    guard lastChange.duration(to: .now) < .seconds(seconds) else { return false }
    usleep(tries < 50 ? 1_000 : 10_000)
    return true
  }

  private func sign() -> Sign {
    var sign = Sign()
    for path in [journal, backup] {
      var status = stat()
      guard stat(path, &status) == 0 else { continue }
      let time = status.modified
      sign.size += status.st_size
      sign.changed &+= Int(time.tv_sec)
      sign.fraction &+= Int(time.tv_nsec)
    }
    return sign
  }
}
