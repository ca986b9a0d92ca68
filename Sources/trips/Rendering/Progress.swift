/// How far a long piece of work has come, on the error stream where that is a terminal.
///
/// Short work shows nothing: the first line appears after some thousand steps.
final class Progress {
  private let context: Context
  private let what: String
  private let total: Int?
  private var count = 0
  private var isShown = false

  private static let interval = 20_000

  init(_ context: Context, _ what: String, total: Int? = nil) {
    self.context = context
    self.what = what
    self.total = total
  }

  func step() {
    count += 1
    if count % Self.interval == 0 { show() }
  }

  /// Takes the line away again.
  func end() {
    guard isShown else { return }
    isShown = false
    try? context.errorOutput.write("\r\u{1B}[K")
    try? context.errorOutput.flush()
  }

  private func show() {
    guard context.terminal.isError, !context.globals.isQuiet,
      context.environment("TERM").map({ !$0.isEmpty && $0 != "dumb" }) == true
    else { return }
    isShown = true
    let of = total.map { " of \($0)" } ?? ""
    // An error stream that is gone is no reason to give the work up.
    try? context.errorOutput.write("\r\(what) \(count)\(of) trips …")
    try? context.errorOutput.flush()
  }
}
