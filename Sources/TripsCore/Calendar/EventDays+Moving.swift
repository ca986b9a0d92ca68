import Platform

extension ClockTime {
  /// `0905`, as in iCalendar.
  fileprivate var compact: String {
    String(decoding: description.utf8.filter { $0 != 0x3A }, as: UTF8.self)
  }
}

extension EventFile {
  func days(_ zone: ZoneClock) throws(ValueError) -> EventDays { try EventDays(zone, first) }

  /// Moves the event to other days. Times and durations are kept if they fit these days; otherwise
  /// it becomes an all-day event.
  mutating func move(to first: CalendarDate, through last: CalendarDate, _ zone: ZoneClock) {
    if let days = try? days(zone) {
      if days.first == first, days.last == last { return }
      if let moved = moved(from: days, to: first, through: last, zone) {
        self = moved
        return
      }
    }
    setAll(
      ["DTSTART", "DTEND", "DURATION"],
      ["DTSTART;VALUE=DATE:\(first.compact)", ICSWriter.end(from: first, through: last)])
  }

  /// Moves the event of an item to its day or time. The end is written once and never read.
  mutating func putMoment(_ item: RowFacts, _ zone: ZoneClock) {
    guard let date = item.values["date"].flatMap({ CalendarDate($0) }) else { return }
    let time = item.values["time"].flatMap { ClockTime($0) }
    let days = try? days(zone)
    if let days, days.first == date, days.time == time?.description { return }
    var lines = ["DTSTART;VALUE=DATE:\(date.compact)", ICSWriter.end(from: date, through: date)]
    if let time {
      let start = time.minutes
      let minutes = start + (days?.time == nil ? 60 : (days?.length ?? 0) / 60)
      lines = ["DTSTART:\(date.compact)T\(time.compact)00"]
      // The last hour of 9999-12-31 has no end.
      if let last = date.adding(days: minutes / 1_440) {
        lines.append("DTEND:\(last.compact)T\(ClockTime(minutes: minutes % 1_440).compact)00")
      }
    }
    setAll(["DTSTART", "DTEND", "DURATION"], lines)
  }

  private func moved(
    from days: EventDays, to first: CalendarDate, through last: CalendarDate, _ zone: ZoneClock
  ) -> EventFile? {
    var file = self
    let (atStart, atEnd) = (days.first.days(until: first), days.last.days(until: last))
    file.shift("DTSTART", by: atStart)
    file.shift("DTEND", by: atEnd)
    if let line = self.first("DURATION"), let duration = try? EventDuration(line.value) {
      let seconds = duration.seconds + (atEnd - atStart) * 86_400
      if atStart != atEnd { file.setValue("DURATION", EventDuration(seconds: seconds).text) }
    }
    if !days.isAllDay, atStart != atEnd, self.first("DTEND") == nil,
      self.first("DURATION") == nil, let start = self.first("DTSTART")
    {
      // It ends at the same time on its last day.
      let zone = start.parameters["TZID"].map { ";TZID=\"\($0)\"" } ?? ""
      file.set("DTEND", "DTEND\(zone):" + last.compact + start.value.dropFirst(8))
    }
    guard let moved = try? file.days(zone), moved.first == first, moved.last == last else {
      return nil
    }
    return file
  }

  /// Replaces the date and keeps the rest.
  private mutating func shift(_ name: String, by days: Int) {
    guard let line = first(name), let date = try? EventTime(line).date?.adding(days: days) else {
      return
    }
    setValue(name, date.compact + line.value.dropFirst(8))
  }
}
