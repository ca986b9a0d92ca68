extension EventDescription {
  /// Servers that cut descriptions leave at least so many bytes.
  private static let longText = 1_000

  /// The line within which a program has cut off what was written, of which it has kept the beginning
  /// alone: those that stood after it are gone, and a person may have typed others. Where a person removes
  /// lines, whole ones are left.
  static func cutLine(of text: String, from written: String) -> Int? {
    let (lines, whole) = (Self.lines(text), Self.lines(written))
    func begins(_ line: String, _ former: String) -> Bool {
      let kept = line.withoutCutMark(isLong: text.utf8.count >= Self.longText)
      return !kept.isEmpty && former.utf8.starts(with: kept.utf8)
    }
    let cut = zip(lines, whole).prefix { $0 == $1 }.count
    guard cut < lines.count else { return nil }
    // Few people take a part of the last line from a text as long as those that servers cut.
    if cut + 1 == lines.count, lines.count == whole.count, text.utf8.count >= longText,
      lines[cut].utf8.count < whole[cut].utf8.count, begins(lines[cut], whole[cut]),
      !isComputed(whole[cut])
    {
      return cut
    }
    if cut + 1 < whole.count, !whole.contains(lines[cut]), begins(lines[cut], whole[cut]) {
      let gone = whole[(cut + 1)...].filter { !$0.isEmpty && !isHeader($0) }
      let typed = lines[(cut + 1)...]
      if !gone.isEmpty, typed.isEmpty { return cut }
      // Who shortens notes may go on in other words; a list goes by accident.
      if gone.contains(where: { $0.hasPrefix("[ ] ") }),
        !typed.contains(where: { isComputed($0) || gone.contains($0) })
      {
        return cut
      }
    }
    guard let last = lines.last, !whole.contains(last) else { return nil }
    if text.utf8.count >= longText, lines.count > 1 {
      // What is new has pushed the list out.
      let items = Set(whole.filter { $0.hasPrefix("[ ] ") })
      if !items.isEmpty, whole.contains(where: isHeader),
        !lines.contains(where: {
          isHeader($0) || isComputed($0) || $0.hasPrefix("[ ]") || items.contains("[ ] " + $0)
        })
      {
        return lines.count - 1
      }
      // Something was typed above; the line before it still stands there.
      let place = whole.indices.dropFirst().last { index in
        whole[index - 1] == lines[lines.count - 2] && begins(last, whole[index])
          && last.utf8.count < whole[index].utf8.count
      }
      if let place, !whole[...place].contains(where: isComputed) { return lines.count - 1 }
    }
    // The items may stand in another order by now, below other notes.
    guard
      let header = lines.dropLast().lastIndex(where: isHeader),
      let former = whole.lastIndex(where: isHeader)
    else { return nil }
    var gone = whole[(former + 1)...].filter { $0.hasPrefix("[ ] ") }
    for line in lines[(header + 1)...].dropLast() {
      if let index = gone.firstIndex(of: line) { gone.remove(at: index) }
    }
    return gone.count > 1 && gone.contains { begins(last, $0) } ? lines.count - 1 : nil
  }

  /// The text without the beginning of what is computed, where only that was cut.
  static func withoutCutEstimate(_ text: String, from written: String) -> String {
    let (lines, whole) = (Self.lines(text), Self.lines(written))
    guard let last = lines.last, !last.isEmpty, isComputed(whole[whole.count - 1]),
      computed.hasPrefix(last)
    else { return text }
    let isAsBefore = whole.dropLast() == lines.dropLast()
    let isBelowOthers =
      text.utf8.count >= longText && lines.suffix(3).dropLast() == whole.suffix(3).dropLast()
    guard isAsBefore || isBelowOthers else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "\n")
  }

  /// The lines in a form in which a box is the same with a tick and without one.
  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      if let item = DescriptionReader.item(line) { return "[ ] \(item.title)" }
      let line = DescriptionReader.withoutBullet(line)
      return ["[x", "[X", "[x]", "[X]"].contains(line) ? "[ " + line.dropFirst(2) : line
    }
  }
}

extension String {
  /// Without what a program puts where it has cut a text: `…`, or the half of a character.
  ///
  /// - Parameter isLong: whether a question mark may be one, too; it may be a person's.
  func withoutCutMark(isLong: Bool) -> Substring {
    for mark in ["...", "…"] where hasSuffix(mark) { return dropLast(mark.count) }
    let scalars = unicodeScalars
    let end = scalars.lastIndex { $0 != "\u{FFFD}" && !(isLong && $0 == "?") }
    return self[..<(end.map(scalars.index(after:)) ?? startIndex)]
  }
}
