import TripsCore

/// The fields of the statistics in JSON.
enum StatisticsField: String, JSONField {
  case trips, days, pastDays, plannedDays, nights, perdiem, costs, groups
}

/// Statistics as tables with bars, as tab-separated lines or as JSON.
struct StatisticsReport {
  let statistics: TripStatistics
  /// Nil for an overview.
  let grouping: TripStatistics.Grouping?

  private var isOverview: Bool { grouping == nil }

  private var groupings: [TripStatistics.Grouping] {
    grouping.map { [$0] } ?? [.year, .type, .reason, .destination]
  }

  /// The limit of destinations in an overview; `--by destination` shows all.
  private static let maxDestinations = 10

  func write(in context: Context) throws {
    if let fields = try context.globals.fields(of: StatisticsField.self) {
      return try context.output.writeJSON { json(fields, &$0) }
    }
    guard statistics.total.trips > 0 else { return }
    if context.terminal.isOutput {
      try writeTables(in: context)
    } else {
      var table = Table(columns: ["GROUP"].map { Table.Column(title: $0) } + Self.columns)
      for grouping in groupings {
        table.rows += statistics.groups(by: grouping).map { group in
          let style = Self.style(of: group, by: grouping)
          return [Table.Cell(text: grouping.rawValue)] + Self.cells(group, group.key, style)
        }
      }
      if isOverview {
        table.rows.insert([Table.Cell(text: "all")] + Self.cells(statistics.total, ""), at: 0)
      }
      try table.writeTabSeparated(to: context.output, palette: context.palette)
    }
  }

  /// Amounts are never cut: narrow terminals lose other columns first.
  private static let columns: [Table.Column] = [
    Table.Column(title: "", isFlexible: true),
    Table.Column(title: "TRIPS", alignment: .right, rank: 2),
    Table.Column(title: "DAYS", alignment: .right, rank: 1),
    Table.Column(title: "PAST", alignment: .right, rank: 4),
    Table.Column(title: "PLANNED", alignment: .right, rank: 5),
    Table.Column(title: "NIGHTS", alignment: .right, rank: 3),
    Table.Column(title: "PER DIEM", alignment: .right),
    Table.Column(title: "COSTS", alignment: .right),
  ]

  private static func cells(
    _ group: TripStatistics.Group, _ key: String, _ style: TextStyle = .plain
  ) -> [Table.Cell] {
    return [Table.Cell(text: key, style: style)]
      + [group.trips, group.days, group.pastDays, group.plannedDays, group.nights].map {
        Table.Cell(text: String($0))
      }
      + [group.perdiem, group.costs].map { Table.Cell(text: Wording.sums($0)) }
  }

  private static func style(
    of group: TripStatistics.Group, by grouping: TripStatistics.Grouping
  ) -> TextStyle {
    grouping == .type ? TripType(rawValue: group.key)?.style ?? .plain : .plain
  }

  private func writeTables(in context: Context) throws {
    if isOverview {
      let total = statistics.total
      try context.print(
        line: "\(counted(total.trips, "trip")), \(counted(total.days, "day")) and "
          + "\(counted(total.nights, "night")) away")
      try context.print(
        line: "\(counted(total.pastDays, "day")) past, "
          + "\(counted(total.plannedDays, "day")) planned")
      if !total.perdiem.isEmpty {
        try context.print(line: "Per diem (estimate): \(Wording.sums(total.perdiem))")
      }
      if !total.costs.isEmpty { try context.print(line: "Costs: \(Wording.sums(total.costs))") }
    }
    let tables = groupings.map { ($0, statistics.groups(by: $0)) }.filter { !$0.1.isEmpty }
    for (index, (grouping, groups)) in tables.enumerated() {
      if isOverview || index > 0 { try context.output.write("\n") }
      try write(groups, grouping, in: context)
    }
  }

  private func write(
    _ groups: [TripStatistics.Group], _ grouping: TripStatistics.Grouping, in context: Context
  ) throws {
    let isCut = isOverview && grouping == .destination && groups.count > Self.maxDestinations
    let shown = isCut ? Array(groups.prefix(Self.maxDestinations)) : groups
    var table = Table(columns: Self.columns + [Table.Column(title: "")])
    table.columns[0].title = grouping.rawValue.uppercased()
    table.rows = shown.map {
      Self.cells($0, $0.key.isEmpty ? "(none)" : $0.key, Self.style(of: $0, by: grouping))
    }
    makeRoom(in: &table, within: context.terminal.width)
    var firstRows = Array(shown.indices)
    var amounts: Table?
    if Self.width(of: table) > context.terminal.width {
      var parted = table
      let rows = Self.partAmounts(of: shown, in: &parted)
      if Self.showsDays(parted, within: context.terminal.width) {
        (table, firstRows) = (parted, rows)
      } else {
        parted.rows.removeAll { row in Self.amountColumns.allSatisfy { row[$0].text.isEmpty } }
        amounts = Self.clearing(1..<Self.amountColumns[0], in: parted)
        table = Self.clearing(Self.amountColumns[0]..<Self.columns.count, in: table)
      }
    }
    addBars(for: shown, at: firstRows, of: grouping, to: &table, in: context)
    for table in [table, amounts].compactMap(\.self) {
      try table.write(
        to: context.output, width: Self.leastWidth(of: table, context.terminal.width),
        palette: context.palette)
    }
    if isCut { try context.print(line: "and \(groups.count - shown.count) more") }
  }

