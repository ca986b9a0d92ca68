import TripsCore

extension OutputChannel {
  /// Writes what `build` makes, as a line.
  func writeJSON(_ build: (inout JSONWriter) -> Void) throws(OutputError) {
    var json = JSONWriter()
    build(&json)
    try write(bytes: json.bytes)
    try write("\n")
  }

  /// Writes an object of these members, as a line.
  func writeJSONObject(_ members: (inout JSONWriter) -> Void) throws(OutputError) {
    try writeJSON { $0.object(members) }
  }

  /// Writes an array with a line for each element.
  func writeJSON(lines elements: [some JSONWritable]) throws(OutputError) {
    try writeJSON { $0.lines(elements) }
  }

  /// Writes trips with these members, as an array with a line for each.
  func writeJSON(_ trips: [Trip], fields: [TripField]) throws(OutputError) {
    try writeJSON { $0.lines(trips) { json, trip in json.trip(trip, fields: fields) } }
  }
}
