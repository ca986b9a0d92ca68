/// The words for properties of a trip, an item or a stay, and for their values.
enum PropertyWords {
  /// `confirmed` for `isConfirmed`.
  static func label(of property: String, isOfStay: Bool = false) -> String {
    // `isDone of 'Louvre'`
    if let mark = property.firstRange(of: " of '")?.lowerBound {
      return label(of: String(property[..<mark])) + property[mark...]
    }
    return switch property {
    case "startDate": "start"
    case "endDate": "end"
    case "perdiem", "perdiemMinor": "per diem"
    case "perdiemCurrency", "costCurrency": "currency"
    case "costMinor": "cost"
    case "perdiemRule": "per diem rule"
    case "bucketList": "bucket list"
    case "hasReservation": "reserved"
    case "isInPlan": "planned"
    case "isDone": "done"
    case "isConfirmed": "confirmed"
    case "placeName": "place"
    case "tripId": "trip"
    default: property
    }
  }

  /// `yes` for a true flag, the first line of a longer text, and a word for an empty value.
  static func value(_ text: String?, of property: String) -> String {
    guard let text else { return "none" }
    if text.isEmpty { return "''" }
    if property.begins(with: "is") || property.begins(with: "has") {
      return text == "true" ? "yes" : "no"
    }
    let line = text.unicodeScalars.prefix { $0 != "\n" && $0 != "\r" }
    return line.count < text.unicodeScalars.count ? "\(String(line)) …" : text
  }
}
