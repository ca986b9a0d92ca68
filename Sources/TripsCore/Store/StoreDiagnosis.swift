/// What an examination of a store has found.
package struct StoreDiagnosis: Sendable {
  package enum Verdict: String, Sendable {
    case ok
    /// Worth knowing, and nothing is wrong with the store.
    case note
    case problem
  }

  package struct Finding: Sendable {
    package let verdict: Verdict
    /// What was examined: `integrity`, `schema` …
    package let check: String
    package let detail: String
    /// Whether `mend` knows what to do.
    package var canBeMended = false
  }

  package private(set) var findings: [Finding] = []

  package var hasProblems: Bool { findings.contains { $0.verdict == .problem } }

  package var canBeMended: Bool { findings.contains(where: \.canBeMended) }

  mutating func add(
    _ verdict: Verdict, _ check: String, _ detail: String, canBeMended: Bool = false
  ) {
    findings.append(
      Finding(verdict: verdict, check: check, detail: detail, canBeMended: canBeMended))
  }

  /// SQLite's answers in one line.
  static func sentence(_ answers: [String]) -> String {
    answers.flatMap { $0.split(separator: "\n") }.filter { !$0.hasPrefix("***") }
      .joined(separator: "; ")
  }
}
