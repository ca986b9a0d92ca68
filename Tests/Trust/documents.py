"""Mutated JSON, NDJSON, CSV and iCalendar files and bookings: imported whole or refused whole, in time."""

import json
import os
import random

import bookings
from fixtures import content, integrity, make_store, uids
from harness import EXIT_CODES, Account, Tool, chunks, described, in_parallel, is_safe_text, kept

JSON = """[
{"uid":"0f8fad5b-d9cb-469f-a165-70867728950e","type":"business","name":"Zürich",\
"destination":"Zürich",\
"startDate":"2027-01-10","endDate":"2027-01-12","perdiem":{"amount":"120.50","currency":"CHF",\
"rule":"first-last:75%"},"reason":null,"bucketList":[{"title":"Lake","details":"a\\nb",\
"hasReservation":true,"isInPlan":false}],"livingAccommodation":{"placeName":"Hotel","address":"x",\
"isConfirmed":true}},
{"type":"personal","name":"東京","destination":"\\u6771\\u4eac","startDate":"2027-02-10",\
"endDate":"2027-02-10","reason":"family","bucketList":[],"livingAccommodation":null},
{"uid":"round","name":"Round","startDate":"2027-03-01","endDate":"2027-03-09","bucketList":[\
{"title":"Flight","date":"2027-03-01","time":"09:05","cost":{"amount":"80.50","currency":"EUR"}}],\
"livingAccommodations":[{"uid":"s1","placeName":"Inn","startDate":"2027-03-01",\
"endDate":"2027-03-04","cost":{"amount":"9000","currency":"JPY"}},{"placeName":"Camper"}]}
]
"""
CSV = (
    "uid,type,name,destination,startDate,endDate,"
    "perdiemAmount,perdiemCurrency,perdiemRule,reason\r\n"
    '0f8fad5b-d9cb-469f-a165-70867728950e,business,"Zü""rich, CH",Zürich,2027-01-10,2027-01-12,'
    "120.50,CHF,first-last:75%,\r\n"
    ",personal,'=1+1,\"two\nlines\",2027-02-10,2027-02-11,,,,family\r\n"
    ",trip,東京,,2027-03-10,2027-03-12,,,,\r\n")
ICS = (
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//EN\r\nBEGIN:VEVENT\r\nUID:a@b\r\n"
    "DTSTAMP:20260101T000000Z\r\nDTSTART;VALUE=DATE:20270110\r\nDTEND;VALUE=DATE:20270113\r\n"
    "SUMMARY:Zürich\\, CH\\nand\r\n  more\r\nLOCATION:Zürich\r\nCATEGORIES:BUSINESS\r\n"
    "END:VEVENT\r\n"
    "BEGIN:VEVENT\r\nUID:c@d\r\nDTSTART;TZID=Europe/Berlin:20270210T090000\r\nDURATION:P2DT3H\r\n"
    "SUMMARY;LANGUAGE=ja:東京\r\nRRULE:FREQ=DAILY;COUNT=3\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n")

BOOKINGS = json.dumps([
    {"@context": "http://schema.org", "totalPrice": 412.5, "priceCurrency": "EUR", **booking}
    for booking in (bookings.FLIGHT, bookings.STAY, bookings.TRAIN)], indent=1)

KINDS = ("json", "ndjson", "csv", "ics", "booking")

# What a mutation inserts: tokens with a meaning in each format, and limits of numbers.
PARTS = [
    b'"', b"'", b"{", b"}", b"[", b"]", b":", b",", b"\\", b"\n", b"\r", b"\r\n", b"\t", b"\0",
    b"null",
    b"true", b"-1", b"1e309", b"9223372036854775808", b"0.1", b"NaN", b"\\u0000", b"\\ud800",
    b"\\u001b",
    b"\\udfff\\ud800", b"\xff", b"\xc3", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80",
    b"[" * 5000,
    b'{"a":' * 5000, b"x" * 70_000, b"2026-02-30", b"0000-00-00", b"99999999T000000Z",
    b"=cmd|'/c'!A1",
    b"BEGIN:VEVENT\r\n", b"END:VEVENT\r\n", b"END:VCALENDAR\r\n", b"BEGIN:VCALENDAR\r\n", b"\r\n ",
    b"RRULE:FREQ=SECONDLY;COUNT=1000000000\r\n", b"RRULE:FREQ=DAILY;INTERVAL=0\r\n",
    b"DURATION:P99999999999W\r\n", b"DURATION:-P1D\r\n", b"DTEND;VALUE=DATE:00010101\r\n", b";",
    b"=",
    b"TZID=", b"VALUE=PERIOD:", b"uid", b"name", b"startDate", "٢".encode(),
    "\u2028\u202e".encode(),
]


def run(settings):
    jobs = [(settings, kind, part) for kind in KINDS for part in chunks(number(settings), 100)]
    return in_parallel(_work, jobs)


def number(settings):
    return 10_000 if settings.full else 200


