import TripsCore

/// Merges the store with a calendar folder.
enum SyncCommand: Command {
  static let prefer = Option(
    "--prefer", "SIDE", oneOf: SyncSide.self,
    "settle conflicts in favour of the store or the calendar")
  static let trip = Option(
    "--trip", "TRIP", arity: .many, completes: .trip,
    "with --prefer: settle only the conflicts of these trips", parse: { $0 })
  static let yes = Flag(
    "--yes", short: "y",
    "confirm that the folder was emptied, or most of its events deleted, on purpose")
  static let anew = Flag(
    "--anew",
    "forget the last sync: nothing is deleted, and events missing from the calendar are written "
      + "again")

  static let declaration = CommandDeclaration(
    "Merge the store with a calendar folder",
    discussion: """
      Merges the store with a calendar, and so with your phone and other people. FOLDER is a vdir: \
      one .ics file per event. khal displays such a folder, and vdirsyncer syncs it with any \
      CalDAV server. Trips, stays and items with a date are events. Items without a date are lines \
      such as '[ ] Louvre' in the description of their trip, where you can tick, rename, add and \
      delete them.

      The store remembers each event as of the last sync. A change on one side is copied to the \
      other. If both sides changed the same value differently, that is a conflict: both values are \
      shown, neither side is changed, and the exit code is 4; '--prefer' settles it. A trip, stay \
      or item that was deleted on one side and changed on the other is kept.

      'trips undo' reverts everything that a sync changed in the store.
      """,
    arguments: [ArgumentDeclaration("FOLDER", "the calendar folder", completes: .folders)],
    options: [prefer, trip, yes, anew, TripOptions.dryRun],
    examples: [
      "trips sync ~/calendars/trips", "trips sync ~/calendars/trips --prefer store --trip Paris",
      "vdirsyncer sync && trips sync ~/calendars/trips --author calendar; vdirsyncer sync",
    ])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let folder = try UsageError.path(arguments.words[0], of: "FOLDER", to: "folder")
    try arguments.refuse(Self.trip, without: Self.prefer)
    let trips = try arguments.values(Self.trip).map(ParsedArguments.tripReference)
    var options = SyncOptions()
    options.prefers = try arguments.value(Self.prefer)
    options.isAnew = arguments.isSet(Self.anew)
    try arguments.refuse(Self.yes, with: Self.anew)
    options.isConfirmed = arguments.isSet(Self.yes)
    let isDryRun = arguments.isSet(TripOptions.dryRun)
    let path = try context.absolutePath(folder)
    // A missing folder creates no store.
    try Store.checkFolder(path)
    let store = try context.openStore(isDryRun ? .rehearsing : .creating)
    if !trips.isEmpty { options.preferredTrips = Set(try store.trips(trips).map(\.id)) }
    let report = try store.sync(folder: path, options)
    try SyncOutput(report: report).print(in: context)
    try warnOfDays(report, in: store, context)
    if isDryRun {
      context.noteDryRun()
    } else if report.hasChangedStore {
      context.reporter.hint(
        "\(context.quoted("undo")) reverts it here; the next sync then carries that to the calendar, "
          + "and so to everybody: it deletes the events of trips that this one added")
    }
    if !report.isComplete {
      throw Refusal.leftUndone(
        conflicts: report.entries.count { $0.direction == .conflict },
        others: report.entries.count { $0.direction == .left })
    }
  }

  /// Warns about dates outside a trip after its days have changed in the calendar, and about stays
  /// that may be other ones now.
  private static func warnOfDays(
    _ report: SyncReport, in store: Store, _ context: Context
  ) throws {
    // A calendar program may have copied an event, with the items of the old one.
    let new = report.entries.filter { $0.action == .added && $0.direction == .fromCalendar }
    let isFirstSync = new.count > TripWarnings.overlapLimit
    for entry in report.entries where entry.action != .deleted {
      let properties = entry.fromCalendar.map(\.property)
      try warnOfRule(entry, in: store, context)
      let isNew = !isFirstSync && new.contains { $0.uid == entry.uid }
      guard let id = entry.id, isNew || entry.fromCalendar.contains(where: changesDays) else {
        continue
      }
      let trip = try store.trip(TripReference(String(id)))
      // Both devices may have added the same booking.
      for stay in trip.livingAccommodations
      where isNew || properties.contains(where: { $0.begins(with: "stay") }) {
        let others = trip.overlaps(with: stay).filter { $0.id < stay.id }
        context.warnOfNights(of: stay, with: others, in: trip)
      }
      for rename in entry.fromCalendar {
        guard let lead = leadOfRename(rename),
          let stay = trip.livingAccommodations.first(where: { $0.placeName == rename.new })
        else { continue }
        let changed = properties.compactMap { $0.rest(after: lead).map(String.init) }
        context.noteKept(by: stay, after: rename, changed: changed)
      }
      context.warnOfDaysOutside(trip)
      if entry.action == .changed, properties.contains("startDate"), properties.contains("endDate")
      {
        noteNotMoved(trip, entry.fromCalendar, context)
      }
      for stay in trip.livingAccommodations where stay.isConfirmed {
        let lead = stay.startDate == nil ? "" : "stay '\(stay.placeName)': "
        guard properties.contains(lead + "startDate") || properties.contains(lead + "endDate")
        else { continue }
        context.reporter.warning(
          "the nights of the stay '\(stay.placeName)' (\(stay.id)) have changed in the calendar, and "
            + "it is still confirmed; check that")
      }
    }
  }

  /// Warns of a fixed amount of the first and last day that got another currency with the per diem.
  private static func warnOfRule(
    _ entry: SyncEntry, in store: Store, _ context: Context
  ) throws {
    let isFromCalendar = entry.fromCalendar.contains {
      ["perdiem", "perdiemRule"].contains($0.property)
    }
    let perdiem = (entry.fromCalendar + entry.toCalendar).first { $0.property == "perdiem" }
    guard let id = entry.id, isFromCalendar, let old = perdiem?.old,
      let trip = try store.trip(TripReference(String(id))) as? BusinessTrip,
      let currency = trip.perdiem?.currency.code, !old.ends(with: currency),
      let amount = trip.ruleText.rest(after: "first-last:"), !amount.ends(with: "%")
    else { return }
    context.reporter.warning(
      "the first and the last day of \(TripSummary(trip).description), bring \(amount) \(currency) now"
    )
  }

  /// Notes the stays and items that did not move with their trip. Another store moves all of them.
  private static func noteNotMoved(_ trip: Trip, _ changes: [PropertyChange], _ context: Context) {
    let new = changes.filter { $0.old == nil }.map { "\($0.property) '\($0.new ?? "")': " }
    let moved = changes.filter { isDay($0.property) }.map(\.property)
    func isKept(_ lead: String) -> Bool {
      !new.contains(lead) && !moved.contains { $0.begins(with: lead) }
    }
    let kept = datesLeft(
      stays: trip.livingAccommodations.count {
        $0.startDate != nil && isKept("stay '\($0.placeName)': ")
      },
      items: trip.bucketList.count { $0.date != nil && isKept("item '\($0.title)': ") })
    if let kept {
      context.reporter.note(
        "\(TripSummary(trip).description) was moved in the calendar; \(kept)")
    }
  }

  /// Whether it moves a trip, a stay or an item, adds a stay, or gives it another name.
  private static func changesDays(_ change: PropertyChange) -> Bool {
    isDay(change.property) || (change.property == "stay" && change.old == nil)
      || leadOfRename(change) != nil
  }

  /// `stay 'Ryokan': ` of `stay 'Ryokan': placeName`; nil for other properties.
  private static func leadOfRename(_ change: PropertyChange) -> Substring? {
    let lead = change.property.rest(before: "placeName")
    return lead?.ends(with: "': ") == true ? lead : nil
  }

  /// A property of the trip, or of one of its stays or items: `stay 'Ryokan': endDate`.
  private static func isDay(_ property: String) -> Bool {
    ["startDate", "endDate", "date"].contains { property == $0 || property.ends(with: " \($0)") }
  }
}
