/// The columns of a trip as text, before they are checked, in the same form for every file format.
///
/// Nil is a column missing from the file; empty text clears it. The amount of a per diem is under
/// `perdiemMinor`, in typed form.
struct ImportedFields {
  private var texts = [String?](repeating: nil, count: TripColumn.allCases.count)

  init() {}

  /// The values that an event states.
  ///
  /// - Parameter perdiem: the trip's per diem, if it is not among them.
  init(_ facts: Facts, perdiem: String? = nil) {
    for column in TripColumn.stated { self[column] = facts[column.fact] }
    if let rule = facts["perdiemRule"] {
      self[.perdiemRule] = Fact.storedRule(rule, perdiem: perdiem ?? facts["perdiem"])
    }
  }

  subscript(column: TripColumn) -> String? {
    get { texts[Int(column.rawValue)] }
    set { texts[Int(column.rawValue)] = newValue }
  }

  /// Whether the record comes from a store, because it has both values that only a store gives.
  var isExact: Bool { !(self[.id] ?? "").isEmpty && !(self[.uid] ?? "").isEmpty }

  /// The trip that the texts describe.
  func trip(_ options: ImportOptions) throws(ValueError) -> ImportedTrip {
    let trip = try part(options)
    guard self[.name] != nil else { throw ValueError("the name is missing") }
    guard trip.draft.startDate != nil else { throw ValueError("the start date is missing") }
    return trip
  }

  /// The changes to an existing trip.
  func part(_ options: ImportOptions) throws(ValueError) -> ImportedTrip {
    var trip = ImportedTrip()
    for column in TripColumn.allCases {
      if let text = self[column] { try set(column, to: text, of: &trip, options) }
    }
    return trip
  }

  /// Checks the text of one column without the others.
  static func check(
    _ text: String, for column: TripColumn, _ options: ImportOptions
  ) throws(ValueError) {
    var trip = ImportedTrip()
    try ImportedFields().set(column, to: text, of: &trip, options)
  }

  private func set(
    _ column: TripColumn, to text: String, of trip: inout ImportedTrip, _ options: ImportOptions
  ) throws(ValueError) {
    switch column {
    case .id: trip.id = try text.isEmpty ? nil : Self.identifier(text)
    case .uid: trip.uid = text.isEmpty ? nil : try StoredText.uid.required(text)
    case .type: trip.draft.type = try choice(text, TripType.self, column)
    case .name: trip.draft.name = try StoredText.name.required(text, isExact: isExact)
    case .destination:
      trip.draft.destination = try StoredText.destination.stored(text, isExact: isExact)
    case .notes: trip.draft.notes = try StoredText.notes.stored(text, isExact: isExact)
    case .startDate: trip.draft.startDate = try Self.date(text, column, options)
    case .endDate: trip.draft.end = try Self.date(text, column, options).map { .on($0) }
    case .perdiemMinor: try setPerdiem(text, of: &trip.draft, options)
    case .perdiemCurrency: if !text.isEmpty { _ = try Self.currency(text) }
    case .perdiemRule:
      trip.draft.perdiemRule = text.isEmpty ? .clear : .set(text.lowercased())
    case .reason:
      let reason = try choice(text, PersonalTrip.Reason.self, column)
      trip.draft.reason = reason.map { .set($0) } ?? .clear
    }
  }

  private func setPerdiem(
    _ text: String, of draft: inout TripDraft, _ options: ImportOptions
  ) throws(ValueError) {
    guard !text.isEmpty else {
      draft.perdiem = .clear
      return
    }
    let code = self[.perdiemCurrency] ?? ""
    do throws(ValueError) {
      if code.isEmpty, text.unicodeScalars.last?.properties.numericType != nil {
        // The currency is known only with the trip.
        draft.perdiemAmount = try TripDraft.PlainAmount(text, otherwise: options.defaultCurrency)
      } else {
        let currency = try code.isEmpty ? options.defaultCurrency : Self.currency(code)
        let perdiem = try Money(text, defaultCurrency: currency)
        if !code.isEmpty, perdiem.currency != currency {
          throw ValueError("the currency given beside it is \(currency.code)")
        }
        draft.perdiem = .set(perdiem)
      }
    } catch {
      throw ValueError(
        "the per diem '\(text)' is invalid; \(error)",
        remedy: options.decimalMark == nil ? error.remedy : nil)
    }
  }

  static func currency(_ code: String) throws(ValueError) -> Currency {
    guard let currency = Currency(code) else {
      throw ValueError("ISO 4217 lists no currency '\(code)'")
    }
    return currency
  }

  /// From 1 to 2^53−1, beyond which other programs would round.
  static func identifier(_ text: String, _ field: String = "id") throws(ValueError) -> Int64 {
    guard let id = Store.identifier(text), id < 1 << 53 else {
      throw ValueError("'\(field)' must be a whole number from 1 to 9007199254740991")
    }
    return id
  }

  /// Nil for an empty text: a missing end deletes nothing.
  static func date(
    _ text: String, _ column: some StoredColumn, _ options: ImportOptions
  ) throws(ValueError) -> CalendarDate? {
    guard !text.isEmpty else { return nil }
    let format = options.dateFormat
    guard let date = format.map({ $0.date(text) }) ?? CalendarDate(text) else {
      let example = format?.example ?? "2026-12-31"
      throw ValueError(
        "'\(column.csv)' must be a day such as \(example), not '\(text)'", remedy: .dateFormat)
    }
    return date
  }

  /// The word in any case; nil for an empty text.
  private func choice<Value: RawRepresentable<String> & CaseIterable>(
    _ text: String, _ kind: Value.Type, _ column: TripColumn
  ) throws(ValueError) -> Value? {
    let typed = text.lowercased().trimmingWhitespace()
    guard !typed.isEmpty else { return nil }
    guard let value = Value.allCases.first(where: { $0.rawValue == typed }) else {
      let choices = Value.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValueError("'\(column.name)' must be one of \(choices), not '\(text)'")
    }
    return value
  }
}
