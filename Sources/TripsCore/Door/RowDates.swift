internal import SQLite

// Whether the dates and times of a row fit together, whoever states them.

extension TripColumn {
  package static func problemOfDates(in row: StatedRow<TripColumn>) -> String? {
    guard let start = row.text(.startDate), let end = row.text(.endDate), end < start else {
      return nil
    }
    return "the end \(end) is before the start \(start)"
  }
}

extension StayColumn {
  package static func problemOfDates(in row: StatedRow<StayColumn>) -> String? {
    switch (row.text(.startDate), row.text(.endDate)) {
    case (nil, nil): nil
    case (let start?, let end?) where start <= end: nil
    case (let start?, let end?): "the check-out \(end) is before the check-in \(start)"
    default: "a stay has a check-in and a check-out, or neither"
    }
  }
}

extension ItemColumn {
  package static func problemOfDates(in row: StatedRow<ItemColumn>) -> String? {
    let (time, end, endTime) = (row.text(.time), row.text(.endDate), row.text(.endTime))
    guard let date = row.text(.date) else {
      if let time { return "the time \(time) needs a date" }
      return (end ?? endTime).map { "the end \($0) needs a start" }
    }
    guard let end else { return endTime.map { "the end \($0) needs a date" } }
    switch (time, endTime) {
    case (nil, let endTime?): return "the end has a time, \(endTime), and the start has none"
    case (let time?, nil): return "the start has a time, \(time), and the end has none"
    case (nil, nil): return end < date ? "the end \(end) is before the start \(date)" : nil
    default:
      // Over the date line, an arrival may be before the departure.
      guard let first = CalendarDate(date)?.adding(days: -1), end < first.description else {
        return nil
      }
      return "the end \(end) is more than a day before the start \(date)"
    }
  }
}
