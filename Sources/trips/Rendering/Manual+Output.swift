import TripsCore

// The output that programs read. Tests compare these lists with real output.

extension Manual {
  static var json: ManualSection {
    ManualSection(
      title: "JSON",
      text: """
        '--json' prints one object, or an array with an object on each line; '--json id,name' \
        prints only these fields. Dates are YYYY-MM-DD, amounts are strings, and null means that \
        there is none. A change has the values of a new row, the tombstone of a deleted one, or the \
        properties that an update changed. Fields are only ever added.
        """,
      rows: objects.map { ($0.name, $0.fields.joined(separator: ", ")) })
  }

  /// The fields of each kind of object.
  static var objects: [(name: String, fields: [String])] {
    let money = ["amount", "currency"]
    let change = [
      "kind", "entity", "id", "name", "trip", "values", "tombstone", "properties",
    ]
    let transaction = HistoryField.names.filter { $0 != HistoryField.changes.rawValue }
    return [
      ("trip", TripField.names),
      ("perdiem of a trip", money + ["rule", "total"]),
      ("cost, costs", money),
      ("item", BucketListField.names),
      ("item of 'bucket list' without TRIP", ListedItemField.names),
      ("stay", StayField.names),
      ("plan", PlanField.names),
      ("day of a plan", ["date", "stays", "items"]),
      ("stay on a day of a plan", StayField.names + ["isCheckIn", "isCheckOut"]),
      ("perdiem", PerDiemField.names),
      (
        "trip of 'perdiem'",
        ["id", "uid", "name", "destination", "rule", "days", "total", "planned"]
      ),
      ("day of 'perdiem'", ["date"] + money + ["planned"]),
      ("stats", StatisticsField.names),
      ("group of 'stats'", ["key"] + StatisticsField.names.filter { $0 != "groups" }),
      ("history", ["transactions", "token"]),
      ("transaction", HistoryField.names),
      ("change", change),
      ("property of a change", ["name", "old", "new"]),
      ("watch", ["transaction"] + transaction.dropFirst() + change + ["token"]),
      ("diff", ["trip", "changes"]),
      ("show --blame", ["entity", "id", "property", "value", "transaction"]),
      ("undo, redo", ["transaction", "changes", "token"]),
      ("history consumers", ["name", "transaction", "acknowledged", "unread", "token"]),
      ("history purge", ["transactions", "changes", "token"]),
      (
        "import",
        [
          "added", "updated", "unchanged", "skipped", "problems", "omittedProblems", "notes",
          "cancelled", "leftOut", "deletedHere", "changes",
        ]
      ),
      ("sync", ["trips", "unchanged", "otherEvents", "cancelled", "cancelledStays"]),
      (
        "trip of 'sync'",
        [
          "id", "direction", "action", "uid", "name", "startDate", "endDate", "reason",
          "toCalendar", "fromCalendar", "conflicts",
        ]
      ),
      ("migrate", ["from", "to", "stages", "records"]),
      (
        "migrate --status",
        [
          "current", "latest", "pending", "fingerprint", "schemaMatches", "difference", "release",
        ]
      ),
      ("doctor", ["verdict", "check", "detail", "row"]),
      ("backup", ["path", "version", "trips"]),
      ("restore", ["path", "version", "trips", "replaced"]),
    ]
  }

  static var columns: ManualSection {
    ManualSection(
      title: "COLUMNS",
      text: """
        In a pipe, a line has these cells, separated by tabs. New ones are only ever added at the \
        end. 'trips show' prints a label and a value in each line.
        """,
      rows: pipes.map { ($0.command, $0.cells.joined(separator: ", ")) })
  }

  /// The cells of a line, by command.
  static var pipes: [(command: String, cells: [String])] {
    [
      ("list", ["id", "start", "end", "days", "kind", "detail", "name", "destination"]),
      (
        "bucket list",
        ["id", "done", "planned", "reserved", "title", "details", "date", "time", "cost"]
          + ["trip's id and name, without TRIP"]
      ),
      (
        "stay list", ["place", "confirmed", "address", "id", "check-in", "check-out", "cost"]
      ),
      ("plan", ["date", "time", "what", "id", "title or place", "amount", "currency"]),
      (
        "perdiem",
        ["trip", "name", "date", "amount", "currency", "destination", "rule", "planned"]
      ),
      (
        "stats",
        [
          "group", "key", "trips", "days", "past days", "planned days", "nights", "per diem",
          "costs",
        ]
      ),
      (
        "history, undo, redo",
        [
          "transaction", "time", "author", "command", "kind", "entity", "id", "name", "details",
          "trip's id", "trip's name",
        ]
      ),
      (
        "diff",
        ["trip's id", "trip's name", "kind", "entity", "id", "name", "property", "old", "new"]
      ),
      (
        "show --blame", ["row", "property", "value", "transaction", "time", "author", "command"]
      ),
      ("sync", ["direction", "action", "id", "start", "end", "name", "details"]),
      ("doctor", ["verdict", "check", "detail"]),
    ]
  }
}
