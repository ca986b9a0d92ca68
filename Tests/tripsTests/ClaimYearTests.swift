import Chance
import Foundation
import Testing

@testable import TripsCore
@testable import trips

/// A year of business trips and claims, against a model: whatever happens to a month that was
/// claimed, the sum of all claims is what the trips amount to now.
struct ClaimYearTests {
  @Test(arguments: [(1, false), (2, true), (3, false), (4, true), (5, false)])
  func addsUp(seed: UInt64, hasPhone: Bool) throws {
    let year = try ClaimYear(seed: seed, hasPhone: hasPhone)
    for month in 1...12 {
      for _ in 0..<9 { try year.act(in: month) }
      try year.close(month)
    }
    try year.finish()
    // Most kinds of change happened, and many claims corrected an earlier one.
    #expect(year.done.count >= 15, "\(year.done)")
    #expect(year.corrections > 20 && year.refusals > 3)
  }
}

/// A traveller's year.
private final class ClaimYear {
  private let tool: TestTool
  private let other: TestTool
  private var random: SplitMix
  private let hasPhone: Bool
  /// By uid.
  private var trips: [String: ModelTrip] = [:]
  private var otherTrips: [String: ModelTrip] = [:]
  /// Before the last command; nil if it cannot be undone.
  private var undoable: [String: ModelTrip]?
  private var backup: [String: ModelTrip]?
  private var today = 0
  private var count = 0
  /// The claims of each closed month.
  private var claims: [(month: ClosedRange<Int>, files: [String])] = []
  private var handedIn = ClaimSums()
  /// How often each kind of change happened.
  private(set) var done: [String: Int] = [:]
  private(set) var refusals = 0
  private(set) var corrections = 0

  init(seed: UInt64, hasPhone: Bool) throws {
    random = SplitMix(state: seed)
    tool = try TestTool()
    other = try TestTool()
    self.hasPhone = hasPhone
    try FileManager.default.createDirectory(at: calendar, withIntermediateDirectories: true)
  }

  private var calendar: URL { tool.folder.appending(path: "calendar") }

  private func day(_ month: Int, _ day: Int) throws -> Int {
    try #require(CalendarDate(year: 2026 + month / 13, month: month % 13 + month / 13, day: day))
      .dayNumber
  }

  private func setToday(_ day: Int) {
    today = max(today, day)
    tool.today = CalendarDate.numbered(today)
    other.today = tool.today
  }

  /// Runs a command that the model expects to succeed, or to be refused.
  private func run(_ tool: TestTool, _ words: [String], isRefused: Bool = false) -> Bool {
    let result = tool.run(words: words)
    let expected: ExitCode = isRefused ? .usage : .done
    #expect(result.exitCode == expected, "\(words) on \(tool.today): \(result.stderr)")
    if isRefused { refusals += 1 }
    return result.exitCode == .done
  }

  /// In a reproducible order, which uids do not have.
  private static func byNumber(
    _ trips: [String: ModelTrip]
  ) -> [(uid: String, trip: ModelTrip)] {
    trips.map { ($0.key, $0.value) }.sorted { one, other in
      one.1.name.utf8.count < other.1.name.utf8.count
        || one.1.name.utf8.count == other.1.name.utf8.count && one.1.name < other.1.name
    }
  }

  // MARK: - Changes

  func act(in month: Int) throws {
    setToday(try day(month, 1 + random.below(28)))
    if trips.count < 3 || random.below(6) == 0 { return try add(month) }
    switch random.below(hasPhone ? 10 : 9) {
    case 0: try useOtherMachine()
    case 1 where !hasPhone: restore()
    case 2: undo()
    case 9: try drag()
    default: try edit(tool, &trips, month)
    }
    try check()
  }

  private func add(_ month: Int) throws {
    count += 1
    let trip = ModelTrip(
      name: "Trip \(count)", start: try day(month, 1 + random.below(28)),
      days: 1 + random.below(9), cents: 1_000 + random.below(9_000),
      currency: ["EUR", "CHF"][random.below(2)], rule: .random(&random))
    undoable = trips
    _ = run(
      tool,
      [
        "add", trip.name, "--business", "--start", CalendarDate.numbered(trip.start), "--end",
        "\(trip.days)d", "--perdiem", ModelRule.amount(trip.cents) + trip.currency,
        "--perdiem-rule", trip.rule.text,
      ])
    trips[try uid(trip.name)] = trip
    done["add", default: 0] += 1
  }

  private func uid(_ name: String) throws -> String {
    try #require(tool.query("SELECT uid FROM trip WHERE name = '\(name)'").first)
  }

