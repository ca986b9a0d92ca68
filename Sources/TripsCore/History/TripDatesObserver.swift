internal import Observation
internal import SQLite
internal import Synchronization

/// Keeps a model of each trip that changes, and reports when its dates do.
///
/// The sample app of WWDC25 session 291 does this with `withObservationTracking`, to alert a user
/// whose trip was moved by another process.
package final class TripDatesObserver {
  /// A trip whose dates changed.
  package struct Alert: Sendable {
    /// The trip as it is now.
    package let trip: TripSummary
    package let oldStartDate: CalendarDate
    package let oldEndDate: CalendarDate
  }

  private var trips: [Int64: Trip] = [:]

  package init() {}

  /// Updates the models and returns those whose dates changed.
  package func apply(_ transactions: [HistoryTransaction]) -> [Alert] {
    transactions.flatMap(\.changes).filter(\.entity.isTrip).compactMap(apply)
  }

  private func apply(_ change: HistoryChange) -> Alert? {
    let known = trips.removeValue(forKey: change.rowID)
    guard change.isReadable else { return nil }
    switch change.kind {
    case .insert:
      trips[change.rowID] = Self.model(of: change.newValues, id: change.rowID)
    case .delete: break
    case .update:
      // The record of an update contains the whole row.
      let old = known ?? Self.model(of: change.oldValues, id: change.newRowID)
      guard let trip = old else { return nil }
      trips[change.newRowID] = trip
      let (start, end) = (trip.startDate, trip.endDate)
      let haveChanged = Atomic(false)
      withObservationTracking {
        _ = (trip.startDate, trip.endDate)
      } onChange: {
        haveChanged.store(true, ordering: .relaxed)
      }
      // Unchanged values are not set, since that would count as a change.
      trip.apply(change.newValues, only: change.updatedProperties.map(\.name))
      if haveChanged.load(ordering: .relaxed) {
        return Alert(trip: TripSummary(trip), oldStartDate: start, oldEndDate: end)
      }
    }
    return nil
  }

  private static func model(of values: HistoryValues, id: Int64) -> Trip? {
    let row = TripColumn.allCases.map { column in
      if column == .id { return id.sqliteValue }
      return values.text(column.name)?.sqliteValue ?? column.declaration.initialValue
    }
    return try? Trip(ObjectRow(row))
  }
}

extension Trip {
  fileprivate func apply(_ values: HistoryValues, only properties: [String]? = nil) {
    func isWanted(_ property: String) -> Bool { properties?.contains(property) ?? true }
    if isWanted("name"), let text = values.text("name") { name = text }
    if isWanted("destination"), let text = values.text("destination") { destination = text }
    if isWanted("startDate"), let date = values.date("startDate") { startDate = date }
    if isWanted("endDate"), let date = values.date("endDate") { endDate = date }
  }
}
