/// The fields of a trip as text, as every format gives them, on their way to checked values.
///
/// Nil is a field that the file does not have; empty is a trip without it.
struct ImportedFields {
  var name: String?
  var destination: String?
  var startDate: String?
  var endDate: String?
  var type: String?
  var perdiemAmount: String?
  var perdiemCurrency: String?
  var perdiemRule: String?
  var reason: String?
  var notes: String?

  func apply(to trip: inout ImportedTrip) throws(ValueError) {
    if let uid = trip.uid { trip.uid = try StoredText.uid.required(uid) }
    guard let name else { throw ValueError("the name is missing") }
    trip.draft.name = try StoredText.name.required(name)
    trip.draft.destination = try destination.map(StoredText.destination.normalized)
    trip.draft.notes = try notes.map(StoredText.notes.normalized)
    let start = try date(startDate, "startDate")
    guard let start else { throw ValueError("the start date is missing") }
    trip.draft.startDate = start
    trip.draft.end = .on(try date(endDate, "endDate") ?? start)
    trip.draft.type = try choice(type, TripType.self, "type")
    try applyPerDiem(to: &trip.draft)
    if let reason {
      let reason = try choice(reason, PersonalTrip.Reason.self, "reason")
      trip.draft.reason = reason.map { .set($0) } ?? .clear
    }
  }

  private func applyPerDiem(to draft: inout TripDraft) throws(ValueError) {
    var currency = Currency.usd
    if let code = perdiemCurrency, !code.isEmpty {
      guard let known = Currency(code) else {
        throw ValueError("ISO 4217 lists no currency '\(code)'")
      }
      currency = known
    }
    if let perdiemAmount {
      if perdiemAmount.isEmpty {
        draft.perdiem = .clear
      } else {
        do {
          draft.perdiem = .set(try Money(perdiemAmount, defaultCurrency: currency))
        } catch {
          throw ValueError("the per diem '\(perdiemAmount)' is invalid; \(error)")
        }
      }
    }
    if let perdiemRule {
      draft.perdiemRule = perdiemRule.isEmpty ? .clear : .set(perdiemRule)
    }
  }

  private func date(_ text: String?, _ field: String) throws(ValueError) -> CalendarDate? {
    guard let text, !text.isEmpty else { return nil }
    guard let date = CalendarDate(text) else {
      throw ValueError("'\(field)' must be a day such as 2026-12-10, and is '\(text)'")
    }
    return date
  }

  private func choice<Value: RawRepresentable<String> & CaseIterable>(
    _ text: String?, _ kind: Value.Type, _ field: String
  ) throws(ValueError) -> Value? {
    guard let text, !text.isEmpty else { return nil }
    guard let value = Value(rawValue: text) else {
      let choices = Value.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValueError("'\(field)' must be one of \(choices), and is '\(text)'")
    }
    return value
  }
}
