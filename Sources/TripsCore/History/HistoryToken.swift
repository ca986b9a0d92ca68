/// A position in the history of one store: a reader with this token has all changes up to it.
///
/// It contains the store's identity, the last known change and that change's nonce. So a token
/// of another store, or of a file that was replaced by an older copy, is refused, and no change is
/// missed.
package struct HistoryToken: Hashable, Sendable {
  /// 32 hexadecimal digits.
  let storeID: String
  /// The id of the last known change; 0 before the first.
  let changeID: Int64
  /// 12 hexadecimal digits.
  let nonce: String

  static let firstNonce = String(repeating: "0", count: 12)

  /// The position before the first change of any store, for a reader of a store that does not exist
  /// yet.
  static let beginning = HistoryToken(
    storeID: String(repeating: "0", count: 32), changeID: 0, nonce: firstNonce)

  /// Larger ids would not survive JSON; the schema refuses them.
  private static let lastChangeID: Int64 = 9_007_199_254_740_991
}

extension HistoryToken: CustomStringConvertible {
  /// One word with no characters that are special to shells or URLs.
  package var description: String { "h1.\(storeID).\(changeID).\(nonce)" }

  /// Parses exactly the form of `description`.
  ///
  /// - Throws: `TripsError.token` with `malformed`.
  package init(_ text: String) throws(TripsError) {
    let parts = text.parts(separatedBy: ".").map(String.init)
    guard parts.count == 4, parts[0] == "h1", Self.isHexadecimal(parts[1], count: 32),
      let changeID = Int64(parts[2]), (0...Self.lastChangeID).contains(changeID),
      String(changeID) == parts[2], Self.isHexadecimal(parts[3], count: 12)
    else { throw .token(.malformed(text)) }
    self.init(storeID: parts[1], changeID: changeID, nonce: parts[3])
  }

  private static func isHexadecimal(_ text: String, count: Int) -> Bool {
    text.utf8.count == count
      && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }

  /// Refuses parts of a damaged store that could not form a token.
  ///
  /// - Throws: `StoreProblem.corrupt`.
  init(stored storeID: String, changeID: Int64, nonce: String) throws {
    guard Self.isHexadecimal(storeID, count: 32) else {
      throw StoreProblem.corrupt("the identity of its history is not 32 hexadecimal digits")
    }
    guard Self.isHexadecimal(nonce, count: 12) else {
      throw StoreProblem.corrupt("a nonce in its history is not 12 hexadecimal digits")
    }
    self.init(storeID: storeID, changeID: changeID, nonce: nonce)
  }
}

/// Why a token, or another moment of the history, is refused.
package enum HistoryTokenProblem: Error, Hashable, Sendable {
  case malformed(String)
  case otherStore
  /// Changes after the token were purged; the last of these.
  case expired(purgedThrough: Int64)
  /// The token is newer than the history.
  case future(changeID: Int64, newest: Int64)
  /// The change with the token's id is a different one.
  case diverged(changeID: Int64)
  /// There is no such number.
  case noTransaction(Int64, newest: Int64)
  /// A state before the history, in the user's words, and the earliest time known.
  case tooEarly(String, begins: String?)
}

extension HistoryTokenProblem {
  /// - Parameter time: formats a timestamp.
  package func description(_ time: (String) -> String) -> String {
    switch self {
    case .malformed(let text): "'\(text)' is not a token of the history"
    case .otherStore: "the token is from another store, or from this one before it was restored"
    case .expired(let purged):
      "the token has expired: the history up to change \(purged) was purged"
    case .future(let change, let newest):
      "the token is from the future: it is for change \(change), and the newest here is \(newest); "
        + "the file was replaced by an older copy"
    case .diverged(let change):
      "the history has diverged: change \(change) is not the one in the token; "
        + "the file was replaced by an older copy and written to since"
    case .noTransaction(let number, let newest):
      newest == 0
        ? "there is no transaction \(number): the history is empty"
        : "there is no transaction \(number): the newest is \(newest)"
    case .tooEarly(let words, let first):
      "the history does not reach back to \(words)"
        + (first.map { ": it begins at \(time($0))" } ?? "")
    }
  }
}
