/// The details of a booking: lines that are facts of their own.
///
/// A line is known by its label, the text before its colon; one without a label, or of a traveller,
/// by all of it. A later version adds and changes lines, and takes none away.
struct DetailLines {
  private var lines: [String] = []
  /// The first line of each label.
  private var places: [String: Int] = [:]
  private var known: Set<String> = []

  init(_ text: String = "") {
    if text.isEmpty { return }
    for line in text.parts(separatedBy: "\n") { append(String(line)) }
  }

  var text: String { lines.joined(separator: "\n") }

  private mutating func append(_ line: String) {
    let key = Self.key(of: line)
    if places[key] == nil { places[key] = lines.count }
    known.insert(SearchText.foldedName(line))
    lines.append(line)
  }

  private static func key(of line: String) -> String {
    let parts = line.parts(separatedBy: ":")
    guard parts.count > 1, parts[1].begins(with: " "), parts[0] != BookingLine.traveller else {
      return SearchText.foldedName(line)
    }
    return SearchText.foldedName(String(parts[0])) + ":"
  }

  private func contains(_ line: String) -> Bool { known.contains(SearchText.foldedName(line)) }

  /// Adds a line of the same version: another value of a label is put behind the first.
  mutating func add(_ label: String, _ value: String, isSeveral: Bool = true) {
    let line = "\(label): \(value)"
    guard !contains(line) else { return }
    guard let place = places[Self.key(of: line)] else { return append(line) }
    known.insert(SearchText.foldedName(line))
    if isSeveral { lines[place] += ", \(value)" }
  }

  /// Adds the lines of another traveller.
  mutating func add(_ other: DetailLines) {
    for line in other.lines {
      let parts = line.parts(separatedBy: ":")
      let value = line.rest(after: "\(parts[0]): ") ?? ""
      add(String(parts[0]), String(value), isSeveral: !value.begins(with: "http"))
    }
  }

  /// These lines as the newer ones, merged into those of the store, as `StatedRow.merged` does with
  /// columns.
  ///
  /// - Returns: whether a first meeting has kept other lines.
  func merged(
    into store: DetailLines, base: DetailLines = DetailLines(), by rule: MergeRule = .order
  ) -> (lines: DetailLines, isLeft: Bool) {
    var (result, isLeft) = (store, false)
    for line in lines where !store.contains(line) {
      if rule == .memory, base.contains(line) { continue }
      guard let place = result.places[Self.key(of: line)] else {
        result.append(line)
        continue
      }
      if rule == .firstMeeting { isLeft = true } else { result.lines[place] = line }
    }
    return (result, isLeft)
  }
}
