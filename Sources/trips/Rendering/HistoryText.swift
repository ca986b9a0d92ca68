import TripsCore

/// The description of a change, with stored text unescaped: the caller must escape it.
struct HistoryText {
  let change: any RowChange
  /// Whether long strings are shortened to their differences, as on a terminal.
  let isShort: Bool

  /// `~ stay 2 'Hôtel' of trip 3 'Paris', confirmed: no → yes`.
  var line: String {
    "\(change.kind.mark) \(subject)" + (details.isEmpty ? "" : ", " + details)
  }

  /// `trip 3 'Paris'`, `item 1 'Louvre' of trip 3 'Paris'`.
  private var subject: String {
    let owner = change.trip.map { " of " + Self.named("trip", $0.id, $0.name) } ?? ""
    return Self.named(change.entity.noun, change.rowID, change.name) + owner
  }

  static func named(_ kind: String, _ id: Int64, _ name: String?) -> String {
    "\(kind) \(id)" + (name.map { " '\($0)'" } ?? "")
  }

  /// The changed values, or for an added or deleted row its main values.
  var details: String {
    switch change.kind {
    case .update:
      change.updatedProperties.map { "\(label($0.name)): \(difference($0))" }
        .joined(separator: ", ")
    case .insert: summary(change.newValues)
    case .delete: summary(change.oldValues)
    }
  }

  func label(_ property: String) -> String {
    PropertyWords.label(of: property, isOfStay: change.entity == .livingAccommodation)
  }

  /// The values that are set, without those that the subject already shows.
  private func summary(_ values: HistoryValues?) -> String {
    (values?.pairs ?? []).compactMap { property, value in
      switch (property, value) {
      case ("id", _), ("tripId", _), ("uid", _), ("name", _), ("title", _), ("placeName", _),
        ("type", _), (_, .null), (_, .text("")), (_, .boolean(false)):
        return nil
      case ("perdiemRule", _): return "rule \(text(value, of: property))"
      case (_, .boolean): return label(property)
      default: return "\(label(property)) \(text(value, of: property))"
      }
    }.joined(separator: ", ")
  }

  /// `old → new`, or for a long string the part that changed.
  func difference(_ update: RowProperty) -> String {
    if isShort, case .text(let old) = update.old, case .text(let new) = update.new,
      max(old.count, new.count) > TextDifference.shortLength
    {
      return TextDifference.text(old, new)
    }
    return "\(text(update.old, of: update.name)) → \(text(update.new, of: update.name))"
  }

  func text(_ value: HistoryValue, of property: String) -> String {
    switch value {
    case .text(""): "''"
    case .text(let text): isShort ? TextDifference.shortened(text) : text
    case .integer(let number): String(number)
    case .boolean(let flag): flag ? "yes" : "no"
    case .null: "none"
    }
  }
}

extension RowChangeKind {
  /// A mark, so that the kind is not shown by colour alone.
  var mark: String {
    switch self {
    case .insert: "+"
    case .update: "~"
    case .delete: "-"
    }
  }
}

/// The difference between two long strings: what is left after removing equal words at the beginning
/// and at the end.
enum TextDifference {
  /// The length up to which a text is shown whole.
  static let shortLength = 40

  /// `added 'x'`, `removed 'x'` or `'x' → 'y'`.
  static func text(_ old: String, _ new: String) -> String {
    let (oldWords, newWords) = (words(old), words(new))
    let start = zip(oldWords, newWords).prefix { $0 == $1 }.count
    let ends = zip(oldWords.dropFirst(start).reversed(), newWords.dropFirst(start).reversed())
    let end = ends.prefix { $0 == $1 }.count
    let removed = oldWords[start..<oldWords.count - end].joined()
    let added = newWords[start..<newWords.count - end].joined()
    if removed.isEmpty { return "added '\(shortened(added))'" }
    if added.isEmpty { return "removed '\(shortened(removed))'" }
    // Neither is the whole value.
    func part(_ words: String) -> String {
      (start > 0 ? "… " : "") + shortened(words).trimmingWhitespace() + (end > 0 ? " …" : "")
    }
    return "'\(part(removed))' → '\(part(added))'"
  }

  static func shortened(_ text: String) -> String {
    let flat = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let single = text.contains(where: \.isNewline) ? flat : text
    return single.count <= 2 * shortLength ? single : single.prefix(2 * shortLength - 1) + "…"
  }

  /// The words, each with the spaces after it.
  private static func words(_ text: String) -> [Substring] {
    let starts = text.indices.filter { index in
      index == text.startIndex
        || text[text.index(before: index)].isWhitespace && !text[index].isWhitespace
    }
    return zip(starts, starts.dropFirst() + [text.endIndex]).map { text[$0..<$1] }
  }
}
