/// Writes trips as `CSVWriter.trip` does, from the bytes of their rows.
struct TripRecordCSV {
  private var perdiems = PerDiemTexts()

  mutating func append(_ trip: TripRecord, to output: inout [UInt8]) {
    output.append(decimal: trip.id)
    cell(trip.uid, in: &output)
    output.append(static: ",")
    output.append(contentsOf: trip.type.rawValue.utf8)
    guardedCell(trip.name, in: &output)
    guardedCell(trip.destination, in: &output)
    output.append(static: ",")
    output.append(contentsOf: trip.startDate)
    output.append(static: ",")
    output.append(contentsOf: trip.endDate)
    appendPerdiem(of: trip, to: &output)
    cell(trip.reason ?? UnsafeRawBufferPointer(start: nil, count: 0), in: &output)
    guardedCell(trip.notes, in: &output)
    output.append(static: "\r\n")
  }

  private mutating func appendPerdiem(of trip: TripRecord, to output: inout [UInt8]) {
    guard trip.type == .business else { return output.append(static: ",,,") }
    guard let perdiem = trip.perdiem else {
      let (rule, text) = perdiems.rule(trip.perdiemRule, of: nil)
      output.append(static: ",,,")
      if rule != .full { output.append(contentsOf: text) }
      return
    }
    output.append(static: ",")
    output.append(
      amount: perdiem.minorUnits, exponent: perdiems.exponent(of: perdiem.currency))
    output.append(static: ",")
    output.append(contentsOf: perdiem.currency.code.utf8)
    output.append(static: ",")
    output.append(contentsOf: perdiems.rule(trip.perdiemRule, of: perdiem.currency).text)
  }

  private func guardedCell(_ text: UnsafeRawBufferPointer, in output: inout [UInt8]) {
    switch text.first {
    case nil: output.append(static: ",")
    case let byte? where "=+-@\t\r'".utf8.contains(byte):
      slowCell(CSVWriter.guarded(String(decoding: text, as: UTF8.self)), in: &output)
    default: cell(text, in: &output)
    }
  }

  /// A comma and the cell. Bytes that are no UTF-8 become U+FFFD, as in every output.
  private func cell(_ text: UnsafeRawBufferPointer, in output: inout [UInt8]) {
    let isPlain = text.allSatisfy { byte in
      byte < 0x80 && byte != UInt8(ascii: ",") && byte != UInt8(ascii: "\"")
        && byte != UInt8(ascii: "\n") && byte != UInt8(ascii: "\r")
    }
    guard isPlain else { return slowCell(String(decoding: text, as: UTF8.self), in: &output) }
    output.append(static: ",")
    output.append(contentsOf: text)
  }

  private func slowCell(_ text: String, in output: inout [UInt8]) {
    var writer = CSVWriter()
    writer.row(["", text])
    output.append(contentsOf: writer.bytes.dropLast(2))
  }
}
