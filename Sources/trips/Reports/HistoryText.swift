import TripsCore

/// The description of a change, with stored text unescaped: the caller must escape it.
struct HistoryText {
  let change: any RowChange
  /// Whether text of several lines is shortened to its first line, as on a terminal.
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

  func difference(_ update: RowProperty) -> String {
    guard isShort else {
      return "\(text(update.old, of: update.name)) → \(text(update.new, of: update.name))"
    }
    return PropertyWords.values(update.old.text, update.new.text, of: update.name)
  }

  func text(_ value: HistoryValue, of property: String) -> String {
    switch value {
    case .text(""): "''"
    case .text(let text): isShort ? PropertyWords.line(0, of: text) : text
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

extension HistoryValue {
  /// In the form of a `PropertyChange`.
  fileprivate var text: String? {
    switch self {
    case .text(let text): text
    case .integer(let number): String(number)
    case .boolean(let flag): flag ? "true" : "false"
    case .null: nil
    }
  }
}
