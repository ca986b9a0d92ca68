import TripsCore

/// Names from the store as candidates. On any error there are none: completion prints no error,
/// waits for no lock and changes nothing.
struct StoredNames {
  /// More than anyone would read.
  private static let limit = 200
  /// Larger stores are not scanned for names.
  private static let maxSearched = 5_000

  private let store: Store?
  /// fish drops candidates that do not contain the text, such as the ids of a name.
  private let keepsSharedNames: Bool

  init(_ completer: Completer) {
    var context = completer.context
    let environment = context.environment
    context.environment = { $0 == "TRIPS_BUSY_TIMEOUT" ? "0.1" : environment($0) }
    if let path = completer.walker.values[GlobalOptions.database.declaration.name]?.last {
      context.globals.databasePath = path
    }
    context.moment = completer.walker.values[TimeTravel.at.declaration.name]?.last.flatMap { text in
      try? MomentExpression(text).moment(in: context)
    }
    context.commandName = Completer.command
    store = try? context.openStore(.reading)
    keepsSharedNames = completer.shell == .fish
  }

  /// The names and ids that begin with the text, ignoring case and accents.
  ///
  /// A name that several trips share is ambiguous, so their ids are offered with name and dates.
  func trips(_ text: String) -> [Completion.Candidate] {
    let fitting = fetch { $0.predicate.searches = [text] }.filter {
      Self.begins($0.name, with: text)
    }
    let counts = Dictionary(fitting.map { ($0.name, 1) }, uniquingKeysWith: +)
    var offered: Set<String> = []
    let candidates = fitting.flatMap { trip -> [Completion.Candidate] in
      guard counts[trip.name, default: 0] > 1 else {
        return [Completion.Candidate(word: trip.name, help: TripSummary(trip).dates)]
      }
      let isFirst = keepsSharedNames && offered.insert(trip.name).inserted
      return (isFirst ? [Completion.Candidate(word: trip.name, help: "several trips")] : [])
        + [Self.byID(trip)]
    }
    return Array((candidates + ids(text)).prefix(Self.limit))
  }

  private func ids(_ text: String) -> [Completion.Candidate] {
    guard text.isDigits else { return [] }
    return fetch { $0.sortBy = .id }.filter { String($0.id).begins(with: text) }.map(Self.byID)
  }

  private func fetch(_ describe: (inout FetchDescriptor) -> Void) -> [Trip] {
    var descriptor = FetchDescriptor()
    descriptor.sortBy = .name
    descriptor.fetchLimit = Self.maxSearched
    describe(&descriptor)
    return (try? store?.fetch(Trip.self, descriptor)) ?? []
  }

  /// The items of a trip's bucket list, without duplicates.
  func items(of trip: String, _ text: String) -> [Completion.Candidate] {
    Self.candidates(self.trip(trip)?.bucketList.map(\.title) ?? [], text)
  }

  /// The places of a trip's stays, without duplicates.
  func stays(of trip: String, _ text: String) -> [Completion.Candidate] {
    Self.candidates(self.trip(trip)?.livingAccommodations.map(\.placeName) ?? [], text)
  }

  private func trip(_ words: String) -> Trip? { try? store?.trip(TripReference(words)) }

  /// The values of a field in all trips, without duplicates.
  func values(of field: KeyPath<Trip, String>, _ text: String) -> [Completion.Candidate] {
    Self.candidates(fetch { $0.predicate.searches = [text] }.map { $0[keyPath: field] }, text)
  }

  /// The tags of all trips, without duplicates.
  func tags(_ text: String) -> [Completion.Candidate] {
    Self.candidates(fetch { _ in }.flatMap(\.tags.words).sorted(), text)
  }

  /// The values that begin with the text, without duplicates.
  private static func candidates(_ values: [String], _ text: String) -> [Completion.Candidate] {
    var offered: Set<String> = []
    let fitting = values.filter {
      !$0.isEmpty && begins($0, with: text) && offered.insert($0).inserted
    }
    return fitting.prefix(limit).map { Completion.Candidate(word: $0) }
  }

  private static func byID(_ trip: Trip) -> Completion.Candidate {
    Completion.Candidate(word: String(trip.id), help: "\(trip.name), \(TripSummary(trip).dates)")
  }

  /// Whether a name begins with the text, is safe on a terminal, and does not look like an option.
  private static func begins(_ name: String, with text: String) -> Bool {
    SearchText.folded(name).begins(with: SearchText.folded(text)) && SafeText.visible(name) == name
      && !name.begins(with: "-") && !name.begins(with: ":")
  }
}
