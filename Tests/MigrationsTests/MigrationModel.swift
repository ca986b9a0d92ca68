import Foundation
import SQLite

@testable import Migrations

/// The rules of a migration in terms of rows, written from the specification.
struct MigrationModel {
  private(set) var rows: StoreRows
  /// Each record: stage, action, table, id, survivor.
  private(set) var records: Set<String> = []
  private var stage = "V1toV2"
  private var typedNames: [SQLiteValue: SQLiteValue] = [:]

  init(_ rows: StoreRows) { self.rows = rows }

  mutating func migrateToV2() {
    normalize()
    orphan()
    merge()
    setNamesAside()
  }

  mutating func migrateToV3() {
    stage = "V2toV3"
    for (index, trip) in rows["trip"]!.enumerated() {
      guard let typed = typedNames[trip[0]] else { continue }
      rows["trip"]![index][1] = typed
      record("restored", "trip", trip[0])
    }
    merge()
  }

  private mutating func record(
    _ action: String, _ table: String, _ id: SQLiteValue, _ survivor: SQLiteValue = .null
  ) {
    records.insert("\(stage) \(action) \(table) \(id.integer!) \(survivor.integer ?? 0)")
  }

  private mutating func normalize() {
    for (table, columns) in ["trip": [1, 2], "bucketListItem": [2], "livingAccommodation": [2]] {
      for (index, row) in rows[table]!.enumerated() {
        for column in columns {
          let text = row[column].text!.precomposedStringWithCanonicalMapping
            .trimmingCharacters(in: .whitespacesAndNewlines)
          // Swift compares by canonical equivalence.
          if Array(text.utf8) == Array(row[column].text!.utf8) { continue }
          rows[table]![index][column] = .text(text)
          record("normalized", table, row[0])
        }
      }
    }
  }

  private mutating func orphan() {
    let trips = Set(rows["trip"]!.map { $0[0] })
    for table in ["bucketListItem", "livingAccommodation"] {
      for (index, row) in rows[table]!.enumerated() where !trips.contains(row[1]) {
        rows[table]![index][1] = .null
        record("orphaned", table, row[0])
      }
    }
  }

  private mutating func merge() {
    let groups = Dictionary(grouping: rows["trip"]!) { [$0[1], $0[3], $0[4]] }.values
    for group in groups where group.count > 1 {
      let survivor = group[0][0]
      for trip in group.dropFirst() {
        for table in ["bucketListItem", "livingAccommodation"] {
          moveRows(of: table, from: trip[0], to: survivor)
        }
        record("merged", "trip", trip[0], survivor)
      }
      let gone = Set(group.dropFirst().map { $0[0] })
      rows["trip"]!.removeAll { gone.contains($0[0]) }
      guard let newest = group.last(where: { $0[2] != "" })?[2], newest != group[0][2] else {
        continue
      }
      let index = rows["trip"]!.firstIndex { $0[0] == survivor }!
      rows["trip"]![index][2] = newest
      record("updated", "trip", survivor)
    }
  }

  private mutating func moveRows(of table: String, from trip: SQLiteValue, to survivor: SQLiteValue)
  {
    let all = rows[table]!
    let present = all.filter { $0[1] == survivor }
    for row in all where row[1] == trip {
      let index = rows[table]!.firstIndex { $0[0] == row[0] }!
      if let equal = present.first(where: { $0.dropFirst(2) == row.dropFirst(2) }) {
        rows[table]!.remove(at: index)
        record("merged", table, row[0], equal[0])
      } else {
        rows[table]![index][1] = survivor
        record("moved", table, row[0], survivor)
      }
    }
  }

  private mutating func setNamesAside() {
    var taken = Set(rows["trip"]!.map { $0[1].text! })
    let groups = Dictionary(grouping: rows["trip"]!) { $0[1] }
    for (name, group) in groups {
      let later = group.sorted { ($0[3].text!, $0[0].integer!) < ($1[3].text!, $1[0].integer!) }
      for trip in later.dropFirst() {
        let given = (2...).lazy.map { "\(name.text!) (\($0))" }.first { !taken.contains($0) }!
        taken.insert(given)
        typedNames[trip[0]] = name
        rows["trip"]![rows["trip"]!.firstIndex { $0[0] == trip[0] }!][1] = .text(given)
        record("renamed", "trip", trip[0])
      }
    }
  }
}
