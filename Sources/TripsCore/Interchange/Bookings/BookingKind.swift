/// What a kind of reservation becomes, by the paths of its JSON-LD, where `for` is `reservationFor`.
/// A new kind is a line of `all`.
struct BookingKind {
  /// The type in schema.org.
  let type: String
  /// The first word of the title, and what follows: the parts, each with its paths.
  let word: String
  let titles: [[String]]
  /// Where it begins, and where it ends if that is another place.
  let place: String
  let end: String?
  let starts: [String]
  let ends: [String]
  /// Whether the title has both places.
  let isJourney: Bool
  let isStay: Bool
  /// The path of its number, and whether it is reserved: a ticket and a bare event are not.
  let number: String
  let isReserved: Bool

  /// - Parameters:
  ///   - title: paths; of those with a bar between them, the first that has a text counts.
  ///   - start: the paths of the time, likewise.
  init(
    _ type: String, _ word: String = "", title: String, at place: String, to end: String? = nil,
    from start: String, until stop: String, isJourney: Bool = false, isStay: Bool = false,
    isReserved: Bool = true, number: String = "reservationNumber"
  ) {
    (self.type, self.word, self.place, self.end) = (type, word, place, end)
    (self.isJourney, self.isStay, self.isReserved) = (isJourney, isStay, isReserved)
    self.number = number
    titles = title.parts(separatedBy: " ").map { $0.parts(separatedBy: "|").map(String.init) }
    (starts, ends) = (start.parts(separatedBy: "|").map(String.init), [stop])
  }

  private static func journey(
    _ word: String, _ title: String, at place: String, to end: String
  ) -> BookingKind {
    BookingKind(
      "\(word)Reservation", word, title: title, at: place, to: end,
      from: "for.departureTime|for.departureDay", until: "for.arrivalTime", isJourney: true)
  }

  static let all = [
    BookingKind(
      "LodgingReservation", title: "for.name", at: "for", from: "checkinTime",
      until: "checkoutTime", isStay: true),
    journey(
      "Flight", "for.airline.iataCode|for.airline.name for.flightNumber",
      at: "for.departureAirport", to: "for.arrivalAirport"),
    journey(
      "Train", "for.provider.name for.trainName for.trainNumber", at: "for.departureStation",
      to: "for.arrivalStation"),
    journey(
      "Bus", "for.provider.name for.busName for.busNumber", at: "for.departureBusStop",
      to: "for.arrivalBusStop"),
    journey(
      "Boat", "for.provider.name for.name", at: "for.departureBoatTerminal",
      to: "for.arrivalBoatTerminal"),
    BookingKind(
      "FoodEstablishmentReservation", title: "for.name", at: "for", from: "startTime",
      until: "endTime"),
    BookingKind(
      "EventReservation", title: "for.name", at: "for.location", from: "for.startDate",
      until: "for.endDate"),
    BookingKind(
      "TaxiReservation", "Taxi", title: "for.name", at: "pickupLocation", to: "dropoffLocation",
      from: "pickupTime", until: "dropoffTime"),
    BookingKind(
      "RentalCarReservation", "Rental car", title: "for.rentalCompany.name for.name",
      at: "pickupLocation", to: "dropoffLocation", from: "pickupTime", until: "dropoffTime"),
    BookingKind(
      "Event", title: "name", at: "location", from: "startDate", until: "endDate",
      isReserved: false),
    BookingKind(
      "Ticket", title: "name", at: "location", from: "validFrom", until: "validUntil",
      isReserved: false, number: "ticketNumber"),
  ]
}

/// A line of the details of a booking.
struct BookingLine {
  enum Form { case text, hour, day, ofTraveller }

  /// The label of a traveller, who is known by the name.
  static let traveller = "Traveller"

  let label: String
  let paths: [String]
  let form: Form

  private init(_ label: String, _ paths: String, _ form: Form = .text) {
    self.label = label
    self.paths = paths.parts(separatedBy: "|").map(String.init)
    self.form = form
  }

  /// A new line is a line here.
  static let all = [
    BookingLine("Boarding", "for.boardingTime", .hour),
    BookingLine("Doors", "for.doorTime|doorTime", .hour),
    BookingLine("Terminal", "for.departureTerminal"),
    BookingLine("Gate", "for.departureGate"),
    BookingLine("Platform", "for.departurePlatform"),
    BookingLine("Arrival terminal", "for.arrivalTerminal"),
    BookingLine("Arrival gate", "for.arrivalGate"),
    BookingLine("Arrival platform", "for.arrivalPlatform"),
    BookingLine("Check-in", "checkinTime", .hour),
    BookingLine("Check-out", "checkoutTime", .hour),
    BookingLine(traveller, "underName.name"),
    BookingLine(
      "Coach", "reservedTicket.ticketedSeat.seatSection|ticketedSeat.seatSection", .ofTraveller),
    BookingLine("Row", "reservedTicket.ticketedSeat.seatRow", .ofTraveller),
    BookingLine(
      "Seat", "reservedTicket.ticketedSeat.seatNumber|ticketedSeat.seatNumber|airplaneSeat",
      .ofTraveller),
    BookingLine(
      "Class", "reservedTicket.ticketedSeat.seatingType|ticketedSeat.seatingType", .ofTraveller),
    BookingLine("Boarding group", "boardingGroup", .ofTraveller),
    BookingLine("Sequence", "passengerSequenceNumber", .ofTraveller),
    BookingLine("Priority", "passengerPriorityStatus", .ofTraveller),
    BookingLine("Ticket", "reservedTicket.ticketNumber", .ofTraveller),
    BookingLine("Fare", "reservedTicket.name", .ofTraveller),
    BookingLine("Valid from", "reservedTicket.validFrom", .day),
    BookingLine("Valid until", "reservedTicket.validUntil", .day),
    BookingLine("Persons", "partySize"),
    BookingLine("Adults", "numAdults"),
    BookingLine("Children", "numChildren"),
    BookingLine("Airline", "for.airline.name"),
    BookingLine("Booked with", "provider.name|broker.name|bookingAgent.name"),
    BookingLine("Issued by", "issuedBy.name|reservedTicket.issuedBy.name"),
    BookingLine(
      "Phone", "for.telephone|for.location.telephone|pickupLocation.telephone|location.telephone"),
    BookingLine("E-mail", "for.email"),
    BookingLine("Description", "for.description|description"),
    BookingLine("Web", "for.url|location.url"),
  ]
}
