internal import Foundation
internal import GRDB

/// Folds text so that a search ignores case, diacritics and width.
package enum SearchText {
  /// As `localizedStandardContains` compares, and also the letters that decomposition leaves alone:
  /// `lodz` finds `Łódź`, `strasse` finds `Straße`.
  package static func folded(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
    let folded = text.folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    var result = ""
    for scalar in folded.unicodeScalars {
      if let letters = letters(for: scalar) {
        result += letters
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func letters(for scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "ł": "l"
    case "ø": "o"
    case "đ", "ð": "d"
    case "ħ": "h"
    case "ŧ": "t"
    case "ı": "i"
    case "ß": "ss"
    case "æ": "ae"
    case "œ": "oe"
    case "þ": "th"
    default: nil
    }
  }

  /// Makes `searchFolded(text)` known to the connection. No trigger or index uses it, so that other
  /// programs can write to the store.
  static func install(in db: Database) {
    db.add(
      function: DatabaseFunction("searchFolded", argumentCount: 1, pure: true) { values in
        String.fromDatabaseValue(values[0]).map(folded)
      })
  }
}
