import Foundation
import Testing

@testable import trips

/// Every command in every form of output, compared with what is promised for it.
struct OutputFormTests {
  /// What a command promises.
  struct Promise {
    /// A command line that succeeds on the sample store.
    let words: [String]
    /// The columns of its rows; nil if it prints none.
    var columns: String?
    /// Whether a pipe gets its rows; otherwise it gets text unless '--columns' is given.
    var isListing = true
    /// Whether the command line has no rows to print: an up-to-date store, a watch that ends at once.
    var isEmpty = false
    /// Nil if '--json' is refused.
    var json: JSON? = .array
    /// Whether it changes the store, so that it has '--dry-run'.
    var writes = false
    var exitCode = ExitCode.done

    enum JSON { case array, object, lines }
  }

  private static let trip =
    "id,uid,type,name,destination,startDate,endDate,days,nights,perdiem,reason,notes,tags,"
    + "bucketList,livingAccommodations,costs"
  private static let item =
    "id,uid,title,details,place,reference,hasReservation,isInPlan,isDone,isPaid,date,time,"
    + "endDate,endTime,cost,trip,tripName"
  private static let stay =
    "id,uid,placeName,address,details,reference,isConfirmed,isPaid,startDate,endDate,cost,trip,"
    + "tripName"
  private static let change = "kind,entity,id,name,trip,property,old,new"
  private static let recorded = "transaction,time,author,command," + change

  private static func changing(_ words: String..., columns: String = change) -> Promise {
    Promise(words: words, columns: columns, writes: true)
  }

  /// By command; each must be here.
  static let promises: [String: Promise] = [
    "add": changing("add", "Rome", columns: trip),
    "edit": changing("edit", "Paris", "--notes", "x"),
    "copy": changing("copy", "Paris", "--start", "2028-01-01", columns: trip),
    "delete": changing("delete", "Paris"), "note": changing("note", "Paris", "x"),
    "bucket add": changing("bucket", "add", "3", "Louvre", columns: item),
    "bucket list": Promise(words: ["bucket", "list"], columns: item),
    "bucket edit": changing("bucket", "edit", "2", "Manufaktura", "--paid"),
    "bucket done": changing("bucket", "done", "2", "Manufaktura"),
    "bucket undone": changing("bucket", "undone", "2", "EC1"),
    "bucket remove": changing("bucket", "remove", "2", "Manufaktura"),
    "bucket attach": changing("bucket", "attach", "2", "90"),
    "stay add": changing("stay", "add", "2", "Inn", columns: stay),
    "stay list": Promise(words: ["stay", "list"], columns: stay),
    "stay edit": changing("stay", "edit", "3", "--cost", "5EUR"),
    "stay confirm": changing("stay", "confirm", "3"),
    "stay unconfirm": changing("stay", "unconfirm", "4"),
    "stay remove": changing("stay", "remove", "3"),
    "stay attach": changing("stay", "attach", "2", "90"),
    "list": Promise(words: ["list"], columns: trip),
    "show": Promise(words: ["show", "Paris"], columns: trip, isListing: false, json: .object),
    "plan": Promise(words: ["plan", "Paris"], isListing: false, json: .object),
    "next": Promise(words: ["next"], columns: trip),
    "calendar": Promise(words: ["calendar"], columns: trip, isListing: false),
    "stats": Promise(
      words: ["stats"], columns: "year,trips,days,nights,perdiem,costs,paid,currency"),
    "perdiem": Promise(
      words: ["perdiem", "--planned"],
      columns: "trip,uid,name,destination,tags,date,amount,currency,meals,planned,double"),
    "history": Promise(words: ["history"], columns: recorded),
    "history purge": Promise(
      words: ["history", "purge", "--before", "2", "--yes"],
      columns: "transactions,changes,token", isListing: false, writes: true),
    "diff": Promise(words: ["diff", "0"], columns: change),
    "undo": changing("undo"), "redo": changing("redo"),
    "watch": Promise(
      words: ["watch"], columns: recorded, isEmpty: true, json: .lines, exitCode: .interrupted),
    "import": changing("import", "new.csv"),
    "export": Promise(words: ["export"], isListing: false),
    "sync": changing("sync", "cal", columns: change + ",side,reason"),
    "migrate": Promise(words: ["migrate"], columns: change, isEmpty: true, writes: true),
    "doctor": Promise(
      words: ["doctor"], columns: "verdict,check,detail,entity,id,title", writes: true),
    "backup": Promise(
      words: ["backup", "--force", "b"], columns: "path,version,trips", isListing: false),
    "restore": Promise(
      words: ["restore", "old", "--yes"], columns: "path,version,trips,replaced",
      isListing: false, writes: true),
    "sample": Promise(words: ["sample", "s"], columns: "path,version,trips", isListing: false),
    "completions": Promise(words: ["completions", "bash"], isListing: false, json: nil),
    "man": Promise(words: ["man"], isListing: false, json: nil),
    "help": Promise(words: ["help"], isListing: false, json: nil),
  ]

  /// The names of the commands that run, from their declarations.
  static var commands: [String] {
    func names(_ nodes: [CommandNode], _ group: String) -> [String] {
      nodes.flatMap { node in
        (node.command == nil ? [] : [group + node.name])
          + names(node.children, group + node.name + " ")
      }
    }
    return names(CommandLineTool.commands, "")
  }

  @Test func hasAPromiseForEveryCommand() {
    #expect(Self.commands.sorted() == Self.promises.keys.sorted())
    #expect(Self.commands.count >= 43)
    let reporting = Set(Self.promises.filter { $0.value.columns != nil }.map(\.key))
    #expect(Set(Manual.reports.flatMap(\.commands)) == reporting)
  }

