/// What is known of a stranger's event: it may be a trip's that somebody has moved, or that a program has
/// made anew to change it.
struct StrangerEvent {
  private let name: String
  private let day: Substring
  private let text: String

  init(_ event: EventFile) {
    name = event.first("SUMMARY")?.text ?? ""
    day = event.first("DTSTART")?.value.prefix(8) ?? ""
    let text = event.first("DESCRIPTION")?.text ?? ""
    self.text = text.utf8.count <= Self.longest ? text : ""
  }

  /// Bytes of a description that is looked at.
  private static let longest = 100_000

  /// Whether it has the name with the first day, the same notes and list in whatever form, or a list of
  /// several items.
  func isLike(
    _ name: String?, _ startDate: String?, _ description: EventDescription? = nil
  ) -> Bool {
    guard let start = startDate.flatMap({ CalendarDate($0) }) else { return false }
    // One with times may say another day in UTC than at home.
    if name == self.name, (-1...1).contains(where: { start.adding(days: $0)?.compact ?? "" == day })
    {
      return true
    }
    guard let description, mayHold(description) else { return false }
    let read = EventDescription(
      reading: EventMarkup.plain(StoredText.unifyingLineBreaks(text)), titles: [])
    let titles = [description, read].map { $0.items.map { StoredText.formed($0.title) }.sorted() }
    let notes = [description, read].map { EventReading.loosely($0.notes).filter { !$0.isEmpty } }
    guard titles[0] == titles[1] else { return false }
    return titles[0].count > 1 || (notes[0] == notes[1] && !(titles[0].isEmpty && notes[0].isEmpty))
  }

  /// To read thousands of texts takes seconds: no form of one changes a word of letters that all know.
  private func mayHold(_ description: EventDescription) -> Bool {
    let words = (description.items.map(\.title) + [description.notes]).flatMap { text in
      text.utf8.split { !(0x61...0x7A).contains($0 | 0x20) }
    }
    guard let word = words.max(by: { $0.count < $1.count }) else { return !text.isEmpty }
    return text.utf8.firstRange(of: word) != nil
  }
}
