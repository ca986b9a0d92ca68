import Foundation
import Testing

@testable import trips

/// A trip of several stays with nights, dated items and costs, through all commands that change
/// trips.
struct RoundTripTests {
  private let tool: TestTool

  init() throws {
    tool = try TestTool()
    try tool.importing(
      """
      {"uid":"japan","name":"Japan","startDate":"2027-04-01","endDate":"2027-04-14","bucketList":[
      {"title":"Flight","date":"2027-04-01","time":"9:05","cost":{"amount":"800","currency":"EUR"}},
      {"title":"Temple"}],"livingAccommodations":[
      {"uid":"k","placeName":"Kyoto Inn","startDate":"2027-04-06","endDate":"2027-04-14",
      "isConfirmed":true,"cost":{"amount":"98000","currency":"JPY"}},
      {"uid":"t","placeName":"Tokyo Inn","startDate":"2027-04-01","endDate":"2027-04-06",
      "isConfirmed":true,"cost":{"amount":"210","currency":"JPY"}},
      {"uid":"c","placeName":"Camper","isConfirmed":true}]}
      """
    ).expectDone()
  }

  private func show(_ fields: String) -> String {
    tool.run("show", "1", "--json", "--columns", fields).stdout
  }

  /// `Kyoto Inn 2027-04-06 2027-04-14 1`, by id.
  private func stays(of trip: Int = 1) throws -> [String] {
    try tool.query(
      """
      SELECT placeName || ' ' || ifnull(startDate || ' ' || endDate || ' ', '') || isConfirmed
      FROM livingAccommodation WHERE tripId = \(trip) ORDER BY id
      """)
  }

