import TripsCore

extension OutputChannel {
  /// Writes the JSON that `build` produces, as one line.
  func writeJSON(_ build: (inout JSONWriter) -> Void) throws(OutputError) {
    var json = JSONWriter()
    build(&json)
    try write(bytes: json.bytes)
    try write("\n")
  }

  /// Writes an object with these members, as one line.
  func writeJSONObject(_ members: (inout JSONWriter) -> Void) throws(OutputError) {
    try writeJSON { $0.object(members) }
  }

  /// Writes trips with these fields, as an array with one line per trip.
  func writeJSON(_ trips: [Trip], fields: [TripField]) throws(OutputError) {
    try writeJSON { $0.lines(trips) { json, trip in json.trip(trip, fields: fields) } }
  }
}
