extension [String] {
  /// As the standard library's, which looks up generic types and takes a twentieth of a start.
  package func joined(separator: String = "") -> String {
    var text = first ?? ""
    for part in dropFirst() { text += separator + part }
    return text
  }
}
