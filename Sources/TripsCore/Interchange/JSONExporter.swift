/// All trips as one JSON array, a line each.
struct JSONExporter: TripExporter {
  private var isFirst = true

  mutating func begin(_ trips: [Trip]) -> [UInt8] { Array("[".utf8) }

  mutating func trip(_ trip: Trip) -> [UInt8] {
    var json = JSONWriter()
    json.trip(trip)
    defer { isFirst = false }
    return Array((isFirst ? "\n" : ",\n").utf8) + json.bytes
  }

  mutating func end() -> [UInt8] { Array((isFirst ? "]\n" : "\n]\n").utf8) }
}

/// A JSON object for each trip, a line each, so that any number can be read one by one.
struct NDJSONExporter: TripExporter {
  mutating func trip(_ trip: Trip) -> [UInt8] {
    var json = JSONWriter()
    json.trip(trip)
    json.endLine()
    return json.bytes
  }
}
