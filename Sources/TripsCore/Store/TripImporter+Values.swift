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

extension TripValues {
  func summary(id: Int64) -> TripSummary {
    TripSummary(id: id, name: name, startDate: startDate, endDate: endDate)
  }

  /// Whether these lines are the first or the last of the notes.
  func notesContain(_ lines: String) -> Bool {
    !lines.isEmpty && (notes.begins(with: lines + "\n") || notes.ends(with: "\n" + lines))
  }

  /// What a new trip has, in readable form: the per diem, and its stays and items by day.
  func contents(_ stays: [ImportedStay], _ items: [ImportedItem]) -> [PropertyChange] {
    let stays = stays.map { stay in
      let days = [stay.text(.startDate), stay.text(.endDate)].compactMap(\.self)
      let nights = days.isEmpty ? "" : ", \(days.joined(separator: " to "))"
      let text = stay.placeName + nights + stay.price
      return (days.first ?? "", PropertyChange(property: "stay", old: nil, new: text))
    }
    let items = items.map { item in
      let day = [item.text(.date), item.text(.time)].compactMap(\.self).joined(separator: " ")
      let text = (day.isEmpty ? item.title : "\(day) \(item.title)") + item.price
      return (day, PropertyChange(property: "bucketList", old: nil, new: text))
    }
    let perdiem = perdiem.map {
      PropertyChange(property: "perdiem", old: nil, new: $0.description)
    }
    return [perdiem].compactMap(\.self) + (stays + items).sorted { $0.0 < $1.0 }.map(\.1)
  }
}
