import TripsCore

/// The fields of a plan in JSON.
enum PlanField: String, JSONField {
  case id, uid, name, startDate, endDate, days, outside, undated, costs
}

/// A trip day by day: labelled lines on a terminal, one line per stay and item in a pipe, or JSON.
struct PlanReport {
  let plan: TripPlan
  let today: CalendarDate

  private var trip: Trip { plan.trip }

  func write(_ fields: [PlanField]?, in context: Context) throws {
    if let fields {
      try context.output.writeJSONObject { json(fields, &$0) }
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
    var list = FieldList()
    list.add("Nights", Wording.nights(of: trip))
    list.add("Costs", Wording.costs(of: trip))
    plan.forEachPart(today: today) { part in
      switch part {
      case .free(let days, let stays):
        let places = stays.map { ", at \($0.placeName)" }.joined()
        list.add(days.label(in: trip), days.free + places)
      case .day(let day): add(day, to: &list)
      }
    }
    for stay in trip.staysOutside { list.add("Outside", TripDetails.line(of: stay)) }
    for item in trip.itemsOutside {
      list.add("Outside", TripDetails.text(item), isMultiline: true)
    }
    for item in plan.undated {
      list.add("No date", TripDetails.text(item), isMultiline: true)
    }
    try list.write(in: context)
  }

  private func add(_ day: TripPlan.Day, to list: inout FieldList) {
    let label = day.date.short(in: trip)
    if day.date == today { list.add(label, "today", style: .heading) }
    for stay in day.stays {
      let (verb, facts) = Wording.event(stay, in: trip)
      list.add(label, "\(verb) \(stay.stay.placeName)\(facts)")
    }
    for item in day.items {
      let time = item.time.map { "\($0) " } ?? ""
      let facts = Wording.state(of: item) + Wording.cost(of: item)
      list.add(label, time + TripDetails.text(item, facts), isMultiline: true)
    }
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

  private func json(_ fields: [PlanField], _ json: inout JSONWriter) {
    for field in fields {
      let name = field.rawValue
      switch field {
      case .id: json.member(name, trip.id)
      case .uid: json.member(name, trip.uid)
      case .name: json.member(name, trip.name)
      case .startDate: json.member(name, trip.startDate.description)
      case .endDate: json.member(name, trip.endDate.description)
      case .days:
        json.key(name)
        json.array { json in plan.forEachDay { day in json.object { write(day, to: &$0) } } }
      case .outside:
        json.key(name)
        json.object { json in
          json.key("stays")
          json.array(trip.staysOutside) { $0.stay($1, fields: StayField.allCases) }
          json.key("items")
          json.array(trip.itemsOutside) { $0.item($1, fields: BucketListField.allCases) }
        }
      case .undated:
        json.key(name)
        json.array(plan.undated) { $0.item($1, fields: BucketListField.allCases) }
      case .costs: json.member(name, trip.costs)
      }
    }
  }

  private func write(_ day: TripPlan.Day, to json: inout JSONWriter) {
    json.member("date", day.date.description)
    json.key("stays")
    json.array(day.stays) { $0.stay($1) }
    json.key("items")
    json.array(day.items) { $0.item($1, fields: BucketListField.allCases) }
  }
}
