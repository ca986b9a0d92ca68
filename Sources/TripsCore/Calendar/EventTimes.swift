/// When an event begins and ends, as a calendar shows it. All-day events end before the day of
/// their end, like the values of DTEND.
struct EventTimes: Equatable {
  /// In seconds since the beginning of 0001-01-01, on the clocks of the places.
  let start: Int
  let end: Int
  let isAllDay: Bool

  static let secondsOfDay = 86_400

  var length: Int { end - start }

  init(start: Int, end: Int, isAllDay: Bool) {
    (self.start, self.end, self.isAllDay) = (start, end, isAllDay)
  }

  /// The times that are written for the dates of a row. An event without an end after its start,
  /// which iCalendar cannot express, is shown as one hour.
  init(_ dates: EventDates, of entity: Entity) {
    let (first, last) = (dates.start, dates.end ?? dates.start)
    isAllDay = first.minutes == nil
    if isAllDay {
      start = first.day.dayNumber * Self.secondsOfDay
      let days = max(0, first.day.days(until: last.day))
      // A check-out is no night; a day room is a day.
      end = start + (entity == .stay && days > 0 ? days : days + 1) * Self.secondsOfDay
    } else {
      start = first.second
      end = last.minutes != nil && last.second > start ? last.second : start + 3_600
    }
  }

  /// `20270501/20270504`, `20270501T093000/20270501T103000`.
  var text: String { "\(value(start))/\(value(end))" }

  /// Nil for anything but the text of times.
  init?(_ text: String) {
    let parts = text.parts(separatedBy: "/").map { part in
      ICSLine(name: "DTSTART", parameters: [:], value: String(part), number: 0)
    }
    guard parts.count == 2, let start = try? EventTime(parts[0]), let end = try? EventTime(parts[1])
    else { return nil }
    self.init(start: start.second, end: end.second, isAllDay: start.isDate)
  }

  /// The content lines with these times. After 9999-12-31 there is no DTEND; the length of an
  /// all-day event is written instead, and an event with a time has none.
  var lines: [String] {
    let kind = isAllDay ? ";VALUE=DATE:" : ":"
    let first = "DTSTART\(kind)\(value(start))"
    if end / Self.secondsOfDay <= CalendarDate.lastDayNumber {
      return [first, "DTEND\(kind)\(value(end))"]
    }
    return isAllDay ? [first, "DURATION:P\(length / Self.secondsOfDay)D"] : [first]
  }

  /// The dates that they state for a row that has no others.
  func dates(of entity: Entity) -> EventDates? {
    guard isAllDay || entity == .item else { return days(of: entity) }
    guard let first = EventDates.Moment(second: start, isDay: isAllDay) else { return nil }
    if !isAllDay {
      // An arrival may be before the departure, on the clock of another zone.
      let last = end == start ? nil : EventDates.Moment(second: end, isDay: false)
      return EventDates(start: first, end: last)
    }
    let isNight = entity == .stay && length > 0
    guard let last = EventDates.Moment(second: isNight ? end : max(start, end - 1), isDay: true)
    else { return nil }
    return EventDates(start: first, end: entity == .item && last == first ? nil : last)
  }

  /// The days of a trip or stay with times. A midnight at the end is not on its last day.
  private func days(of entity: Entity) -> EventDates? {
    guard let first = EventDates.Moment(second: start, isDay: true),
      let last = EventDates.Moment(second: max(start, end - 1), isDay: true)
    else { return nil }
    return EventDates(start: first, end: last)
  }

  private func value(_ second: Int) -> String {
    let (day, rest) = second.quotientAndRemainder(dividingBy: Self.secondsOfDay)
    // The day after 9999-12-31 has no name.
    let date = CalendarDate(dayNumber: day)?.compact ?? "99991232"
    if isAllDay { return date }
    let minutes = ClockTime(minutes: rest / 60).description.utf8.filter { $0 != 0x3A }
    return "\(date)T\(String(decoding: minutes, as: UTF8.self))00"
  }
}

/// The dates of a row: `2027-05-01/2027-05-03`, `2027-05-01 09:30`; of a stay the check-out.
struct EventDates: Equatable {
  struct Moment: Equatable {
    let day: CalendarDate
    var minutes: Int?

    var second: Int { day.dayNumber * EventTimes.secondsOfDay + (minutes ?? 0) * 60 }

    init(day: CalendarDate, minutes: Int?) { (self.day, self.minutes) = (day, minutes) }

    init?(second: Int, isDay: Bool) {
      guard second >= 0, let day = CalendarDate(dayNumber: second / EventTimes.secondsOfDay) else {
        return nil
      }
      self.init(day: day, minutes: isDay ? nil : second % EventTimes.secondsOfDay / 60)
    }

    init?(_ text: some StringProtocol) {
      let parts = text.parts(separatedBy: " ")
      guard parts.count <= 2, let day = CalendarDate(String(parts[0])) else { return nil }
      let time = parts.count == 2 ? ClockTime(String(parts[1])) : nil
      guard parts.count == 1 || time != nil else { return nil }
      self.init(day: day, minutes: time?.minutes)
    }

    var text: String { "\(day)" + (time.map { " \($0)" } ?? "") }
    var time: String? { minutes.map { ClockTime(minutes: $0).description } }
  }

  var start: Moment
  var end: Moment?

  init(start: Moment, end: Moment?) { (self.start, self.end) = (start, end) }

  init?(_ text: String) {
    let parts = text.parts(separatedBy: "/").map { Moment($0) }
    guard parts.count <= 2, let start = parts[0] else { return nil }
    if parts.count == 2, parts[1] == nil { return nil }
    self.init(start: start, end: parts.count == 2 ? parts[1] : nil)
  }

  var text: String { start.text + (end.map { "/\($0.text)" } ?? "") }

  /// The dates after the event was moved as a whole: days by days, times by minutes. Nil outside the
  /// calendar.
  func moved(from old: EventTimes, to new: EventTimes) -> EventDates? {
    let days = new.start / EventTimes.secondsOfDay - old.start / EventTimes.secondsOfDay
    func moved(_ moment: Moment) -> Moment? {
      let seconds = moment.minutes == nil ? days * EventTimes.secondsOfDay : new.start - old.start
      return Moment(second: moment.second + seconds, isDay: moment.minutes == nil)
    }
    guard let start = moved(start) else { return nil }
    guard let end else { return EventDates(start: start, end: nil) }
    return moved(end).map { EventDates(start: start, end: $0) }
  }
}
