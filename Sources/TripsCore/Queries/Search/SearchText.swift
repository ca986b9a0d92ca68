/// Folds text so that a search ignores case, diacritics and width.
package enum SearchText {
  /// It compares like `localizedStandardContains`, and also folds letters that do not decompose:
  /// `lodz` finds `Łódź`, `strasse` finds `Straße`.
  package static func folded(_ text: String) -> String {
    var text = text
    return text.withUTF8 { bytes in
      String(unsafeUninitializedCapacity: TextFolding.capacity(for: bytes.count)) { output in
        guard let start = output.baseAddress else { return 0 }
        return TextFolding.fold(UnsafeRawBufferPointer(bytes), into: start)
      }
    }
  }

  /// A whole name or title for comparison; another program may have stored spaces around it.
  static func foldedName(_ text: String) -> String { folded(StoredText.formed(text)) }
}
