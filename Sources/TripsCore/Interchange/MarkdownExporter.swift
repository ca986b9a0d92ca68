/// The trips as Markdown (CommonMark with task lists), a section each.
final class MarkdownExporter: TripExporter {
  let head = Array("# Trips\n".utf8)
  let tail: [UInt8] = []

  func append(_ trip: Trip, to output: inout [UInt8]) {
    var lines = ["", "## \(escaped(trip.name))", "", facts(of: trip)]
    if let trip = trip as? BusinessTrip, let perdiem = trip.perdiem {
      let estimate = trip.estimate.map { "; estimate \($0.formula)" } ?? ""
      lines.append("- Per diem: \(perdiem) a day, \(escaped(trip.ruleText))\(estimate)")
    }
    if let reason = (trip as? PersonalTrip)?.reason { lines.append("- Reason: \(reason.rawValue)") }
    for stay in trip.livingAccommodations { lines += stayLines(stay) }
    if !trip.notes.isEmpty { lines += paragraphs(of: trip.notes) }
    if !trip.bucketList.isEmpty {
      lines += ["", "### Bucket list", ""] + trip.bucketList.flatMap(itemLines)
    }
    if lines.last?.isEmpty == true { lines.removeLast() }
    let paragraphs = zip(lines, [nil] + lines).filter { $0 != "" || $1 != "" }.map(\.0)
    output += (paragraphs.joined(separator: "\n") + "\n").utf8
  }

  private func facts(of trip: Trip) -> String {
    var lines: [String] = []
    if !trip.destination.isEmpty { lines.append("- Destination: \(escaped(trip.destination))") }
    let dates =
      trip.days == 1
      ? trip.startDate.dated : "\(trip.startDate.dated) to \(trip.endDate.dated)"
    lines.append("- Dates: \(dates) (\(Wording.length(of: trip)))")
    lines.append("- Type: \(trip.type.word)")
    return lines.joined(separator: "\n")
  }

  private func stayLines(_ stay: LivingAccommodation) -> [String] {
    let state = stay.isConfirmed ? "confirmed" : "not confirmed"
    return ["- Stay: \(escaped(stay.placeName)) (\(state))"] + indented(stay.address)
  }

  private func itemLines(_ item: BucketListItem) -> [String] {
    let tick = item.isDone ? "[x]" : "[ ]"
    return ["- \(tick) \(escaped(item.title))\(Wording.state(of: item))"] + indented(item.details)
  }

  /// Notes as paragraphs, with the line breaks that they have.
  private func paragraphs(of text: String) -> [String] {
    let lines = text.parts(separatedBy: "\n").map { escaped(String($0)) }
    return [""]
      + zip(lines, lines.dropFirst() + [""]).map { line, next in
        line.isEmpty || next.isEmpty ? line : line + "\\"
      } + [""]
  }

  /// A paragraph of its own in a list item. A backslash at the end of a line breaks it.
  private func indented(_ text: String) -> [String] {
    guard !text.isEmpty else { return [] }
    let lines = text.parts(separatedBy: "\n").filter { !$0.isEmpty }
      .map { "  " + escaped(String($0)) }
    return ["", lines.joined(separator: "\\\n"), ""]
  }

  /// Text of one line that means itself: a backslash before what CommonMark would read as a mark. A
  /// line break, which only another program stores here, could begin a section.
  private func escaped(_ text: String) -> String {
    var result = ""
    for scalar in Wording.visible(text).unicodeScalars {
      if scalar == "\n" {
        result += "\\" + Wording.escape(scalar)
        continue
      }
      if "\\`*_[]<>#|~&!$".unicodeScalars.contains(scalar) { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    // A list mark at the start of a line.
    if let first = result.unicodeScalars.first, "+-=".unicodeScalars.contains(first) {
      result = "\\" + result
    }
    return result
  }
}
