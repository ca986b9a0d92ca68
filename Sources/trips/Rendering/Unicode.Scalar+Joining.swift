/// The properties of neighbouring characters that `SafeText` needs.
extension Unicode.Scalar {
  /// Whether it is in a block, or part of one, without characters that need escaping.
  var isHarmless: Bool {
    switch value {
    case 0x20...0x7E, 0xA0...0xAC, 0xAE...0x34E, 0x350...0x61B, 0x61D...0x115E, 0x1161...0x17B3,
      0x17B6...0x180A, 0x1810...0x200A, 0x2010...0x2027, 0x202F...0x205F, 0x2070...0x3163,
      0x3165...0xD7FF, 0x1F000...0x1FFFF:
      true
    default:
      false
    }
  }

  /// Whether it may come between a pictograph and the ZWJ after it.
  var isEmojiExtension: Bool {
    value == 0xFE0F || isSkinTone
  }

  var isSkinTone: Bool { (0x1F3FB...0x1F3FF).contains(value) }

  /// Whether a ZWJ may join it to another emoji: Emoji above ASCII that is not half a flag. This
  /// approximates Extended_Pictographic, which the standard library lacks.
  var isPictograph: Bool {
    value > 0x7F && properties.isEmoji && !isSkinTone
      && !(0x1F1E6...0x1F1FF).contains(value)
  }

  /// Whether it is a letter or mark of a script that ZWJ and ZWNJ reshape: the blocks from Hebrew
  /// to Myanmar, the Philippine scripts to Lepcha, and the later Indic and Arabic ones.
  var isInJoiningScript: Bool {
    switch value {
    case 0x0590...0x109F, 0x1700...0x1C7F, 0x1CD0...0x1CFF, 0xA800...0xAAFF, 0xABC0...0xABFF,
      0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x11FFF, 0x1E800...0x1EFFF:
      isLetterOrMark && !properties.isDefaultIgnorableCodePoint
    default:
      false
    }
  }

  /// Whether a variation selector can change how it looks: an emoji or keycap, an ideograph, a
  /// mathematical symbol, a letter of Mongolian, Myanmar and the like. After any other character it
  /// could only hide data.
  var takesVariationSelector: Bool {
    properties.isEmoji || properties.isIdeographic || properties.isMath || isInJoiningScript
  }

  private var isLetterOrMark: Bool {
    switch properties.generalCategory {
    case .otherLetter, .modifierLetter, .uppercaseLetter, .lowercaseLetter, .titlecaseLetter,
      .nonspacingMark, .spacingMark, .enclosingMark:
      true
    default:
      false
    }
  }
}

extension Substring.UnicodeScalarView {
  /// The end of a flag's tags (one to six tag letters or digits, then the cancel tag) at the start
  /// of the view.
  var endOfFlagTags: Index? {
    let tags = prefix(7).prefix {
      (0xE0030...0xE0039).contains($0.value) || (0xE0061...0xE007A).contains($0.value)
    }
    let end = tags.endIndex
    guard (1...6).contains(tags.count), end < endIndex, self[end].value == 0xE007F else {
      return nil
    }
    return index(after: end)
  }
}
