/// Exports trips as Markdown (CommonMark with task lists), one section per trip.
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
    lines += trip.livingAccommodations.flatMap(stayLines)
    if let nights = Wording.nights(of: trip) { lines.append("- Nights: \(nights)") }
    if let costs = Wording.costs(of: trip) { lines.append("- Costs: \(costs)") }
    if !trip.notes.isEmpty { lines += paragraphs(of: trip.notes) }
    let plan = TripPlan(trip)
    if trip.hasDates { lines += ["", "### Plan", ""] + dayLines(plan) }
    let listed = trip.itemsOutside + plan.undated
    if !listed.isEmpty {
      lines +=
        ["", "### Bucket list", ""]
        + listed.flatMap { itemLines($0, Wording.facts(of: $0)) }
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
    lines.append("- Type: \(trip.type.rawValue)")
    return lines.joined(separator: "\n")
  }

  private func stayLines(_ stay: LivingAccommodation) -> [String] {
    ["- Stay: \(escaped(stay.placeName))\(Wording.facts(of: stay))"]
      + indented(stay.address)
  }

  /// A list item for each day, with one for each of its stays and items.
  private func dayLines(_ plan: TripPlan) -> [String] {
    let trip = plan.trip
    var lines: [String] = []
    plan.forEachPart { part in
      switch part {
      case .free(let days, let stays):
        let places = stays.map { ", at \(escaped($0.placeName))" }.joined()
        lines.append("- **\(days.label(in: trip))**: \(days.free)\(places)")
      case .day(let day):
        lines.append("- **\(day.date.short(in: trip))**")
        lines += day.stays.map { stay in
          let (verb, facts) = Wording.event(stay, in: trip)
          return "  - \(verb) \(escaped(stay.stay.placeName))\(facts)"
        }
        for item in day.items {
          let time = item.time.map { "\($0) " } ?? ""
          let facts = Wording.state(of: item) + Wording.cost(of: item)
          lines += itemLines(item, facts, time: time).map { $0.isEmpty ? "" : "  \($0)" }
        }
      }
    }
    return lines
  }

  private func itemLines(
    _ item: BucketListItem, _ facts: String, time: String = ""
  ) -> [String] {
    let tick = item.isDone ? "[x]" : "[ ]"
    return ["- \(tick) \(time)\(escaped(item.title))\(facts)"] + indented(item.details)
  }

  /// Notes as paragraphs, with their line breaks.
  private func paragraphs(of text: String) -> [String] {
    let lines = text.parts(separatedBy: "\n").map { escaped(String($0)) }
    return [""]
      + zip(lines, lines.dropFirst() + [""]).map { line, next in
        line.isEmpty || next.isEmpty ? line : line + "\\"
      } + [""]
  }

  /// A separate paragraph in a list item. A backslash at the end of a line breaks it.
  private func indented(_ text: String) -> [String] {
    guard !text.isEmpty else { return [] }
    let lines = text.parts(separatedBy: "\n").filter { !$0.isEmpty }
      .map { "  " + escaped(String($0)) }
    return ["", lines.joined(separator: "\\\n"), ""]
  }

  /// Literal text on one line, with backslashes before CommonMark's special characters. A line
  /// break, which only another program can have stored here, could begin a section.
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
