import TripsCore

/// Statistics as one table, with a row per group, or per currency of a group that has several.
struct StatisticsReport {
  let statistics: TripStatistics
  let grouping: TripStatistics.Grouping

  struct Row {
    let group: TripStatistics.Group
    /// Whether it is the first row of its group. Only that row has the counts, so that sums are
    /// right.
    let isFirst: Bool
    /// Of one currency; none for a group without money.
    let sums: Sums?
    /// How much of the longest bar is filled.
    let share: Double
  }

  struct Sums {
    let currency: String
    let perdiem: MoneySum?
    let costs: MoneySum?
    let paid: MoneySum?
  }

  static func columns(by grouping: TripStatistics.Grouping) -> [Column<Row>] {
    func count(
      _ name: String, rank: Int, _ count: @escaping (TripStatistics.Group) -> Int
    ) -> Column<Row> {
      Column(name, alignment: .right, rank: rank) { $1.number($0.isFirst ? count($0.group) : nil) }
    }
    func style(_ row: Row) -> TextStyle {
      grouping == .type
        ? TripType(rawValue: row.group.key)?.style ?? .plain
        : .plain
    }
    return [
      Column(grouping.rawValue, isFlexible: true, style: style) { $1.text($0.group.key) },
      count("trips", rank: 2, \.trips), count("days", rank: 1, \.days),
      count("nights", rank: 3, \.nights),
      Column("perdiem", title: "PER DIEM", alignment: .right) { $1.amount($0.sums?.perdiem) },
      Column("costs", alignment: .right) { $1.amount($0.sums?.costs) },
      Column("paid", alignment: .right) { $1.amount($0.sums?.paid) },
      Column("currency", title: "CUR") { $1.text($0.sums?.currency) },
      Column("bar", title: "", rank: 4, isDrawing: true, style: style) { row, cell in
        let length = row.isFirst ? max(1, Int(row.share * Double(barLength))) : 0
        cell.text(String(repeating: "█", count: length))
      },
    ]
  }

  /// Long enough to compare bars, short enough for 80 columns.
  private static var barLength: Int { 20 }

  /// The names of all columns, for any grouping.
  static var names: [String] {
    TripStatistics.Grouping.allCases.map(\.rawValue) + names(by: .year).dropFirst()
  }

  static func names(by grouping: TripStatistics.Grouping) -> [String] {
    columns(by: grouping).filter { !$0.isDrawing }.map(\.name)
  }

  func write(in context: Context) throws {
    let groups = statistics.groups(by: grouping)
    let most = Double(max(1, groups.map(\.days).max() ?? 1))
    let report = Report(Self.columns(by: grouping), in: context)
    let money = ["perdiem", "costs", "paid", "currency"]
    let hasMoney = report.names.contains(where: money.contains)
    let rows = groups.flatMap { group in
      (hasMoney ? Self.sums(of: group) : [nil]).enumerated().map { index, sums in
        Row(
          group: group, isFirst: index == 0, sums: sums, share: Double(group.days) / most)
      }
    }
    try report.write(rows)
  }

  /// The sums of a group by currency; a single row without any if it has none.
  private static func sums(of group: TripStatistics.Group) -> [Sums?] {
    func sum(_ sums: [MoneySum], in code: String) -> MoneySum? {
      sums.first { $0.currency.code == code }
    }
    let codes = Set((group.perdiem + group.costs).map(\.currency.code)).sorted()
    if codes.isEmpty { return [nil] }
    return codes.map { code in
      Sums(
        currency: code, perdiem: sum(group.perdiem, in: code), costs: sum(group.costs, in: code),
        paid: sum(group.paid, in: code))
    }
  }
}
