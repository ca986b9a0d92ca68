/// Reads trips from the events of an iCalendar file, ours or of other programs.
///
/// The event of a stay joins the trip that stands before it; anywhere else it is a record of its
/// own. Events that repeat are refused: a trip is made once.
final class ICSTripReader: RecordReader {
  private(set) var recordLine = 1
  private(set) var notes = ImportNotes()
  private let ics: ICSReader
  /// Whether the calendar says that this program wrote it, so that what it does not say is not.
  private var isOurs = false
  private var isInCalendar = false
  /// An event, or what is wrong, and where it begins.
  private typealias Found = (line: Int, result: Result<ImportRecord, ImportProblem>)
  /// What comes after the last trip, and turned out to be no stay of it.
  private var held: Found?

  init(_ file: InputFile) {
    ics = ICSReader(file: file)
  }

  func next() throws -> ImportRecord? {
    guard let (line, result) = try take() else { return nil }
    recordLine = line
    guard case .trip(var trip) = try result.get() else { return try result.get() }
    if isOurs, let stay = try stay(ofTripWithUID: trip.uid) { trip.stay = .set(stay) }
    return .trip(trip)
  }

  /// The stay that the next event is, if it is that of this trip.
  private func stay(ofTripWithUID uid: String?) throws -> ImportedStay? {
    held = try take()
    guard case .success(.stay(let stay, let tripUID, _))? = held?.result, tripUID == uid else {
      return nil
    }
    held = nil
    return stay
  }

  private func take() throws -> Found? {
    defer { held = nil }
    if let held { return held }
    do {
      guard let event = try readKeptEvent() else { return nil }
      return (event.line, .success(try record(of: event)))
    } catch let problem as ImportProblem {
      return (problem.line, .failure(problem))
    }
  }

  private func record(of event: ICSEvent) throws(ImportProblem) -> ImportRecord {
    do {
      return try event.record(isOurs: isOurs, &notes)
    } catch {
      let name = event.name ?? ""
      let lead = name.allSatisfy(\.isWhitespace) ? "" : "'\(name)': "
      throw ImportProblem(line: event.line, lead + error.description)
    }
  }

  /// The next event that takes place.
  private func readKeptEvent() throws -> ICSEvent? {
    while let event = try readEvent() {
      guard event.isCancelled else { return event }
      notes.add("a cancelled event is not kept")
    }
    return nil
  }

  /// Goes to the next event and reads it with its end; nil at the end of the file.
  private func readEvent() throws -> ICSEvent? {
    var depth = 0
    var event: ICSEvent?
    var problem: ImportProblem?
    while let line = try nextLine(&problem) {
      switch line.name {
      case "BEGIN":
        let component = line.value.uppercased()
        depth += 1
        if component == "VCALENDAR" {
          (depth, isInCalendar) = (0, true)
        } else if component == "VEVENT", depth == 1 {
          event = ICSEvent(line: line.number)
        } else if depth == 1, component != "VTIMEZONE" {
          notes.add("\(component) is not an event and is not kept")
        } else if component == "VALARM" {
          notes.add("VALARM (an alarm) is not kept")
        }
      case "END":
        if line.value.uppercased() == "VEVENT", depth <= 1, let event {
          if let problem { throw problem }
          return event
        }
        depth = max(0, depth - 1)
      case "PRODID" where event == nil: isOurs = line.isOurProduct
      default: if depth == 1 { event?.append(line) }
      }
      guard isInCalendar else {
        throw ImportProblem(line: line.number, "BEGIN:VCALENDAR is missing", isFatal: true)
      }
    }
    if let problem { throw problem }
    if let event { throw ImportProblem(line: event.line, "the event has no end", isFatal: true) }
    return nil
  }

  /// The next line that is one; keeps the first problem for the end of the event, so that reading
  /// goes on behind it.
  private func nextLine(_ problem: inout ImportProblem?) throws -> ICSLine? {
    while true {
      do {
        return try ics.line()
      } catch let found as ImportProblem {
        if problem == nil { problem = found }
      }
    }
  }
}
