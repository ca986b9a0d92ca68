import Platform
internal import SQLite

/// An event as its properties state it.
struct StatedEvent {
  let uid: String
  /// The kind of row of an event of ours; nil for an event of another program.
  let entity: Entity?
  /// The uid of its row, if it names one.
  let rowUID: String?
  /// Whether its row was deleted, so that it is left alone for good.
  let isReleased: Bool
  /// The uid of the trip of an item or a stay (RELATED-TO).
  let owner: String?
  /// Nil if its dates cannot be read; `daysProblem` has the reason.
  let days: EventDays?
  let daysProblem: String?
  let isCancelled: Bool
  let version: EventVersion
  let title: String
  /// The description as a person sees it; nil without one.
  let description: String?
  /// The first property of each name.
  let properties: [String: ICSLine]
  /// The words of all CATEGORIES; nil without any.
  let categories: [String]?

  /// - Parameters:
  ///   - lines: the event's own properties.
  ///   - zone: the local time zone, for times in UTC.
  init(_ lines: [ICSLine], _ zone: ZoneClock) {
    var first: [String: ICSLine] = [:]
    for line in lines.reversed() { first[line.name] = line }
    properties = first
    uid = first["UID"].map(Self.uid) ?? ""
    isCancelled = first["STATUS"]?.word == "CANCELLED"
    version = EventVersion(
      sequence: first["SEQUENCE"].flatMap { Int($0.value) } ?? 0,
      stamp: first["DTSTAMP"]?.value.uppercased() ?? "",
      modified: first["LAST-MODIFIED"]?.value.uppercased() ?? "")
    title = first["SUMMARY"].map { StoredText.name.inEvents($0.text) } ?? ""
    description = first["DESCRIPTION"].map(EventText.visible)
    let lists = lines.filter { $0.name == "CATEGORIES" }
    categories = lists.isEmpty ? nil : lists.flatMap { ICSLine.texts(of: $0.value) }
    let id = first[OwnProperty.id].map(Self.uid)
    isReleased = id == OwnProperty.none
    rowUID = isReleased ? nil : id
    entity = Self.entity(first[OwnProperty.kind]?.word, uid: uid)
    owner = first["RELATED-TO"].map(Self.uid)
    (days, daysProblem) = Self.days(first, zone, isOurs: entity != nil)
  }

  /// The days of an event, or why they cannot be read. An end that cannot be read is no end, but not
  /// in an event of ours.
  private static func days(
    _ properties: [String: ICSLine], _ zone: ZoneClock, isOurs: Bool
  ) -> (EventDays?, String?) {
    do throws(ValueError) {
      let days = try EventDays.read(zone) { properties[$0] }
      if isOurs, let problem = days.endProblem { return (nil, problem) }
      return (days, nil)
    } catch {
      return (nil, error.description)
    }
  }

  /// By X-TRIPS-KIND; a server may have dropped everything but the UID.
  private static func entity(_ mark: String?, uid: String) -> Entity? {
    if let mark { return OwnProperty.entity(ofKind: mark) }
    if TripColumn.made(uid) { return .trip }
    if StayColumn.made(uid) { return .stay }
    return ItemColumn.made(uid) ? .item : nil
  }

  /// The UID in a line; a digest of one that no row can have.
  static func uid(_ line: ICSLine) -> String {
    guard line.value.utf8.count > StoredText.uid.limit else {
      return StoredText.uid.inEvents(line.text)
    }
    var sum = FNV1a()
    sum.add(line.value.utf8)
    return sum.digits
  }
}

/// The properties that only this program uses.
enum OwnProperty {
  static let prefix = "X-TRIPS-"
  /// Marks every event of this program.
  static let kind = "X-TRIPS-KIND"
  /// The uid of the row.
  static let id = "X-TRIPS-ID"
  /// The exact dates of the row, and the DTSTART and DTEND that were written for them.
  static let dates = "X-TRIPS-DATES"
  static let shown = "X-TRIPS-SHOWN"
  /// The days that a confirmation or reservation is for.
  static let booked = "X-TRIPS-BOOKED"
  /// Marks an event that another program wrote.
  static let adopted = "X-TRIPS-ADOPTED"
  /// Represents an empty value: a server may drop an empty property, which then states nothing.
  static let none = "none"

  static func isExtension(_ property: String) -> Bool { property.begins(with: "X-") }

  /// The value of X-TRIPS-KIND, which is a category too.
  static func kind(of facts: EventFacts) -> String {
    facts.entity == .trip ? facts[TripColumn.type].uppercased() : facts.entity.noun.uppercased()
  }

  static func entity(ofKind word: String) -> Entity? {
    if type(ofKind: word) != nil { return .trip }
    return Entity.children.first { $0.noun.uppercased() == word }
  }

  static func type(ofKind word: String) -> TripType? {
    TripType(rawValue: word.utf8.count < 20 ? word.lowercased() : "")
  }
}
