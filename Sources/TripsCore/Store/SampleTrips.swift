/// The trips of a sample store, as in WWDC's SampleTrips: a name, dates, things to do, a place to
/// stay.
struct SampleTrip {
  struct Item {
    let title: String
    var details = ""
    var isReserved = false
    var isPlanned = false
    var isDone = false
    // The values that only V5 has. The day is counted from the trip's first, which is 0.
    var day: Int?
    var time: String?
    var cost: Money?
  }

  struct Stay {
    let place: String
    var address = ""
    var isConfirmed = false
    /// The days of check-in and check-out, counted from the trip's first, which is 0.
    var days: ClosedRange<Int>?
    var cost: Money?
  }

  let name: String
  let destination: String
  /// Days from today.
  let start: Int
  let days: Int
  // The values that only V4 and later have.
  var type = TripType.trip
  var perdiem: Money?
  var perdiemRule: String?
  var reason: PersonalTrip.Reason?
  var notes = ""
  var items: [Item] = []
  var stays: [Stay] = []
}

extension SampleTrip {
  /// Trips that every version can hold.
  static let all = [
    SampleTrip(
      name: "Lisbon", destination: "Portugal", start: 21, days: 5, type: .personal,
      notes: "Trams are best before nine.",
      items: [
        Item(title: "Tram 28", details: "from Martim Moniz"),
        Item(title: "Belém", details: "pastries first", isPlanned: true),
        Item(title: "Oceanário", isReserved: true, isPlanned: true),
      ], stays: [Stay(place: "Casa do Bairro", address: "Beco Caldeira 1", isConfirmed: true)]),
    SampleTrip(
      name: "Kyoto in autumn", destination: "Japan", start: -340, days: 12,
      type: .personal, reason: .wellness,
      items: [
        Item(title: "Philosopher's Path", isDone: true),
        Item(title: "Fushimi Inari", details: "at sunrise", isDone: true),
      ], stays: [Stay(place: "Ryokan by the river", isConfirmed: true)]),
    SampleTrip(
      name: "Team week", destination: "Berlin", start: 5, days: 4, type: .business,
      perdiem: Money(minorUnits: 28_00, currency: Currency(stored: "EUR")),
      perdiemRule: "first-last:14.00",
      items: [Item(title: "Retrospective", isPlanned: true), Item(title: "Boat on the Spree")],
      stays: [Stay(place: "Hotel am Ufer", address: "Uferweg 4, Berlin")]),
    SampleTrip(
      name: "Grandma in Łódź", destination: "Łódź", start: 40, days: 3,
      type: .personal, reason: .family, notes: "Bring the photo album.",
      items: [Item(title: "Manufaktura"), Item(title: "Cake at four", isReserved: true)]),
    SampleTrip(
      name: "Client visit", destination: "Zürich", start: -12, days: 2, type: .business,
      perdiem: Money(minorUnits: 75_00, currency: Currency(stored: "CHF")), perdiemRule: "nights",
      stays: [Stay(place: "Limmatblick", isConfirmed: true)]),
    SampleTrip(
      name: "Conference", destination: "Montréal", start: 75, days: 6, type: .business,
      perdiem: Money(minorUnits: 120_00, currency: Currency(stored: "CAD")),
      items: [
        Item(title: "Talk on Wednesday", isPlanned: true),
        Item(title: "Marché Jean-Talon", details: "bagels to compare"),
      ]),
    SampleTrip(
      name: "Family reunion", destination: "Dublin", start: 120, days: 4,
      type: .personal, reason: .reunion,
      items: [Item(title: "Howth cliff walk"), Item(title: "Book of Kells", isReserved: true)],
      stays: [Stay(place: "The old rectory", address: "12 Quarry Lane")]),
    SampleTrip(name: "Museum day", destination: "Ghent", start: 1, days: 1),
  ]

  /// Two trips of one name, which every version but V2 can hold.
  static let sharedNames = [
    SampleTrip(
      name: "Reykjavík", destination: "Iceland", start: -400, days: 6,
      items: [Item(title: "Golden Circle", isDone: true)]),
    SampleTrip(
      name: "Reykjavík", destination: "Iceland", start: 200, days: 8,
      items: [Item(title: "Northern lights")], stays: [Stay(place: "Guesthouse Hvammur")]),
  ]

  /// Duplicates, possible in V1 where nothing was unique; a migration merges them.
  static let duplicates = [
    SampleTrip(
      name: "Lisbon ", destination: "Lisboa", start: 21, days: 5,
      items: [Item(title: "Tram 28", details: "from Martim Moniz"), Item(title: "Fado night")],
      stays: [Stay(place: "Pensão Alfama")]),
    // The same name as written by another program, with a combining accent.
    SampleTrip(name: "Reykjavi\u{301}k", destination: "Iceland", start: 200, days: 8),
  ]

  /// A trip of several stays, with days and costs, which V5 can hold.
  static let roundTrip = SampleTrip(
    name: "Japan by train", destination: "Japan", start: 150, days: 14, type: .personal,
    reason: .family, notes: "Rail passes are picked up at the airport.",
    items: [
      Item(
        title: "Flight to Tokyo", details: "seats 31A to 31D", isReserved: true, isPlanned: true,
        day: 0, time: "11:40", cost: Money(minorUnits: 3_120_00, currency: .euro)),
      Item(
        title: "Sumo", isReserved: true, isPlanned: true, day: 2, time: "14:00",
        cost: Money(minorUnits: 15_200, currency: .yen)),
      Item(title: "Ueno park", details: "if the cherries are out", isPlanned: true, day: 3),
      Item(
        title: "Train to Kanazawa", isReserved: true, isPlanned: true, day: 5, time: "09:24",
        cost: Money(minorUnits: 42_480, currency: .yen)),
      Item(title: "Kenroku-en", isPlanned: true, day: 6, time: "08:00"),
      Item(title: "Fushimi Inari", details: "at sunrise", day: 9),
      Item(title: "A bath with a view"),
    ],
    stays: [
      Stay(
        place: "Hotel Asakusa", address: "3-2-1 Asakusa, Taito, Tokyo", isConfirmed: true,
        days: 0...5, cost: Money(minorUnits: 98_000, currency: .yen)),
      Stay(
        place: "Guesthouse Higashi", address: "Higashiyama, Kanazawa", isConfirmed: true,
        days: 5...8, cost: Money(minorUnits: 54_000, currency: .yen)),
      Stay(
        place: "Machiya Gion", days: 9...13, cost: Money(minorUnits: 1_040_00, currency: .euro)),
    ])

  /// An item and a stay whose trip was deleted.
  static let orphans = (
    item: Item(title: "Cable car", details: "of a trip that was deleted"),
    stay: Stay(place: "Hut above the lake")
  )
}

extension Currency {
  fileprivate static let euro = Currency(stored: "EUR")
  fileprivate static let yen = Currency(stored: "JPY")
}
