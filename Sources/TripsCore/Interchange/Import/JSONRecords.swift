/// The top-level values of a JSON file: the elements of one array, or consecutive values (NDJSON).
final class JSONRecords {
  /// The line in which the last value begins.
  private(set) var line = 1
  private let file: InputFile
  private var json: JSONReader
  private var position = Position.start
  /// What the file is to have, for the message about an empty list.
  private let noun: String

  private enum Position { case start, inArray, amongObjects, end }

  init(_ file: InputFile, of noun: String) {
    (self.file, self.noun) = (file, noun)
    json = JSONReader(file: file)
  }

  /// The next value; nil at the end.
  ///
  /// - Throws: `ImportProblem`, after which reading continues unless it is fatal; `FileError`.
  func next() throws -> JSONValue? {
    guard try findRecord() else { return nil }
    line = file.line
    do {
      return try json.value()
    } catch let problem as ImportProblem where position == .amongObjects {
      // Each object has its own line, so reading continues on the next line. The problem may have
      // been noticed only on that line.
      if file.line == line || !file.isAtLineStart { try file.skipLine() }
      throw ImportProblem(line: line, problem.reason)
    }
  }

  /// Advances to the first byte of the next record; false at the end.
  private func findRecord() throws -> Bool {
    if position == .start { try file.skipByteOrderMark() }
    let byte = try json.peekPastSpace()
    switch position {
    case .start:
      guard let byte else { throw ImportProblem.empty }
      position = byte == UInt8(ascii: "[") ? .inArray : .amongObjects
      if position == .amongObjects { return true }
      _ = try file.next()
      if try json.peekPastSpace() != UInt8(ascii: "]") { return true }
      throw ImportProblem(line: file.line, "the list has no \(noun)", isFatal: true)
    case .inArray:
      if byte == UInt8(ascii: "]") { return try endArray() }
      guard byte == UInt8(ascii: ",") else { throw json.problem("a comma or ']' is missing") }
      _ = try file.next()
      _ = try json.peekPastSpace()
      return true
    case .amongObjects: return byte != nil
    case .end: return false
    }
  }

  private func endArray() throws -> Bool {
    _ = try file.next()
    position = .end
    if try json.peekPastSpace() != nil { throw json.problem("there is text after its end") }
    return false
  }
}
