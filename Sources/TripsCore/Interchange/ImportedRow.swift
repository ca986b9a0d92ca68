internal import GRDB

/// An item or a stay as a file or a command gives it; what is not said is nil, and stays as it is.
package struct ImportedRow<Column: StoredColumn>: Equatable, Sendable {
  /// In the order of the columns.
  private(set) var values = [DatabaseValue?](repeating: nil, count: Column.allCases.count)
  /// The row's own, by the file.
  var id: Int64?
  /// Whether text is kept as it is, as it comes out of a store.
  var isExact = false

  package init() {}

  /// The values that an event states.
  init(_ facts: Facts) throws(ValueError) {
    for column in Column.stated {
      guard let text = facts[column.fact] else { continue }
      if column.declaration.isFlag {
        set(column, text == Fact.yes)
      } else {
        try set(column, text: text)
      }
    }
  }

  /// The columns that have a value, with it.
  var given: [(column: Column, value: DatabaseValue)] {
    zip(Column.allCases, values).compactMap { column, value in value.map { (column, $0) } }
  }

  /// Whether nothing is said.
  package var isEmpty: Bool { values.allSatisfy { $0 == nil } }

  subscript(column: Column) -> DatabaseValue? {
    get { values[Int(column.rawValue)] }
    set { values[Int(column.rawValue)] = newValue }
  }

  mutating func set(_ column: Column, text: String) throws(ValueError) {
    guard case .text(let rules) = column.content else { return }
    self[column] = try rules.stored(text, isExact: isExact).databaseValue
  }

  /// Takes text that has been checked.
  package mutating func set(_ column: Column, _ text: String?) {
    self[column] = text?.databaseValue
  }

  package mutating func set(_ column: Column, _ flag: Bool?) {
    self[column] = flag?.databaseValue
  }

  func text(_ column: Column) -> String? { self[column].flatMap(String.fromDatabaseValue) }

  /// The values of a new row, with the default of each column that the file leaves out.
  func row(id: Int64?, tripID: Int64) -> [DatabaseValue] {
    zip(Column.allCases, values).map { column, value in
      switch column.name {
      case "id": id?.databaseValue ?? .null
      case "tripId": tripID.databaseValue
      default: value ?? (column.declaration.isFlag ? false.databaseValue : "".databaseValue)
      }
    }
  }

  /// What the file gives a row otherwise than it is; ids aside.
  func changes(of row: [DatabaseValue]) -> [(column: Column, value: DatabaseValue)] {
    zip(Column.allCases, values).compactMap { column, value in
      guard case .identifier = column.content else {
        return value.flatMap { $0 == row[Int(column.rawValue)] ? nil : (column, $0) }
      }
      return nil
    }
  }
}

package typealias BucketListDraft = ImportedRow<ItemColumn>
package typealias StayDraft = ImportedRow<StayColumn>
typealias ImportedItem = ImportedRow<ItemColumn>
typealias ImportedStay = ImportedRow<StayColumn>

extension ImportedRow<ItemColumn> {
  /// Items of one trip.
  static var most: Int { BucketListItem.most }

  static var tooMany: ValueError { ValueError("the bucket list has more than \(most) items") }

  var title: String { text(.title) ?? "" }

  /// - Throws: `ValueError` where it has no title.
  func checked() throws(ValueError) -> Self {
    if title.isEmpty { throw ValueError("the title must not be empty") }
    return self
  }
}

extension ImportedRow<StayColumn> {
  var placeName: String { text(.placeName) ?? "" }

  /// - Throws: `ValueError` where it has no name.
  func checked() throws(ValueError) -> Self {
    if placeName.isEmpty { throw ValueError("the place name must not be empty") }
    return self
  }

  /// With what follows for a row of another place: neither its address nor its confirmation is the
  /// old one's.
  func replacing(_ old: [DatabaseValue]?) -> Self {
    guard let old, let place = self[.placeName], place != old[StayColumn.placeName] else {
      return self
    }
    var stay = self
    stay[.address] = self[.address] ?? "".databaseValue
    stay[.isConfirmed] = self[.isConfirmed] ?? false.databaseValue
    return stay
  }
}
