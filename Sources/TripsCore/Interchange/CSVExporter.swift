/// The trips as CSV, with the columns of `list --csv` and the relations after them.
///
/// The bucket list is one cell of JSON: a list has no other form in a table that loses nothing.
struct CSVExporter: TripExporter {
  static let relationColumns = ["stayName", "stayAddress", "stayConfirmed", "bucketList"]

  mutating func begin(_ trips: [Trip]) -> [UInt8] {
    var csv = CSVWriter()
    csv.row(CSVWriter.tripColumns + Self.relationColumns)
    return csv.bytes
  }

  mutating func trip(_ trip: Trip) -> [UInt8] {
    var csv = CSVWriter()
    csv.row(CSVWriter.cells(of: trip) + Self.relations(of: trip))
    return csv.bytes
  }

  private static func relations(of trip: Trip) -> [String] {
    let stay = trip.livingAccommodation
    return [
      CSVWriter.guarded(stay?.placeName ?? ""), CSVWriter.guarded(stay?.address ?? ""),
      stay.map { $0.isConfirmed ? "true" : "false" } ?? "",
      trip.bucketList.isEmpty ? "" : bucketList(of: trip),
    ]
  }

  private static func bucketList(of trip: Trip) -> String {
    var json = JSONWriter()
    json.array { json in
      for item in trip.bucketList {
        json.item(item, fields: [.title, .details, .hasReservation, .isInPlan, .isDone])
      }
    }
    return String(decoding: json.bytes, as: UTF8.self)
  }
}
