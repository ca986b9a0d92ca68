internal import Migrations

/// The findings of an examination of a store.
package struct StoreDiagnosis: Sendable {
  package enum Verdict: String, Sendable {
    case ok
    /// Worth knowing, although nothing is wrong.
    case note
    case problem
  }

  package struct Finding: Sendable {
    package let verdict: Verdict
    /// The check: `integrity`, `schema` …
    package let check: String
    package let detail: String
    /// The row concerned, if any.
    package let row: FoundRow?
    /// Whether it can be repaired without loss.
    let isRepairable: Bool
  }

  /// An item or a stay without a trip.
  package struct FoundRow: Sendable {
    package let entity: Entity
    package let id: Int64
    package let title: String
  }

  /// The user's options for solving the problems.
  package enum Remedy: Sendable {
    case repairing, restoring
    /// Why the file cannot be changed.
    case obstacle(StoreProblem)
  }

  package private(set) var findings: [Finding] = []
  /// Why the file cannot be changed.
  private(set) var obstacle: StoreProblem?
  /// Nil for a file that is not a store, or that cannot be read.
  package internal(set) var version: SchemaVersion?

  package var hasProblems: Bool { findings.contains { $0.verdict == .problem } }

  package var canBeRepaired: Bool { obstacle == nil && findings.contains(where: \.isRepairable) }

  /// - Parameter isRepaired: whether the remaining problems could not be repaired.
  package func remedy(isRepaired: Bool) -> Remedy? {
    if let obstacle { return .obstacle(obstacle) }
    if findings.contains(where: { $0.verdict == .problem && !$0.isRepairable }) {
      return .restoring
    }
    return canBeRepaired && !isRepaired ? .repairing : nil
  }

  mutating func add(
    _ verdict: Verdict, _ check: String, _ detail: String, row: FoundRow? = nil,
    isRepairable: Bool = false
  ) {
    findings.append(
      Finding(verdict: verdict, check: check, detail: detail, row: row, isRepairable: isRepairable))
  }

  /// Records that the file cannot be examined further.
  mutating func add(_ check: String, _ problem: StoreProblem, path: String) {
    add(.problem, check, problem.description(path: path))
    switch problem {
    // A backup may still have the lost rows.
    case .schemaDiffers(.added, _): obstacle = problem
    case .corrupt, .schemaDiffers, .unknownModel, .inputOutput: break
    default: obstacle = problem
    }
  }

  /// SQLite's answers in one line.
  static func sentence(_ answers: [String]) -> String {
    answers.flatMap { $0.parts(separatedBy: "\n") }
      .filter { !$0.isEmpty && !$0.begins(with: "***") }
      .joined(separator: "; ")
  }
}
