/// A progress bar on the error stream, if that is a terminal.
final class ProgressLine {
  /// Shorter work shows no bar.
  private static let delay = Duration.milliseconds(400)
  private static let interval = Duration.milliseconds(100)
  private static let barWidth = 24

  private let context: Context
  private let isEnabled: Bool
  private let start = ContinuousClock.now
  private var lastDrawn: ContinuousClock.Instant?
  private var label = ""
  /// The number of trips done.
  private var count = 0
  private var part = 0.0

  /// The number of trips between two checks of the clock.
  private static let stride = 256

  init(_ context: Context) {
    self.context = context
    let term = context.environment("TERM") ?? ""
    isEnabled =
      context.terminal.isError && !context.globals.isQuiet && !term.isEmpty && term != "dumb"
  }

  /// Records the progress, from 0 to 1, and redraws the bar if it is time to.
  func update(_ label: String, _ part: Double) {
    self.label = label
    self.part = max(self.part, min(part, 1))
    tick()
  }

  /// Records one more trip and the progress, from 0 to 1.
  func step(_ verb: String, _ part: @autoclosure () -> Double) {
    count += 1
    if count % Self.stride == 0 { update("\(verb) \(count) trips", part()) }
  }

  /// Redraws the bar if it is time to.
  func tick() {
    guard isEnabled else { return }
    let now = ContinuousClock.now
    guard now - start > Self.delay, lastDrawn.map({ now - $0 > Self.interval }) ?? true
    else { return }
    lastDrawn = now
    let full = Int(part * Double(Self.barWidth))
    let bar =
      String(repeating: "#", count: full)
      + String(repeating: ".", count: Self.barWidth - full)
    let seconds = (now - start).components.seconds
    let line = "[\(bar)] \(Int(part * 100))%  \(label)  \(seconds) s"
    write("\r" + DisplayWidth.truncate(line, to: max(1, context.terminal.width - 1)) + "\u{1B}[K")
  }

  /// Removes the bar.
  func finish() {
    if lastDrawn != nil { write("\r\u{1B}[K") }
    lastDrawn = nil
  }

  private func write(_ text: String) {
    // The work continues even if the bar cannot be drawn.
    try? context.errorOutput.write(text)
    try? context.errorOutput.flush()
  }
}
