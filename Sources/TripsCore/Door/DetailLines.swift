/// The details of a booking: lines that are facts of their own.
///
/// A line is identified by its label, the text before its colon; a line without a label, or about a
/// traveller, by its whole text. A later version adds and changes lines, and removes none.
struct DetailLines {
  private var lines: [String] = []
  /// The first line of each label.
  private var indices: [String: Int] = [:]
  private var known: Set<String> = []

  init(_ text: String = "") {
    if text.isEmpty { return }
    for line in text.parts(separatedBy: "\n") { append(String(line)) }
  }

  var text: String { lines.joined(separator: "\n") }

  private mutating func append(_ line: String) {
    let key = Self.key(of: line)
    if indices[key] == nil { indices[key] = lines.count }
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

  /// Adds a line of the same version: another value of a label is appended to the first.
  mutating func add(_ label: String, _ value: String, isSeveral: Bool = true) {
    let line = "\(label): \(value)"
    guard !contains(line) else { return }
    guard let index = indices[Self.key(of: line)] else { return append(line) }
    known.insert(SearchText.foldedName(line))
    if isSeveral { lines[index] += ", \(value)" }
  }

  /// Adds the lines of another traveller.
  mutating func add(_ other: DetailLines) {
    for line in other.lines {
      let parts = line.parts(separatedBy: ":")
      let value = line.rest(after: "\(parts[0]): ") ?? ""
      add(String(parts[0]), String(value), isSeveral: !value.begins(with: "http"))
    }
  }

  /// Merges these newer lines into those of the store, as `StatedRow.merged` merges columns.
  ///
  /// - Returns: whether a first match has kept other lines.
  func merged(
    into store: DetailLines, base: DetailLines = DetailLines(), by rule: MergeRule = .overwrite
  ) -> (lines: DetailLines, isLeft: Bool) {
    var (result, isLeft) = (store, false)
    for line in lines where !store.contains(line) {
      if rule == .memory, base.contains(line) { continue }
      guard let index = result.indices[Self.key(of: line)] else {
        result.append(line)
        continue
      }
      if rule == .firstMatch { isLeft = true } else { result.lines[index] = line }
    }
    return (result, isLeft)
  }
}