  /// Changes a trip in a store and in its model, or is refused and changes neither.
  private func edit(
    _ tool: TestTool, _ trips: inout [String: ModelTrip], _ month: Int
  ) throws {
    let (uid, old) = Self.byNumber(trips)[random.below(trips.count)]
    var new: ModelTrip? = old
    var (words, isRefused) = (["edit", uid], false)
    let day = old.start + random.below(old.days)
    let kind = [
      "move", "meals", "amount", "private", "default", "extend", "insert", "remove", "rename",
      "delete", "copy", "rule", "currency", "outside",
    ][random.below(14)]
    switch kind {
    case "move":
      let days = random.below(21) - 10
      words += ["--move", days < 0 ? "\(days)d" : "+\(days)d"]
      new?.move(by: days)
    case "meals":
      let meals = Set((0..<3).filter { _ in random.below(2) == 0 })
      let names = meals.sorted().map { ["breakfast", "lunch", "dinner"][$0] }
      words += ["--on", CalendarDate.numbered(day)]
      words += meals.isEmpty ? ["--no-meals"] : ["--meals", names.joined(separator: ",")]
      new?.setSingle(day) { $0.meals = meals }
      isRefused = new?.hasMeals == true && old.rule.meals.isEmpty
    case "amount", "private":
      let cents = kind == "private" ? 0 : random.below(9_000)
      let last = min(old.end, day + random.below(3))
      words += [
        "--on", "\(CalendarDate.numbered(day))..\(CalendarDate.numbered(last))", "--perdiem",
        ModelRule.amount(cents),
      ]
      for day in day...last { new?.setSingle(day) { $0.cents = cents } }
    case "default":
      words += ["--on", "day1..day\(old.days)", "--perdiem", "default", "--no-meals"]
      for day in old.start...old.end { new?.singles[day] = nil }
      isRefused = new?.hasMeals == true && old.rule.meals.isEmpty
    case "extend":
      let days = random.below(5) - min(3, old.days - 1)
      words += ["--extend", days < 0 ? "\(days)d" : "+\(days)d"]
      new?.days += days
    case "insert":
      words += ["--move", "+1d", "--from", "day\(day - old.start + 1)"]
      new?.insertDay(before: day)
    case "remove" where day > old.start:
      words += ["--move", "-1d", "--from", "day\(day - old.start + 1)"]
      new?.removeDay(before: day)
    case "rename":
      count += 1
      words += ["--name", "Trip \(count)"]
      new?.name = "Trip \(count)"
    case "delete":
      words = ["delete", uid]
      new = nil
    case "copy":
      return try copy(tool, old, uid, &trips, month)
    case "rule":
      let rule = ModelRule.random(&random)
      words += ["--perdiem-rule", rule.text]
      new?.rule = rule
      isRefused = rule.meals.isEmpty && old.hasMeals
    case "currency":
      new?.currency = old.currency == "EUR" ? "CHF" : "EUR"
      new?.cents = 2_000 + random.below(3_000)
      words += ["--perdiem", ModelRule.amount(new?.cents ?? 0) + (new?.currency ?? "")]
      if random.below(2) == 0 { words += ["--perdiem-rule", old.rule.text] }
      isRefused = old.hasOwnAmount || (old.rule.hasAmount && words.count == 4)
    case "outside":
      guard let stale = old.singles.keys.sorted().first(where: { $0 < old.start || $0 > old.end })
      else { return }
      words += ["--on", CalendarDate.numbered(stale), "--perdiem", "default", "--no-meals"]
      new?.singles[stale] = nil
      isRefused = new?.hasMeals == true && old.rule.meals.isEmpty
    default: return
    }
    done[kind, default: 0] += 1
    guard run(tool, words, isRefused: isRefused), !isRefused else { return }
    if tool === self.tool { undoable = new == old ? nil : trips }
    trips[uid] = new
  }

  private func copy(
    _ tool: TestTool, _ old: ModelTrip, _ uid: String, _ trips: inout [String: ModelTrip],
    _ month: Int
  ) throws {
    guard tool === self.tool else { return }
    count += 1
    var new = old
    new.name = "Trip \(count)"
    new.move(by: try day(month, 1 + random.below(28)) - old.start)
    undoable = trips
    _ = run(
      tool, ["copy", uid, "--start", CalendarDate.numbered(new.start), "--name", new.name])
    trips[try self.uid(new.name)] = new
    done["copy", default: 0] += 1
  }

  private func undo() {
    guard let undoable else { return }
    _ = run(tool, ["undo"])
    trips = undoable
    self.undoable = nil
    done["undo", default: 0] += 1
  }

