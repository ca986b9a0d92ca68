import TripsCore

/// The description of a change, with stored text unescaped: the caller must escape it.
struct HistoryText {
  let change: any RowChange
  /// Whether long texts are shortened to their differences, as on a terminal.
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
    if !change.isReadable { return "the record cannot be read" }
    return switch change.kind {
    case .update:
      updates.map { "\(PropertyWords.label(of: $0.name)): \(difference($0))" }
        .joined(separator: ", ")
    case .insert: summary(change.newValues)
    case .delete: summary(change.oldValues)
    }
  }

  /// The changed properties, with amount and currency merged if both are recorded.
  var updates: [RowProperty] {
    var properties = change.updatedProperties
    for name in ["perdiem", "cost"] {
      let parts = [name + "Minor", name + "Currency"]
      guard let first = properties.firstIndex(where: { parts.contains($0.name) }),
        let old = Self.amount(change.oldValues[parts[0]], change.oldValues[parts[1]]),
        let new = Self.amount(change.newValues[parts[0]], change.newValues[parts[1]])
      else { continue }
      properties.removeAll { parts.contains($0.name) }
      properties.insert(RowProperty(name: name, old: old, new: new), at: first)
    }
    return properties
  }

  /// The values that are set, without those that the subject already shows.
  private func summary(_ values: HistoryValues) -> String {
    values.pairs.compactMap { pair in
      let word = PropertyWords.label(of: pair.property)
      switch (pair.property, pair.value) {
      case ("id", _), ("tripId", _), ("uid", _), ("name", _), ("title", _), ("placeName", _),
        ("type", _), ("perdiemCurrency", _), ("costCurrency", _), (_, .null), (_, .text("")),
        (_, .boolean(false)):
        return nil
      case ("perdiemMinor", let amount):
        return Self.amount(amount, values["perdiemCurrency"])
          .map { "\(word) \(text($0, of: pair.property))" }
      case ("costMinor", let amount):
        return Self.amount(amount, values["costCurrency"])
          .map { "\(word) \(text($0, of: pair.property))" }
      case ("perdiemRule", let rule): return "rule \(text(rule, of: pair.property))"
      case (_, .boolean): return word
      default: return "\(word) \(text(pair.value, of: pair.property))"
      }
    }.joined(separator: ", ")
  }

  /// The amount with its currency, null for none; nil if only one of them is recorded.
  static func amount(_ minorUnits: HistoryValue?, _ currency: HistoryValue?) -> HistoryValue? {
    switch (minorUnits, currency) {
    case (.integer(let minorUnits), .text(let code)) where minorUnits >= 0:
      .text(
        RecordedText(
          Money(minorUnits: minorUnits, currency: Currency(stored: code.string)).description))
    case (.null, .null): .null
    default: nil
    }
  }

  /// `old → new`, or for a long text the part that changed.
  func difference(_ update: RowProperty) -> String {
    if isShort, case .text(let oldText) = update.old, case .text(let newText) = update.new {
      let (old, new) = (oldText.string, newText.string)
      if max(old.count, new.count) > TextDifference.shortLength {
        return TextDifference.text(old, new)
      }
    }
    return "\(text(update.old, of: update.name)) → \(text(update.new, of: update.name))"
  }

  func text(_ value: HistoryValue, of property: String) -> String {
    Self.text(value, of: property, isShort: isShort)
  }

  static func text(_ value: HistoryValue, of property: String, isShort: Bool) -> String {
    if property == "type", case .text(let text) = value, let type = TripType(rawValue: text.string)
    {
      return type.word
    }
    return switch value {
    case .text(""): "''"
    case .text(let text): isShort ? TextDifference.shortened(text.string) : text.string
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

/// The difference between two long texts: what is left after removing equal words at the beginning
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

  /// The words, each with the blanks after it.
  private static func words(_ text: String) -> [Substring] {
    let starts = text.indices.filter { index in
      index == text.startIndex
        || text[text.index(before: index)].isWhitespace && !text[index].isWhitespace
    }
    return zip(starts, starts.dropFirst() + [text.endIndex]).map { text[$0..<$1] }
  }
}