def floors(settings):
    every = number(settings)
    return {
        **{f"mutated {kind} files": every for kind in KINDS},
        **{f"{kind} files that were imported": every // 10 for kind in KINDS},
        **{f"{kind} files that were refused": every // 10 for kind in KINDS},
        "files imported twice": every // 10}


def _originals(kind, tool, store):
    """Our own text and what the tool itself exports."""
    texts = {"json": JSON, "ndjson": _lines(JSON), "csv": CSV, "ics": ICS, "booking": BOOKINGS}
    exported = tool.run("export", "--format", kind, db=store)
    return [texts[kind].encode()] + ([exported.out] if exported.code == 0 else [])


def _meaning(kind, tool, store, known):
    """The state that a second import must not change. A damaged calendar may contain a trip twice, or
    its stay apart from it; each import takes both steps again, so that rows get other ids there."""
    return tool.run("export", "--format", "csv", db=store).out if kind == "ics" else content(
        store, known)


def _lines(text):
    return "".join(
        line.rstrip(",") + "\n" for line in text.split("\n") if line.startswith("{"))


def mutate(data, chance):
    data = bytearray(data)
    for _ in range(chance.choice([1, 1, 1, 2, 3, 8])):
        place = chance.randrange(len(data) + 1)
        kind = chance.random()
        if kind < 0.3:
            data[place:place] = chance.choice(PARTS)
        elif kind < 0.45:
            end = place + chance.choice([1, 2, 10, 200])
            data[place:end] = chance.choice(PARTS)
        elif kind < 0.6:
            del data[place : place + chance.choice([1, 1, 2, 10, 100])]
        elif kind < 0.75 and data:
            data[min(place, len(data) - 1)] = chance.randrange(256)
        elif kind < 0.85:
            end = place + chance.randrange(200)
            data[place:place] = data[place:end] * chance.choice([1, 2, 20])
        elif kind < 0.95:
            del data[place:]
        else:
            lines = bytes(data).splitlines(keepends=True)
            chance.shuffle(lines)
            data = bytearray(b"".join(lines))
    return bytes(data)


def _work(job, place):
    settings, kind, numbers = job
    account = Account()
    # As an extractor, cat prints whatever it is given.
    tool = Tool(settings.binary, place, limits=(10, 1_000), TRIPS_EXTRACTOR="/bin/cat")
    base = os.path.join(place, "base.db")
    make_store(tool, base)
    known = uids(base)
    with open(base, "rb") as file:
        pristine = file.read()
    originals = _originals(kind, tool, base)
    store, document = os.path.join(place, "trips.db"), os.path.join(place, "in")
    for number in numbers:
        chance = random.Random(f"{settings.seed} {kind} {number}")
        data = mutate(chance.choice(originals), chance)
        with open(store, "wb") as file:
            file.write(pristine)
        with open(document, "wb") as file:
            file.write(data)
        words = ["import"]
        words += ["--format", kind] if chance.random() < 0.7 else []
        words += ["--into", "1"] if kind == "booking" else []
        words += ["--skip-invalid"] if chance.random() < 0.3 else []
        words += ["--dry-run"] if chance.random() < 0.2 else []
        source = b""
        if chance.random() < 0.2:
            words.append("-")
            source = data
        else:
            words.append(document)
        outcome = tool.run(*words, db=store, stdin=source)
        account.count(f"mutated {kind} files")
        account.count(f"{kind} files that were imported", outcome.code == 0)
        account.count(f"{kind} files that were refused", outcome.code == 2)
        for problem in _judge(outcome, words, store, pristine):
            account.fail(described(words, outcome, f"[{number}] {problem}"))
            with open(kept(f"{settings.seed}-{number}.{kind}"), "wb") as file:
                file.write(data)
        if outcome.code == 0 and "--dry-run" not in words and number % 4 == 0:
            account.count("files imported twice")
            before = _meaning(kind, tool, store, known)
            again = tool.run(*words, db=store, stdin=source)
            after = _meaning(kind, tool, store, known)
            if again.code != 0 or _trips(tool, store) is None or after != before:
                account.fail(described(words, again, f"[{number}] the second time it changes the store"))
    return account


def _trips(tool, store):
    outcome = tool.run("list", "--json", db=store)
    return outcome.out if outcome.code == 0 else None


def _judge(outcome, words, store, pristine):
    if outcome.code not in EXIT_CODES:
        yield "ends with an undocumented exit code"
        return
    if not is_safe_text(outcome.err) or not is_safe_text(outcome.out):
        yield f"unsafe output {(outcome.out + outcome.err)[:200]!r}"
    if outcome.code != 0 and not outcome.err.startswith(b"error: "):
        yield "fails and does not say why"
    with open(store, "rb") as file:
        is_same = file.read() == pristine
    if not is_same and (outcome.code != 0 or "--dry-run" in words):
        yield "changed the store"
    if not is_same and integrity(store):
        yield integrity(store)
