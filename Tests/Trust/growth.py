"""Time grows with the input: commands on four times the rows take about four times as long.

Each shape is made small and large: of rows that all differ, and of equal ones, which a loop within a
loop shows. The time is that of the processor, which other processes do not change; the system ends a
command that takes too much of it, or too much memory.
"""

import json
import os
import resource

from fixtures import connect, integrity, make_v1_store
from harness import Account, Tool, described, folder, in_parallel

ROWS = 500
# Seconds of processor time, and MB of memory.
LIMITS = (120, 600)
# Four times the rows; a quadratic command takes 16 times as long.
MOST = 8

LONG_TRIP = """
    INSERT INTO trip(name, destination, startDate, endDate)
    VALUES ('Long', '', '2027-05-01', '2027-05-31');
    INSERT INTO bucketListItem(tripId, title, details, date)
    SELECT 1, 'item ' || i, 'details', iif(i % 2, '2027-05-02', NULL) FROM n;
    INSERT INTO livingAccommodation(tripId, placeName, startDate, endDate)
    SELECT 1, 'place ' || i, '2027-05-0' || (1 + i % 8), '2027-05-09' FROM n;"""
MANY_TRIPS = """
    INSERT INTO trip(name, destination, startDate, endDate, type, perdiemMinor, perdiemCurrency)
    SELECT 'trip ' || i, 'place ' || i % 9, '2027-05-01', '2027-05-03', 'business', 9, 'EUR' FROM n;
    INSERT INTO bucketListItem(tripId, title) SELECT id, 'item' FROM trip;
    INSERT INTO livingAccommodation(tripId, placeName) SELECT id, 'place' FROM trip;"""
DUPLICATES = """
    INSERT INTO trip(name, destination, start_date, end_date)
    SELECT 'trip ' || i % 9, 'place ' || i, '2027-05-01', '2027-05-03' FROM n;
    INSERT INTO bucketListItem(tripId, title) SELECT id, 'item ' || id % 5 FROM trip;"""

NUMBERS = ("CREATE TEMP TABLE n AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT {}) "
           "SELECT i FROM n")

READERS = [
    ["list"], ["list", "--json"], ["list", "item"], ["stats"], ["bucket", "list"], ["stay", "list"],
    ["history"], ["history", "--json"], ["diff", "0"], ["doctor"], ["show", "1"], ["plan", "1"],
    ["perdiem", "--planned"], ["calendar", "--in", "2027"]]
FORMATS = ["json", "ndjson", "csv", "ics", "md", "html"]


def sync(*options):
    return ["sync", "cal", *options]


def rows(sql):
    """A shape of rows that another program has stored."""
    def prepare(tool, store, number):
        tool.run("add", "First", db=store)
        tool.run("delete", "First", db=store)
        with connect(store) as db:
            db.execute(NUMBERS.format(number))
            db.executescript("BEGIN; DELETE FROM sqlite_sequence WHERE name = 'trip';" + sql + "COMMIT;")
    return prepare


def long_trip(tool, store, number):
    rows(LONG_TRIP)(tool, store, number)
    few = [str(i + 1) for i in range(number)]
    return [*common(), ["bucket", "done", "1", *few], ["bucket", "remove", "1", *few], ["undo"], *last()]


def many_trips(tool, store, number):
    rows(MANY_TRIPS)(tool, store, number)
    few = [str(i + 1) for i in range(number)]
    return [*common(), ["edit", *few, "--move", "+1w", "--yes"], ["delete", *few, "--yes"], ["undo"], *last()]


def common():
    return READERS + [["export", "--format", f, "-o", f"e.{f}", "--force"] for f in FORMATS] + [
        ["in", f"e.{f}"] for f in FORMATS[:4]] + [["import", f"e.{f}"] for f in FORMATS[:4]] + [
        sync(), sync(), ["copy", "1", "--start", "2029-01-01"], ["edit", "1", "--move", "+1w"], ["undo"]]


def last():
    return [sync(), cut, sync("--yes")]


def cut():
    """Deletes every second event."""
    for name in sorted(os.listdir("cal"))[::2]:
        os.unlink(os.path.join("cal", name))


def duplicates(tool, store, number):
    make_v1_store(store, tool.migrations, trips=1)
    with connect(store) as db:
        db.execute(NUMBERS.format(number))
        db.executescript("BEGIN;" + DUPLICATES + "COMMIT;")
    return [["migrate", "--status"], ["migrate", "--dry-run"], ["migrate"], ["doctor"]]


# Equal and nested inputs


def event(uid, *lines, day=20270501):
    return "\r\n".join(["BEGIN:VEVENT", f"UID:{uid}", f"DTSTART;VALUE=DATE:{day}", *lines, "END:VEVENT", ""])


def calendar(*events):
    return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + "".join(events) + "END:VCALENDAR\r\n"


