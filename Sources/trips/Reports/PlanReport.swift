import TripsCore

/// A trip day by day, as labelled lines or as JSON.
struct PlanReport {
  let plan: TripPlan
  let today: CalendarDate
  /// The first day to show; the first of the trip if nil.
  var from: CalendarDate?

  private var trip: Trip { plan.trip }

  func write(in context: Context) throws {
    if context.globals.isJSON {
      try context.output.writeJSONObject(writeMembers)
    } else {
      try writeDays(in: context)
    }
  }

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
    json.key("costs")
    json.array(trip.costs) { json, cost in json.cost(cost) }
  }

  private func write(_ day: TripPlan.Day, to json: inout JSONWriter) {
    json.member("date", day.date.description)
    json.key("stays")
    json.array(day.stays) { $0.stay($1) }
    json.key("items")
    json.array(day.items) { $0.item($1, fields: BucketListField.allCases) }
  }
}
