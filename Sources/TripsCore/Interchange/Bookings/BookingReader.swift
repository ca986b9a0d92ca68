/// Reads the reservations that KItinerary's extractor prints: JSON-LD of schema.org.
///
/// All bookings of an import are sorted together, as the events of other programs are, so they are
/// collected.
final class BookingReader: RecordReader {
  let kind = ImportAccount.Kind.booking
  var recordLine: Int { records.line }
  private(set) var notes = ImportNotes()
  private let records: JSONRecords
  private let name: String?
  private let options: ImportOptions
  private let events: ForeignEvents
  /// The texts that are not stored, with their numbers.
  private var unread: [String: Int] = [:]

  init(
    _ file: InputFile, named name: String?, _ options: ImportOptions, _ events: ForeignEvents
  ) {
    records = JSONRecords(file, of: "bookings")
    (self.name, self.options, self.events) = (name, options, events)
  }

  func next() throws -> StatedTrip? {
    while let value = try records.next() {
      guard case .object(let members) = value else {
        throw ImportProblem(line: recordLine, "a booking must be an object, not \(value.kind)")
      }
      var data = LinkedData(members)
      events.add(event(&data))
      for path in data.unread { unread[path, default: 0] += 1 }
    }
    let names = unread.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }
    unread = [:]
    if !names.isEmpty { notes.addUnread(names, of: name) }
    return nil
  }

  private func event(_ data: inout LinkedData) -> ForeignEvent {
    let type = data.text("@type")
    let kind = BookingKind.all.first { $0.type == type }
    var event = ForeignEvent(uid: "", title: kind.map { title($0, &data) } ?? data.text("name"))
    (event.line, event.file) = (recordLine, name)
    guard let kind else {
      event.problem = .isNoBooking(type.utf8.count > 100 ? "" : type)
      event.booking = Booking(
        kind: BookingKind(type, title: "", at: "", from: "", until: ""))
      return event
    }
    var booking = Booking(kind: kind, number: data.text(kind.number))
    let isNamed = event.title != kind.word
    if !isNamed {
      event.title = [event.title, booking.number].filter { !$0.isEmpty }.joined(separator: " ")
    }
    event.place = place(kind.place, isAddress: kind.isStay, &data)
    let end = kind.end.map { data.code($0) } ?? ""
    let route = [kind.end == nil ? "" : data.code(kind.place), end].filter { !$0.isEmpty }
    booking.hasRoute = isNamed || !route.isEmpty
    booking.route = SearchText.foldedName(
      route.isEmpty ? event.title : route.joined(separator: "–"))
    let status = data.text("reservationStatus")
    booking.isBooked = !status.ends(with: "Pending") && !status.ends(with: "Hold")
    if status.ends(with: "Cancelled") || status.ends(with: "Canceled") {
      event.problem = .isCancelled
    }
    event.booking = booking
    do throws(ValueError) {
      try readDays(&event, kind, &data)
    } catch {
      event.problem = event.problem ?? .cannotBeRead(error.description)
    }
    if kind.type == "Ticket", event.days == nil { event.problem = .isNoBooking(type) }
    addDetails(to: &event, kind, &data)
    let cost = cost(of: event, &data)
    event.booking?.cost = cost
    event.isInUTC = data.isInUTC
    return event
  }

  // MARK: - Title and place

  /// `Flight LH 400 FRA–JFK`, `Train ICE 79 Hamburg Hbf – Zürich HB`, the name of a house.
  private func title(_ kind: BookingKind, _ data: inout LinkedData) -> String {
    var words = [kind.word]
    for paths in kind.titles {
      let text = data.text(paths)
      // 'RJ' and 'RJ 1010' are a name and a number too.
      if words.count > 1, text.begins(with: "\(words[words.count - 1]) ") { words.removeLast() }
      if !words.contains(text) { words.append(text) }
    }
    if kind.isJourney, let end = kind.end {
      let codes = [kind.place, end].map { data.text("\($0).iataCode") }
      let names = [kind.place, end].map { data.text("\($0).name", "\($0).iataCode") }
      let hasCodes = !codes.contains("")
      words.append(
        (hasCodes ? codes : names).filter { !$0.isEmpty }.joined(separator: hasCodes ? "–" : " – "))
    }
    return words.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The name and the address of a place.
  private func place(
    _ path: String, isAddress: Bool = false, _ data: inout LinkedData
  ) -> String {
    let address = data.address(path)
    let name = data.text("\(path).name", "\(path).iataCode", path)
    let isTitle = path == "for"
    return [isTitle ? "" : name, address].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  // MARK: - Days

  private func readDays(
    _ event: inout ForeignEvent, _ kind: BookingKind, _ data: inout LinkedData
  ) throws(ValueError) {
    let clock = options.clock
    let start = try data.moment(kind.starts, clock)
    var end: EventDates.Moment?
    do throws(ValueError) {
      end = try data.moment(kind.ends, clock)
    } catch {
      event.endProblem = error.description
    }
    guard var start else { return }
    // The extractor writes a day alone as its midnight.
    let isWhole = !kind.isJourney && start.minutes == 0 && [nil, 0, 1439].contains(end?.minutes)
    if kind.isStay || isWhole {
      start.minutes = nil
      end?.minutes = nil
    }
    let dates =
      [(start, ItemColumn.date, ItemColumn.time)]
      + (end.map { [($0, .endDate, .endTime)] } ?? [])
    var row = StatedRow<ItemColumn>()
    for (moment, day, time) in dates {
      row[day] = moment.day.description.sqliteValue
      row[time] = moment.time?.sqliteValue ?? .null
    }
    if let problem = ItemColumn.problemOfDates(in: row) {
      (event.endProblem, end) = (problem, nil)
    } else if end == start, !kind.isStay {
      end = nil
    }
    event.time = start.time
    if kind.isStay {
      event.days = start.day...(end?.day ?? start.day)
      event.booking?.isOpen = end == nil
    } else {
      event.days = start.day...start.day
      event.end = end.map { ($0.day, $0.time) }
    }
  }

  // MARK: - Details and cost

  private func addDetails(
    to event: inout ForeignEvent, _ kind: BookingKind, _ data: inout LinkedData
  ) {
    var details = DetailLines()
    let name = data.text("underName.name")
    for line in BookingLine.all {
      let value = text(of: line, event, &data)
      let label =
        line.form == .ofTraveller && !name.isEmpty ? "\(line.label) (\(name))" : line.label
      if !value.isEmpty { details.add(label, value) }
    }
    if let end = kind.end {
      let to = place(end, &data)
      if !to.isEmpty, to != event.place, !event.title.ends(with: to) {
        details.add(kind.isJourney ? "To" : "Drop-off", to)
      }
    }
    for link in data.links() {
      let parts = link.parts(separatedBy: ":")
      details.add(
        String(parts[0]), String(link.rest(after: "\(parts[0]): ") ?? ""), isSeveral: false)
    }
    event.booking?.details = details
  }

  private func text(
    of line: BookingLine, _ event: ForeignEvent, _ data: inout LinkedData
  ) -> String {
    if line.form == .text || line.form == .ofTraveller { return data.text(line.paths) }
    let moment = try? data.moment(line.paths, options.clock)
    guard let moment else { return data.text(line.paths) }
    let isMidnight = moment.minutes == 0 || moment.minutes == 1439
    if line.form == .day { return isMidnight ? "\(moment.day)" : moment.text }
    if isMidnight || moment.minutes == nil { return "" }
    let isOfStart = event.days.map { $0.contains(moment.day) } ?? false
    return isOfStart ? moment.time ?? "" : moment.text
  }

  /// The price, in the currency next to it; one that cannot be read is reported.
  private func cost(of event: ForeignEvent, _ data: inout LinkedData) -> Money? {
    let text = data.text("totalPrice", "reservedTicket.totalPrice")
    let code = data.text("priceCurrency", "reservedTicket.priceCurrency")
    if text.isEmpty { return nil }
    do throws(ValueError) {
      return try WrittenAmount(
        text, currency: code, otherwise: options.defaultCurrency, mark: .point, isOfFile: true
      ).money(nil)
    } catch {
      notes.add("without the cost '\(text)' of '\(event.title)', which cannot be read: \(error)")
      return nil
    }
  }
}
