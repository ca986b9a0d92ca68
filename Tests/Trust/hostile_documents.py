"""Files by a stranger that are made to take forever or all memory: the system ends a tool that does.

Each is small, and would be harmless if each byte were read a bounded number of times.
"""

import os

import declared
from fixtures import integrity, make_store
from harness import EXIT_CODES, Account, Tool, described, in_parallel, is_safe_text

# Seconds of processor time and megabytes, of the debug build: no file takes it more than 3 s, and
# some machines are three times slower.
LIMITS = (20, 500)
N = 20_000
# Records that become rows of the store: the debug build takes some 0.4 ms for each.
ROWS = 5_000
MARKS = "a" + "\u0301\u0316" * N


def json_of(kind):
    trip = '{"name":"A","startDate":"2027-01-01"%s}'
    items = ",".join(['{"title":"same"}'] * ROWS)
    return {
        "nested lists": "[" * N, "nested objects": '{"a":' * N, "closed nested lists": "[" * N + "]" * N,
        "equal keys": trip % (',"notes":"x"' * N), "equal trips": "\n".join([trip % ""] * ROWS),
        "equal items": trip % f',"bucketList":[{items}]', "a long number": trip % f',"x":{"9" * N}',
        "a long exponent": trip % f',"perdiem":{{"amount":1e{"9" * N}}}', "marks": trip % f',"notes":"{MARKS}"',
        "escapes": trip % f',"notes":"{chr(92)}u0301{chr(92)}u0316"'.replace('"}', "x" * N + '"}'),
        "empty objects": "[" + ",".join(["{}"] * N) + "]", "empty lines": "\n" * N + trip % "",
        "single days": trip % (',"type":"business","perdiem":{"amount":"9","currency":"EUR"},"singleDays":['
                               + ",".join(['{"date":"2027-01-01","amount":"1"}'] * N) + "]"),
        "open text": '{"name":"' + "x" * N,
    }


def csv_of():
    head = "name,startDate,endDate\n"
    return {
        "quotes": head + 'a","b\n' * N, "an open quote": head + '"' + "x\n" * N, "only quotes": '"' * N,
        "columns": ",".join(f"c{i}" for i in range(N)) + "\n" + "," * N, "equal columns": "name," * N + "\n",
        "empty lines": "\n" * N + head, "separators": head + "," * N + "\n", "tabs": head.replace(",", "\t") * N,
        "equal rows": head + "A,2027-01-01,2027-01-02\n" * ROWS, "marks": head + f"{MARKS},2027-01-01,2027-01-02\n",
        "equal items": "name,startDate,itemTitle\n" + "A,2027-01-01,same\n" * ROWS,
        "only a separator line": "sep=,\n" * N, "carriage returns": "\r" * N,
    }


def event(lines, uid="one@example.com", count=1):
    body = "\r\n".join(["BEGIN:VEVENT", f"UID:{uid}", "DTSTART;VALUE=DATE:20270101", "DTEND;VALUE=DATE:20270104",
                        "SUMMARY:A", *lines, "END:VEVENT", ""])
    return f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\n{body * count}END:VCALENDAR\r\n"


def ics_of():
    text = "DESCRIPTION:{}"
    return {
        "equal boxes": event([text.format("[ ] x\\n" * N)]), "equal lines": event([text.format("same\\n" * N)]),
        "links": event([text.format('<a href="x">' * N)]), "tags": event([text.format("<b>" * N)]),
        "open tags": event([text.format("<" * N)]), "entities": event([text.format("&amp;" * N + "<br>")]),
        "open entities": event([text.format("&" * N + "<br>")]), "comments": event([text.format("<!--" * N)]),
        "marks": event([f"LOCATION:{MARKS}"]), "folds": event(["COMMENT:" + "\r\n x" * N]),
        "parameters": event(["LOCATION" + ";X-A=b" * N + ":x"]), "open parameter": event(['LOCATION;X="' + "x" * N]),
        "a long zone": event([f"DTSTAMP;TZID={'x' * N}:20270101T000000"]),
        "a long duration": event([f"DURATION:P{'9' * N}D"]), "properties": event(["X-A:b"] * N),
        "categories": event(["CATEGORIES:" + "a," * N]), "contacts": event(["CONTACT:same"] * N),
        "open events": "BEGIN:VCALENDAR\r\n" + "BEGIN:VEVENT\r\n" * N, "ends": "END:VEVENT\r\n" * N,
        "nested calendars": "BEGIN:VCALENDAR\r\n" * N, "one UID": event([], count=2_000),
        "rules": event(["RRULE:FREQ=SECONDLY;COUNT=1000000000"]), "dates": event(["EXDATE:20270101T000000Z"] * N),
        "alarms": event(["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT1M", "END:VALARM"] * 5_000),
        "zones": "BEGIN:VCALENDAR\r\n" + "BEGIN:VTIMEZONE\r\nTZID:x\r\nEND:VTIMEZONE\r\n" * 5_000 + "END:VCALENDAR",
        "versions": event([f"SEQUENCE:{'9' * N}"]), "carriage returns": event([]).replace("\r\n", "\r") + "\r" * N,
        "our items": event(["X-TRIPS-ID:trip-aaaaaaaaaaaaaaaa", "X-TRIPS-KIND:plain"] + ["X-TRIPS-ITEM:a"] * N),
        "links without text": event(["URL:https://x.example/" + "x" * N] * 10),
    }


