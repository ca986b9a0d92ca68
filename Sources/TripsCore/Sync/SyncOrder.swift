internal import GRDB

/// Puts plans into an order in which each finds its name and dates free, and leaves the trips that
/// would get those of another one.
struct SyncOrder {
  private(set) var plans: [SyncPlan] = []
  private var waiting: [(plan: SyncPlan, key: Key)] = []
  private var freed: Set<Int64> = []
  private var taken: Set<Key> = []
  private let db: Database

  /// What no two trips have.
  private struct Key: Hashable {
    let name: String?
    let startDate: String?
    let endDate: String?

    init(_ facts: TripFacts) {
      name = facts.values["name"]
      startDate = facts.values["startDate"]
      endDate = facts.values["endDate"]
    }
  }

  init(_ plans: [SyncPlan], in db: Database) throws {
    self.db = db
    for plan in plans {
      switch plan.storeChange {
      case .update(_, let old, let new) where Key(old) != Key(new): waiting.append((plan, Key(new)))
      case .insert(let facts): waiting.append((plan, Key(facts)))
      case .delete(let id):
        freed.insert(id)
        self.plans.append(plan)
      case .none, .update: self.plans.append(plan)
      }
    }
    // In an order that does not depend on the dictionaries of this process.
    waiting.sort { ($0.key.startDate ?? "", $0.plan.uid) < ($1.key.startDate ?? "", $1.plan.uid) }
    while try takeThoseThatAreFree() {}
    for (plan, key) in waiting {
      var plan = plan
      let dates = "\(key.startDate ?? "") to \(key.endDate ?? "")"
      plan.leave("another trip is called '\(key.name ?? "")' from \(dates)")
      self.plans.append(plan)
    }
  }

  /// - Returns: whether that may have freed what others wait for.
  private mutating func takeThoseThatAreFree() throws -> Bool {
    let count = waiting.count
    var blocked: [(plan: SyncPlan, key: Key)] = []
    for (plan, key) in waiting {
      guard !taken.contains(key), try owner(of: key).map(freed.contains) ?? true else {
        blocked.append((plan, key))
        continue
      }
      taken.insert(key)
      if case .update(let id, _, _) = plan.storeChange { freed.insert(id) }
      plans.append(plan)
    }
    waiting = blocked
    return !blocked.isEmpty && blocked.count < count
  }

  private func owner(of key: Key) throws -> Int64? {
    try Int64.fetchOne(
      db, sql: "SELECT id FROM trip WHERE name = ? AND startDate = ? AND endDate = ?",
      arguments: [key.name, key.startDate, key.endDate])
  }
}
