import TripsCore

/// A change in words, with stored text as it is: who prints it makes it safe.
struct HistoryText {
  private let change: HistoryChange

  init(_ change: HistoryChange) {
    self.change = change
  }

  /// `~ Trip 3 'Paris': startDate 2026-05-01 → 2026-05-03`.
  var line: String {
    let separator = change.kind == .update ? ": " : ", "
    return "\(mark) \(subject)" + (details.isEmpty ? "" : separator + details)
  }

  /// `Trip 3 'Paris'`.
  private var subject: String {
    let name = change.name.map { " '\($0)'" } ?? ""
    return "\(change.entity.rawValue) \(change.rowID)\(name)"
  }

  /// Never colour alone.
  private var mark: String {
    switch change.kind {
    case .insert: "+"
    case .update: "~"
    case .delete: "-"
    }
  }

  /// What changed, or, of a row that came or went, what is worth saying.
  var details: String {
    switch change.kind {
    case .update:
      updates.map { "\($0.name) \(Self.text($0.old)) → \(Self.text($0.new))" }
        .joined(separator: ", ")
    case .insert: Self.summary(change.newValues)
    case .delete: Self.summary(change.oldValues)
    }
  }

  /// The changed properties; amount and currency as one, where the change holds both.
  private var updates: [HistoryChange.Property] {
    let properties = change.updatedProperties
    let amounts = (Self.perdiem(change.oldValues), Self.perdiem(change.newValues))
    guard let old = amounts.0, let new = amounts.1 else { return properties }
    return properties.compactMap { property in
      switch property.name {
      case "perdiemMinor": HistoryChange.Property(name: "perdiem", old: old, new: new)
      case "perdiemCurrency": nil
      default: property
      }
    }
  }

  /// The values that say something, without what the subject says already.
  private static func summary(_ values: HistoryValues) -> String {
    values.pairs.compactMap { pair in
      switch pair.property {
      case "id", "uid", "name", "title", "placeName", "type", "perdiemCurrency": nil
      case "perdiemMinor":
        perdiem(values).flatMap { $0 == .null ? nil : "perdiem \(text($0))" }
      default:
        [.null, .text(""), .boolean(false)].contains(pair.value)
          ? nil : "\(pair.property) \(text(pair.value))"
      }
    }.joined(separator: ", ")
  }

  /// The amount with its currency, null for none; nil where only one of them is told.
  private static func perdiem(_ values: HistoryValues) -> HistoryValue? {
    if let minorUnits = values.integer("perdiemMinor"), minorUnits >= 0,
      let code = values.text("perdiemCurrency")
    {
      return .text(Money(minorUnits: minorUnits, currency: Currency(stored: code)).description)
    }
    let isNone = values["perdiemMinor"] == .null && values["perdiemCurrency"] == .null
    return isNone ? .null : nil
  }

  private static func text(_ value: HistoryValue) -> String {
    switch value {
    case .text(let text): text.isEmpty ? "''" : text
    case .integer(let number): String(number)
    case .boolean(let flag): flag ? "yes" : "no"
    case .null: "none"
    }
  }
}
