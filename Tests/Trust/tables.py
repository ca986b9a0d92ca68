"""Tables of dates, money, ids and search texts: each accepted or refused exactly."""

import json
import os

from harness import Account, Tool, folder, told

ACCEPTED_DATES = {
    "2026-12-10": "2026-12-10", "0001-01-01": "0001-01-01", "9999-12-31": "9999-12-31",
    "2024-02-29": "2024-02-29", "2000-02-29": "2000-02-29", "2400-02-29": "2400-02-29",
    "today": "2026-11-21", "tomorrow": "2026-11-22", "+10d": "2026-12-01", "+2w": "2026-12-05",
    "+0d": "2026-11-21", "fri": "2026-11-27", "friday": "2026-11-27",
}
REFUSED_DATES = [
    "", " ", "2026-02-29", "2026-02-30", "2025-02-29", "1900-02-29", "2100-02-29", "2026-04-31",
    "2026-13-01", "2026-00-10", "2026-01-00", "2026-01-32", "0000-01-01", "10000-01-01", "2026-1-2",
    "26-12-10", "2026/12/10", "2026-12-10T00:00:00Z", "2026-12-10 ", " 2026-12-10", "20261210",
    "２０２６-12-10", "٢٠٢٦-١٢-١٠", "2026‐12‐10", "-2026-12-10", "+2026-12-10", "2026-W50-4",
    "12:00", "2451545", "now", "yesterday1", "+9223372036854775807d", "+9223372036854775808d",
    "+99999999999999999999w", "+d", "+1", "+1y1", "+-1d", "+ 1d", "1e3", "0x7e9-01-01",
    "2026-12-10\n",
    "2026-12-1O", "𝟐𝟎𝟐𝟔-12-10",
]
ACCEPTED_MONEY = {
    "120": ("120.00", "USD"), "120.5": ("120.50", "USD"), "120.50": ("120.50", "USD"),
    "0": ("0.00", "USD"), "0.01": ("0.01", "USD"), "120EUR": ("120.00", "EUR"),
    "120.50 EUR": ("120.50", "EUR"), "120eur": ("120.00", "EUR"), "120JPY": ("120", "JPY"),
    "1.234KWD": ("1.234", "KWD"), "007": ("7.00", "USD"), "1.2345CLF": ("1.2345", "CLF"),
    "0.1": ("0.10", "USD"), "1.10": ("1.10", "USD"),
}
REFUSED_MONEY = [
    "", " ", "-1", "+1", "-0", "1e3", "1E3", "NaN", "nan", "inf", "Infinity", "0x10", "1,000",
    "1'000",
    "1_000", "1 000", "1.000,50", "120.505", "120.005", "0.001", "1.5JPY", "1.2345KWD",
    "1.23456CLF",
    ".5", "5.", ".", "1..2", "1.2.3", "−1", "１２０", "١٢٠", "½", "12abc", "EUR", "EUR120", "120 EU",
    "120 EURO", "120 XYZ", "120 EUR EUR", "120€", "$120", "99999999999999999999", "1e309",
    "9223372036854775808", "92233720368547758.08", "9" * 300, "120\u00a0EUR", "120\tEUR1",
]
NO_IDS = [
    "0", "-1", "+1", "1.0", "1e0", "0x1", " ", "١", "１", "9223372036854775807",
    "9223372036854775808", "99999999999999999999999", "1;DROP TABLE trip", "1 OR 1=1", "NaN", "*",
    "%", "_",
]
# Text that is special to FTS5, LIKE, GLOB, REGEXP or SQL, and must be literal here.
SEARCHES = [
    '"', '""', "'", "''", "%", "%%", "_", "__", "\\", "\\%", "\\_", "*", "**", "?", "[", "]",
    "[a-z]",
    "^", "^a", "-", "--", "-a", "+", "+a", "(", ")", "()", "((", "{", "}", "{a b}:", ":", "a:",
    "name:", ";",
    ",", ".", "..", "/", "/*", "*/", "~", "!", "@", "#", "$", "&", "&&", "|", "||", "=", "==", "<",
    ">",
    "AND", "OR", "NOT", "NEAR", "NEAR(a b)", "NEAR/3", "a AND", "a OR b", "NOT a", "a*", '"a',
    'a"b',
    "a NEAR b", "rank", "rowid", "trip", "multi-agent", "50%", "O'Brien", "a  b", "\u00ad",
    "\u200b",
    "東", "ß", "ſ", "İ", "ı", "ﬁ", "Å", "e\u0301", "\U0001f600", "\u1f600", "x'00'", "NULL", "1=1",
    "\\0",
]


