import Platform

/// Folds UTF-8 byte by byte with `FoldTable`. Foundation's folding takes forty times as long, and
/// does not fold letters such as ł.
enum TextFolding {
  /// The maximum size of folded text.
  static func capacity(for count: Int) -> Int { 4 * count }

  /// Writes the folded text to `output`, which needs room for `capacity(for:)` bytes, and returns
  /// its length. Invalid UTF-8, which another program may have stored, is copied unchanged.
  static func fold(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutablePointer<UInt8>
  ) -> Int {
    var folder = Folder(input: input, output: output)
    while folder.position < input.count { folder.step() }
    return folder.count
  }
}

/// A single pass over a string.
private struct Folder {
  let input: UnsafeRawBufferPointer
  let output: UnsafeMutablePointer<UInt8>
  var position = 0
  /// The number of bytes written.
  var count = 0
  /// The last scalar written, if a Hangul vowel or final may still join it, otherwise 0.
  private(set) var openSyllable: UInt32 = 0

  /// Folds eight ASCII bytes at once, or one scalar.
  mutating func step() {
    while position + 8 <= input.count {
      let word = input.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      guard word & 0x8080_8080_8080_8080 == 0 else { break }
      let folded = Self.lowercased(word)
      UnsafeMutableRawPointer(output + count).storeBytes(of: folded, as: UInt64.self)
      position += 8
      count += 8
      openSyllable = 0
    }
    guard position < input.count else { return }
    let byte = input[position]
    if byte < 0x80 {
      append(byte: byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte)
      position += 1
    } else if let (scalar, length) = input.scalar(at: position) {
      fold(scalar.value, length: length)
      position += length
    } else {
      append(byte: byte)
      position += 1
    }
  }

  /// Lowercases the letters among eight ASCII bytes: the high bits of two sums show which bytes are
  /// at least A, and which are past Z.
  private static func lowercased(_ word: UInt64) -> UInt64 {
    let fromA = word &+ 0x3F3F_3F3F_3F3F_3F3F
    let pastZ = word &+ 0x2525_2525_2525_2525
    return word | ((fromA & ~pastZ & 0x8080_8080_8080_8080) >> 2)
  }

  private mutating func fold(_ scalar: UInt32, length: Int) {
    let text = scalar < FoldTable.limit ? FoldedTexts.all.texts[Int(scalar)] : 0
    if text != 0 {
      append(text)
    } else if !joinsSyllable(scalar) {
      for offset in 0..<length { output[count + offset] = input[position + offset] }
      count += length
      openSyllable = Hangul.isOpen(scalar) ? scalar : 0
    }
  }

  /// Joins a Hangul vowel or final with the syllable before it, as NFC does.
  private mutating func joinsSyllable(_ scalar: UInt32) -> Bool {
    guard openSyllable != 0, let syllable = Hangul.joined(openSyllable, scalar) else {
      return false
    }
    output[count - 3] = UInt8(0xE0 | syllable >> 12)
    output[count - 2] = UInt8(0x80 | syllable >> 6 & 0x3F)
    output[count - 1] = UInt8(0x80 | syllable & 0x3F)
    openSyllable = Hangul.isOpen(syllable) ? syllable : 0
    return true
  }

  private mutating func append(byte: UInt8) {
    output[count] = byte
    count += 1
    openSyllable = 0
  }

  /// Appends the folded form of a scalar.
  private mutating func append(_ text: UInt32) {
    var scalar = text & 0x1F_FFFF
    var rest = Int(text >> 21)
    while let bytes = Unicode.Scalar(scalar).flatMap(UTF8.encode) {
      for byte in bytes { append(byte: byte) }
      if rest == 0 { return }
      scalar = FoldedTexts.all.rests[rest]
      rest += 1
    }
  }
}

/// The folded forms of scalars from `FoldTable`, unpacked on first use.
private struct FoldedTexts {
  nonisolated(unsafe) static let all = FoldedTexts()
  /// Marks a scalar that folds to nothing, and the end of the other scalars; it is not a valid
  /// scalar.
  private static let end = UInt32.max

  /// For each scalar, the first scalar of its folded form and, times 2 ** 21, the index of the
  /// others in `rests`; 0 if it is unchanged. Unused parts of this large table take no memory.
  let texts: UnsafeMutablePointer<UInt32>
  private(set) var rests = [end]

  private init() {
    texts = calloc(FoldTable.limit, 4).assumingMemoryBound(to: UInt32.self)
    var numbers = FoldNumbers()
    var scalar = 0
    while let gap = numbers.next(), let count = numbers.next(), let form = numbers.next() {
      scalar += Int(gap)
      let (step, length) = form.quotientAndRemainder(dividingBy: 4)
      var text: UInt32 = 0
      for index in 0..<Int(count) {
        if index == 0 || step == 3 {
          text = readText(length, &numbers)
        } else if length > 0 {
          text += step
        }
        texts[scalar + (step == 2 ? 2 * index : index)] = text
      }
    }
  }

  private mutating func readText(_ length: UInt32, _ numbers: inout FoldNumbers) -> UInt32 {
    guard length > 0, let first = numbers.next() else { return Self.end }
    if length == 1 { return first }
    let index = UInt32(rests.count)
    for _ in 1..<length { rests.append(numbers.next() ?? Self.end) }
    rests.append(Self.end)
    return first | index << 21
  }
}

/// The numbers in `FoldTable.runs`.
private struct FoldNumbers {
  private let digits = UnsafeRawBufferPointer(
    start: FoldTable.runs.utf8Start, count: FoldTable.runs.utf8CodeUnitCount)
  private var position = 0

  mutating func next() -> UInt32? {
    var number: UInt32 = 0
    while position < digits.count, let (scalar, length) = digits.scalar(at: position) {
      position += length
      if length > 1 { return scalar.value }
      let digit = scalar.value - 36
      if digit < 45 { return number + digit }
      number = (number + digit - 45) * 45
    }
    return nil
  }
}
