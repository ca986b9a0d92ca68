import TripsCore

// The output that programs read, listed from the declarations of its columns.

extension Manual {
  /// The columns of every command that prints rows; commands with the same columns are listed
  /// together.
  static var reports: [(commands: [String], columns: [String])] {
    var reports: [(commands: [String], columns: [String])] = []
    func add(_ node: CommandNode, _ group: String) {
      let name = group + node.name
      if let columns = node.command?.columnNames {
        if let index = reports.firstIndex(where: { $0.columns == columns }) {
          reports[index].commands.append(name)
        } else {
          reports.append(([name], columns))
        }
      }
      for child in node.children { add(child, name + " ") }
    }
    for command in CommandLineTool.commands { add(command, "") }
    return reports
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
      rows: reports.map { commands, columns in
        let others = commands.dropFirst().joined(separator: ", ")
        return (
          commands[0], columns.joined(separator: ", ") + (others.isEmpty ? "" : "; also \(others)")
        )
      })
  }

  /// The objects in JSON that are no row of a report, with their members. `ReportTests` compares
  /// them with what the commands print.
  static var objects: [(name: String, members: [String])] {
    let money = ["amount", "currency"]
    return [
      ("perdiem of a trip", money + ["rule", "total", "singleDays"]),
      ("singleDays of a per diem", ["date", "amount", "meals"]),
      ("cost of an item or a stay", money), ("costs of a trip", money + ["paid"]),
      ("item of a trip", BucketListField.names), ("stay of a trip", StayField.names),
      (
        "plan",
        [
          "id", "uid", "name", "startDate", "endDate", "days", "outside", "undated", "costs",
        ]
      ),
      ("day of a plan", ["date", "stays", "items"]),
      ("stay of a day", StayField.names + ["isCheckIn", "isCheckOut"]),
      ("outside of a plan", ["stays", "items"]),
      ("migrate --status", ["current", "latest", "pending", "schemaMatches", "difference"]),
      ("pending of that", ["stage", "kind"]), ("history --token", ["token"]),
    ]
  }

  static var json: ManualSection {
    ManualSection(
      title: "JSON",
      text: """
        '--json' prints the rows as an array with an object on each line; 'show' and 'plan' print \
        one object. A trip also has its items and stays. Dates are YYYY-MM-DD, amounts are strings, \
        and null means that there is none. 'watch' prints each object as it happens, without the \
        array.
        """,
      rows: objects.map { ($0.name, $0.members.joined(separator: ", ")) })
  }
}