  /// Whether some days are past and others planned, so that the distinction is useful.
  private var isDivided: Bool { statistics.total.pastDays > 0 && statistics.total.plannedDays > 0 }

  /// Leaves out the columns of past and planned days if they add nothing, or if there is no room
  /// for them beside the bars, which show the distinction too.
  private func makeRoom(in table: inout Table, within width: Int) {
    for column in [Self.pastColumn, Self.pastColumn + 1]
    where !isDivided || Self.width(of: table) + Self.usefulBar > width {
      for row in table.rows.indices { table.rows[row][column].text = "" }
    }
  }

  /// Puts each further amount of a group in its own row.
  ///
  /// - Returns: the index of each group's first row.
  private static func partAmounts(
    of groups: [TripStatistics.Group], in table: inout Table
  ) -> [Int] {
    let rows = table.rows
    table.rows = []
    var firstRows: [Int] = []
    for (group, var row) in zip(groups, rows) {
      firstRows.append(table.rows.count)
      let amounts = [group.perdiem, group.costs].map { $0.map { Wording.sums([$0]) } }
      for line in 0..<max(1, amounts.map(\.count).max() ?? 0) {
        for (column, texts) in zip(amountColumns, amounts) {
          row[column].text = line < texts.count ? texts[line] : ""
        }
        table.rows.append(row)
        row = [Table.Cell](repeating: Table.Cell(text: ""), count: columns.count)
      }
    }
    return firstRows
  }

  private static func showsDays(_ table: Table, within width: Int) -> Bool {
    let layout = Table.layout(of: table.columns, widest: table.widestCells(), within: width)
    return daysColumns.allSatisfy { column in layout.contains { $0.index == column } }
  }

  /// The table with some columns emptied.
  private static func clearing(_ places: Range<Int>, in table: Table) -> Table {
    var table = table
    for row in table.rows.indices {
      for column in places { table.rows[row][column].text = "" }
    }
    return table
  }

  /// Fills the remaining cells, up to a length at which bars are easy to compare.
  private func addBars(
    for groups: [TripStatistics.Group], at rows: [Int], of grouping: TripStatistics.Grouping,
    to table: inout Table, in context: Context
  ) {
    let room = min(40, context.terminal.width - Self.width(of: table) - Table.gap)
    guard room >= 5 else { return }
    let most = max(1, groups.map(\.days).max() ?? 1)
    for (group, row) in zip(groups, rows) {
      let length = max(1, room * group.days / most)
      let past = isDivided ? length * group.pastDays / max(1, group.days) : length
      let bar =
        String(repeating: "█", count: past) + String(repeating: "░", count: length - past)
      table.rows[row].append(
        Table.Cell(text: bar, style: Self.style(of: group, by: grouping)))
    }
  }

  private static let daysColumns = [2, 5]
  private static let pastColumn = 3
  private static let amountColumns = [6, 7]
  /// The least useful length of a bar, with the gap before it.
  private static let usefulBar = 12

  /// The width of a line in which nothing is cut.
  private static func width(of table: Table) -> Int {
    Table.layout(of: table.columns, widest: table.widestCells(), within: nil)
      .reduce(-Table.gap) { $0 + $1.width + Table.gap }
  }

  /// The terminal's width, or more if the amounts and a minimal key need it.
  private static func leastWidth(of table: Table, _ width: Int) -> Int {
    let widest = table.widestCells()
    let amounts = amountColumns.map { widest[$0] }.filter { $0 > 0 }
    return max(width, amounts.reduce(Table.leastWidth) { $0 + Table.gap + $1 })
  }

  // MARK: JSON

  private func json(_ fields: [StatisticsField], _ json: inout JSONWriter) {
    let total = statistics.total
    json.object { json in
      for field in fields where field != .groups { member(field, total, &json) }
      guard fields.contains(.groups) else { return }
      json.key(StatisticsField.groups.rawValue)
      json.object { json in
        for grouping in groupings {
          json.key(grouping.rawValue)
          json.array(statistics.groups(by: grouping)) { json, group in
            json.object { json in
              json.member("key", group.key)
              for field in StatisticsField.allCases where field != .groups {
                member(field, group, &json)
              }
            }
          }
        }
      }
    }
  }

  private func member(
    _ field: StatisticsField, _ group: TripStatistics.Group, _ json: inout JSONWriter
  ) {
    let name = field.rawValue
    switch field {
    case .trips: json.member(name, group.trips)
    case .days: json.member(name, group.days)
    case .pastDays: json.member(name, group.pastDays)
    case .plannedDays: json.member(name, group.plannedDays)
    case .nights: json.member(name, group.nights)
    case .perdiem, .groups: json.member(name, group.perdiem)
    case .costs: json.member(name, group.costs)
    }
  }
}
