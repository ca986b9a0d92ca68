import Testing

@testable import trips

struct TextStyleTests {
  @Test(arguments: [
    (TextStyle.plain, "Rome"),
    (.business, "\u{1B}[32mRome\u{1B}[0m"),
    (.personal, "\u{1B}[34mRome\u{1B}[0m"),
    (.heading, "\u{1B}[1mRome\u{1B}[0m"),
    (.dim, "\u{1B}[2mRome\u{1B}[0m"),
    (.warning, "\u{1B}[33mRome\u{1B}[0m"),
    (.error, "\u{1B}[31mRome\u{1B}[0m"),
  ])
  func wrapsTextInPaletteColours(style: TextStyle, expected: String) {
    #expect(Palette(isEnabled: true).apply(style, to: "Rome") == expected)
    #expect(Palette(isEnabled: true).apply(style, to: "") == "")
    #expect(Palette(isEnabled: false).apply(style, to: "Rome") == "Rome")
  }

  struct Situation: Sendable {
    var choice = ColorChoice.auto
    var isTerminal = true
    var environment = ["TERM": "xterm"]
    var isEnabled: Bool
  }

  @Test(arguments: [
    Situation(isEnabled: true),
    Situation(isTerminal: false, isEnabled: false),
    Situation(environment: [:], isEnabled: false),
    Situation(environment: ["TERM": ""], isEnabled: false),
    Situation(environment: ["TERM": "dumb"], isEnabled: false),
    Situation(environment: ["TERM": "xterm", "NO_COLOR": "1"], isEnabled: false),
    Situation(environment: ["TERM": "xterm", "NO_COLOR": ""], isEnabled: true),
    Situation(choice: .never, isEnabled: false),
    Situation(
      choice: .always, isTerminal: false, environment: ["TERM": "dumb", "NO_COLOR": "1"],
      isEnabled: true),
  ])
  func coloursOnlyIfEnabled(situation: Situation) {
    let isEnabled = Palette.isEnabled(
      choice: situation.choice, isTerminal: situation.isTerminal,
      environment: { situation.environment[$0] })
    #expect(isEnabled == situation.isEnabled)
  }
}
