import TripsCore

/// The trips whose items or stays a command lists: the one that is named, or all that match the
/// filters. Without a name and filters, those without a trip are listed too.
struct ListedRelations {
  let trips: [Trip]
  let orphans: (items: [BucketListItem], stays: [LivingAccommodation])
  private let isMissing: Bool

  init(
    _ arguments: ParsedArguments, _ relationship: FetchDescriptor.Relationship, in context: Context
  ) throws {
    let reference = try arguments.words.first.map(ParsedArguments.tripReference)
    let filter = TripFilters.options.declarations.first(where: arguments.isSet)
    if reference != nil, let filter { throw UsageError.conflict("TRIP", filter.name) }
    var descriptor = try TripFilters(arguments).descriptor(in: context)
    let store = try context.openStore(.reading)
    if let reference { descriptor.predicate.id = try store.trip(reference).id }
    descriptor.relationshipsForPrefetching = [relationship]
    trips = try store.fetch(Trip.self, descriptor)
    orphans = reference == nil && filter == nil ? try store.orphans() : ([], [])
    isMissing = store.isMissing
    context.noteMissing(store)
  }

  func noteNothing(_ noun: String, in context: Context) {
    if !isMissing { context.noteNothing("no \(noun) matches") }
  }
}
