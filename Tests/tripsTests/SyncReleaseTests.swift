import Foundation
import Testing

@testable import TripsCore
@testable import trips

/// Events that release 1.0.0 wrote, and files that both import and sync read.
struct SyncReleaseTests {
  /// The events of one trip, after an item was removed and another one renamed.
  private static let paris = """
    BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:-//trips//trips//EN
    CALSCALE:GREGORIAN
    BEGIN:VEVENT
    UID:7ae2cf4b-adfc-4158-bfd3-13bbc3f3c806
    DTSTAMP:20261124T032942Z
    SEQUENCE:1
    LAST-MODIFIED:20261124T032942Z
    DTSTART;VALUE=DATE:20270501
    DTEND;VALUE=DATE:20270504
    SUMMARY:Paris
    LOCATION:Paris\\, Île
    DESCRIPTION:Bring cash.\\n\\nBucket list:\\n[ ] Orsay\\n[ ] Musée Rodin
    CATEGORIES:PERSONAL
    TRANSP:TRANSPARENT
    X-TRIPS-KIND:PERSONAL
    X-TRIPS-REASON:family
    X-TRIPS-ITEM;X-RESERVED=TRUE;X-PLANNED=FALSE;X-DONE=FALSE;X-OF=2;X-AT=1;X-L
     ENGTH=23:Orsay\\nclosed on Mondays
    X-TRIPS-ITEM;X-RESERVED=FALSE;X-PLANNED=FALSE;X-DONE=FALSE;X-OF=2;X-AT=2;X-
     FORMER=C1B9055A;X-LENGTH=12:Musée Rodin
    X-TRIPS-REMOVED:69701CAF
    X-TRIPS-TEXT;X-LENGTH=52;X-NOTES=11:Bring cash.\\n\\nBucket list:\\n[ ] Orsay\\
     n[ ] Musée Rodin
    END:VEVENT
    END:VCALENDAR

    """

  private static let stay = """
    BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:-//trips//trips//EN
    CALSCALE:GREGORIAN
    BEGIN:VEVENT
    UID:7ae2cf4b-adfc-4158-bfd3-13bbc3f3c806-stay
    DTSTAMP:20261124T032942Z
    SEQUENCE:0
    LAST-MODIFIED:20261124T032942Z
    DTSTART;VALUE=DATE:20270501
    DTEND;VALUE=DATE:20270504
    SUMMARY:Hôtel du Nord
    CATEGORIES:STAY
    TRANSP:TRANSPARENT
    STATUS:TENTATIVE
    RELATED-TO:7ae2cf4b-adfc-4158-bfd3-13bbc3f3c806
    X-TRIPS-KIND:STAY
    END:VEVENT
    END:VCALENDAR

    """

  private static let berlin = """
    BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:-//trips//trips//EN
    CALSCALE:GREGORIAN
    BEGIN:VEVENT
    UID:dcc7639d-7a53-4a83-b301-4f0b7247a513
    DTSTAMP:20261124T032942Z
    SEQUENCE:0
    LAST-MODIFIED:20261124T032942Z
    DTSTART;VALUE=DATE:20270201
    DTEND;VALUE=DATE:20270206
    SUMMARY:Berlin
    DESCRIPTION:Per diem (estimate): 90.00 + 3 × 120.00 + 90.00 = 540.00 EUR
    CATEGORIES:BUSINESS
    TRANSP:OPAQUE
    X-TRIPS-KIND:BUSINESS
    X-TRIPS-PERDIEM:120.00 EUR
    X-TRIPS-PERDIEM-RULE:first-last:75%
    X-TRIPS-TEXT;X-LENGTH=61;X-NOTES=0:Per diem (estimate): 90.00 + 3 × 120.00
      + 90.00 = 540.00 EUR
    END:VEVENT
    END:VCALENDAR

    """

  private static let trips = """
    {"uid":"dcc7639d-7a53-4a83-b301-4f0b7247a513","type":"business","name":"Berlin",\
    "startDate":"2027-02-01","endDate":"2027-02-05",\
    "perdiem":{"amount":"120.00","currency":"EUR","rule":"first-last:75%"}}
    {"uid":"7ae2cf4b-adfc-4158-bfd3-13bbc3f3c806","type":"personal","name":"Paris",\
    "destination":"Paris, Île","startDate":"2027-05-01","endDate":"2027-05-03",\
    "reason":"family","notes":"Bring cash.","bucketList":[\
    {"title":"Orsay","details":"closed on Mondays","hasReservation":true},\
    {"title":"Musée Rodin"}],"livingAccommodation":{"placeName":"Hôtel du Nord"}}
    """

