import TripsCore

/// Lists any number of trips in columns, copying bytes from the store to the output.
struct TripListing {
  // Free text comes last, since terminals disagree about the width of some characters.
  fileprivate static let columns: [Table.Column] = [
    Table.Column(title: "ID", alignment: .right),
    Table.Column(title: "START"),
    Table.Column(title: "END", rank: 1),
    Table.Column(title: "DAYS", alignment: .right, rank: 3),
    // Always shown, otherwise the type would be visible by colour alone.
    Table.Column(title: "TYPE"),
    Table.Column(title: "DETAIL", rank: 4),
    Table.Column(title: "NAME", isFlexible: true),
    Table.Column(title: "DESTINATION", isFlexible: true, rank: 2),
  ]
  private static let typeColumn = 4
  private static let nameColumn = 6

  private let context: Context
  private let cells: TripCells

  /// Writes a table on a terminal, tab-separated lines elsewhere.
  init(in context: Context) {
    self.context = context
    let isTable = context.terminal.isOutput
    cells = TripCells(
      measures: isTable, palette: isTable ? Palette(isEnabled: false) : context.palette)
  }

  /// - Returns: the number of trips.
  func write(_ descriptor: FetchDescriptor, of store: Store) throws -> Int {
    let rows = try store.render(descriptor, as: .custom(TripCells.columns, cells.append))
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
    let columns = Self.columns
    var line = try TableLine(
      of: columns, widest: widest, width: context.terminal.width, palette: context.palette,
      to: context.output)
    var shown = [Int?](repeating: nil, count: columns.count)
    for column in line.layout { shown[column.index] = column.width }
    try rows.withEach { row in
      let sizes = row.suffix(columns.count * MemoryLayout<TripCells.Size>.stride)
      var start = 0
      var style = TextStyle.plain
      for index in columns.indices {
        let size = row.loadUnaligned(
          fromByteOffset: sizes.startIndex + index * MemoryLayout<TripCells.Size>.stride,
          as: TripCells.Size.self)
        let end = start + Int(size.bytes)
        let cell = UnsafeRawBufferPointer(rebasing: row[start..<end])
        start = end
        if index == Self.typeColumn { style = Self.style(ofType: cell) }
        guard let width = shown[index] else { continue }
        line.append(
          visible: cell, taking: Int(size.cells),
          style: index == Self.typeColumn || index == Self.nameColumn ? style : .plain,
          in: (index, width))
      }
      try line.endLine()
    }
  }

  /// The three words differ in their second letters.
  private static func style(ofType cell: UnsafeRawBufferPointer) -> TextStyle {
    switch cell.dropFirst().first {
    case UInt8(ascii: "u"): .business
    case UInt8(ascii: "e"): .personal
    default: .plain
    }
  }
}

/// Writes a trip as cells separated by tabs; for a table, as adjacent cells followed by their
/// sizes, while it tracks the widest cell of each column.
private final class TripCells {
  /// The size of a cell without trailing blanks.
  struct Size {
    var bytes: UInt32
    /// On a terminal.
    var cells: UInt32
  }

  /// The columns to read.
  static let columns: [TripColumn] = [
    .type, .name, .destination, .perdiemMinor, .perdiemCurrency, .reason,
  ]

  private let measures: Bool
  /// Without colours while cells are measured; the table adds them once the widths are known.
  private let palette: Palette
  private(set) var widest = [Int](repeating: 0, count: TripListing.columns.count)
  private var perdiems = PerDiemTexts()
  private var sizes: [Size] = []
  /// The start of the current cell in the output.
  private var start = 0

  init(measures: Bool, palette: Palette) {
    self.measures = measures
    self.palette = palette
  }

  func append(_ trip: TripRecord, to output: inout [UInt8]) {
    start = output.count
    let type = trip.type
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
    endCell(in: &output, isText: true)
    palette.append(type.style, to: &output) { SafeText.appendVisible(trip.name, to: &$0) }
    endCell(in: &output, isText: true)
    SafeText.appendVisible(trip.destination, to: &output)
    endCell(in: &output, isText: true, UInt8(ascii: "\n"))
    if measures {
      sizes.withUnsafeBytes { output.append(contentsOf: $0) }
      sizes.removeAll(keepingCapacity: true)
    }
  }

  private func appendDetail(
    of trip: TripRecord, _ type: TripType, to output: inout [UInt8]
  ) {
    switch type {
    case .plain: break
    case .business:
      guard let perdiem = trip.perdiem else { return }
      output.append(
        amount: perdiem.minorUnits, exponent: perdiems.exponent(of: perdiem.currency))
      output.append(UInt8(ascii: " "))
      output.append(contentsOf: SafeText.visible(perdiem.currency.code).utf8)
    case .personal:
      if let reason = trip.reason { SafeText.appendVisible(reason, to: &output) }
    }
  }

  /// - Parameter isText: whether the cell may contain characters other than printable ASCII, or
  ///   trailing blanks.
  @inline(__always)
  private func endCell(
    in output: inout [UInt8], isText: Bool = false, _ separator: UInt8 = UInt8(ascii: "\t")
  ) {
    if measures {
      measureCell(in: &output, isText: isText)
    } else {
      output.append(separator)
    }
  }

  private func measureCell(in output: inout [UInt8], isText: Bool) {
    var (bytes, cells) = (output.count - start, output.count - start)
    if isText {
      (bytes, cells) = output.withUnsafeBytes { output in
        let cell = UnsafeRawBufferPointer(rebasing: output[start...]).withoutTrailingBlanks
        return (cell.count, DisplayWidth.of(cell))
      }
      output.removeLast(output.count - start - bytes)
    }
    start = output.count
    widest[sizes.count] = max(widest[sizes.count], cells)
    sizes.append(Size(bytes: UInt32(bytes), cells: UInt32(cells)))
  }
}

extension UnsafeRawBufferPointer {
  /// The escaped text up to its last scalar that is not white space.
  fileprivate var withoutTrailingBlanks: UnsafeRawBufferPointer {
    // Blanks outside ASCII need Unicode-aware trimming.
    guard let last, last == UInt8(ascii: " ") else { return self }
    let kept = String(decoding: self, as: UTF8.self).withoutTrailingBlanks
    return UnsafeRawBufferPointer(rebasing: prefix(kept.utf8.count))
  }
}
