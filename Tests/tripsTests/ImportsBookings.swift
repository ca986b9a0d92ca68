import Foundation
import Testing

@testable import trips

/// Tests that import bookings as the extractor prints them.
protocol ImportsBookings {
  var tool: TestTool { get }
}

typealias JSON = [String: Any]

extension ImportsBookings {
  /// Imports a file with these reservations, as the extractor prints them: in its order of names, and
  /// with the time of reading.
  @discardableResult
  func importing(
    _ bookings: [JSON], _ options: String..., name: String = "bookings.json"
  ) throws -> TestTool.Result {
    tool.run(words: ["import", try file(bookings, name: name)] + options)
  }

  func file(_ bookings: [JSON], name: String = "bookings.json") throws -> String {
    let printed = bookings.map { booking in
      var booking = booking
      booking["@context"] = "http://schema.org"
      booking["modifiedTime"] = Date().ISO8601Format()
      return booking
    }
    let data = try JSONSerialization.data(
      withJSONObject: printed, options: [.prettyPrinted, .sortedKeys])
    let file = tool.folder.appending(path: name)
    try data.write(to: file)
    return file.path
  }

  /// Adds the trip that the bookings belong to.
  func addTrip(_ start: String = "2027-05-01", _ end: String = "2027-05-31") {
    tool.run("add", "Trip", "--start", start, "--end", end)
  }

  /// `2027-05-01 10:35 – 2027-05-01 13:15 Flight LH 400 FRA–JFK reserved=1`.
  var items: [String] {
    get throws {
      try tool.query(
        """
        SELECT coalesce(date, '-') || coalesce(' ' || time, '') || coalesce(' – ' || endDate, '')
          || coalesce(' ' || endTime, '') || ' ' || title || ' reserved=' || hasReservation
        FROM bucketListItem ORDER BY date, time, id
        """)
    }
  }

  var stays: [String] {
    get throws {
      try tool.query(
        """
        SELECT startDate || ' ' || endDate || ' ' || placeName || ' confirmed=' || isConfirmed
        FROM livingAccommodation ORDER BY startDate, id
        """)
    }
  }

  var costs: [String] {
    get throws {
      try tool.query(
        "SELECT coalesce(costMinor || costCurrency, '-') FROM bucketListItem ORDER BY date, time, id"
      )
    }
  }

  /// The lines of the details of the one item.
  var details: [String] {
    get throws {
      try tool.query("SELECT details FROM bucketListItem").first?.components(separatedBy: "\n")
        ?? []
    }
  }
}

// MARK: - Reservations

extension JSON {
  static func reservation(
    _ type: String, _ number: String?, of trip: JSON, traveller: String? = "Ada Berg",
    price: (Any, String)? = nil
  ) -> JSON {
    var booking: JSON = [
      "@type": "\(type)Reservation", "reservationFor": trip,
      "reservationStatus": "http://schema.org/ReservationConfirmed",
    ]
    booking["reservationNumber"] = number
    booking["underName"] = traveller.map { ["@type": "Person", "name": $0] }
    booking["totalPrice"] = price?.0
    booking["priceCurrency"] = price?.1
    return booking
  }

  static func flight(
    _ number: String? = "K7QX2P", from: String = "FRA", to: String = "JFK",
    _ start: String = "2027-05-01T10:35:00+02:00", _ end: String? = "2027-05-01T13:15:00-04:00",
    traveller: String? = "Ada Berg", price: (Any, String)? = nil
  ) -> JSON {
    var flight: JSON = [
      "@type": "Flight", "flightNumber": "400",
      "airline": ["@type": "Airline", "iataCode": "LH"],
      "departureAirport": ["@type": "Airport", "iataCode": from, "name": "\(from) airport"],
      "arrivalAirport": ["@type": "Airport", "iataCode": to, "name": "\(to) airport"],
      start.contains("T") ? "departureTime" : "departureDay": start,
    ]
    flight["arrivalTime"] = end
    return .reservation("Flight", number, of: flight, traveller: traveller, price: price)
  }

  static func train(
    _ number: String? = "T9", from: String = "Hamburg Hbf", to: String = "Zürich HB",
    _ start: String = "2027-05-06T20:24:00+02:00", _ end: String? = nil,
    traveller: String? = "Ada Berg", price: (Any, String)? = nil
  ) -> JSON {
    var train: JSON = [
      "@type": "TrainTrip", "trainName": "ICE", "trainNumber": "79",
      "departureStation": ["@type": "TrainStation", "name": from],
      "arrivalStation": ["@type": "TrainStation", "name": to],
      start.contains("T") ? "departureTime" : "departureDay": start,
    ]
    train["arrivalTime"] = end
    return .reservation("Train", number, of: train, traveller: traveller, price: price)
  }

  static func hotel(
    _ number: String? = "H1", _ name: String = "Hotel Astor", _ start: String = "2027-05-01",
    _ end: String? = "2027-05-04"
  ) -> JSON {
    var booking = JSON.reservation(
      "Lodging", number,
      of: [
        "@type": "LodgingBusiness", "name": name, "telephone": "+1 212 555 0100",
        "address": [
          "@type": "PostalAddress", "streetAddress": "1 Broadway", "postalCode": "10004",
          "addressLocality": "New York", "addressCountry": "US",
        ],
      ])
    booking["checkinTime"] = start + (start.contains("T") ? "" : "T15:00:00-04:00")
    booking["checkoutTime"] = end.map { $0 + ($0.contains("T") ? "" : "T11:00:00-04:00") }
    return booking
  }

  func with(_ values: JSON) -> JSON { merging(values) { $1 } }

  /// With values of what it is for.
  func withTrip(_ values: JSON) -> JSON {
    with(["reservationFor": (self["reservationFor"] as? JSON ?? [:]).with(values)])
  }

  var cancelled: JSON { with(["reservationStatus": "http://schema.org/ReservationCancelled"]) }
}
