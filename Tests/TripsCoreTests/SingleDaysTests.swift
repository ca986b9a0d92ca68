import Testing

@testable import TripsCore

struct SingleDaysTests {
  /// The German, an Austrian and an American way to deduct meals, and days with values of their
  /// own.
  @Test(arguments: [
    (
      "28EUR", "first-last:50%,meals:20%/40%/40%", 5, [1: ("", "b"), 3: ("", "bld")],
      "14.00 + 22.40 + 28.00 + 0.00 + 14.00 = 78.40 EUR"
    ),
    // Of the full amount on the first day too, and never below 0.
    (
      "28EUR", "first-last:50%,meals:20%/40%/40%", 2, [0: ("", "b"), 1: ("", "ld")],
      "8.40 + 0.00 = 8.40 EUR"
    ),
    (
      "30EUR", "full,meals:0/15/15", 3, [0: ("", "b"), 1: ("", "d"), 2: ("", "ld")],
      "30.00 + 15.00 + 0.00 = 45.00 EUR"
    ),
    (
      "92USD", "first-last:75%,meals:23/26/38", 4, [0: ("", "l"), 2: ("", "bd")],
      "43.00 + 92.00 + 31.00 + 69.00 = 235.00 USD"
    ),
    // A day's own amount replaces the rule's, and meals are deducted from it.
    (
      "28EUR", "full,meals:20%/40%/40%", 4, [1: ("64", "b"), 2: ("0", ""), 3: ("5", "l")],
      "28.00 + 58.40 + 2 × 0.00 = 86.40 EUR"
    ),
    ("28EUR", "nights", 4, [1: ("64.00", "")], "28.00 + 64.00 + 28.00 = 120.00 EUR"),
    (
      "28EUR", "nights", 3, [2: ("9", ""), 0: ("9", "")],
      "9.00 + 28.00 + 9.00 = 46.00 EUR"
    ),
    // Rounded once, after the meals: 7.515 less 2.004.
    ("10.02EUR", "first-last:75%,meals:20%/0%/0%", 1, [0: ("", "b")], "5.51 = 5.51 EUR"),
    ("5000JPY", "full,meals:12.5%/0/900", 2, [0: ("", "bd")], "3475 + 5000 = 8475 JPY"),
  ])
  func countInTheFormula(
    perdiem: String, rule: String, days: Int, single: [Int: (amount: String, meals: String)],
    formula: String
  ) throws {
    let perdiem = try Money(perdiem, defaultCurrency: .usd)
    let singleDays = single.sorted { $0.key < $1.key }.map { day, value in
      let meals = SingleDays.Meal.allCases.filter { value.meals.contains($0.rawValue.prefix(1)) }
      let amount = value.amount.isEmpty ? nil : value.amount
      return (
        day: day, value: SingleDays.Day(date: .first, amount: amount, meals: meals)
      )
    }
    let estimate = try PerDiemEstimate(
      perdiem: perdiem, rule: PerDiemRule(rule, currency: perdiem.currency), days: days,
      singleDays: singleDays)
    #expect(estimate.formula == formula)
    #expect(estimate.runs.reduce(0) { $0 + $1.days.count } == days)
  }

  private func days(_ text: String) throws -> SingleDays { try SingleDays(text) }

  @Test func areSortedAndHaveEachDayOnce() throws {
    let text = """
      [{"date":"2027-01-03","amount":"5","meals":["dinner","breakfast","dinner"]},
       {"date":"2027-01-02","amount":7.5},{"date":"2027-01-01","amount":null,"meals":[]}]
      """
    let euro = try days(text).inCurrency(Currency(stored: "EUR"))
    #expect(
      euro.text
        == #"[{"date":"2027-01-02","amount":"7.50","meals":[]},"#
        + #"{"date":"2027-01-03","amount":"5.00","meals":["breakfast","dinner"]}]"#)
    #expect(
      SingleDays.words(of: euro.text) == "2027-01-02 7.50; 2027-01-03 5.00, breakfast, dinner")
    #expect(throws: ValueError.self) { try days(text).inCurrency(Currency(stored: "JPY")) }
    #expect(throws: ValueError.self) {
      try days(#"[{"date":"2027-01-01","amount":"1"},{"date":"2027-01-01","amount":"2"}]"#)
    }
  }

  /// Only consecutive days of one value are one span in words.
  @Test func areJoinedInWords() {
    let list = [1, 2, 4, 5, 6, 8].map {
      #"{"date":"2027-01-0\#($0)","amount":"\#($0 < 6 ? 7 : 9)"}"#
    }
    #expect(
      SingleDays.words(of: "[\(list.joined(separator: ","))]")
        == "2027-01-01..2027-01-02 7; 2027-01-04..2027-01-05 7; 2027-01-06 9; 2027-01-08 9")
  }

  @Test(arguments: [
    "{}", "[1]", "[{}]", #"[{"date":"2027-02-30"}]"#, #"[{"date":"2027-01-01","amount":"-5"}]"#,
    #"[{"date":"2027-01-01","amount":"5 EUR"}]"#, #"[{"date":"2027-01-01","meals":["tea"]}]"#,
    #"[{"date":"2027-01-01","meals":"lunch"}]"#, #"[{"day":"2027-01-01"}]"#,
  ])
  func refuseOtherForms(text: String) {
    #expect(throws: ValueError.self) { try days(text) }
  }

  @Test func areFoundSetAndRemovedByDate() throws {
    var days = SingleDays()
    for number in [5, 1, 9, 3, 7] {
      let date = try #require(CalendarDate(year: 2027, month: 1, day: number))
      days[date] = SingleDays.Day(date: date, amount: "\(number)")
    }
    #expect(days.days.map(\.amount) == ["1", "3", "5", "7", "9"])
    let seventh = try #require(CalendarDate("2027-01-07"))
    #expect(days[seventh]?.amount == "7")
    days[seventh] = nil
    #expect(days[seventh] == nil)
    #expect(try days[#require(CalendarDate("2027-01-08"))] == nil)
    let moved = try days.moved { date throws(TripsError) in
      date == days.days[0].date ? nil : date.adding(days: 30)
    }
    #expect(moved.days.map(\.date.description) == ["2027-02-02", "2027-02-04", "2027-02-08"])
  }

  /// Each trip of ten thousand years may have as many as allowed.
  @Test func takeTimeThatGrowsLinearly() throws {
    let list = (0..<SingleDays.maxCount).reversed().map { index in
      let date = CalendarDate.first.adding(days: index)?.description ?? ""
      return #"{"date":"\#(date)","amount":"\#(index % 7)","meals":[]}"#
    }
    let days = try days("[" + list.joined(separator: ",") + "]")
    let estimate = try PerDiemEstimate(
      perdiem: Money("1USD", defaultCurrency: .usd), rule: .full, days: 3_000_000,
      singleDays: days.days.enumerated().map { ($0, $1) })
    #expect(estimate.runs.count == SingleDays.maxCount + 1)
    #expect(throws: ValueError.self) {
      try SingleDays("[" + list.joined(separator: ",") + #",{"date":"9999-12-31","amount":"1"}]"#)
        .inCurrency(.usd)
    }
  }
}