def run(settings):
    account = Account()
    with folder() as place:
        tool = Tool(settings.binary, place)
        os.chdir(place)
        _dates(tool, place, account)
        _money(tool, place, account)
        _ids(tool, place, account)
        _searches(tool, place, account)
        os.chdir("/")
    return account


def _added(tool, store, *words):
    outcome = tool.run("add", *words, "--json", db=store)
    trip = json.loads(outcome.out) if outcome.code == 0 else None
    return outcome, trip[0] if isinstance(trip, list) else trip


def _dates(tool, place, account):
    store = os.path.join(place, "dates.db")
    for text, expected in ACCEPTED_DATES.items():
        outcome, trip = _added(tool, store, "--name=d", f"--start={text}")
        account.count("dates, amounts, ids")
        account.expect(
            trip and trip["startDate"] == expected, told(["add", "--start", text], outcome))
    for text in REFUSED_DATES:
        outcome, _ = _added(tool, store, "--name=x", f"--start={text}")
        account.count("dates, amounts, ids")
        account.expect(outcome.code == 2, told(["add", "--start", text], outcome, "is accepted"))
    outcome = tool.run("list", "--search", "x", "--count", db=store)
    account.expect(outcome.out == b"0\n", "a refused date left a trip")


def _money(tool, place, account):
    store = os.path.join(place, "money.db")
    for number, (text, expected) in enumerate(ACCEPTED_MONEY.items()):
        # Each in its own trip: an amount without a currency takes that of the existing trip.
        outcome, trip = _added(tool, store, f"--name=m{number}", "--business", f"--perdiem={text}")
        account.count("dates, amounts, ids")
        perdiem = trip and trip["perdiem"]
        found = perdiem and (perdiem["amount"], perdiem["currency"])
        account.expect(found == expected, told(["add", "--perdiem", text], outcome, f"is {found}"))
    for text in REFUSED_MONEY:
        outcome, _ = _added(tool, store, "--name=x", "--business", f"--perdiem={text}")
        account.count("dates, amounts, ids")
        account.expect(outcome.code == 2, told(["add", "--perdiem", text], outcome, "is accepted"))


def _ids(tool, place, account):
    store = os.path.join(place, "ids.db")
    tool.run("add", "Only", "--bucket", "a", db=store)
    for text in NO_IDS:
        for words in [
            ["show", "--", text], ["delete", "--", text], ["bucket", "done", "1", "--", text]]:
            outcome = tool.run(*words, db=store)
            account.count("dates, amounts, ids")
            account.expect(
                outcome.code == 3 or text == " " and outcome.code == 2,
                told(words, outcome, "is no id"))
    outcome = tool.run("list", "--json", db=store)
    account.expect(b'"name":"Only"' in outcome.out, "a wrong id deleted the trip")


def _searches(tool, place, account):
    """Each text is found in exactly the trips that contain it."""
    store = os.path.join(place, "searches.db")
    names = {}
    for number, text in enumerate(SEARCHES):
        outcome, trip = _added(tool, store, f"--name=q{text}q{number}", "--destination=elsewhere")
        if account.expect(trip, told(["add", f"q{text}q"], outcome)):
            names[trip["id"]] = trip["name"]
    for text in SEARCHES:
        words = ["list", f"--search={text}", "--json", "id,name"]
        outcome = tool.run(*words, db=store)
        account.count("search texts")
        if not account.expect(outcome.code == 0, told(words, outcome)):
            continue
        found = {trip["id"] for trip in json.loads(outcome.out)}
        own = {id for id, name in names.items() if name.startswith(f"q{text}q")}
        account.expect(own <= found, told(words, outcome, "does not find its own trip"))
        if text.isascii():
            expected = {
                id for id, name in names.items()
                if name.isascii() and text.lower() in f"{name}\x1felsewhere".lower()}
            plain = {id for id in found if names[id].isascii()}
            account.expect(plain == expected, told(words, outcome, f"{plain ^ expected} differ"))
