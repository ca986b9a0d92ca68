import Foundation
import Testing

@testable import trips

/// What an import does that may not be meant.
struct ImportWarningTests {
  private let tool: TestTool

  init() throws {
    tool = try TestTool()
  }

  @Test(arguments: [
    (#""nights":4"#, "nights"), (#""endDate":"2027-01-02","days":4"#, "days"),
    (#""endDate":"2027-01-02","days":2,"nights":1"#, nil),
  ])
  func namesALengthThatDoesNotFit(fields: String, field: String?) throws {
    let result = try tool.importing(#"{"name":"Q","startDate":"2027-01-01",\#(fields)}"#)
    let note = field.map {
      "note: the field '\($0)' has no effect; 'endDate' says how long a trip is\n"
    }
    #expect(result.stderr == (note ?? ""))
  }
}
