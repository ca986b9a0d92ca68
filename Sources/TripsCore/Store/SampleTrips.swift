/// The trips of a sample store, as SampleTrips of WWDC has them: a name, dates, things to do, a place
/// to stay.
struct SampleTrip {
  struct Item {
    let title: String
    var details = ""
    var isReserved = false
    var isPlanned = false
    var isDone = false
  }

  struct Stay {
    let place: String
    var address = ""
    var isConfirmed = false
  }

  let name: String
  let destination: String
  /// Days from today.
  let start: Int
  let days: Int
  // What V4 knows more.
  var type = TripType.trip
  var perdiem: Money?
  var perdiemRule: String?
  var reason: PersonalTrip.Reason?
  var notes = ""
  var items: [Item] = []
  var stay: Stay?
}

extension SampleTrip {
  /// Those that every version can hold.
  static let all = [
    SampleTrip(
      name: "Lisbon", destination: "Portugal", start: 21, days: 5, type: .personal,
      notes: "Trams are best before nine.",
      items: [
        Item(title: "Tram 28", details: "from Martim Moniz"),
        Item(title: "Belém", details: "pastries first", isPlanned: true),
        Item(title: "Oceanário", isReserved: true, isPlanned: true),
      ], stay: Stay(place: "Casa do Bairro", address: "Beco Caldeira 1", isConfirmed: true)),
    SampleTrip(
      name: "Kyoto in autumn", destination: "Japan", start: -340, days: 12,
      type: .personal, reason: .wellness,
      items: [
        Item(title: "Philosopher's Path", isDone: true),
        Item(title: "Fushimi Inari", details: "at sunrise", isDone: true),
      ], stay: Stay(place: "Ryokan by the river", isConfirmed: true)),
    SampleTrip(
      name: "Team week", destination: "Berlin", start: 5, days: 4, type: .business,
      perdiem: Money(minorUnits: 28_00, currency: Currency(stored: "EUR")),
      perdiemRule: "first-last:14.00",
      items: [Item(title: "Retrospective", isPlanned: true), Item(title: "Boat on the Spree")],
      stay: Stay(place: "Hotel am Ufer", address: "Uferweg 4, Berlin")),
    SampleTrip(
      name: "Grandma in Łódź", destination: "Łódź", start: 40, days: 3,
      type: .personal, reason: .family, notes: "Bring the photo album.",
      items: [Item(title: "Manufaktura"), Item(title: "Cake at four", isReserved: true)]),
    SampleTrip(
      name: "Client visit", destination: "Zürich", start: -12, days: 2, type: .business,
      perdiem: Money(minorUnits: 75_00, currency: Currency(stored: "CHF")), perdiemRule: "nights",
      stay: Stay(place: "Limmatblick", isConfirmed: true)),
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
      stay: Stay(place: "The old rectory", address: "12 Quarry Lane")),
    SampleTrip(name: "Museum day", destination: "Ghent", start: 1, days: 1),
  ]

  /// Two trips of one name, which every version but V2 can hold.
  static let sharedNames = [
    SampleTrip(
      name: "Reykjavík", destination: "Iceland", start: -400, days: 6,
      items: [Item(title: "Golden Circle", isDone: true)]),
    SampleTrip(
      name: "Reykjavík", destination: "Iceland", start: 200, days: 8,
      items: [Item(title: "Northern lights")], stay: Stay(place: "Guesthouse Hvammur")),
  ]

  /// Trips that are there already, as nothing was unique in V1: a walk merges them.
  static let duplicates = [
    SampleTrip(
      name: "Lisbon ", destination: "Lisboa", start: 21, days: 5,
      items: [Item(title: "Tram 28", details: "from Martim Moniz"), Item(title: "Fado night")],
      stay: Stay(place: "Pensão Alfama")),
    // The same name as another program wrote it, with the accent as a character of its own.
    SampleTrip(name: "Reykjavi\u{301}k", destination: "Iceland", start: 200, days: 8),
  ]

  /// What an item and a stay look like whose trip is gone.
  static let orphans = (
    item: Item(title: "Cable car", details: "of a trip that was deleted"),
    stay: Stay(place: "Hut above the lake")
  )
}