def booking_of():
    flight = ('{"@context":"http://schema.org","@type":"FlightReservation","reservationNumber":"A",'
              '"reservationFor":{"@type":"Flight","flightNumber":"1","departureTime":"2027-01-01T10:00:00"%s}}')
    return {
        "equal bookings": "[" + ",".join([flight % ""] * 2_000) + "]", "nested": '[{"@graph":' * N,
        "closed nested": '[{"@graph":' * 5_000 + "1" + "}]" * 5_000, "a long time": flight % f',"arrivalTime":"{"9" * N}"',
        "equal keys": flight % (',"departureGate":"x"' * N), "marks": flight % f',"departureGate":"{MARKS}"',
        "travellers": "[" + ",".join([flight % ',"x":1'] * 2_000) + "]", "an open list": "[" * N,
    }


DOCUMENTS = {"json": json_of("json"), "ndjson": json_of("ndjson"), "csv": csv_of(), "ics": ics_of(),
             "booking": booking_of()}


def run(settings):
    tool = Tool(settings.binary, "/")
    formats = declared.values(tool, "import", "--format")
    jobs = [(settings, kind, name) for kind in formats for name in DOCUMENTS.get(kind, {})]
    account = in_parallel(_work, jobs)
    for kind in formats:
        account.expect(kind in DOCUMENTS, f"there is no hostile file of the format {kind}")
    return account


def floors(_):
    return {"hostile files": 60, "of these imported": 15, "of these refused": 15, "hostile events synced": 25,
            "formats of hostile files": 4}


def _work(job, place):
    settings, kind, name = job
    account = Account()
    # As an extractor, cat prints whatever it is given.
    tool = Tool(settings.binary, place, limits=LIMITS, TRIPS_EXTRACTOR="/bin/cat")
    store = os.path.join(place, "trips.db")
    make_store(Tool(settings.binary, place), store)
    with open("in", "w", encoding="utf-8") as file:
        file.write(DOCUMENTS[kind][name])
    account.meet("hostile files", (kind, name))
    account.meet("formats of hostile files", kind)
    lines = [["import", "--format", kind, "in"], ["import", "--format", kind, "in", "--skip-invalid", "-q"]]
    if kind == "ics":
        os.mkdir("calendar")
        os.rename("in", "calendar/one.ics")
        os.symlink("calendar/one.ics", "in")
        lines += [["sync", "calendar"], ["sync", "calendar", "--adopt"]]
    for words in lines:
        with open(store, "rb") as file:
            before = file.read()
        outcome = tool.run(*words, db=store, seconds=120)
        account.count("of these imported", outcome.code == 0 and words[0] == "import")
        account.count("of these refused", outcome.code == 2)
        account.count("hostile events synced", words[0] == "sync")
        with open(store, "rb") as file:
            is_same = file.read() == before
        account.expect(outcome.code in EXIT_CODES, lambda: described(words, outcome, f"[{name}] ends with an undocumented exit code"))
        account.expect(is_safe_text(outcome.err), f"{kind}, {name}: unsafe message")
        account.expect(outcome.code in (0, 4) or is_same, f"{kind}, {name}: refused, and changed the store")
        account.expect(is_same or not integrity(store), f"{kind}, {name}: {integrity(store)}")
    looked = tool.run("export", "--format", "html", db=store, seconds=120)
    account.expect(looked.code == 0, lambda: described(["export"], looked, f"after {kind}, {name}"))
    return account