  /// Makes a backup, or restores the last one.
  private func restore() {
    let file = tool.folder.appending(path: "backup.db").path
    if let backup, random.below(2) == 0 {
      _ = run(tool, ["restore", file, "--yes"])
      trips = backup
      self.backup = nil
      done["restore", default: 0] += 1
    } else {
      try? FileManager.default.removeItem(atPath: file)
      _ = run(tool, ["backup", file])
      backup = trips
    }
    undoable = nil
  }

  /// Takes all trips to another machine, changes some there, and brings them back. Trips that were
  /// deleted here come back too.
  private func useOtherMachine() throws {
    try carry(from: tool, to: other)
    otherTrips.merge(trips) { $1 }
    for _ in 0..<2 { try edit(other, &otherTrips, 1) }
    if otherTrips.isEmpty { return }
    try carry(from: other, to: tool)
    trips.merge(otherTrips) { $1 }
    undoable = nil
    done["other machine", default: 0] += 1
  }

  private func carry(from source: TestTool, to target: TestTool) throws {
    let json = source.run("export").stdout
    let result = try target.importing(json)
    #expect(result.exitCode == .done, "\(result.stderr)")
  }

  /// Moves the event of a trip on the phone, with its length.
  private func drag() throws {
    func sync() { _ = run(tool, ["sync", calendar.path]) }
    sync()
    let (uid, _) = Self.byNumber(trips)[random.below(trips.count)]
    let days = random.below(15) - 7
    let file = calendar.appending(path: "\(uid).ics")
    var lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
    for (index, line) in lines.enumerated() {
      for name in ["DTSTART", "DTEND"] where line.hasPrefix("\(name);VALUE=DATE:") {
        let digits = line.suffix(8)
        let text = "\(digits.prefix(4))-\(digits.dropFirst(4).prefix(2))-\(digits.suffix(2))"
        let moved = try #require(CalendarDate(text)).dayNumber + days
        lines[index] =
          "\(name);VALUE=DATE:" + CalendarDate.numbered(moved).replacing("-", with: "")
      }
    }
    try Data(lines.joined(separator: "\n").utf8).write(to: file)
    sync()
    trips[uid]?.move(by: days)
    undoable = nil
    done["phone", default: 0] += 1
  }

  // MARK: - Claims

  private static let always = 0...CalendarDate.lastDayNumber

  /// The current claim equals that of the model.
  private func check() throws {
    var stored = ClaimSums()
    stored.add(csv: tool.run("perdiem", "--csv").stdout)
    try expect(stored, ClaimSums(trips, in: Self.always, today: today))
  }

  private func expect(_ sums: ClaimSums, _ expected: ClaimSums) throws {
    let differences = sums.differences(from: expected)
    try #require(differences == "", "\(tool.today) after \(done)")
  }

  /// Claims a month, a little before or after its end, and corrects all earlier ones.
  func close(_ month: Int) throws {
    let days = try day(month, 1)...(day(month + 1, 1) - 1)
    setToday(days.upperBound - 2 + random.below(6))
    claims.append((days, []))
    for place in claims.indices { try handIn(place) }
  }

  private func handIn(_ place: Int) throws {
    let (days, files) = claims[place]
    let period =
      "\(CalendarDate.numbered(days.lowerBound))..\(CalendarDate.numbered(days.upperBound))"
    var words = ["perdiem", "--in", period, "--csv"] + files.flatMap { ["--claimed", $0] }
    if random.below(2) == 0 { words += ["--separator", ";", "--decimal", ","] }
    let claim = tool.run(words: words)
    #expect(claim.exitCode == .done, "\(words): \(claim.stderr)")
    let file = tool.folder.appending(path: "claim \(place) \(files.count).csv")
    try Data(claim.stdout.utf8).write(to: file)
    claims[place].files.append(file.path)
    let before = handedIn
    handedIn.add(csv: claim.stdout)
    if !files.isEmpty, handedIn != before { corrections += 1 }
  }

  /// After the last corrections, the sum of all claims is what the trips amount to.
  func finish() throws {
    setToday(try day(12, 31) + 60)
    for place in claims.indices { try handIn(place) }
    let period = try day(1, 1)...day(12, 31)
    try expect(handedIn, ClaimSums(trips, in: period, today: today))
    var stored = ClaimSums()
    stored.add(csv: tool.run("perdiem", "--in", "2026", "--csv").stdout)
    try expect(handedIn, stored)
    #expect(!handedIn.cents.isEmpty)
    for place in claims.indices {
      let files = claims[place].files.flatMap { ["--claimed", $0] }
      let days = claims[place].month
      let result = tool.run(
        words: [
          "perdiem", "--from", CalendarDate.numbered(days.lowerBound), "--to",
          CalendarDate.numbered(days.upperBound),
        ] + files)
      #expect(result.stdout == "" && result.exitCode == .done)
    }
  }
}
