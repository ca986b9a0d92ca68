internal import SQLite

/// The trips of a sample store, as in WWDC's SampleTrips: a name, dates, things to do, a place to
/// stay.
struct SampleTrip {
  /// Values by column; columns that a version lacks are left out. A date is a number of
  /// days after the trip's first.
  typealias Row = [String: any SQLiteConvertible & Sendable]

  /// Days from today.
  let start: Int
  let days: Int
  let values: Row
  var items: [Row] = []
  var stays: [Row] = []
}

extension SampleTrip {
  /// Trips that every version can hold.
  static let all = [
    SampleTrip(
      start: 21, days: 5,
      values: [
        "name": "Lisbon", "destination": "Portugal", "type": "personal",
        "notes": "Trams are best before nine.",
      ],
      items: [
        ["title": "Tram 28", "details": "from Martim Moniz"],
        ["title": "Belém", "details": "pastries first", "isInPlan": true],
        ["title": "Oceanário", "hasReservation": true, "isInPlan": true],
      ],
      stays: [
        ["placeName": "Casa do Bairro", "address": "Beco Caldeira 1", "isConfirmed": true]
      ]),
    SampleTrip(
      start: -340, days: 12,
      values: [
        "name": "Kyoto in autumn", "destination": "Japan", "type": "personal",
        "reason": "wellness",
      ],
      items: [
        ["title": "Philosopher's Path", "isDone": true],
        ["title": "Fushimi Inari", "details": "at sunrise", "isDone": true],
      ], stays: [["placeName": "Ryokan by the river", "isConfirmed": true]]),
    SampleTrip(
      start: 5, days: 4,
      values: [
        "name": "Team week", "destination": "Berlin", "type": "business",
        "perdiemMinor": 28_00, "perdiemCurrency": "EUR", "perdiemRule": "first-last:14.00",
      ],
      items: [["title": "Retrospective", "isInPlan": true], ["title": "Boat on the Spree"]],
      stays: [["placeName": "Hotel am Ufer", "address": "Uferweg 4, Berlin"]]),
    SampleTrip(
      start: 40, days: 3,
      values: [
        "name": "Grandma in Łódź", "destination": "Łódź", "type": "personal",
        "reason": "family", "notes": "Bring the photo album.",
      ],
      items: [["title": "Manufaktura"], ["title": "Cake at four", "hasReservation": true]]),
    SampleTrip(
      start: -12, days: 2,
      values: [
        "name": "Client visit", "destination": "Zürich", "type": "business",
        "perdiemMinor": 75_00, "perdiemCurrency": "CHF", "perdiemRule": "nights",
      ],
      stays: [["placeName": "Limmatblick", "isConfirmed": true]]),
    SampleTrip(
      start: 75, days: 6,
      values: [
        "name": "Conference", "destination": "Montréal", "type": "business",
        "perdiemMinor": 120_00, "perdiemCurrency": "CAD",
      ],
      items: [
        ["title": "Talk on Wednesday", "isInPlan": true],
        ["title": "Marché Jean-Talon", "details": "bagels to compare"],
      ]),
    SampleTrip(
      start: 120, days: 4,
      values: [
        "name": "Family reunion", "destination": "Dublin", "type": "personal",
        "reason": "reunion",
      ],
      items: [["title": "Howth cliff walk"], ["title": "Book of Kells", "hasReservation": true]],
      stays: [["placeName": "The old rectory", "address": "12 Quarry Lane"]]),
    SampleTrip(start: 1, days: 1, values: ["name": "Museum day", "destination": "Ghent"]),
  ]

  /// Two trips of one name, which every version but V2 can hold.
  static let sharedNames = [
    SampleTrip(
      start: -400, days: 6, values: ["name": "Reykjavík", "destination": "Iceland"],
      items: [["title": "Golden Circle", "isDone": true]]),
    SampleTrip(
      start: 200, days: 8, values: ["name": "Reykjavík", "destination": "Iceland"],
      items: [["title": "Northern lights"]], stays: [["placeName": "Guesthouse Hvammur"]]),
  ]

  /// Duplicates, possible in V1 where nothing was unique; a migration merges them.
  static let duplicates = [
    SampleTrip(
      start: 21, days: 5, values: ["name": "Lisbon ", "destination": "Lisboa"],
      items: [
        ["title": "Tram 28", "details": "from Martim Moniz"], ["title": "Fado night"],
      ],
      stays: [["placeName": "Pensão Alfama"]]),
    // The same name as written by another program, with a combining accent.
    SampleTrip(
      start: 200, days: 8, values: ["name": "Reykjavi\u{301}k", "destination": "Iceland"]),
  ]

  /// A trip of several stays, with days and costs, which V4 can hold.
  static let roundTrip = SampleTrip(
    start: 150, days: 14,
    values: [
      "name": "Japan by train", "destination": "Japan", "type": "personal",
      "reason": "family", "notes": "Rail passes are picked up at the airport.",
    ],
    items: [
      [
        "title": "Flight to Tokyo", "details": "seats 31A to 31D", "hasReservation": true,
        "isInPlan": true, "date": 0, "time": "11:40", "costMinor": 3_120_00,
        "costCurrency": "EUR",
      ],
      [
        "title": "Sumo", "hasReservation": true, "isInPlan": true, "date": 2, "time": "14:00",
        "costMinor": 15_200, "costCurrency": "JPY",
      ],
      ["title": "Ueno park", "details": "if the cherries are out", "isInPlan": true, "date": 3],
      [
        "title": "Train to Kanazawa", "hasReservation": true, "isInPlan": true, "date": 5,
        "time": "09:24", "costMinor": 42_480, "costCurrency": "JPY",
      ],
      ["title": "Kenroku-en", "isInPlan": true, "date": 6, "time": "08:00"],
      ["title": "Fushimi Inari", "details": "at sunrise", "date": 9],
      ["title": "A bath with a view"],
    ],
    stays: [
      [
        "placeName": "Hotel Asakusa", "address": "3-2-1 Asakusa, Taito, Tokyo",
        "isConfirmed": true, "startDate": 0, "endDate": 5, "costMinor": 98_000,
        "costCurrency": "JPY",
      ],
      [
        "placeName": "Guesthouse Higashi", "address": "Higashiyama, Kanazawa",
        "isConfirmed": true, "startDate": 5, "endDate": 8, "costMinor": 54_000,
        "costCurrency": "JPY",
      ],
      [
        "placeName": "Machiya Gion", "startDate": 9, "endDate": 13, "costMinor": 1_040_00,
        "costCurrency": "EUR",
      ],
    ])

  /// An item and a stay whose trip was deleted.
  static let orphans: (item: Row, stay: Row) = (
    ["title": "Cable car", "details": "of a trip that was deleted"],
    ["placeName": "Hut above the lake"]
  )
}
