/// Hangul syllables and their letters (The Unicode Standard, 3.12).
enum Hangul {
  /// Whether a vowel or a final may follow.
  static func isOpen(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x1100...0x1112: true
    case 0xAC00...0xD7A3: (scalar - 0xAC00) % 28 == 0
    default: false
    }
  }

  /// The syllable made of an open one and the following letter; nil if they do not join.
  static func joined(_ open: UInt32, _ letter: UInt32) -> UInt32? {
    switch (open, letter) {
    case (0x1100...0x1112, 0x1161...0x1175):
      0xAC00 + ((open - 0x1100) * 21 + (letter - 0x1161)) * 28
    case (0xAC00...0xD7A3, 0x11A8...0x11C2) where isOpen(open): open + letter - 0x11A7
    default: nil
    }
  }
}
