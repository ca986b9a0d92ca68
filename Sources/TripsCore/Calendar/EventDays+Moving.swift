import Platform

extension EventFile {
  /// Gives the event other days. What it says in times keeps its times, and a length stays one, where
  /// that comes to these days; else it becomes an all-day event.
  mutating func move(
    from days: EventDays?, to start: CalendarDate, through end: CalendarDate, _ zone: ZoneClock
  ) {
    if let days, days.first == start, days.last == end { return }
    if let days, let moved = moved(from: days, to: start, through: end, zone) {
      self = moved
      return
    }
    set("DTSTART", "DTSTART;VALUE=DATE:\(start.compact)")
    let length = ICSWriter.end(from: start, through: end)
    for name in ["DTEND", "DURATION"] {
      set(name, length.begins(with: name) ? length : nil, after: "DTSTART")
    }
  }

  private func moved(
    from days: EventDays, to start: CalendarDate, through end: CalendarDate, _ zone: ZoneClock
  ) -> EventFile? {
    var file = self
    let (atStart, atEnd) = (days.first.days(until: start), days.last.days(until: end))
    file.shift("DTSTART", by: atStart)
    file.shift("DTEND", by: atEnd)
    if let line = first("DURATION"), let duration = try? EventDuration(line.value),
      atStart != atEnd
    {
      let seconds = duration.seconds + (atEnd - atStart) * 86_400
      file.setValue("DURATION", EventDuration(seconds: seconds).text)
    }
    guard let moved = try? EventDays(file, zone), moved.first == start, moved.last == end
    else { return nil }
    return file
  }

  /// Writes another date in place of the one there is.
  private mutating func shift(_ name: String, by days: Int) {
    guard days != 0, let line = first(name), let time = try? EventTime(line),
      let date = time.written.date.adding(days: days)
    else { return }
    setValue(name, date.compact + line.value.dropFirst(8))
  }
}
