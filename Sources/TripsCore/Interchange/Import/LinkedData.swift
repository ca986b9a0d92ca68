/// A record of JSON-LD as the texts at its paths: `for.departureAirport.iataCode`, where `for` is
/// `reservationFor`.
struct LinkedData {
  private var texts: [String: String] = [:]
  private var order: [String] = []
  /// The paths that a row has, or that no person reads.
  private var read: Set<String> = []
  /// Whether a time in UTC was converted to the zone of the import.
  private(set) var isInUTC = false

  init(_ members: JSONValue.Members) { add(.object(members), at: "") }

  private mutating func add(_ value: JSONValue, at path: String) {
    func below(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
    switch value {
    case .null: break
    case .bool(let flag): add("\(flag)", at: path)
    case .number(let text): add(text, at: path)
    case .string(let text): add(StoredText.oneLine(text).trimmingWhitespace(), at: path)
    case .array(let elements):
      for (index, element) in elements.enumerated() { add(element, at: below("\(index)")) }
    case .object(let members):
      for (name, value) in members {
        add(value, at: below(name == "reservationFor" ? "for" : name))
      }
    }
  }

  private mutating func add(_ text: String, at path: String) {
    if text.isEmpty || texts.updateValue(text, forKey: path) != nil { return }
    order.append(path)
  }

  /// The first text at these paths; empty if there is none.
  mutating func text(_ paths: String...) -> String { text(paths) }

  mutating func text(_ paths: [String]) -> String {
    read.formUnion(paths)
    return paths.lazy.compactMap { [texts] in texts[$0] }.first ?? ""
  }

  // MARK: - Times

  /// The day and the time at one of these paths, as they are written, which is the local time of
  /// the place.
  ///
  /// - Parameter clock: the zone to which a time in UTC is converted, if it names none.
  /// - Throws: `ValueError` for anything but a day or a time of ISO 8601.
  mutating func moment(
    _ paths: [String], _ clock: ZoneClock
  ) throws(ValueError) -> EventDates.Moment? {
    // `{"@type": "QDateTime", "@value": …, "timezone": …}` is a time with the name of its zone.
    let text = text(paths.flatMap { [$0, "\($0).@value"] })
    guard !text.isEmpty else { return nil }
    let bytes = Array(text.utf8)
    func part(_ range: Range<Int>) -> String {
      String(decoding: bytes[range.clamped(to: bytes.indices)], as: UTF8.self)
    }
    guard let day = CalendarDate(part(0..<10)) else { throw ValueError("'\(text)' is not a date") }
    if bytes.count == 10 { return EventDates.Moment(day: day, minutes: nil) }
    guard "T ".utf8.contains(bytes[10]), let time = ClockTime(part(11..<16)) else {
      throw ValueError("'\(text)' is not a time")
    }
    let written = EventDates.Moment(day: day, minutes: time.minutes)
    guard bytes.last == UInt8(ascii: "Z") else { return written }
    let zone = ZoneClock(identifier: self.text(paths.map { "\($0).timezone" }))
    isInUTC = isInUTC || zone == nil
    let second = (zone ?? clock).local(written.second)
    guard let local = EventDates.Moment(second: second, isDay: false) else {
      throw ValueError("'\(text)' is outside the calendar")
    }
    return local
  }

  // MARK: - Places

  /// The code of an airport, otherwise the name of a place.
  mutating func code(_ path: String) -> String {
    text("\(path).iataCode", "\(path).name", path)
  }

  /// The postal address of a place; empty if it has only a country.
  mutating func address(_ path: String) -> String {
    let parts = ["", ".streetAddress", ".postalCode", ".addressLocality", ".addressRegion"]
      .map { text("\(path).address\($0)") }
    let town = [parts[2], parts[3]].filter { !$0.isEmpty }.joined(separator: " ")
    let lines = [parts[0], parts[1], town, parts[4]].filter { !$0.isEmpty }
    let country = text("\(path).address.addressCountry")
    return (lines.isEmpty || country.isEmpty ? lines : lines + [country]).joined(separator: ", ")
  }

  /// The links of a booking, by kind: `Check in: https://…`.
  mutating func links() -> [String] {
    let paths = order.filter { $0.begins(with: "potentialAction") && $0.ends(with: ".target") }
    var links = paths.map { path in
      let type = text(String(path.rest(before: "target") ?? "") + "@type")
      return "\(Self.actions.first { $0.type == type }?.label ?? "Link"): \(text(path))"
    }
    let url = text("url")
    if !url.isEmpty, !links.contains(where: { $0.ends(with: ": \(url)") }) {
      links.append("View: \(url)")
    }
    return links
  }

  private static let actions: [(type: String, label: String)] = [
    ("CheckInAction", "Check in"), ("UpdateAction", "Change"), ("CancelAction", "Cancel"),
    ("ViewAction", "View"), ("DownloadAction", "Download"), ("ReserveAction", "Reserve"),
  ]

  // MARK: - What is left

  /// What no person reads, or is no fact of the booking: barcodes, coordinates, pictures, loyalty
  /// numbers, times of reading.
  private static let silent: Set<String> = [
    "geo", "identifier", "image", "logo", "ticketToken", "programMembershipUsed", "subjectOf",
    "modifiedTime", "bookingTime", "givenName", "familyName", "email", "addressCountry",
    "iataCode", "timezone", "pkpassPassTypeIdentifier", "pkpassSerialNumber", "priceCurrency",
    "target", "additionalName",
  ]

  /// The paths of texts that were not asked for.
  var unread: [String] {
    order.compactMap { path in
      if read.contains(path) { return nil }
      var names = path.parts(separatedBy: ".").map(String.init)
      names.removeAll { $0.isDigits }
      if names.contains(where: { Self.silent.contains($0) || $0.begins(with: "@") }) { return nil }
      if names.first == "for" { names[0] = "reservationFor" }
      return names.joined(separator: ".")
    }
  }
}

// MARK: - Detection

extension LinkedData {
  /// Whether the first bytes of a JSON file have a name of JSON-LD, which no trip has.
  static func isIn(_ start: [UInt8]) -> Bool {
    let bytes = start.filter { $0 > 0x20 && $0 < 0x80 }
    guard let first = bytes.first, "[{".utf8.contains(first) else { return false }
    let text = String(decoding: bytes, as: UTF8.self)
    return ["\"@type\":", "\"@context\":", "\"@graph\":"].contains { name in
      ByteSearch(name)?.isIn(text) ?? false
    }
  }

  /// Names that the extractor writes in another form.
  private static let foreign: Set<String> = [
    "@graph", "checkinDate", "checkoutDate", "ticketDownloadUrl", "checkinUrl",
    "modifyReservationUrl",
    "cancelReservationUrl", "departureBusStation",
  ]

  /// Whether a file has the form that the extractor prints: objects, whose type is one word.
  static func isPrinted(_ file: InputFile) throws -> Bool {
    let records = JSONRecords(file, of: "bookings")
    while let value = try records.next() {
      guard case .object(let members) = value, isPrinted(members) else { return false }
    }
    return true
  }

  private static func isPrinted(_ members: JSONValue.Members) -> Bool {
    guard members.contains(where: { $0.key == "@type" }) else { return false }
    return members.allSatisfy { name, value in
      switch (name, value) {
      case (_, _) where foreign.contains(name): false
      case ("@type", .string): true
      case ("@type", _), ("reservationFor", .array): false
      default: true
      }
    }
  }
}
