// What the importer needs to know about the values of a file and of a trip.

extension ImportedTrip {
  /// Whether a stay or an item has a date.
  var givesDays: Bool {
    stays.list.contains { $0.text(.startDate) ?? $0.text(.endDate) != nil }
      || (bucketList ?? []).contains { $0.text(.date) != nil }
  }

  /// The currency of its first cost that has one.
  var currency: Currency? {
    stays.list.lazy.compactMap(\.currency).first
      ?? (bucketList ?? []).lazy.compactMap(\.currency).first
  }
}

extension TripDraft {
  /// Without the existing per diem and rule: another program may have stored an invalid rule, which
  /// would be refused.
  func without(_ old: TripValues) -> TripDraft {
    var draft = self
    if case .set(let perdiem) = perdiem, perdiem == old.perdiem { draft.perdiem = .keep }
    if case .set(let rule) = perdiemRule, rule == old.perdiemRule { draft.perdiemRule = .keep }
    return draft
  }

  /// With the kind implied by values that only one kind has.
  var ofNewTrip: TripDraft {
    guard type == nil else { return self }
    var draft = self
    if givesPerdiem || perdiemRule.isSet {
      draft.type = .business
    } else if reason.isSet {
      draft.type = .personal
    }
    return draft
  }
}

extension String {
  /// Whether these lines are all there, in their order, wherever others were added.
  func hasLines(_ lines: String) -> Bool {
    var missing = lines.parts(separatedBy: "\n")[...]
    for line in parts(separatedBy: "\n") where line == missing.first { missing.removeFirst() }
    return !lines.isEmpty && missing.isEmpty
  }
}

extension TripValues {
  func summary(id: Int64) -> TripSummary {
    TripSummary(id: id, name: name, startDate: startDate, endDate: endDate)
  }

  /// What a new trip has, in readable form: the per diem, and its stays and items by day.
  func contents(_ stays: [ImportedStay], _ items: [ImportedItem]) -> [PropertyChange] {
    let perdiem = perdiem.map {
      PropertyChange(property: "perdiem", old: nil, new: $0.description)
    }
    let rows =
      stays.map { ($0.text(.startDate) ?? "", $0.addition) }
      + items.map { ($0.text(.date) ?? "", $0.addition) }
    return [perdiem].compactMap(\.self) + rows.sorted { $0.0 < $1.0 }.map(\.1)
  }
}

extension ImportedRow<StayColumn> {
  /// `Ritz, 2027-05-01 to 2027-05-03, 480.00 EUR`.
  var addition: PropertyChange {
    let days = [text(.startDate), text(.endDate)].compactMap(\.self).joined(separator: " to ")
    let parts = [placeName, days, price].filter { !$0.isEmpty }
    return PropertyChange(property: "stay", old: nil, new: parts.joined(separator: ", "))
  }
}

extension ImportedRow<ItemColumn> {
  /// `2027-05-01 09:30 Museum, 12.00 EUR`.
  var addition: PropertyChange {
    let text = [text(.date), text(.time), title].compactMap(\.self).joined(separator: " ")
    return PropertyChange(
      property: "bucketList", old: nil, new: price.isEmpty ? text : "\(text), \(price)")
  }
}
