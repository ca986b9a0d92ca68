import TripsCore

/// A trip day by day: labelled lines on a terminal, one line per stay and item in a pipe, or JSON.
struct PlanReport {
  let plan: TripPlan
  let today: CalendarDate
  /// The first day to show; the first of the trip if nil.
  var from: CalendarDate?

  private var trip: Trip { plan.trip }

  func write(in context: Context) throws {
    if context.globals.isJSON {
      try context.output.writeJSONObject(writeMembers)
    } else if context.terminal.isOutput {
      try writeDays(in: context)
    } else {
      try writeLines(in: context)
    }
  }

  // MARK: Terminal

  private func writeDays(in context: Context) throws {
    try context.print(
      line: "\(trip.summary), \(Wording.length(of: trip))", style: trip.type.style)
    let page = TripPage(trip)
    var list = FieldList()
    for line in page.sums { list.add(line) }
    for day in page.days(today: today, from: from) {
      if day.date == today { list.add(day.label, "today", style: .heading) }
      for line in day.lines { list.add(line, label: day.label) }
    }
    for line in page.staysOutside + page.itemsOutside { list.add(line, label: "Outside") }
    for line in page.undated { list.add(line, label: "No date") }
    try list.write(in: context)
  }

  // MARK: Pipe

  /// Writes date, time, what, id, title or place, amount and currency; dates and costs may be
  /// empty.
  private func writeLines(in context: Context) throws {
    func write(
      _ date: CalendarDate?, _ time: ClockTime?, _ kind: String, _ id: Int64, _ name: String,
      _ cost: Money?
    ) throws {
      try context.print(cells: [
        date?.description ?? "", time?.description ?? "", kind, String(id), name,
        cost?.amount ?? "",
        cost?.currency.code ?? "",
      ])
    }
    func write(_ items: [BucketListItem]) throws {
      for item in items { try write(item.date, item.time, "item", item.id, item.title, item.cost) }
    }
    try plan.forEachDay { day in
      for onDay in day.stays {
        let verb = Wording.event(onDay, in: trip).verb
        let cost = onDay.isCheckIn ? onDay.stay.cost : nil
        try write(day.date, nil, verb, onDay.stay.id, onDay.stay.placeName, cost)
      }
      try write(day.items)
    }
    for stay in trip.staysOutside {
      // The day of its check-in has the cost, if that is a day of the trip.
      let isListed = stay.startDate.map { trip.startDate <= $0 && $0 <= trip.endDate } ?? false
      let cost = isListed ? nil : stay.cost
      try write(stay.startDate, nil, "outside", stay.id, stay.placeName, cost)
    }
    try write(trip.itemsOutside)
    try write(plan.undated)
  }

  // MARK: JSON

  private func writeMembers(to json: inout JSONWriter) {
    json.member("id", trip.id)
    json.member("uid", trip.uid)
    json.member("name", trip.name)
    json.member("startDate", trip.startDate.description)
    json.member("endDate", trip.endDate.description)
    json.key("days")
    json.array { json in plan.forEachDay { day in json.object { write(day, to: &$0) } } }
    json.key("outside")
    json.object { json in
      json.key("stays")
      json.array(trip.staysOutside) { $0.stay($1, fields: StayField.allCases) }
      json.key("items")
      json.array(trip.itemsOutside) { $0.item($1, fields: BucketListField.allCases) }
    }
    json.key("undated")
    json.array(plan.undated) { $0.item($1, fields: BucketListField.allCases) }
    json.member("costs", trip.costs)
  }

  private func write(_ day: TripPlan.Day, to json: inout JSONWriter) {
    json.member("date", day.date.description)
    json.key("stays")
    json.array(day.stays) { $0.stay($1) }
    json.key("items")
    json.array(day.items) { $0.item($1, fields: BucketListField.allCases) }
  }
}