  @discardableResult
  private func importing(stays: String) throws -> TestTool.Result {
    try tool.importing(
      #"{"uid":"japan","name":"Japan","startDate":"2027-04-01","livingAccommodations":\#(stays)}"#)
  }

  /// In the order of check-ins.
  @Test func isWrittenInTheOrderOfItsNights() {
    #expect(
      show("livingAccommodations,costs") == """
        {"livingAccommodations":[\
        {"id":3,"uid":"c","placeName":"Camper","address":"","details":"","reference":"",\
        "isConfirmed":true,"isPaid":false,\
        "startDate":null,"endDate":null,"cost":null},\
        {"id":2,"uid":"t","placeName":"Tokyo Inn","address":"","details":"","reference":"",\
        "isConfirmed":true,"isPaid":false,\
        "startDate":"2027-04-01","endDate":"2027-04-06","cost":{"amount":"210","currency":"JPY"}},\
        {"id":1,"uid":"k","placeName":"Kyoto Inn","address":"","details":"","reference":"",\
        "isConfirmed":true,"isPaid":false,\
        "startDate":"2027-04-06","endDate":"2027-04-14","cost":{"amount":"98000","currency":"JPY"}}],\
        "costs":[{"amount":"800.00","currency":"EUR","paid":"0.00"},\
        {"amount":"98210","currency":"JPY","paid":"0"}]}

        """)
    #expect(
      show("bucketList").replacing(/"uid":"item-[0-9a-f]+",/, with: "") == """
        {"bucketList":[{"id":1,"title":"Flight","details":"","place":"","reference":"",\
        "hasReservation":false,"isInPlan":false,"isDone":false,"isPaid":false,\
        "date":"2027-04-01","time":"09:05","endDate":null,"endTime":null,\
        "cost":{"amount":"800.00","currency":"EUR"}},{"id":2,"title":"Temple","details":"",\
        "place":"","reference":"","hasReservation":false,"isInPlan":false,"isDone":false,\
        "isPaid":false,"date":null,"time":null,"endDate":null,"endTime":null,"cost":null}]}

        """)
  }

  @Test func reportsASumThatIsTooLarge() throws {
    try tool.execute("UPDATE livingAccommodation SET costMinor = 9223372036854775807 WHERE id = 1")
    #expect(show("costs").contains(#"{"amount":"too large","currency":"JPY","paid":"0"}"#))
  }

  // MARK: - Dates

  @Test(arguments: [["--move", "+2d"], ["--start", "2027-04-03", "--shift"]])
  func movesWithTheTrip(words: [String]) throws {
    let before = show("livingAccommodations,bucketList")
    let changes = tool.run(words: ["edit", "1"] + words).stdout
    #expect(changes.contains("2\tTokyo Inn\t1\tstartDate\t2027-04-01\t2027-04-03\n"))
    #expect(changes.contains("3\tCamper\t1\tisConfirmed\ttrue\tfalse\n"))
    #expect(
      try stays() == [
        "Kyoto Inn 2027-04-08 2027-04-16 0", "Tokyo Inn 2027-04-03 2027-04-08 0", "Camper 0",
      ])
    #expect(try tool.query("SELECT date FROM bucketListItem WHERE id = 1") == ["2027-04-03"])
    tool.run("undo").expectDone()
    #expect(show("livingAccommodations,bucketList") == before)
  }

  /// Only a stay without dates then covers other nights.
  @Test(arguments: [
    ["--extend", "+1d"], ["--end", "2027-04-05"], ["--start", "2027-04-03", "--keep-end"],
  ])
  func otherDateChangesKeepItsDays(words: [String]) throws {
    let changes = tool.run(words: ["edit", "1"] + words).stdout
    #expect(changes.contains("3\tCamper\t1\tisConfirmed\ttrue\tfalse\n"))
    #expect(
      try stays() == [
        "Kyoto Inn 2027-04-06 2027-04-14 1", "Tokyo Inn 2027-04-01 2027-04-06 1", "Camper 0",
      ])
    #expect(try tool.query("SELECT date FROM bucketListItem WHERE id = 1") == ["2027-04-01"])
  }

  /// Stays and items outside the trip are kept and listed.
  @Test func reportsDatesOutsideTheTrip() throws {
    #expect(
      tool.run("edit", "1", "--start", "2027-04-03", "--end", "2027-04-10").stderr.hasSuffix(
        """
        warning: outside 'Japan' (1), 2027-04-03 to 2027-04-10: stay 'Tokyo Inn' (2), 1–6 Apr, 5 nights; \
        stay 'Kyoto Inn' (1), 6–14 Apr, 8 nights; item 'Flight' (1), Thu 1 Apr

        """))
    #expect(try stays().dropLast().allSatisfy { $0.hasSuffix(" 1") })
    #expect(!tool.run("edit", "1", "--notes", "x").stderr.contains("outside"))
  }

  /// An import does not move anything.
  @Test func warnsOfImportedDatesOutside() throws {
    let result = try importing(
      stays: #"[{"placeName":"A","startDate":"2027-03-31","endDate":"2027-04-15"}]"#)
    #expect(result.exitCode == .done)
    #expect(
      result.stderr.contains(
        "warning: outside 'Japan' (1), 2027-04-01 to 2027-04-14: stay 'A' (4), 31 Mar – 15 Apr, "
          + "15 nights\n"))
    let moved = try tool.importing("uid,name,start,end\njapan,Japan,2027-05-01,2027-05-08\n")
    #expect(
      moved.stderr.contains(
        "warning: outside 'Japan' (1), 2027-05-01 to 2027-05-08: item 'Flight' (1), Thu 1 Apr\n"))
  }

  @Test func warnsOfAnImportedStayOutsideItsTrip() throws {
    let result = try tool.importing(
      """
      BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:late\nRELATED-TO:japan\nX-TRIPS-KIND:STAY\nSUMMARY:Late
      DTSTART;VALUE=DATE:20270420\nDTEND;VALUE=DATE:20270422\nEND:VEVENT\nEND:VCALENDAR\n
      """)
    #expect(result.sum == "1 event: 1 added (1 stay)")
    #expect(
      result.stderr.contains(
        "warning: outside 'Japan' (1), 2027-04-01 to 2027-04-14: stay 'Late' (4), 20–22 Apr, 2 nights\n"
      ))
  }

  /// A uid is never reused by another trip or stay.
  @Test func neverGivesATripAndAStayTheSameUid() throws {
    let stay =
      #"{"name":"B","startDate":"2027-01-01","#
      + #""livingAccommodations":[{"placeName":"C","uid":"japan"}]}"#
    #expect(try tool.importing(stay).exitCode == .done)
    let taken = try tool.query("SELECT uid FROM livingAccommodation ORDER BY id LIMIT 1")[0]
    #expect(try tool.importing("uid,name,start\n\(taken),D,2027-02-01\n").exitCode == .done)
    #expect(
      try tool.query(
        "SELECT count(*) FROM trip JOIN livingAccommodation USING (uid)") == ["0"])
  }

  @Test func refusesADateOutsideTheCalendar() throws {
    try tool.execute("UPDATE bucketListItem SET date = '9999-12-31' WHERE id = 1")
    let result = tool.run("edit", "1", "--move", "+1d")
    #expect(result.exitCode == .usage && result.stderr.contains("outside the years 0001 to 9999"))
    #expect(tool.run("copy", "1", "--start", "2028-01-01").exitCode == .usage)
  }

  @Test func copiesItsDays() throws {
    tool.run("bucket", "done", "1", "Flight")
    tool.run("bucket", "edit", "1", "Flight", "--reserved")
    tool.run("copy", "1", "--start", "2028-03-01").expectDone()
    #expect(
      try stays(of: 2) == [
        "Camper 0", "Tokyo Inn 2028-03-01 2028-03-06 0", "Kyoto Inn 2028-03-06 2028-03-14 0",
      ])
    #expect(
      try tool.query(
        """
        SELECT date || time || ifnull(costMinor, '-') || isDone || hasReservation
        FROM bucketListItem WHERE id = 3
        """) == ["2028-03-0109:058000000"])
    #expect(try tool.query("SELECT DISTINCT uid FROM livingAccommodation").count == 6)
  }

  /// A confirmation counts only for the nights it was given for.
  @Test func undoesNoMoveOfNightsThatWereConfirmedSince() throws {
    tool.run("edit", "1", "--move", "+2d")
    try tool.execute("UPDATE livingAccommodation SET isConfirmed = 1 WHERE id = 2")
    let result = tool.run("undo", "2")
    #expect(result.exitCode == .refused && result.stderr.contains("stay 'Tokyo Inn' (2)"))
    // The nights of a dated stay differ from the trip's.
    tool.run("undo", "3").expectDone()
    tool.run("edit", "1", "--extend", "+1d")
    try tool.execute("UPDATE livingAccommodation SET isConfirmed = 1 WHERE id = 2")
    tool.run("undo", "5").expectDone()
  }

  // MARK: - Files

  @Test func survivesByteForByte() throws {
    let exported = tool.run("export").stdout
    let file = tool.folder.appending(path: "a.json")
    try Data(exported.utf8).write(to: file)
    tool.run("--db", "new.db", "import", file.path).expectDone()
    #expect(tool.run("--db", "new.db", "export").stdout == exported)
    #expect(tool.run("import", file.path).sum == "1 object: 1 unchanged")
  }

  @Test func listsInAFileAreComplete() throws {
    try importing(stays: #"[{"uid":"t","placeName":"Tokyo Palace"},{"placeName":"Ryokan"}]"#)
    #expect(try stays() == ["Tokyo Palace 2027-04-01 2027-04-06 1", "Ryokan 0"])
    try importing(stays: "[]")
    #expect(try stays().isEmpty)
  }

  /// Stays without uids are matched by place and nights, in any order.
  @Test func matchesStaysByPlaceAndNights() throws {
    try importing(
      stays: """
        [{"placeName":"Camper","address":"a"},
        {"placeName":"Kyoto Inn","startDate":"2027-04-06","endDate":"2027-04-14","address":"b"},
        {"placeName":"Tokyo Inn","startDate":"2027-04-02","endDate":"2027-04-06","address":"c"}]
        """)
    #expect(
      try tool.query(
        "SELECT id || uid || address FROM livingAccommodation WHERE id < 4 ORDER BY id")
        == ["1kb", "3ca"])
    #expect(try stays().last == "Tokyo Inn 2027-04-02 2027-04-06 0")
  }

  @Test(arguments: [
    (#"[{"placeName":"A","startDate":"2027-04-01"}]"#, "a check-in and a check-out, or neither"),
    (
      #"[{"placeName":"A","startDate":"2027-04-03","endDate":"2027-04-01"}]"#,
      "the check-out 2027-04-01 is before the check-in 2027-04-03"
    ),
    (#"[{"placeName":"A","startDate":"1 April"}]"#, "'stayStart' must be a day such as 2026-12-31"),
    (#"[{"placeName":"A","cost":{"amount":"1.5051"}}]"#, "the cost '1.5051' is invalid: USD has"),
    (#"[{"placeName":"A","cost":{"amount":"-1","currency":"EUR"}}]"#, "never negative"),
    (#"[{"placeName":"A","cost":"5"}]"#, "must be an object, not text"),
    (#"{"placeName":"A"}"#, "'livingAccommodations' must be a list, not an object"),
    (#"[null]"#, "must be an object, not null"),
  ])
  func refusesAStay(stays: String, reason: String) throws {
    let result = try importing(stays: stays)
    #expect(result.exitCode == .usage && result.stderr.contains(reason), "\(result.stderr)")
  }

  @Test func timeRequiresADate() throws {
    let record = #"{"uid":"japan","name":"Japan","startDate":"2027-04-01","bucketList":[{"title":"#
    let result = try tool.importing(record + #""Temple","time":"10:00"}]}"#)
    #expect(
      result.stderr.hasPrefix("error: line 1: the time 10:00 needs a date; nothing was imported\n"))
    // An item that loses its date loses its time.
    try tool.importing(record + #""Flight","date":null}]}"#).expectDone()
    #expect(try tool.query("SELECT count(*) FROM bucketListItem WHERE time NOT NULL") == ["0"])
  }

  @Test func nullClearsAFlag() throws {
    let record = #"{"uid":"japan","name":"Japan","startDate":"2027-04-01","bucketList":[{"title":"#
    try tool.importing(record + #""Flight","isDone":true}]}"#).expectDone()
    try tool.importing(record + #""Flight","isDone":null}]}"#).expectDone()
    #expect(try tool.query("SELECT isDone FROM bucketListItem WHERE title = 'Flight'") == ["0"])
  }

  // MARK: - History

  @Test func historyListsTheChanges() throws {
    try importing(
      stays: """
        [{"uid":"k","placeName":"Kyoto Inn"},{"uid":"c","placeName":"Camper"},{"uid":"t",
        "placeName":"Tokyo Inn","endDate":"2027-04-05","cost":{"amount":"9","currency":"USD"}}]
        """)
    let change = "confirmed: yes → no, check-out: 2027-04-06 → 2027-04-05, cost: 210 JPY → 9.00 USD"
    tool.terminal = Context.Terminal(isOutput: true, width: 200)
    #expect(
      tool.run("history", "--limit", "1").stdout
        .contains("Tokyo Inn' (2) of trip 'Japan' (1), \(change)"))
    tool.terminal = Context.Terminal()
    #expect(tool.run("diff", "1").stdout.contains("\tendDate\t2027-04-06\t2027-04-05\n"))
    #expect(
      tool.run("show", "1", "--at", "1", "--json", "--columns", "costs").stdout.contains(
        #""98210""#))
    tool.run("undo").expectDone()
    #expect(show("costs").contains(#""98210""#))
  }

  @Test func aSearchFindsEachStay() {
    for place in ["kyoto", "tokyo", "camper"] {
      #expect(tool.run("list", place, "--count").stdout == "1\n")
    }
  }
}
