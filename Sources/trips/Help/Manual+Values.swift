import TripsCore

// The values of placeholders that many commands share.

extension Manual {
  static let values = ManualSection(
    title: "VALUES",
    text: """
      Names and search text match regardless of case, accents and width: 'lodz' finds 'Łódź'. If a \
      name matches exactly, only that trip counts.
      """,
    rows: [
      (
        "TRIP",
        """
        an id, a UID or a name; also a part of a name, if only one trip has it, except to delete \
        the trip. Digits are an id or a whole name. If several trips match, they are listed and \
        the command is refused
        """
      ),
      (
        "ITEM",
        "the same for an item and its title; not needed if the trip has only one; to add one, its title"
      ),
      ("STAY", "the same for a stay and its place"),
      (
        "TEXT",
        """
        the text to find in a filter, taken literally. Names, destinations, titles and places hold \
        up to 1,000 bytes of UTF-8; notes, details and addresses 64 KiB
        """
      ),
      (
        "AMOUNT",
        """
        120, 120.50, 120,50, 120EUR or '1 250,00 €': the currency is a code or €, £, ¥ or zł; $ if \
        TRIPS_CURRENCY is a dollar. Spaces or apostrophes separate thousands. Of a point and a \
        comma, the last begins the decimals; 1.250 alone could be both, and is refused. If you leave \
        out the currency, an existing amount keeps its own, and a new one takes TRIPS_CURRENCY, \
        otherwise USD
        """
      ),
      (
        "RULE",
        """
        how a per diem counts: 'full' for every day, 'nights' for every night, 'first-last:75%' or \
        'first-last:90.00' for another amount on the first and last day; and what a provided \
        breakfast, lunch and dinner take off: 'full,meals:20%/40%/40%' (of the full amount) or \
        'full,meals:5.60/11.20/11.20'. Amounts have a point and no currency
        """
      ),
    ])

  static let dates = ManualSection(
    title: "DATES",
    text: """
      A date is a calendar date without a time zone, in the years 0001 to 9999. If a month has no \
      such day, its last day is used.
      """,
    rows: [
      (
        "DATE",
        """
        2026-12-10; today, tomorrow or yesterday; a weekday such as fri, the next one after today; \
        or +10d, -2w, +1m or +1y from the date that it replaces, otherwise from today. For an item \
        or a stay, day3 is the third day of its trip, and a weekday is that day of the trip, if \
        there is only one
        """
      ),
      (
        "--end DATE",
        """
        also a length: 5d for five days, 5n for five nights, 2w, 1m, 0n for a day trip; +5d and a \
        weekday count from the start
        """
      ),
      (
        "END",
        """
        the end of an item: 17:32 is the first such time after the start; '2027-05-04 06:30', day3 \
        or '+1d 06:30', counted from the start. It has a time if the start has one, and is at most \
        a day before the start (over the date line)
        """
      ),
      ("HH:MM", "a local time such as 09:05"),
      ("OFFSET", "+1w, -2d, +1m or +1y"),
      (
        "PERIOD",
        """
        a year, a month, or a range: 2027, 2027-03, 2027-02..2027-04 or 2027-03-01..2027-03-15
        """
      ),
      (
        "WHEN",
        """
        a state of the store: the number of a transaction (the state after it; 0 is before the \
        first), a TOKEN, a DATE (its end) or a time as 'trips history' prints it, such as \
        '2026-12-10 14:30' (its end) or '2026-12-10 14:30:05', in local time or, with a Z, in UTC. \
        After '--since' and '--before', a DATE means its beginning
        """
      ),
      (
        "TOKEN",
        """
        a position in the history: the last line of 'trips history', or what 'trips history --token' \
        prints. It is refused, with exit code 6, if it is malformed or from another store, if the \
        history before it was purged, or if an older copy replaced the store
        """
      ),
    ])
}
