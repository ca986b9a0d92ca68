// The per diem of a trip, its rule and its single days.

extension TripDraft {
  /// The new per diem of a trip that had `old`.
  fileprivate func perdiem(of old: Money?) throws(TripsError) -> Money? {
    guard let perdiemAmount else { return perdiem.applied(to: old) }
    do {
      return try perdiemAmount.money(old?.currency)
    } catch {
      throw .value("the per diem '\(perdiemAmount.text)' is invalid: \(error)")
    }
  }
}

extension TripValues {
  /// Applies the per diem of the draft. Only a business trip has one, and only a per diem has single
  /// days.
  ///
  /// - Throws: `TripsError.value` if the values contradict each other.
  mutating func applyPerDiem(_ draft: TripDraft) throws(TripsError) {
    guard type == .business else {
      if draft.givesPerdiem || draft.perdiemRule.isSet || draft.singleDays.isSet {
        throw .value("only a business trip has a per diem, and '\(name)' is \(type.phrase)")
      }
      (perdiem, perdiemRule, singleDays) = (nil, nil, nil)
      return
    }
    let old = (perdiem: perdiem, rule: perdiemRule)
    perdiem = try draft.perdiem(of: old.perdiem)
    perdiemRule = draft.perdiemRule.applied(to: old.rule)
    let rule = try checkedRule(draft)
    try checkCurrency(draft, old.perdiem, old.rule)
    try applySingleDays(draft, rule)
    perdiemRule = self.rule(replacing: old.rule)
  }

  /// - Returns: nil for an invalid rule that another program has stored, and that stays.
  private func checkedRule(_ draft: TripDraft) throws(TripsError) -> PerDiemRule? {
    guard let perdiemRule else { return .full }
    do {
      return try PerDiemRule(perdiemRule, currency: perdiem?.currency ?? .unknown)
    } catch {
      guard draft.givesPerdiem || draft.perdiemRule.isSet else { return nil }
      throw .value("the per diem rule '\(perdiemRule)' is invalid: \(error)")
    }
  }

  /// Refuses a new currency while the rule or a single day has an amount in the old one, unless these
  /// are given too.
  private func checkCurrency(
    _ draft: TripDraft, _ old: Money?, _ oldRule: String?
  ) throws(TripsError) {
    guard let old, let perdiem, old.currency != perdiem.currency else { return }
    if draft.perdiemRule == .keep, let oldRule,
      let rule = try? PerDiemRule(oldRule, currency: old.currency), rule.hasAmount
    {
      throw .value(
        "the per diem rule '\(oldRule)' has an amount in \(old.currency.code); give the rule too")
    }
    let days = SingleDays(stored: singleDays ?? "").days
    if draft.singleDays == .keep, let day = days.first(where: { $0.amount != nil }) {
      throw .value(
        "the per diem of \(day.date) is an amount in \(old.currency.code); take it back first")
    }
  }

  private mutating func applySingleDays(
    _ draft: TripDraft, _ rule: PerDiemRule?
  ) throws(TripsError) {
    if case .clear = draft.singleDays { singleDays = nil }
    if case .set(let days) = draft.singleDays {
      guard let perdiem else {
        if days.isEmpty {
          singleDays = nil
          return
        }
        throw .value("single days need a per diem, and '\(name)' has none")
      }
      do {
        singleDays = days.isEmpty ? nil : try days.inCurrency(perdiem.currency).text
      } catch {
        throw .value("\(error)")
      }
    }
    if perdiem == nil { singleDays = nil }
    guard draft.perdiemRule != .keep || draft.singleDays != .keep, let rule, !rule.hasMeals,
      let day = SingleDays(stored: singleDays ?? "").days.first(where: { !$0.meals.isEmpty })
    else { return }
    throw .value(
      "meals are provided on \(day.date), and the per diem rule has no part for meals, such as "
        + "'\(perdiemRule ?? "full"),meals:20%/40%/40%'")
  }

  /// The old form of a rule with the same meaning (`75%` and `75.00%`, none and `full`).
  private func rule(replacing old: String?) -> String? {
    let new = perdiemRule == "full" ? nil : perdiemRule
    func parsed(_ text: String?) -> PerDiemRule? {
      guard let text else { return .full }
      return try? PerDiemRule(text, currency: perdiem?.currency ?? .unknown)
    }
    return parsed(new) == parsed(old) ? old : new
  }
}

// MARK: - Moves

extension TripValues {
  /// Moves the single days along.
  ///
  /// - Throws: `TripsError.value` if a date would be outside the calendar.
  mutating func moveSingleDays(by move: DayMove) throws(TripsError) {
    guard let stored = singleDays else { return }
    let days = try SingleDays(stored: stored).moved(move.day)
    singleDays = days.isEmpty ? nil : days.text
  }
}
