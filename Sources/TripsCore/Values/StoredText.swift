internal import Migrations
import Platform

/// The rules for text before it is stored.
///
/// Text is normalised to NFC, so that equal text has equal bytes, which SQLite compares.
package struct StoredText: Sendable {
  /// The name in error messages: `name`, `details` …
  let label: String
  /// The limit in bytes of UTF-8.
  var limit = 1_000
  var allowsLineBreaks = false
  /// Whether the name is a plural, as in "the details are".
  var isPlural = false

  package static let name = StoredText(label: "name")
  package static let destination = StoredText(label: "destination")
  package static let title = StoredText(label: "title")
  package static let placeName = StoredText(label: "place name")
  package static let place = StoredText(label: "place")
  package static let reference = StoredText(label: "reference")
  package static let tag = StoredText(label: "tag")
  package static let tags = StoredText(label: "tags", isPlural: true)
  package static let author = StoredText(label: "author")
  package static let uid = StoredText(label: "uid")
  package static let notes = StoredText(
    label: "notes", limit: 65_536, allowsLineBreaks: true, isPlural: true)
  package static let details = StoredText(
    label: "details", limit: 65_536, allowsLineBreaks: true, isPlural: true)
  package static let address = StoredText(label: "address", limit: 65_536, allowsLineBreaks: true)

  /// Normalises text to NFC, trims whitespace at both ends and turns each line break into one LF.
  ///
  /// - Throws: `ValueError` for a control character, for too many successive combining marks and
  ///   for text over the limit.
  package func normalized(_ text: String) throws(ValueError) -> String {
    let text = (allowsLineBreaks ? Self.unifyingLineBreaks(text) : text).trimmingWhitespace()
    // NFC shortens a scalar by at most three bytes to one: U+212A, the kelvin sign, becomes a K.
    if text.utf8.count > 3 * limit { try checkLimit(text) }
    guard let result = text.inNFC else { throw tooManyMarks }
    if result.utf8.contains(where: Self.mayBeginControl) { try refuseControls(in: result) }
    try checkLimit(result)
    return result
  }

  /// Any text, trimmed and in NFC; text with too many successive combining marks is only trimmed.
  static func formed(_ text: String) -> String {
    text.normalizedLabel
  }

  /// Like `stored`, and refuses text that is then empty.
  package func required(_ text: String, isExact: Bool = false) throws(ValueError) -> String {
    let result = try stored(text, isExact: isExact)
    if result.isEmpty { throw ValueError("the \(label) must not be empty") }
    return result
  }

  /// Text from a file, as it is stored.
  ///
  /// - Parameter isExact: whether it comes from a store, where another program may have written
  ///   text that cannot be typed. It is then kept unchanged, within the limits.
  func stored(_ text: String, isExact: Bool) throws(ValueError) -> String {
    guard isExact else { return try normalized(text) }
    if text.utf8.contains(0) { throw holding("U+0000") }
    if text.hasTooManyMarks { throw tooManyMarks }
    try checkLimit(text)
    return text
  }

  private func checkLimit(_ text: String) throws(ValueError) {
    guard text.utf8.count <= limit else {
      throw ValueError(
        "the \(label) \(isPlural ? "have" : "has") \(text.utf8.count) bytes of UTF-8, "
          + "and at most \(limit) are allowed")
    }
  }

  private var tooManyMarks: ValueError {
    ValueError(
      "the \(label) \(isPlural ? "have" : "has") too many combining marks in a row; "
        + "at most \(String.maxMarks) are allowed")
  }

  private func holding(_ control: String) -> ValueError {
    ValueError("the \(label) \(isPlural ? "contain" : "contains") the control character \(control)")
  }

  /// The control characters are C0, DEL and, after the byte 0xC2, C1.
  private static func mayBeginControl(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x7F || byte == 0xC2
  }

  private func refuseControls(in text: String) throws(ValueError) {
    for scalar in text.unicodeScalars where scalar.properties.generalCategory == .control {
      if allowsLineBreaks, scalar == "\n" || scalar == "\t" { continue }
      let code = String(scalar.value, radix: 16, uppercase: true)
      let zeros = String(repeating: "0", count: max(0, 4 - code.utf8.count))
      throw holding("U+\(zeros)\(code)")
    }
  }

  /// Turns CR LF and CR into LF.
  static func unifyingLineBreaks(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "\r")) else { return text }
    var result = String.UnicodeScalarView()
    var followsCR = false
    for scalar in text.unicodeScalars {
      if scalar == "\r" || !(followsCR && scalar == "\n") {
        result.append(scalar == "\r" ? "\n" : scalar)
      }
      followsCR = scalar == "\r"
    }
    return String(result)
  }
}
