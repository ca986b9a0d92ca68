/// What a description was when a device wrote the event last: programs show it in other forms, cut it and
/// add to it, and a device that was behind, or meets the trip only now, cannot know it otherwise.
struct WrittenText {
  let text: String
  let description: EventDescription

  init(_ description: EventDescription, estimate: String?) {
    self.description = description
    text = StoredText.unifyingLineBreaks(description.text(estimate: estimate))
  }

  /// Nil where the event does not tell it, or not whole.
  init?(_ file: EventFile) {
    guard let line = file.first(EventProperty.text) else { return nil }
    text = line.text
    func count(_ parameter: String) -> Int? { line.parameters[parameter].flatMap { Int($0) } }
    guard count(Self.length) == text.utf8.count, let end = count(Self.end),
      (0...text.utf8.count).contains(end)
    else { return nil }
    let parts = (text.utf8.prefix(end), text.utf8.dropFirst(end))
    description = EventDescription(
      notes: String(decoding: parts.0, as: UTF8.self),
      items: EventDescription(reading: String(decoding: parts.1, as: UTF8.self), titles: []).items)
  }

  private static let length = "X-LENGTH"
  /// The parameter with the number of bytes of the notes, which come first.
  private static let end = "X-NOTES"

  /// The content line; nil where there is nothing to tell.
  var line: String? {
    if text.isEmpty { return nil }
    let notes = StoredText.unifyingLineBreaks(description.notes)
    let counts = ";\(Self.length)=\(text.utf8.count);\(Self.end)=\(notes.utf8.count)"
    return EventProperty.text + counts + ":" + ICSWriter.escaped(text)
  }
}
