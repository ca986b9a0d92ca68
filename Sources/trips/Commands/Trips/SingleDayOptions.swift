import TripsCore

/// The options for single days of a business trip.
enum SingleDayOptions {
  static let on = Option(
    "--on", "DAY", completes: .date,
    "with --meals, or --perdiem AMOUNT or default: these days, as in day2, fri..sun"
  ) { try TripDaysExpression($0) }
  static let meals = Option(
    "--meals", "LIST", completes: .words(SingleDays.Meal.allCases.map(\.rawValue)),
    "with --on: the provided meals: breakfast,lunch,dinner"
  ) { list in
    let meals = try list.parts(separatedBy: ",").map { try SingleDays.Meal.chosen(String($0)) }
    return SingleDays.Meal.allCases.filter(meals.contains)
  }
  static let noMeals = Flag("--no-meals", "with --on: no meal was provided")

  static let options: OptionGroup = [on, meals, noMeals]

  /// The word that gives a day the rule's amount again.
  private static let standard = "default"

  /// - Throws: `UsageError` for options that do not fit together.
  static func check(_ arguments: ParsedArguments) throws(UsageError) {
    try arguments.refuse(meals, without: on)
    try arguments.refuse(noMeals, without: on)
    try arguments.refuse(meals, with: noMeals)
    guard arguments.isSet(on) else { return }
    let values: [any DeclaredOption] = [meals, noMeals, TripOptions.perdiem]
    guard values.contains(where: { arguments.isSet($0.declaration) }) else {
      throw .nothingToDo("add '--meals', '--no-meals' or '--perdiem' to '--on'")
    }
    for option in EditCommand.dateOptions { try arguments.refuse(on, with: option) }
    try arguments.refuse(on, with: EditCommand.noPerdiem)
  }

  /// The change of single days; nil without `--on`.
  static func edit(_ arguments: ParsedArguments, in context: Context) throws -> SingleDaysEdit? {
    guard let days = try arguments.value(on) else { return nil }
    var edit = try SingleDaysEdit(
      UsageError.naming(days.description, of: on.declaration.name) {
        try days.days(today: context.today())
      })
    edit.meals = arguments.isSet(noMeals) ? [] : try arguments.value(meals)
    if let text = try arguments.value(TripOptions.perdiem) {
      edit.amount =
        text == standard ? .byRule : .stated(try context.amount(text, of: TripOptions.perdiem))
    }
    return edit
  }
}
