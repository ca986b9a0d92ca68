import TripsCore

/// Names from the store as candidates. Whatever goes wrong, there are none: a completion says
/// nothing, waits for nobody and never changes anything.
struct StoredNames {
  /// More than anybody reads.
  private static let limit = 200
  /// More trips than this are not looked through for one that begins with the text.
  private static let mostSearched = 5_000

  private let context: Context

  init(_ context: Context, _ place: CommandLinePlace) {
    var context = context
    let environment = context.environment
    context.environment = { $0 == "TRIPS_BUSY_TIMEOUT" ? "0.1" : environment($0) }
    if let path = place.databasePath { context.globals.databasePath = path }
    context.commandName = Completer.command
    self.context = context
  }

  /// The names that begin with the text, without case and accents, and an id that is the text.
  ///
  /// A name of several trips is offered once: their ids begin otherwise, and a shell would replace
  /// the text by what these have in common.
  func trips(_ text: String) -> [Completion.Candidate] {
    var descriptor = FetchDescriptor()
    descriptor.predicate.search = text
    descriptor.sortBy = .name
    descriptor.fetchLimit = Self.mostSearched
    guard let trips = try? context.openStore(.reading).fetch(Trip.self, descriptor) else {
      return []
    }
    let dates = Dictionary(
      trips.map { ($0.name, "\($0.startDate) to \($0.endDate)") },
      uniquingKeysWith: { _, _ in "several trips" })
    return Self.fitting(trips.map(\.name), text).map {
      Completion.Candidate(word: $0, help: dates[$0] ?? "")
    } + byID(text)
  }

  private func byID(_ text: String) -> [Completion.Candidate] {
    guard text.utf8.allSatisfy({ (48...57).contains($0) }), !text.isEmpty,
      let trip = try? context.openStore(.reading).trip(TripReference(text)),
      String(trip.id) == text
    else { return [] }
    return [Completion.Candidate(word: text, help: trip.name)]
  }

  /// Items of the bucket list of a trip.
  func items(of trip: String, _ text: String) -> [Completion.Candidate] {
    guard let trip = try? context.openStore(.reading).trip(TripReference(trip)) else { return [] }
    return Self.fitting(trip.bucketList.map(\.title), text).map { Completion.Candidate(word: $0) }
  }

  /// Each name once, in the order in which they come.
  private static func fitting(_ names: [String], _ text: String) -> [String] {
    let folded = SearchText.folded(text)
    var seen: Set<String> = []
    let fitting = names.filter {
      SearchText.folded($0).hasPrefix(folded) && canBeTyped($0) && seen.insert($0).inserted
    }
    return Array(fitting.prefix(limit))
  }

  /// Whether a name may go to a terminal as it is, and is no option.
  private static func canBeTyped(_ name: String) -> Bool {
    SafeText.visible(name) == name && !name.hasPrefix("-") && !name.hasPrefix(":")
  }
}
