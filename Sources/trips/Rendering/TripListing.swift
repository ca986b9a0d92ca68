import TripsCore

/// Trips in the columns of `TripTable`, however many there are: their cells are bytes from the store
/// to the output.
struct TripListing {
  private let context: Context
  private let cells: TripCells

  /// A table on a terminal, else lines of cells parted by tabs.
  init(in context: Context) {
    self.context = context
    let isTable = context.terminal.isOutput
    cells = TripCells(
      measures: isTable, palette: isTable ? Palette(isEnabled: false) : context.palette)
  }

  /// - Returns: how many trips there were.
  func write(_ descriptor: FetchDescriptor, of store: Store) throws -> Int {
    let rows = try store.render(descriptor, as: .custom(cells.append))
    context.noteMissing(store)
    try write(rows)
    return rows.count
  }

  func write(_ trips: [Trip]) throws {
    try write(RenderedRows(trips, cells.append))
  }

  private func write(_ rows: RenderedRows) throws {
    guard rows.count > 0 else { return }
    if context.terminal.isOutput {
      try writeTable(rows, widest: cells.widest)
    } else {
      try rows.withEach { try context.output.write(bytes: $0) }
    }
  }

  private func writeTable(_ rows: RenderedRows, widest: [Int]) throws {
    let columns = TripTable.columns
    let layout = Table.layout(of: columns, widest: widest, within: context.terminal.width)
    var line = TableLine(palette: context.palette)
    try line.writeHeader(layout, of: columns, to: context.output)
    var shown = [Int?](repeating: nil, count: columns.count)
    for column in layout { shown[column.index] = column.width }
    try rows.withEach { row in
      var start = 0
      var style = TextStyle.plain
      for index in columns.indices {
        var end = start
        while end < row.count, row[end] >= 0x20 { end += 1 }
        let cell = UnsafeRawBufferPointer(rebasing: row[start..<end])
        start = end + 1
        if index == TripTable.typeColumn { style = Self.style(ofType: cell) }
        guard let width = shown[index] else { continue }
        line.append(
          visible: cell.withoutTrailingBlanks,
          style: TripTable.isStyled(index) ? style : .plain, width: width,
          alignment: columns[index].alignment)
      }
      try line.write(to: context.output)
    }
  }

  /// The three types begin with three letters.
  private static func style(ofType cell: UnsafeRawBufferPointer) -> TextStyle {
    switch cell.first {
    case UInt8(ascii: "b"): .business
    case UInt8(ascii: "p"): .personal
    default: .plain
    }
  }
}

/// Writes a trip as cells parted by tabs, and remembers how wide the widest were.
private final class TripCells {
  private let measures: Bool
  /// Without colours where the cells are measured: a table adds them when it knows the widths.
  private let palette: Palette
  private(set) var widest = [Int](repeating: 0, count: TripTable.columns.count)
  private var perdiems = PerDiemTexts()
  private var ends: [Int] = []

  init(measures: Bool, palette: Palette) {
    self.measures = measures
    self.palette = palette
  }

  func append(_ trip: TripRecord, to output: inout [UInt8]) {
    let start = output.count
    let type = trip.type
    ends.removeAll(keepingCapacity: true)
    output.append(decimal: trip.id)
    endCell(in: &output)
    output.append(contentsOf: trip.startDate)
    endCell(in: &output)
    output.append(contentsOf: trip.endDate)
    endCell(in: &output)
    output.append(decimal: Int64(trip.days))
    endCell(in: &output)
    palette.append(type.style, to: &output) { $0.append(contentsOf: type.rawValue.utf8) }
    endCell(in: &output)
    appendDetail(of: trip, type, to: &output)
    endCell(in: &output)
    palette.append(type.style, to: &output) { SafeText.appendVisible(trip.name, to: &$0) }
    endCell(in: &output)
    SafeText.appendVisible(trip.destination, to: &output)
    ends.append(output.count)
    output.append(UInt8(ascii: "\n"))
    if measures { measure(output, from: start) }
  }

  private func appendDetail(
    of trip: TripRecord, _ type: TripType, to output: inout [UInt8]
  ) {
    switch type {
    case .trip: break
    case .business:
      guard let perdiem = trip.perdiem else { return }
      output.append(
        amount: perdiem.minorUnits, exponent: perdiems.exponent(of: perdiem.currency))
      output.append(UInt8(ascii: " "))
      SafeText.appendVisible(perdiem.currency.code, to: &output)
    case .personal:
      if let reason = trip.reason { SafeText.appendVisible(reason, to: &output) }
    }
  }

  private func endCell(in output: inout [UInt8]) {
    ends.append(output.count)
    output.append(UInt8(ascii: "\t"))
  }

  private func measure(_ output: [UInt8], from start: Int) {
    output.withUnsafeBytes { bytes in
      var start = start
      for (index, end) in ends.enumerated() {
        let cell = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
        widest[index] = max(widest[index], DisplayWidth.of(cell.withoutTrailingBlanks))
        start = end + 1
      }
    }
  }
}

extension UnsafeRawBufferPointer {
  /// The visible text up to its last scalar that is not white space.
  fileprivate var withoutTrailingBlanks: UnsafeRawBufferPointer {
    // A byte of a blank above ASCII is looked at as text.
    guard let last, last == UInt8(ascii: " ") else { return self }
    let kept = String(decoding: self, as: UTF8.self).withoutTrailingBlanks
    return UnsafeRawBufferPointer(rebasing: prefix(kept.utf8.count))
  }
}
