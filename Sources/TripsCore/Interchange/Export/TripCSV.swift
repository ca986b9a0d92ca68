internal import SQLite

/// Writes trips as CSV (RFC 4180): a row for each stay and each item, or one for a trip without
/// any.
struct TripCSV {
  var form = CSVForm()

  var header: [UInt8] { form.header(CSVColumn.all.map(\.name)) }

  fileprivate static let stayColumns = StayColumn.inCSV
  fileprivate static let itemColumns = ItemColumn.inCSV

  /// Appends the rows of a trip. Its amounts and days are in the first row, so that a spreadsheet's
  /// sum is right.
  func append(_ trip: Trip, to output: inout [UInt8]) {
    let (stays, items) = (trip.livingAccommodations, trip.bucketList)
    let count = max(1, stays.count + items.count)
    let later = count > 1 ? cells(of: trip, isFirst: false) : []
    for index in 0..<count {
      output += index == 0 ? cells(of: trip, isFirst: true) : later
      let (stay, item) = (index, index - stays.count)
      append(stay < stays.count ? stays[stay].values : nil, Self.stayColumns, to: &output)
      append(items.indices.contains(item) ? items[item].values : nil, Self.itemColumns, to: &output)
      output.append(static: form.lineEnd)
    }
  }

  private func cells(of trip: Trip, isFirst: Bool) -> [UInt8] {
    var output: [UInt8] = []
    let row = trip.values
    for column in TripColumn.allCases {
      if column != .id { output.append(form.separatorByte) }
      switch column {
      case .perdiemMinor, .perdiemCurrency, .singleDays:
        if isFirst { append(row, column, to: &output) }
      // A rule that is not stored is stated, so that an import sets it.
      case .perdiemRule:
        let rule = (trip as? BusinessTrip)?.statedRule ?? ""
        output.append(csv: rule, separator: form.separatorByte)
      default: append(row, column, to: &output)
      }
    }
    for count in [trip.days, trip.nights] {
      output.append(form.separatorByte)
      if isFirst { output.append(decimal: Int64(count)) }
    }
    return output
  }

  private func append<Column: StoredColumn>(
    _ row: [SQLiteValue]?, _ columns: [Column], to output: inout [UInt8]
  ) {
    for column in columns {
      output.append(form.separatorByte)
      if let row { append(row, column, to: &output) }
    }
  }

  private func append(
    _ row: [SQLiteValue], _ column: some StoredColumn, to output: inout [UInt8]
  ) {
    switch column.content {
    case .identifier: if let number = row[column].integer { output.append(decimal: number) }
    case .flag: output.append(static: row[column].integer == 0 ? "false" : "true")
    case .amount:
      guard let money = column.money(in: row) else { return }
      let start = output.count
      output += money.amount.utf8
      output.finishAmount(from: start, in: form)
    case .date, .time, .currency, .word, .text, .tags, .singleDays:
      output.append(csv: row[column].text ?? "", separator: form.separatorByte)
    }
  }
}

/// A column of a CSV of trips.
package enum CSVColumn: Equatable, Sendable {
  case trip(TripColumn)
  /// They may replace the end of a trip.
  case days, nights
  case stay(StayColumn)
  case item(ItemColumn)

  /// In the order of an export.
  package static let all =
    TripColumn.allCases.map(CSVColumn.trip) + [.days, .nights]
    + TripCSV.stayColumns.map(CSVColumn.stay) + TripCSV.itemColumns.map(CSVColumn.item)

  package var name: String {
    switch self {
    case .trip(let column): column.csv
    case .days: "days"
    case .nights: "nights"
    case .stay(let column): column.csv
    case .item(let column): column.csv
    }
  }

  /// Ignores case, spaces and underscores in headers: `Start Date`, `start_date` and `START` are
  /// all `startDate`.
  init?(header: String) {
    let bare = header.lowercased().filter { $0.isLetter || $0.isNumber }
    let wanted =
      switch bare {
      case "start": "startdate"
      case "end": "enddate"
      case "perdiem": "perdiemamount"
      case "currency": "perdiemcurrency"
      case "kind": "type"
      default: bare
      }
    guard let column = Self.all.first(where: { $0.name.lowercased() == wanted }) else { return nil }
    self = column
  }
}

extension StoredColumn {
  /// The columns of a stay or an item, without its ids in this store; the uid is the last.
  fileprivate static var inCSV: [Self] {
    let columns = allCases.filter { if case .identifier = $0.content { false } else { true } }
    return columns.filter { $0 != uid } + columns.filter { $0 == uid }
  }
}
