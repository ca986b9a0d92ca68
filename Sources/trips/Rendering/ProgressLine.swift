/// A line on the error stream that shows how far long work is, where that is a terminal.
final class ProgressLine {
  /// Work shorter than this shows none.
  private static let delay = Duration.milliseconds(400)
  private static let interval = Duration.milliseconds(100)
  private static let barWidth = 24

  private let context: Context
  private let isEnabled: Bool
  private let start = ContinuousClock.now
  private var lastDrawn: ContinuousClock.Instant?
  private var label = ""
  /// Trips that are done.
  private var count = 0
  private var part = 0.0

  /// Trips between two looks at the clock.
  private static let stride = 256

  init(_ context: Context) {
    self.context = context
    let term = context.environment("TERM") ?? ""
    isEnabled =
      context.terminal.isError && !context.globals.isQuiet && !term.isEmpty && term != "dumb"
  }

  /// Takes note of where the work is, from 0 to 1, and draws if it is time to.
  func update(_ label: String, _ part: Double) {
    self.label = label
    self.part = max(self.part, min(part, 1))
    tick()
  }

  /// Takes note of one more trip, and of the part that is done then, from 0 to 1.
  func step(_ verb: String, _ part: @autoclosure () -> Double) {
    count += 1
    if count % Self.stride == 0 { update("\(verb) \(count) trips", part()) }
  }

  /// Draws if it is time to.
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

  /// Takes the bar away.
  func finish() {
    if lastDrawn != nil { write("\r\u{1B}[K") }
    lastDrawn = nil
  }

  private func write(_ text: String) {
    // Without the bar the work goes on.
    try? context.errorOutput.write(text)
    try? context.errorOutput.flush()
  }
}
