/// What holds for all commands, for the help and the manual page.
enum Reference {
  static let variables = [
    ("TRIPS_DB", "the store; XDG_DATA_HOME moves the default one"),
    ("TRIPS_AUTHOR", "who makes the changes, for the history"),
    ("TRIPS_CURRENCY", "the currency of an amount that names none; else USD"),
    ("TRIPS_TODAY", "the day that counts as today, such as 2026-12-01"),
    ("TRIPS_BUSY_TIMEOUT", "seconds to wait for another program's lock; else 5"),
    ("TRIPS_FORCE_TTY", "print what a terminal gets into a pipe too; a number is the width"),
    ("NO_COLOR", "no colours, if it is not empty"),
  ]

  static let exitCodes: [(ExitCode, String)] = [
    (.done, "done, even if there was nothing to show"), (.failed, "failed"),
    (.usage, "the command line or a value is wrong"),
    (.noTrip, "there is no such trip, or there are several"),
    (.refused, "refused: a collision, or a confirmation is missing"),
    (.store, "the store cannot be used: needs migrating, newer, damaged, locked, disk full"),
    (.token, "a history token is not valid for this store"), (.interrupted, "interrupted"),
  ]
}
