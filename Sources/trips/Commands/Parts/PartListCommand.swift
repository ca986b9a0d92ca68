import TripsCore

extension PartCommand {
  /// Lists the rows of a trip, or those of all trips that the filters leave.
  enum List: OfParts {
    typealias Parts = Kind
    static var search: Option<String> {
      Option("--search", "TEXT", "\(Kind.noun)s that contain the text")
    }
    static var open: Flag {
      Flag("--open", "\(Kind.noun)s that are not \(Kind.mark.set.state)")
    }

    static var declaration: CommandDeclaration {
      CommandDeclaration(
        "Show the \(Kind.noun)s of a trip, or of all trips",
        discussion: """
          Lists \(Kind.noun)s by date. Without TRIP, lists those of every trip that matches the \
          filters, and without a filter of trips those without a trip too.
          """,
        arguments: [.trips(.optional)],
        options: [
          OptionGroup(
            [open] + Kind.facts.flatMap { [$0.filter, $0.opposite] } + [
              search, TripFilters.ofTrips,
            ],
            heading: "filters"),
          TimeTravel.at,
        ],
        examples: Kind.examples.list)
    }

    static func run(_ arguments: ParsedArguments, in context: Context) throws {
      let reference = try arguments.words.first.map(ParsedArguments.tripReference)
      let filter = try filter(arguments)
      var descriptor = try TripFilters(arguments, searchesTrips: false).descriptor(in: context)
      let isOfAllTrips =
        reference == nil && !TripFilters.ofTrips.declarations.contains(where: arguments.isSet)
      let store = try context.openStore(.reading)
      if let reference { descriptor.predicate.id = try store.trip(reference).id }
      descriptor.relationshipsForPrefetching =
        Kind.Stored.entity == .item ? [.bucketList] : [.livingAccommodations]
      let trips = try store.fetch(Trip.self, descriptor)
      let orphans = isOfAllTrips ? try store.orphans(Kind.Stored.self) : []
      context.noteMissing(store)
      let parts = (trips.flatMap(Kind.Stored.parts) + orphans).filter(filter.includes).byDate()
      let columns = Kind.columns
      // The trip is the same in each row.
      for column in columns where reference != nil && column.name.begins(with: "trip") {
        column.layout.rank = nil
      }
      // The rows only have a weak reference to their trip, and an optimised build releases the trips
      // after their last use.
      try withExtendedLifetime(trips) { try Report(columns, in: context).write(parts) }
      if parts.isEmpty, !store.isMissing { context.noteNothing("no \(Kind.noun) matches") }
    }

    private static func filter(
      _ arguments: ParsedArguments
    ) throws(UsageError) -> PartFilter<Kind.Stored> {
      var filter = PartFilter<Kind.Stored>()
      filter.searches = try arguments.values(search)
      for fact in Kind.facts {
        try arguments.refuse(fact.filter, with: fact.opposite)
        if arguments.isSet(fact.filter) { filter.facts.append((fact.column, true)) }
        if arguments.isSet(fact.opposite) { filter.facts.append((fact.column, false)) }
        if fact.column == Kind.mark.column { try arguments.refuse(fact.filter, with: open) }
      }
      if arguments.isSet(open) { filter.facts.append((Kind.mark.column, false)) }
      return filter
    }
  }
}
