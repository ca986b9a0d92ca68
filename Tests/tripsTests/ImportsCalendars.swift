import Foundation

@testable import trips

/// Tests that import calendars of other programs.
protocol ImportsCalendars {
  var tool: TestTool { get }
}

extension ImportsCalendars {
  func importing(_ events: [[String]], _ options: String...) throws -> TestTool.Result {
    tool.run(words: ["import", try file("calendar.ics", events)] + options)
  }

  /// Writes a calendar. An event without a UID gets one from its position in the file.
  func file(_ name: String, _ events: [[String]]) throws -> String {
    let lines = events.enumerated().flatMap { number, lines in
      let uid = lines.contains { $0.hasPrefix("UID:") } ? [] : ["UID:event-\(number)@example.com"]
      return ["BEGIN:VEVENT"] + uid + lines + ["END:VEVENT"]
    }
    let text = (["BEGIN:VCALENDAR", "VERSION:2.0"] + lines + ["END:VCALENDAR", ""])
      .joined(separator: "\r\n")
    let file = tool.folder.appending(path: name)
    try Data(text.utf8).write(to: file)
    return file.path
  }

  static func at(_ start: String, _ end: String, _ zone: String = "Europe/Rome") -> [String] {
    ["DTSTART;TZID=\(zone):\(start)", "DTEND;TZID=\(zone):\(end)"]
  }

  static func days(_ start: String, _ end: String) -> [String] {
    ["DTSTART;VALUE=DATE:\(start)", "DTEND;VALUE=DATE:\(end)"]
  }

  var items: [String] {
    get throws {
      try tool.query(
        "SELECT tripId || ' ' || date || ' ' || coalesce(time, '-') || ' ' || title "
          + "FROM bucketListItem ORDER BY date, time, id")
    }
  }

  var stays: [String] {
    get throws {
      try tool.query(
        "SELECT tripId || ' ' || startDate || ' ' || endDate || ' ' || placeName "
          + "FROM livingAccommodation ORDER BY startDate, id")
    }
  }
}
