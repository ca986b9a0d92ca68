import TripsCore

// The output that programs read, listed from the declarations of its columns.

extension Manual {
  /// The reports and their columns.
  static var reports: [(command: String, columns: [String])] {
    [
      ("list, calendar, next, show", TripField.names),
      ("add, copy, delete, edit, note", TripField.names),
      ("bucket", ItemReport.columns.map(\.name)),
      ("stay", StayReport.columns.map(\.name)),
      ("perdiem", PerDiemReport.columns.map(\.name)),
      ("history, watch", ChangeReport.recorded.map(\.name)),
      ("diff, undo, redo, import, migrate", ChangeReport.columns.map(\.name)),
      ("sync", ChangeReport.ofSync.map(\.name)),
      ("stats", StatisticsReport.names),
      ("doctor", DoctorCommand.columnNames ?? []),
    ]
  }

  static var columns: ManualSection {
    ManualSection(
      title: "COLUMNS",
      text: """
        A table, the lines of a pipe (separated by tabs, without a header), '--csv' and '--json' \
        have the same columns by the same names; '--columns' chooses and orders them. Only JSON has \
        items and stays; elsewhere they are counted. A column that a table has no room for is left \
        out there.
        """,
      rows: reports.map { ($0.command, $0.columns.joined(separator: ", ")) })
  }

  static var json: ManualSection {
    let money = ["amount", "currency"]
    let objects = [
      ("perdiem of a trip", money + ["rule", "total", "singleDays"]),
      ("singleDays of a per diem", ["date", "amount", "meals"]), ("cost, costs", money),
      ("item of a trip", BucketListField.names), ("stay of a trip", StayField.names),
      (
        "plan",
        [
          "id", "uid", "name", "startDate", "endDate", "days", "outside", "undated", "costs",
        ]
      ),
      ("day of a plan", ["date", "stays", "items"]),
      ("migrate --status", ["current", "latest", "pending", "schemaMatches", "difference"]),
      ("backup, sample", ["path", "version", "trips"]),
      ("restore", ["path", "version", "trips", "replaced"]),
    ]
    return ManualSection(
      title: "JSON",
      text: """
        '--json' prints an array with an object on each line, or one object for one trip. Dates are \
        YYYY-MM-DD, amounts are strings, and null means that there is none. 'watch' prints each object \
        as it happens, without the array.
        """,
      rows: objects.map { ($0, $1.joined(separator: ", ")) })
  }
}