  @Test(arguments: commands)
  func keepsItsPromise(command: String) throws {
    let promise = try #require(Self.promises[command])
    let trial = try Trial(promise)
    try trial.checkRows()
    try trial.checkJSON()
    try trial.checkCSV()
    try trial.checkColumns()
    try trial.checkDryRun()
    trial.checkQuiet()
    trial.checkTerminal()
    #expect(trial.count >= 7)
  }
}

/// Runs of one command, each on the same store.
private final class Trial {
  let promise: OutputFormTests.Promise
  let tool: TestTool
  private let store: Data
  private(set) var count = 0

  init(_ promise: OutputFormTests.Promise) throws {
    self.promise = promise
    tool = try TestTool().withSampleTrips()
    tool.environment["NO_COLOR"] = "1"
    tool.run("add", "Oslo", "--start", "2027-09-01", "--stay", "Inn", "--bucket", "Fram")
    tool.run("stay", "confirm", "Oslo")
    tool.run("bucket", "add", "2", "EC1")
    tool.run("bucket", "done", "2", "EC1")
    try tool.execute("INSERT INTO bucketListItem(id, title) VALUES (90, 'lost')")
    try tool.execute("INSERT INTO livingAccommodation(id, placeName) VALUES (90, 'lost')")
    tool.run("edit", "Oslo", "--notes", "a")
    tool.run("edit", "Oslo", "--notes", "b")
    tool.run("undo")
    tool.run("backup", "old")
    try Data("name,startDate,endDate\nRome,2027-09-01,2027-09-02\n".utf8)
      .write(to: tool.folder.appending(path: "new.csv"))
    store = try Data(contentsOf: tool.store)
  }

  private func run(_ options: String...) throws -> TestTool.Result {
    count += 1
    try store.write(to: tool.store)
    let calendar = tool.folder.appending(path: "cal")
    try? FileManager.default.removeItem(at: calendar)
    try FileManager.default.createDirectory(at: calendar, withIntermediateDirectories: true)
    try? FileManager.default.removeItem(at: tool.folder.appending(path: "s"))
    return tool.run(words: promise.words + options)
  }

  private var columns: [String] {
    promise.columns?.split(separator: ",").map(String.init) ?? []
  }

  /// The lines of rows, without the token that ends a history.
  private func rows(_ result: TestTool.Result) -> [[String]] {
    result.stdout.split(separator: "\n").filter { !$0.hasPrefix("h1.") }
      .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
  }

  func checkRows() throws {
    let result = try run()
    #expect(result.exitCode == promise.exitCode, "\(result.stderr)")
    guard promise.isListing else { return }
    #expect(rows(result).isEmpty == promise.isEmpty)
    #expect(rows(result).allSatisfy { $0.count == columns.count }, "\(result.stdout)")
  }

  func checkJSON() throws {
    let result = try run("--json")
    guard let json = promise.json else {
      #expect(result.exitCode == .usage)
      return
    }
    #expect(result.exitCode == promise.exitCode, "\(result.stderr)")
    let text = json == .lines ? "[]" : result.stdout
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
    #expect((value is [String: Any]) == (json == .object))
    guard let objects = value as? [[String: Any]], promise.columns != nil else { return }
    #expect(objects.isEmpty == promise.isEmpty)
    #expect(objects.allSatisfy { $0.keys.sorted() == columns.sorted() }, "\(text)")
  }

  func checkCSV() throws {
    let result = try run("--csv")
    guard promise.columns != nil else {
      #expect(result.exitCode == .usage && result.stderr.contains("prints no rows for '--csv'"))
      return
    }
    #expect(result.exitCode == promise.exitCode, "\(result.stderr)")
    #expect(result.stdout.hasPrefix(columns.joined(separator: ",") + "\n"), "\(result.stdout)")
    #expect(!result.stdout.utf8.contains(UInt8(ascii: "\r")))
    // The token is not a row.
    #expect(!result.stdout.contains("\nh1."), "\(result.stdout)")
  }

  func checkColumns() throws {
    let chosen = promise.columns == nil ? "id" : "\(columns[1]),\(columns[0])"
    let result = try run("--columns", chosen)
    guard promise.columns != nil else {
      #expect(
        result.exitCode == .usage && result.stderr.contains("prints no rows for '--columns'"))
      return
    }
    #expect(result.exitCode == promise.exitCode, "\(result.stderr)")
    #expect(rows(result).allSatisfy { $0.count == 2 }, "\(result.stdout)")
    let unknown = try run("--columns", "nope")
    #expect(unknown.exitCode == .usage && unknown.stderr.contains("; the columns are "))
    tool.terminal.isOutput = true
    let table = try run("--columns", chosen)
    tool.terminal.isOutput = false
    // The rows of a pipe, below a line of titles.
    let lines = rows(table)
    #expect(lines.count == (rows(result).isEmpty ? 0 : rows(result).count + 1), "\(table.stdout)")
    if let head = lines.first?.first { #expect(head == head.uppercased(), "\(table.stdout)") }
  }

  func checkDryRun() throws {
    let result = try run("--dry-run")
    guard promise.writes else {
      #expect(result.exitCode == .usage && result.stderr.contains("unknown option '--dry-run'"))
      return
    }
    #expect(result.exitCode == promise.exitCode, "\(result.stderr)")
    #expect(result.stderr.hasSuffix("note: this was a dry run: nothing was changed\n"))
    #expect(try Data(contentsOf: tool.store) == store)
  }

  func checkQuiet() {
    let result = try? run("-q")
    #expect(result?.stderr == "")
  }

  func checkTerminal() {
    tool.terminal.isOutput = true
    let result = try? run()
    #expect(result?.exitCode == promise.exitCode)
    #expect(result?.stdout.contains("\t") == false || promise.words == ["man"])
  }
}