def days(number):
    """Valid days, one after the other, as in an event."""
    return [20000101 + 10_000 * (i // 336) + 100 * (i // 28 % 12) + i % 28 for i in range(number)]


def texts(number):
    """Files with n of one thing, by name."""
    head = "name,startDate,endDate\n"
    same = {"title": "same", "date": "2027-05-01"}
    stay = {"placeName": "same", "startDate": "2027-05-01", "endDate": "2027-05-02"}
    trip = {"name": "A", "startDate": "2027-05-01", "endDate": "2027-05-09"}
    flight = {
        "@context": "http://schema.org", "@type": "FlightReservation", "reservationNumber": "X",
        "reservationFor": {"@type": "Flight", "flightNumber": "1", "departureTime": "2027-05-01T10:00:00"}}
    return {
        "titles.json": json.dumps({**trip, "bucketList": [same] * number, "livingAccommodations": [stay] * number}),
        "names.ndjson": "".join(
            json.dumps({"name": "same", "startDate": f"{1000 + i // 300}-{1 + i % 12:02}-{1 + i % 25:02}"}) + "\n"
            for i in range(number)),
        "items.csv": "name,startDate,itemTitle\n" + "A,2027-05-01,same\n" * number,
        "stays.csv": "name,startDate,stayName\n" + "A,2027-05-01,same\n" * number,
        "equal.csv": head + "A,2027-05-01,2027-05-02\n" * number,
        "quotes.csv": head + ('a","b' + "x" * 400 + "\n") * number,
        "notes.csv": head.replace("name", "name,notes", 1) + 'A,"' + '""' * 50 * number + '",2027-05-01,2027-05-02\n',
        "uid.ics": calendar(*(event("one@x", "SUMMARY:A", day=day) for day in days(number))),
        "feed.ics": calendar(*(event(f"{i}@x", "SUMMARY:same") for i in range(number))),
        "boxes.ics": calendar(event("a@x", "SUMMARY:A", "DESCRIPTION:" + "[ ] x\\n" * 20 * number)),
        "links.ics": calendar(event("a@x", "SUMMARY:A", "DESCRIPTION:" + '<a href="x">' * 20 * number)),
        "tags.ics": calendar(event("a@x", "SUMMARY:A", "DESCRIPTION:" + "<b>&amp;<br>" * 20 * number)),
        "folds.ics": calendar(event("a@x", "SUMMARY:A", "COMMENT:" + "\r\n x" * 20 * number)),
        "contacts.ics": calendar(event("a@x", "SUMMARY:A", *["CONTACT:same"] * 5 * number)),
        "flights.json": json.dumps([flight] * number),
    }


def equal(tool, store, number):
    """Each file is imported into an empty store, then once more, then exported and synced."""
    steps = []
    for name, text in texts(number).items():
        with open(name, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        more = ["--skip-invalid"] if name == "quotes.csv" else ["--all-events"] if name.endswith(".ics") else []
        if name != "flights.json":
            steps += [["in", name, *more], ["in", name, *more]]
    tool.run("import", "titles.json", db=store)
    steps += [["import", "flights.json", "--format", "booking"]] * 2
    steps += [["show", "1"], ["plan", "1"], ["bucket", "list", "1"], ["diff", "0"], sync(), sync(), rewrite, sync()]
    return steps + [["undo"], sync("--prefer", "store")]


def rewrite():
    """A server rewrites all UIDs of items."""
    for name in os.listdir("cal"):
        path = os.path.join("cal", name)
        with open(path, encoding="utf-8", newline="") as file:
            text = file.read()
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(text.replace("\nUID:item-", "\nUID:other-item-"))


def renamed(tool, store, number):
    """Each trip gets the name of the next one, in the calendar."""
    rows("INSERT INTO trip(name, destination, startDate, endDate) SELECT 'trip ' || i, '', '2027-05-01', "
         "'2027-05-03' FROM n;")(tool, store, number)

    def rename():
        for name in os.listdir("cal"):
            path = os.path.join("cal", name)
            with open(path, encoding="utf-8", newline="") as file:
                lines = file.read().split("\r\n")
            lines = [f"SUMMARY:trip {int(line[13:]) + 1}" if line[:13] == "SUMMARY:trip " else line for line in lines]
            with open(path, "w", encoding="utf-8", newline="") as file:
                file.write("\r\n".join(lines))
    return [sync(), rename, sync(), sync()]


def unreadable(tool, store, number):
    """A third of the files is missing, and a third cannot be read."""
    rows(MANY_TRIPS)(tool, store, number)

    def damage():
        for place, name in enumerate(sorted(os.listdir("cal"))):
            path = os.path.join("cal", name)
            if place % 3 == 0:
                os.unlink(path)
            elif place % 3 == 1:
                with open(path, "w", encoding="utf-8") as file:
                    file.write("BEGIN:VCALENDAR\nBEGIN:VEVENT\n")
    return [sync(), damage, sync("--yes"), sync("--yes", "--prefer", "store")]


def twins(tool, store, number):
    """All files have one event."""
    rows("INSERT INTO trip(name, destination, startDate, endDate) VALUES ('A', '', '2027-05-01', '2027-05-31');")(
        tool, store, 1)

    def copy():
        name = os.listdir("cal")[0]
        with open(os.path.join("cal", name), "rb") as file:
            text = file.read()
        for place in range(number):
            with open(os.path.join("cal", f"copy{place}.ics"), "wb") as file:
                file.write(text)
            with open(os.path.join("cal", f"stranger{place}.ics"), "w", encoding="utf-8") as file:
                file.write(calendar(event("same@x", "SUMMARY:B")))
    return [sync(), copy, sync(), sync("--adopt"), sync("--prefer", "store")]


def past(tool, store, number):
    """A row with many past versions."""
    tool.run("add", "A", "--start", "2027-05-01", db=store)
    with connect(store) as db:
        db.execute("PRAGMA synchronous = OFF")
        for place in range(number):
            db.execute("UPDATE trip SET destination = ?", (f"place {place}",))
    return [["history"], ["history", "--json"], ["history", "--token"], ["diff", "1"], ["list", "--at", "1"],
            ["show", "1", "--at", "2"], ["doctor"], ["undo", "--author", "external"], ["redo", "--author", "external"],
            sync(), ["backup", "copy.backup"], ["history", "purge", "--before", "3", "--yes"],
            ["history", "purge", "--before", str(number), "--yes"], ["list"]]


def years(tool, store, number):
    """One trip, up to ten thousand years long, in each report."""
    end = min(5 * number, 9_999) if tool.is_full else number
    tool.run("add", "Long", "--start", "0001-01-01", "--end", f"{end:04}-12-31", "--business", "--perdiem", "9EUR",
             "--perdiem-rule", "first-last:50%,meals:20%/40%/40%", "--stay", "Inn", "--bucket", "Zoo", db=store)
    tool.run("edit", "1", "--on", "day2", "--meals", "lunch", db=store)
    reports = [["perdiem", "--planned", *form] for form in ([], ["--csv"], ["--json"])]
    reports += [["plan", "1"], ["calendar", "--in", "2027"], ["stats"], ["show", "1"], ["next"], ["list"]]
    return [*reports, ["on a terminal", "perdiem", "--planned"], ["on a terminal", "plan", "1"],
            ["on a terminal", "calendar"], ["on a terminal", "list"], ["on a terminal", "show", "1"],
            *(["export", "--format", f, "-o", f"e.{f}"] for f in FORMATS), ["edit", "1", "--move", "+1d"], sync()]


SHAPES = [long_trip, many_trips, duplicates, equal, renamed, unreadable, twins, past, years]


def run(settings):
    return in_parallel(_work, [(settings, shape) for shape in SHAPES])


def floors(_):
    return {"shapes": len(SHAPES), "commands on four times the rows": 230, "of these long enough to compare": 20}


def _work(job, place):
    settings, shape = job
    account = Account()
    small, large = (_times(settings, shape, ROWS * k, account) for k in (1, 4))
    account.meet("shapes", shape.__name__)
    for (words, before), (_, after) in zip(small, large):
        account.count("commands on four times the rows")
        account.count("of these long enough to compare", after > 0.3)
        slow = after > 0.3 and after > MOST * max(before, 0.02)
        account.expect(
            not slow, f"{shape.__name__}: trips {' '.join(words[:6])}: {before:.2f} s, then {after:.2f} s")
    return account


def _times(settings, shape, number, account):
    """Each command line and its processor time."""
    times = []
    with folder(in_memory=True) as place:
        os.chdir(place)
        os.mkdir("cal")
        tool = Tool(settings.binary, place, limits=LIMITS, TRIPS_EXTRACTOR="/bin/cat")
        store = os.path.join(place, "trips.db")
        tool.migrations, tool.is_full = settings.migrations, settings.full
        for words in shape(tool, store, number):
            if callable(words):
                words()
                continue
            began = resource.getrusage(resource.RUSAGE_CHILDREN)
            outcome = _run(tool, words, store)
            ended = resource.getrusage(resource.RUSAGE_CHILDREN)
            account.expect(outcome.code in (0, 4), lambda: described(words, outcome, f"[{shape.__name__}, {number}]"))
            times.append((words, ended.ru_utime + ended.ru_stime - began.ru_utime - began.ru_stime))
        account.expect(integrity(store) is None, f"then: {integrity(store)}")
        os.chdir("/")
    return times


def _run(tool, words, store):
    if words[0] == "on a terminal":
        return tool.run(*words[1:], db=store, seconds=300, TRIPS_FORCE_TTY="100")
    if words[0] == "in":
        return tool.run("import", *words[1:], db=f"{words[1]}.db", seconds=300)
    return tool.run(*words, db=store, seconds=300)