  private static let names = ["paris": paris, "paris-stay": stay, "berlin": berlin]

  private func folder(_ tool: TestTool) throws -> URL {
    let folder = tool.folder.appending(path: "calendar")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, text) in Self.names {
      try Data(text.utf8).write(to: folder.appending(path: "\(name).ics"))
    }
    return folder
  }

  private func export(_ tool: TestTool) -> String {
    tool.run("export", "--format", "ndjson").stdout.withoutIDs
  }

  /// Obsolete lines cause no write; the next change removes them.
  @Test(arguments: [true, false]) func readsTheEventsOfRelease1(isKnown: Bool) throws {
    let tool = try TestTool()
    let folder = try folder(tool)
    try tool.importing(Self.trips)
    let expected = export(tool)
    let device = try isKnown ? tool : TestTool()
    #expect(device.run("sync", folder.path).exitCode == .done)
    #expect(device.run("sync", folder.path).stdout.isEmpty)
    #expect(export(device) == expected)
    for (name, text) in Self.names {
      #expect(
        try String(contentsOf: folder.appending(path: "\(name).ics"), encoding: .utf8) == text)
    }
    device.run("bucket", "done", "Paris", "Orsay")
    device.run("edit", "Berlin", "--destination", "Mitte")
    #expect(device.run("sync", folder.path).exitCode == .done)
    for name in ["paris", "berlin"] {
      let file = folder.appending(path: "\(name).ics")
      let event = EventLines.of(try String(contentsOf: file, encoding: .utf8))
      for obsolete in EventCodec.obsolete {
        #expect(!event.contains { $0.hasPrefix(obsolete) }, "\(obsolete)")
      }
      #expect(!event.contains { $0.contains("X-FORMER") || $0.contains("X-OF") })
      #expect(event.contains("SEQUENCE:\(name == "paris" ? 2 : 1)"))
    }
    #expect(device.run("sync", folder.path).stdout.isEmpty)
  }

  // MARK: - Import and sync read alike

  /// The result of an import and of a sync of the same event.
  private func expectAlike(_ event: String, zone: String? = nil, _ facts: String) throws {
    let (imported, synced) = (try TestTool(), try TestTool())
    #expect(try imported.importing(event, name: "a.ics").exitCode == .done)
    let folder = synced.folder.appending(path: "calendar")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(event.utf8).write(to: folder.appending(path: "a.ics"))
    #expect(synced.run("sync", folder.path, "--adopt").exitCode == .done)
    #expect(export(imported) == export(synced))
    #expect(export(imported).contains(facts), "\(export(imported))")
  }

  @Test func readsACutItemTheSameWay() throws {
    let cut = EventLines.without(Self.paris, "X-TRIPS-TEXT", "X-TRIPS-REMOVED")
      .replacing("23:Orsay\\nclosed on Mondays", with: "23:Orsay\\nclosed on")
    try expectAlike(cut, #""title":"Orsay","details":"","hasReservation":true"#)
  }

  @Test(arguments: ["Business", "BUSINESS", "PERSONAL"])
  func ignoresCategoriesForTheKind(_ category: String) throws {
    let event = EventLines.foreign(
      "a", "SUMMARY:Berlin", "DTSTART;VALUE=DATE:20270501", "CATEGORIES:\(category)")
    try expectAlike(event, #""type":"trip","name":"Berlin""#)
  }

  @Test func importAndSyncReadOtherEventsTheSameWay() throws {
    let event = EventLines.foreign(
      "a", "SUMMARY:", "LOCATION:Rome", "DTSTART:20270501T220000", "DURATION:PT12H",
      "DESCRIPTION:<p>Meet at&nbsp;<b>noon</b></p>Bucket list:")
    try expectAlike(
      event, #""name":"Rome","destination":"Rome","startDate":"2027-05-01","endDate":"2027-05-02""#)
  }
}
