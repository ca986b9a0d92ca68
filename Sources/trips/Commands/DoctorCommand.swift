import TripsCore

/// Checks the store and repairs what can be repaired.
enum DoctorCommand: Command {
  static let fix = Flag("--fix", "repair what can be repaired without loss, after a backup")

  static let declaration = CommandDeclaration(
    "Check the store for damage, even if it cannot be opened",
    discussion: """
      Nothing is changed without '--fix'. Problems set exit code 5; notes do not.
      """,
    options: [fix], examples: ["trips doctor", "trips doctor --fix"])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let mends = arguments.isSet(Self.fix)
    let path = try StoreLocation(context).path
    let options = try context.storeOptions()
    var diagnosis = try Store.diagnose(path, options: options)
    if mends, diagnosis.canBeMended {
      if !diagnosis.isEmpty {
        let copy = try Store.safekeep(path, options: options)
        context.reporter.note("a copy of the store is '\(copy)'")
      }
      try Store.mend(path, diagnosis, options: options)
      diagnosis = try Store.diagnose(path, options: options)
    }
    try print(diagnosis, in: context)
    let isOld = diagnosis.version.map { $0 < .latest } ?? false
    if !isOld, diagnosis.findings.contains(where: { $0.row != nil }) {
      context.reporter.hint(
        "\(context.quoted("bucket attach TRIP ID")) and "
          + "\(context.quoted("stay attach TRIP ID")) give them a trip")
    }
    if isOld {
      context.reporter.hint("\(context.quoted("migrate")) brings it to the latest schema")
    }
    if diagnosis.hasProblems { throw DoctorFinding(remedy: diagnosis.remedy(isMended: mends)) }
  }

  private static func print(_ diagnosis: StoreDiagnosis, in context: Context) throws {
    if context.globals.isJSON {
      return try context.output.writeJSON(lines: diagnosis.findings)
    }
    var table = Table(columns: ["VERDICT", "CHECK", "DETAIL"].map { Table.Column(title: $0) })
    let isTerminal = context.terminal.isOutput
    let room = isTerminal ? max(Self.leastRoom, context.terminal.width - Self.lead(diagnosis)) : nil
    table.rows = diagnosis.findings.flatMap { Self.rows(of: $0, room: room) }
    // Problems are never cut: they must be readable to the end.
    try table.write(in: context, isCut: false)
  }

  private static let leastRoom = 15

  /// The cells before a detail.
  private static func lead(_ diagnosis: StoreDiagnosis) -> Int {
    let checks = ["CHECK"] + diagnosis.findings.map(\.check)
    let verdicts = ["VERDICT"] + diagnosis.findings.map(\.verdict.rawValue)
    return [checks, verdicts].reduce(0) { $0 + ($1.map(\.utf8.count).max() ?? 0) + Table.gap }
  }

  /// A row, on several lines if its detail has to be wrapped.
  private static func rows(of finding: StoreDiagnosis.Finding, room: Int?) -> [[Table.Cell]] {
    let detail = SafeText.visible(finding.detail)
    let lines = room.map { TextWrapping.lines(of: detail, width: $0) } ?? [detail]
    return lines.enumerated().map { index, line in
      [
        Table.Cell(
          text: index == 0 ? finding.verdict.rawValue : "", style: style(of: finding.verdict)),
        Table.Cell(text: index == 0 ? finding.check : ""), Table.Cell(text: line),
      ]
    }
  }

  private static func style(of verdict: StoreDiagnosis.Verdict) -> TextStyle {
    switch verdict {
    case .ok: .plain
    case .note: .warning
    case .problem: .error
    }
  }
}

/// Thrown when the check has found problems.
struct DoctorFinding: Error, CustomStringConvertible {
  let remedy: StoreDiagnosis.Remedy?

  let description = "the store has problems"
}

extension StoreDiagnosis.Finding: JSONObject {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("verdict", verdict.rawValue)
    json.member("check", check)
    json.member("detail", detail)
    json.member("row", row)
  }
}

extension StoreDiagnosis.FoundRow: JSONObject {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("entity", entity)
    json.member("id", id)
    json.member("title", title)
    json.member("formerTripId", formerTripID)
  }
}
