import Testing

@testable import TripsCore

struct EventVersionTests {
  /// RFC 5546 section 2.1.5: the first that differs decides.
  @Test func countsSequenceThenStampThenModification() {
    let versions = [
      EventVersion(sequence: 0, stamp: "20260101T000000Z", modified: "20260301T000000Z"),
      EventVersion(sequence: 0, stamp: "20260201T000000Z", modified: "20260101T000000Z"),
      EventVersion(sequence: 0, stamp: "20260201T000000Z", modified: "20260102T000000Z"),
      EventVersion(sequence: 1, stamp: "20250101T000000Z", modified: "20250101T000000Z"),
    ]
    for (place, one) in versions.enumerated() {
      for (other, two) in versions.enumerated() { #expect((one < two) == (place < other)) }
    }
  }
}
