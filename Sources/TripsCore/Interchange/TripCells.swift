/// Writes trips as the cells of a list: id, first day, last day, days, type, what its type alone has, name
/// and destination.
///
/// Text is as it is stored: whoever shows it makes it safe. The cells have nothing between them, and
/// behind them stands how many bytes each has.
package struct TripCells {
  /// What is read of a trip.
  static let columns: [TripColumn] = [
    .id, .startDate, .endDate, .type, .name, .destination, .perdiemMinor, .perdiemCurrency, .reason,
  ]
  /// How many there are.
  package static let count = 8

  private var perdiems = PerDiemTexts()
  private var sizes: [UInt32] = []

  mutating func append(_ trip: TripRecord, to output: inout [UInt8]) {
    sizes.removeAll(keepingCapacity: true)
    func cell(_ write: (inout [UInt8]) -> Void) {
      let start = output.count
      write(&output)
      sizes.append(UInt32(output.count - start))
    }
    cell { $0.append(decimal: trip.id) }
    cell { $0.append(contentsOf: trip.startDate) }
    cell { $0.append(contentsOf: trip.endDate) }
    cell { $0.append(decimal: Int64(trip.days)) }
    cell { $0.append(contentsOf: trip.type.word.utf8) }
    cell { appendDetail(of: trip, to: &$0) }
    cell { $0.append(contentsOf: trip.name) }
    cell { $0.append(contentsOf: trip.destination) }
    sizes.withUnsafeBytes { output.append(contentsOf: $0) }
  }

  private mutating func appendDetail(of trip: TripRecord, to output: inout [UInt8]) {
    switch trip.type {
    case .trip: break
    case .business:
      guard let perdiem = trip.perdiem else { return }
      output.append(
        amount: perdiem.minorUnits, exponent: perdiems.exponent(of: perdiem.currency))
      output.append(UInt8(ascii: " "))
      output.append(contentsOf: perdiem.currency.code.utf8)
    case .personal: if let reason = trip.reason { output.append(contentsOf: reason) }
    }
  }

  /// Calls `body` with each cell of a row that was written so.
  package static func forEach(
    in row: UnsafeRawBufferPointer, _ body: (_ index: Int, UnsafeRawBufferPointer) throws -> Void
  ) rethrows {
    let sizes = row.count - count * MemoryLayout<UInt32>.stride
    var start = 0
    for index in 0..<count {
      let size = row.loadUnaligned(
        fromByteOffset: sizes + index * MemoryLayout<UInt32>.stride, as: UInt32.self)
      try body(index, UnsafeRawBufferPointer(rebasing: row[start..<start + Int(size)]))
      start += Int(size)
    }
  }
}
