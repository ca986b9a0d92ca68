import Platform

/// Finds one text in many, byte by byte.
///
/// Sixteen places are looked at together: only where the first and the last byte of the text both
/// fit is the rest compared. `memchr` alone stops at each `e` of a text that ends in one, and `memmem`
/// is not in Swift's Glibc.
struct ByteSearch {
  private let wanted: [UInt8]
  private let first: SIMD16<UInt8>
  private let last: SIMD16<UInt8>

  /// Nil for an empty text, which is everywhere.
  init?(_ text: String) {
    wanted = Array(text.utf8)
    guard let first = wanted.first, let last = wanted.last else { return nil }
    self.first = SIMD16(repeating: first)
    self.last = SIMD16(repeating: last)
  }

  /// Where the text begins in `bytes`, at `start` or after it; nil if it does not.
  func place(in bytes: UnsafeRawBufferPointer, from start: Int = 0) -> Int? {
    guard let base = bytes.baseAddress else { return nil }
    let lead = wanted.count - 1
    let end = bytes.count - lead
    var place = start
    // Where nothing fits, which is most of a text, two steps are taken at once.
    var known = start
    while place &+ 16 <= end {
      if place >= known, place &+ 32 <= end {
        let here = fits(base + place, base + place + lead)
        let behind = fits(base + place + 16, base + place + lead + 16)
        if here | behind == 0 {
          place &+= 32
          continue
        }
        known = place &+ 32
      }
      var fits = fits(base + place, base + place + lead)
      while fits != 0 {
        let offset = fits.trailingZeroBitCount / 8
        fits &= ~(0xFF << (8 * offset))
        if lead <= 1 || isText(at: base + place + offset) { return place + offset }
      }
      place &+= 16
    }
    while place < end {
      if isText(at: base + place) { return place }
      place += 1
    }
    return nil
  }

  // Not inlined, for the loop above keeps its values in registers then.
  @inline(never)
  private func isText(at start: UnsafeRawPointer) -> Bool {
    wanted.withUnsafeBytes { memcmp(start, $0.baseAddress ?? start, $0.count) == 0 }
  }

  /// A byte of ones for each of sixteen places where both bytes fit.
  @inline(__always)
  private func fits(_ starts: UnsafeRawPointer, _ ends: UnsafeRawPointer) -> UInt128 {
    let isFirst = starts.loadUnaligned(as: SIMD16<UInt8>.self) .== first
    let isLast = ends.loadUnaligned(as: SIMD16<UInt8>.self) .== last
    return unsafeBitCast(isFirst .& isLast, to: UInt128.self)
  }
}

extension [ByteSearch] {
  func areAll(in bytes: UnsafeRawBufferPointer) -> Bool {
    allSatisfy { $0.place(in: bytes) != nil }
  }
}
