import Foundation
import Testing

@testable import TripsCore

/// Compares the tables on the page about formats with the declared columns.
struct FormatTableTests {
  private func rows<Column: StoredColumn>(_ columns: Column.Type) -> [String] {
    columns.allCases.filter { !$0.declaration.isCurrency && $0.name != "tripId" }.map { column in
      func cell(_ text: String?) -> String { text.map { "`\($0)`" } ?? "" }
      let isInCSV = CSVColumn.all.contains { $0.name == column.csv }
      return "| `\(column.fact)` | \(cell(isInCSV ? column.csv : nil)) "
        + "| \(cell(column.declaration.iCalendar)) |"
    }
  }

  @Test func namesEveryFieldAsItsColumnDeclaresIt() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources/TripsCore/Interchange/README.md")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let expected =
      rows(TripColumn.self) + rows(ItemColumn.self) + rows(StayColumn.self)
    for row in expected {
      #expect(lines.contains { $0.hasPrefix(row) }, "\(row)")
    }
  }
}
