import Foundation
import Testing

@testable import trips

/// Every report has the same columns by the same names in each form.
struct ReportTests {
  let tool: TestTool

  init() throws {
    tool = try TestTool().withSampleTrips()
    tool.today = "2026-12-12"
    tool.run("bucket", "add", "Berlin kickoff", "Zoo", "--on", "day1", "--cost", "5EUR")
  }

  static let reports: [(words: [String], columns: [String])] = [
    (["bucket", "list"], ItemReport.columns.map(\.name)),
    (["stay", "list"], StayReport.columns.map(\.name)),
    (["perdiem"], PerDiemReport.columns.map(\.name)),
    (
      ["stats", "--by", "type"],
      StatisticsReport.columns(by: .type).filter { !$0.isDrawing }.map(\.name)
    ),
    (["doctor"], DoctorCommand.columnNames ?? []), (["list"], TripListing.columns.map(\.name)),
  ]

  @Test(arguments: reports)
  func hasTheSameColumnsInEachForm(words: [String], columns: [String]) throws {
    let csv = tool.run(words: words + ["--csv"]).stdout.split(separator: "\n")
    #expect(csv.first.map(String.init) == columns.joined(separator: ","))
    #expect(!csv.contains { $0.contains("\r") })
    let pipe = tool.run(words: words).stdout.split(separator: "\n")
    #expect(pipe.count == csv.count - 1)
    for line in pipe {
      #expect(line.split(separator: "\t", omittingEmptySubsequences: false).count == columns.count)
    }
    let json = try #require(
      JSONSerialization.jsonObject(with: Data(tool.run(words: words + ["--json"]).stdout.utf8))
        as? [[String: Any]])
    #expect(json.count == pipe.count)
    for object in json { #expect(Set(object.keys) == Set(columns)) }
    #expect(Manual.reports.contains { Set(columns).isSubset(of: $0.columns) })
  }

  /// `trips help json` lists the members of each object within the JSON of a command.
  @Test func listsTheMembersOfEveryObject() throws {
    tool.run(
      "edit", "1", "--perdiem-rule", "full,meals:20%/40%/40%", "--on", "day2", "--meals", "lunch")
    tool.run("stay", "add", "1", "Inn", "--from", "day1", "--nights", "1", "--cost", "5EUR")
    tool.run("bucket", "add", "1", "Dome", "--on", "2027-01-01")
    tool.run("sample", "old.db", "--schema", "V2")
    var found: Set<[String]> = []
    func collect(_ value: Any) {
      if let object = value as? [String: Any] {
        found.insert(object.keys.sorted())
        object.values.forEach(collect)
      }
      (value as? [Any])?.forEach(collect)
    }
    for words in [
      ["show", "1"], ["plan", "1"], ["history", "--token"],
      ["migrate", "--status", "--db", "old.db"],
    ] {
      let text = tool.run(words: words + ["--json"]).stdout
      collect(try JSONSerialization.jsonObject(with: Data(text.utf8)))
    }
    found.remove(TripListing.columns.map(\.name).sorted())
    #expect(found == Set(Manual.objects.map { $0.members.sorted() }))
  }

  @Test(arguments: reports)
  func choosesAndOrdersColumns(words: [String], columns: [String]) throws {
    let chosen = [columns[2], columns[0]]
    let list = chosen.joined(separator: ",")
    let csv = tool.run(words: words + ["--csv", "--columns", list]).stdout
    #expect(csv.hasPrefix(list + "\n"))
    #expect(
      tool.run(words: words + ["--json", "--columns", list]).stdout.hasPrefix(
        "[\n{\"\(chosen[0])\":"))
    let wrong = tool.run(words: words + ["--columns", "id,nope"])
    #expect(wrong.exitCode == .usage)
    #expect(wrong.stderr.contains("is invalid for '--columns'; the columns are "))
    #expect(wrong.stderr.contains(columns.suffix(2).joined(separator: ", ")))
  }

  /// A spreadsheet of another country reads a semicolon and a comma, from a file like its own.
  @Test(arguments: reports)
  func writesForASpreadsheet(words: [String], columns: [String]) throws {
    tool.run("edit", "Berlin kickoff", "--name", "a;b,c")
    let plain = tool.run(words: words + ["--csv"]).stdout
    let text = tool.run(words: words + ["--csv", "--separator", ";", "--decimal", ","]).stdout
    #expect(text.unicodeScalars.first == "\u{FEFF}")
    let lines = String(text.unicodeScalars.dropFirst()).components(separatedBy: "\r\n")
    #expect(lines.last == "" && lines.first == columns.joined(separator: ";"))
    let expected = plain.components(separatedBy: "\n").map { line in
      line.replacing("\"a;b,c\"", with: "<>").replacing(",", with: ";")
        .replacing(".00", with: ",00").replacing("<>", with: "\"a;b,c\"")
    }
    #expect(lines == expected)
  }

  @Test(arguments: [
    (["--decimal", ","], "\u{FEFF}name,perdiem\r\n\"a,b\",\"120,00 EUR\"\r\n"),
    (["--separator", ";"], "\u{FEFF}name;perdiem\r\na,b;120.00 EUR\r\n"),
    (["--separator", "tab", "--decimal", ","], "\u{FEFF}name\tperdiem\r\na,b\t120,00 EUR\r\n"),
    (["--separator", ".", "--decimal", "."], "\u{FEFF}name.perdiem\r\na,b.\"120.00 EUR\"\r\n"),
    ([], "name,perdiem\n\"a,b\",120.00 EUR\n"),
  ])
  func quotesWhatHasTheSeparator(options: [String], text: String) {
    tool.run("edit", "Berlin kickoff", "--name", "a,b")
    let words = ["list", "--business", "--csv", "--columns", "name,perdiem"]
    #expect(Data(tool.run(words: words + options).stdout.utf8) == Data(text.utf8))
  }

  @Test func needsCSVForASeparator() {
    for option in [["--separator", ";"], ["--decimal", ","]] {
      let result = tool.run(words: ["list"] + option)
      #expect(result.stderr.hasPrefix("error: '\(option[0])' needs '--csv'\n"))
      #expect(result.exitCode == .usage)
    }
  }

  @Test func writesEmptyResults() throws {
    #expect(tool.run("list", "--past", "--csv").stdout.hasPrefix("id,uid,"))
    #expect(tool.run("stay", "list", "1", "--json").stdout == "[]\n")
    #expect(tool.run("stay", "list", "1") == TestTool.Result())
  }

  @Test func runsNoFormulaInASpreadsheet() {
    tool.run("add", "=1+2", "--destination", "a,\"b\"", "--start", "2028-01-01")
    #expect(
      tool.run("list", "--csv", "--columns", "name,destination,days").stdout.hasSuffix(
        "\n'=1+2,\"a,\"\"b\"\"\",1\n"))
  }
}
