internal import Foundation

/// The rules that text obeys before it enters the store.
///
/// Text is brought to NFC, so that equal texts are equal bytes, which is how SQLite compares.
package struct StoredText: Sendable {
  /// What the message calls it: `name`, `details` …
  let label: String
  /// Bytes of UTF-8.
  let limit: Int
  let allowsLineBreaks: Bool

  package static let name = StoredText(label: "name", limit: 1_000, allowsLineBreaks: false)
  package static let destination = StoredText(
    label: "destination", limit: 1_000, allowsLineBreaks: false)
  package static let title = StoredText(label: "title", limit: 1_000, allowsLineBreaks: false)
  package static let placeName = StoredText(
    label: "place name", limit: 1_000, allowsLineBreaks: false)
  package static let author = StoredText(label: "author", limit: 1_000, allowsLineBreaks: false)
  package static let uid = StoredText(label: "uid", limit: 1_000, allowsLineBreaks: false)
  package static let details = StoredText(label: "details", limit: 65_536, allowsLineBreaks: true)
  package static let address = StoredText(label: "address", limit: 65_536, allowsLineBreaks: true)

  /// Brings text to NFC, trims white space at both ends and makes each line break one LF.
  ///
  /// - Throws: `ValueError` for a control character and for text over the limit.
  package func normalized(_ text: String) throws(ValueError) -> String {
    var text = text
    if allowsLineBreaks, text.utf8.contains(UInt8(ascii: "\r")) {
      text = Self.unifyLineBreaks(text)
    }
    let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    if !isASCII { text = text.precomposedStringWithCanonicalMapping }
    let scalars = text.unicodeScalars.trimmingWhitespace()
    for scalar in scalars where scalar.properties.generalCategory == .control {
      if allowsLineBreaks, scalar == "\n" || scalar == "\t" { continue }
      let code = String(scalar.value, radix: 16, uppercase: true)
      throw ValueError("the \(label) holds the control character U+\(padded(code))")
    }
    let result = String(scalars)
    guard result.utf8.count <= limit else {
      throw ValueError(
        "the \(label) has \(result.utf8.count) bytes of UTF-8, and at most \(limit) are held")
    }
    return result
  }

  /// As `normalized`, and refuses text that is empty then.
  package func required(_ text: String) throws(ValueError) -> String {
    let result = try normalized(text)
    if result.isEmpty { throw ValueError("the \(label) must not be empty") }
    return result
  }

  /// CR LF and CR as LF.
  private static func unifyLineBreaks(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var isAfterReturn = false
    for scalar in text.unicodeScalars {
      if !(scalar == "\n" && isAfterReturn) { result.append(scalar == "\r" ? "\n" : scalar) }
      isAfterReturn = scalar == "\r"
    }
    return String(result)
  }

  private func padded(_ code: String) -> String {
    String(repeating: "0", count: max(0, 4 - code.utf8.count)) + code
  }
}

extension String.UnicodeScalarView {
  fileprivate func trimmingWhitespace() -> Substring.UnicodeScalarView {
    var rest = self[...]
    while let first = rest.first, first.properties.isWhitespace { rest.removeFirst() }
    while let last = rest.last, last.properties.isWhitespace { rest.removeLast() }
    return rest
  }
}
