/// A section of the manual: a paragraph, then words with their explanations.
struct ManualSection {
  let title: String
  var text = ""
  var rows: [(left: String, right: String)] = []
}

/// Sections of the manual that `trips help` prints too, such as `trips help dates`.
struct HelpTopic {
  let name: String
  /// One sentence without a full stop.
  let abstract: String
  let sections: [ManualSection]
}

/// The parts of the manual that are not about a single command.
enum Manual {
  static var topics: [HelpTopic] {
    [
      HelpTopic(
        name: "values", abstract: "What to type for TRIP, ITEM, STAY, AMOUNT and RULE",
        sections: [values]),
      HelpTopic(
        name: "dates", abstract: "What to type for DATE, OFFSET, PERIOD, WHEN and TOKEN",
        sections: [dates]),
      HelpTopic(
        name: "json", abstract: "The columns of reports and the members of JSON",
        sections: [columns, json]),
      HelpTopic(
        name: "options",
        abstract: "Options common to all commands, files, variables and exit codes",
        sections: [globalOptions, files, environment, exitStatus]),
    ]
  }

  static let abstract =
    "A trip planner for the terminal: instant, offline, one SQLite file (the store)"

  /// Paragraphs.
  static let description = [
    """
    trips keeps trips in one SQLite file, the store. A trip has a name, a destination, a first and \
    a last day and notes; stays are where you sleep, and the bucket list holds things to do, \
    flights and tickets, each with its costs. A trip is a business trip with a per diem, a \
    personal trip with a reason, or a plain trip.
    """,
    """
    On a terminal, commands print tables, and may ask questions. In a pipe they print the same columns \
    separated by tabs, without a header, and never ask. Notes, warnings and errors go to standard \
    error.
    """,
    """
    Every change is recorded in the store with its time, author and command. 'trips undo' undoes \
    any of them, 'trips history' lists them, and '--at' shows an earlier state. A command that \
    fails has changed nothing, unless it says so.
    """,
  ]

  static let globalOptions = ManualSection(
    title: "GLOBAL OPTIONS", rows: GlobalOptions.options.declarations.map { ($0.forms, $0.help) })

  static let files = ManualSection(
    title: "FILES",
    rows: [
      (
        "~/.local/share/trips/trips.db",
        "the store; XDG_DATA_HOME moves it, '--db' or TRIPS_DB sets another file"
      ),
      (
        "trips.db.*.backup",
        """
        complete stores next to it, named after their version or origin and time: made by \
        'trips migrate' (v4), 'trips doctor --fix' (fix), and by 'trips restore' and \
        'trips migrate --undo' from the store that they replaced (replaced)
        """
      ),
    ])

  static let environment = ManualSection(
    title: "ENVIRONMENT",
    rows: [
      ("TRIPS_DB", "the store, instead of ~/.local/share/trips/trips.db"),
      ("TRIPS_AUTHOR", "who makes the changes, for the history (default: trips)"),
      ("TRIPS_CURRENCY", "the currency of amounts without one (default: USD)"),
      ("TRIPS_PERDIEM_RULE", "the rule of a new business trip (default: full)"),
      ("TRIPS_TODAY", "the day that counts as today, such as 2026-12-01"),
      ("TRIPS_BUSY_TIMEOUT", "seconds to wait for another program's lock (default: 5)"),
      (
        "TRIPS_FORCE_TTY",
        "print tables and colours even in a pipe; a number sets the width of the lines"
      ),
      ("NO_COLOR", "no colours, if it is not empty"),
      ("TRIPS_EXTRACTOR", "the program that reads bookings (default: kitinerary-extractor)"),
      ("VISUAL, EDITOR", "the editor that 'trips note' opens"),
    ])

  static let exitStatus = ManualSection(
    title: "EXIT STATUS",
    rows: exitCodes.map { (code, help) in ("\(code.rawValue)", help) })

  private static let exitCodes: [(ExitCode, String)] = [
    (.done, "done, even if there was nothing to show"), (.failed, "failed"),
    (.usage, "the command line or a value is wrong"),
    (.noTrip, "no trip matches, or several do"),
    (.refused, "refused: a collision, a sync conflict, or a confirmation is missing"),
    (.store, "the store cannot be used: needs migrating, newer, damaged, locked, disk full"),
    (.token, "a history token is not valid for this store"), (.interrupted, "interrupted"),
  ]

  static let seeAlso = "sqlite3(1), khal(1), vdirsyncer(1), fzf(1)"
}
