import Foundation
import Testing

@testable import TripsCore

/// Compares the tables on the page about formats with the declared columns.
struct FormatTableTests {
  private func rows<Column: StoredColumn>(_ columns: Column.Type, inCSV: Bool) -> [String] {
    columns.allCases.filter { !$0.declaration.isCurrency && $0.name != "tripId" }.map { column in
      func cell(_ text: String?) -> String { text.map { $0.isEmpty ? "" : "`\($0)`" } ?? "" }
      return "| `\(column.fact)` | \(cell(inCSV ? column.csv : nil)) "
        + "| \(cell(column.declaration.iCalendar)) |"
    }
  }

  @Test func namesEveryFieldAsItsColumnDeclaresIt() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources/TripsCore/Interchange/README.md")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let expected =
      rows(TripColumn.self, inCSV: true) + rows(ItemColumn.self, inCSV: false)
      + rows(StayColumn.self, inCSV: true)
    for row in expected {
      #expect(lines.contains { $0.hasPrefix(row) }, "\(row)")
    }
  }
}
