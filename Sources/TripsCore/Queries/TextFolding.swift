import Platform

/// Folds UTF-8 byte by byte, by `FoldTable`: Foundation's folding takes forty times as long, and
/// leaves letters such as ł alone.
enum TextFolding {
  /// How many bytes a text of so many may become.
  static func capacity(for count: Int) -> Int { 4 * count }

  /// Writes the folded text to `output`, which has room for `capacity(for:)` bytes, and returns its
  /// length. Bytes that are not UTF-8, which another program may have stored, stay as they are.
  static func fold(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutablePointer<UInt8>
  ) -> Int {
    var folder = Folder(input: input, output: output)
    while folder.position < input.count { folder.step() }
    return folder.count
  }
}

/// One walk over a text.
private struct Folder {
  let input: UnsafeRawBufferPointer
  let output: UnsafeMutablePointer<UInt8>
  var position = 0
  /// Bytes written.
  var count = 0
  /// The last scalar written, if a vowel or final of Hangul may still join it, else 0.
  private(set) var openSyllable: UInt32 = 0

  /// Folds eight bytes of ASCII at once, or one scalar.
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

  /// Lowercases the letters among eight bytes of ASCII: the high bit of a sum says whether its byte
  /// is at least A, and whether it is past Z.
  private static func lowercased(_ word: UInt64) -> UInt64 {
    let fromA = word &+ 0x3F3F_3F3F_3F3F_3F3F
    let pastZ = word &+ 0x2525_2525_2525_2525
    return word | ((fromA & ~pastZ & 0x8080_8080_8080_8080) >> 2)
  }

  private mutating func fold(_ scalar: UInt32, length: Int) {
    let number = scalar < FoldTable.limit ? Self.number(of: scalar) : 0
    if number > 0 {
      appendText(number)
    } else if !joinsSyllable(scalar) {
      for offset in 0..<length { output[count + offset] = input[position + offset] }
      count += length
      openSyllable = Hangul.isOpen(scalar) ? scalar : 0
    }
  }

  /// Puts a vowel or final of Hangul into the syllable before it, as NFC does.
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

  private mutating func appendText(_ number: Int) {
    guard number > 1 else { return }
    openSyllable = 0
    var length = 1
    var start = 0
    while true {
      let first = Self.digits(FoldTable.firstNumbers, at: length - 1)
      let next = Self.digits(FoldTable.firstNumbers, at: length)
      if number < next {
        start += (number - first) * length
        break
      }
      start += (next - first) * length
      length += 1
    }
    let text = FoldTable.texts.utf8Start + start
    for offset in 0..<length { output[count + offset] = text[offset] }
    count += length
  }

  private static func number(of scalar: UInt32) -> Int {
    let page = digits(FoldTable.index, at: Int(scalar >> 6))
    return digits(FoldTable.pages, at: page << 6 | Int(scalar & 63))
  }

  /// The number of two digits of base 91 at a place of a table.
  private static func digits(_ table: StaticString, at place: Int) -> Int {
    let start = table.utf8Start + 2 * place
    return (Int(start[0]) - 36) * 91 + Int(start[1]) - 36
  }
}

/// Syllables of Hangul and their letters (The Unicode Standard, 3.12).
private enum Hangul {
  /// Whether a vowel may follow, or a final.
  static func isOpen(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x1100...0x1112: true
    case 0xAC00...0xD7A3: (scalar - 0xAC00) % 28 == 0
    default: false
    }
  }

  /// The syllable of an open one and the letter after it; nil where they do not join.
  static func joined(_ open: UInt32, _ letter: UInt32) -> UInt32? {
    switch (open, letter) {
    case (0x1100...0x1112, 0x1161...0x1175):
      0xAC00 + ((open - 0x1100) * 21 + (letter - 0x1161)) * 28
    case (0xAC00...0xD7A3, 0x11A8...0x11C2): open + letter - 0x11A7
    default: nil
    }
  }
}
