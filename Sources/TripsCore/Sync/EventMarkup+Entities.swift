extension EventMarkup {
  /// With the characters themselves where their names or numbers stood: `&amp;`, `&#39;`, `&#x27;`.
  static func withoutEntities(_ text: String) -> String {
    let parts = text.split(separator: "&", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: String(parts.first ?? "")) { result, part in
      let name = part.prefix(10).prefix { $0 != ";" }
      if let character = character(name), part[name.endIndex...].first == ";" {
        result += character + part[name.endIndex...].dropFirst()
      } else {
        result += "&" + part
      }
    }
  }

  private static func character(_ name: Substring) -> String? {
    guard name.first == "#" else { return characters[name] }
    let number = name.dropFirst()
    let isHex = number.first == "x" || number.first == "X"
    let code = UInt32(isHex ? number.dropFirst() : number, radix: isHex ? 16 : 10)
    guard let scalar = code.flatMap(Unicode.Scalar.init),
      scalar.properties.generalCategory != .control
    else { return nil }
    return String(scalar)
  }

  /// The characters of entities by their names (HTML 4.01, section 24). A blank that does not break is one
  /// to a person.
  private static let characters: [Substring: String] = {
    let letters = zip(latin1.split(separator: " "), 0xA1...0xFF as ClosedRange<UInt8>)
      .map { ($0, String(Unicode.Scalar($1))) }
    let others = symbols.split(separator: " ").map { ($0.dropLast(), String($0.suffix(1))) }
    let blanks = ["nbsp", "ensp", "emsp", "thinsp"].map { ($0 as Substring, " ") }
    let joiners = [("zwnj", "\u{200C}"), ("zwj", "\u{200D}")] as [(Substring, String)]
    return Dictionary(uniqueKeysWithValues: letters + others + blanks + joiners)
  }()
  private static let symbols = """
    quot" amp& lt< gt> OEligŒ oeligœ ScaronŠ scaronš YumlŸ fnofƒ circˆ tilde˜ AlphaΑ BetaΒ GammaΓ \
    DeltaΔ EpsilonΕ ZetaΖ EtaΗ ThetaΘ IotaΙ KappaΚ LambdaΛ MuΜ NuΝ XiΞ OmicronΟ PiΠ RhoΡ SigmaΣ TauΤ \
    UpsilonΥ PhiΦ ChiΧ PsiΨ OmegaΩ alphaα betaβ gammaγ deltaδ epsilonε zetaζ etaη thetaθ iotaι kappaκ \
    lambdaλ muμ nuν xiξ omicronο piπ rhoρ sigmafς sigmaσ tauτ upsilonυ phiφ chiχ psiψ omegaω thetasymϑ \
    upsihϒ pivϖ ndash– mdash— lsquo‘ rsquo’ sbquo‚ ldquo“ rdquo” bdquo„ dagger† Dagger‡ bull• hellip… \
    permil‰ prime′ Prime″ lsaquo‹ rsaquo› oline‾ frasl⁄ euro€ imageℑ weierp℘ realℜ trade™ alefsymℵ \
    larr← uarr↑ rarr→ darr↓ harr↔ crarr↵ lArr⇐ uArr⇑ rArr⇒ dArr⇓ hArr⇔ forall∀ part∂ exist∃ empty∅ \
    nabla∇ isin∈ notin∉ ni∋ prod∏ sum∑ minus− lowast∗ radic√ prop∝ infin∞ ang∠ and∧ or∨ cap∩ cup∪ int∫ \
    there4∴ sim∼ cong≅ asymp≈ ne≠ equiv≡ le≤ ge≥ sub⊂ sup⊃ nsub⊄ sube⊆ supe⊇ oplus⊕ otimes⊗ perp⊥ \
    sdot⋅ lceil⌈ rceil⌉ lfloor⌊ rfloor⌋ lang〈 rang〉 loz◊ spades♠ clubs♣ hearts♥ diams♦ apos'
    """
  /// Those from U+00A1 on (HTML 4.01, section 24.2.1), which some editors write for all letters beyond
  /// ASCII.
  private static let latin1 = """
    iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 \
    acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde \
    Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute \
    Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde \
    auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute \
    ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml
    """
}
