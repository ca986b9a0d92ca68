"""Bookings: documents made here that KItinerary's own extractor reads, and extractors that misbehave."""

import base64
import glob
import io
import json
import os
import resource
import shutil
import signal
import time
import zipfile

from harness import Account, Tool, described, folder

NAME = "kitinerary-extractor"
PLACES = ["/usr/libexec/kf[56]/", "/usr/lib/*/libexec/kf[56]/", "/usr/lib/kf[56]/"]


def run(settings):
    account = Account()
    with folder() as place:
        misbehave(account, settings, place)
        if not is_installed():
            print("note: not run: an HTML mail, a mail with an attachment, a PDF and a Wallet pass"
                  f" ({NAME} is not installed; the package is libkpimitinerary-bin)")
            return account
        for name, data, sum_, titles in documents():
            read(account, Tool(settings.binary, place), place, name, data, sum_, titles)
    return account


def floors(settings):
    return {"misbehaving extractors": len(SCRIPTS) + 2,
            "documents read by the extractor": 4 if is_installed() or settings.full else 0}


def is_installed():
    return shutil.which(NAME) or any(glob.glob(pattern + NAME) for pattern in PLACES)


def read(account, tool, place, name, data, expected, titles):
    store = os.path.join(place, name + ".db")
    path = os.path.join(place, name)
    with open(path, "wb") as file:
        file.write(data)
    tool.run("add", "Trip", "--start", "2027-04-01", "--end", "2027-06-30", db=store)
    for sum_ in (expected, "unchanged"):
        outcome = tool.run("import", path, db=store)
        account.expect(
            outcome.code == 0 and sum_ in outcome.err.decode(), described(["import", name], outcome, sum_))
    rows = json.loads(tool.run("show", "Trip", "--json", db=store).out)
    items = [f'{item["date"]} {item["title"]} {item["reference"]}' for item in rows["bucketList"]]
    stays = [
        f'{stay["startDate"]} {stay["placeName"]} {stay["reference"]}'
        for stay in rows["livingAccommodations"]]
    account.expect(sorted(items + stays) == titles, f"{name}: {sorted(items + stays)}")
    account.count("documents read by the extractor")


# Documents


def documents():
    flight = "2027-05-01 Flight LH 400 FRA–JFK K7QX2P"
    hotel = "2027-05-01 Hotel Astor H-1"
    train = "2027-05-06 Train ICE 79 Hamburg Hbf – Zürich HB T9"
    yield "mail.html", html(FLIGHT, TRAIN).encode(), "2 bookings: 2 added (2 items)", [flight, train]
    yield ("mail.eml", mail(html(HOTEL), wallet()), "2 bookings: 2 added (1 stay, 1 item)",
           [flight, hotel])
    yield "ticket.pdf", pdf(BOARDING_PASS), "1 booking: 1 added (1 item)", [flight]
    yield "pass.pkpass", wallet(), "1 booking: 1 added (1 item)", [flight]


def place(type_, name, **more):
    return {"@type": type_, "name": name, **more}


TRAVELLER = place("Person", "Ada Berg")
FLIGHT = {
    "@type": "FlightReservation", "reservationNumber": "K7QX2P", "underName": TRAVELLER,
    "reservationFor": {
        "@type": "Flight", "flightNumber": "400",
        "airline": place("Airline", "Lufthansa", iataCode="LH"),
        "departureAirport": place("Airport", "Frankfurt", iataCode="FRA"),
        "departureTime": "2027-05-01T10:35:00+02:00",
        "arrivalAirport": place("Airport", "New York", iataCode="JFK"),
        "arrivalTime": "2027-05-01T13:15:00-04:00",
    },
}
HOTEL = {
    "@type": "LodgingReservation", "reservationNumber": "H-1", "underName": TRAVELLER,
    "checkinDate": "2027-05-01T15:00:00-04:00", "checkoutDate": "2027-05-04T11:00:00-04:00",
    "reservationFor": place(
        "LodgingBusiness", "Hotel Astor", telephone="+1 212 555 0100",
        address={
            "@type": "PostalAddress", "streetAddress": "1 Broadway", "postalCode": "10004",
            "addressLocality": "New York", "addressCountry": "US"}),
}
# As the extractor prints it.
STAY = {
    **{name: value for name, value in HOTEL.items() if not name.startswith("check")},
    "checkinTime": HOTEL["checkinDate"], "checkoutTime": HOTEL["checkoutDate"],
}
TRAIN = {
    "@type": "TrainReservation", "reservationNumber": "T9", "underName": TRAVELLER,
    "reservationFor": {
        "@type": "TrainTrip", "trainName": "ICE", "trainNumber": "79",
        "departureStation": place("TrainStation", "Hamburg Hbf"),
        "departureTime": "2027-05-06T20:24:00+02:00",
        "arrivalStation": place("TrainStation", "Zürich HB"),
        "arrivalTime": "2027-05-07T08:05:00+02:00",
    },
}
# The bar code of a boarding pass (IATA resolution 792): the day is the 121st of the year.
BOARDING_PASS = "M1BERG/ADA            EK7QX2P FRAJFKLH 0400 121Y012A0031 100"


def html(*bookings):
    text = json.dumps([{"@context": "http://schema.org", **booking} for booking in bookings])
    return (
        '<html><head><meta charset="utf-8"><script type="application/ld+json">'
        f"{text}</script></head><body>Thank you.</body></html>")


def mail(body, attachment):
    def part(type_, data, more=""):
        return (
            f"Content-Type: {type_}\r\nContent-Transfer-Encoding: base64\r\n{more}\r\n"
            + base64.encodebytes(data).decode().replace("\n", "\r\n"))

    parts = [
        part("text/html; charset=utf-8", body.encode()),
        part("application/vnd.apple.pkpass; name=pass.pkpass", attachment,
             "Content-Disposition: attachment; filename=pass.pkpass\r\n")]
    return (
        "From: hotel@example.com\r\nTo: ada@example.com\r\nSubject: Your stay\r\n"
        "Date: Sun, 10 Jan 2027 10:00:00 +0000\r\nMIME-Version: 1.0\r\n"
        'Content-Type: multipart/mixed; boundary="x"\r\n\r\n'
        + "".join(f"--x\r\n{text}" for text in parts) + "--x--\r\n").encode()


def wallet():
    def field(key, label, value):
        return {"key": key, "label": label, "value": value}

    data = {
        "formatVersion": 1, "passTypeIdentifier": "pass.example", "serialNumber": "1",
        "teamIdentifier": "T", "organizationName": "Air", "description": "Boarding pass",
        "relevantDate": "2027-05-01T10:35+02:00",
        "boardingPass": {
            "transitType": "PKTransitTypeAir",
            "headerFields": [field("gate", "Gate", "A5")],
            "primaryFields": [
                field("from", "Frankfurt", "FRA"), field("to", "New York", "JFK")],
            "secondaryFields": [field("name", "Passenger", "Ada Berg")],
            "auxiliaryFields": [field("seat", "Seat", "12A"), field("board", "Boarding", "10:05")],
        },
        "barcode": {
            "format": "PKBarcodeFormatAztec", "message": BOARDING_PASS,
            "messageEncoding": "iso-8859-1"},
    }
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("pass.json", json.dumps(data))
    return buffer.getvalue()


def pdf(text):
    """A page with the bar code as an image."""
    dots = qr_code(text.encode())
    border, scale = 4, 4
    size = (len(dots) + 2 * border) * scale

    def dot(x, y):
        x, y = x // scale - border, y // scale - border
        inside = 0 <= x < len(dots) and 0 <= y < len(dots)
        return 0 if inside and dots[y][x] else 255

    image = bytes(dot(x, y) for y in range(size) for x in range(size))
    drawing = b"q 200 0 0 200 50 500 cm /I Do Q"
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R"
        b"/Resources<</XObject<</I 5 0 R>>>>>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(drawing), drawing),
        b"<</Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace/DeviceGray/BitsPerComponent 8"
        b"/Length %d>>stream\n%s\nendstream" % (size, size, len(image), image),
        b"<</CreationDate(D:20270110100000Z)>>",
    ]
    out = bytearray(b"%PDF-1.4\n")
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % where for where in places)
    out += b"trailer<</Size %d/Root 1 0 R/Info 6 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (
        len(objects) + 1, table)
    return bytes(out)


def qr_code(data):
    """The dots of a QR code of version 4, level L, mask 0 (ISO/IEC 18004): at most 78 bytes."""
    bits = "0100" + f"{len(data):08b}" + "".join(f"{byte:08b}" for byte in data) + "0000"
    words = [int(bits[place : place + 8].ljust(8, "0"), 2) for place in range(0, len(bits), 8)]
    while len(words) < 80:
        words.append(0xEC if (len(words) - (len(bits) + 7) // 8) % 2 == 0 else 0x11)
    words += remainder(words, 20)
    size = 33
    dots = [[None] * size for _ in range(size)]

    def square(row, column, rings):
        middle = len(rings) - 1
        for y in range(-middle, middle + 1):
            for x in range(-middle, middle + 1):
                if 0 <= row + y < size and 0 <= column + x < size:
                    dots[row + y][column + x] = rings[max(abs(x), abs(y))]

    for row, column in ((3, 3), (3, size - 4), (size - 4, 3)):
        square(row, column, [1, 1, 0, 1, 0])
    square(26, 26, [1, 0, 1])
    for place in range(8, size - 8):
        dots[6][place] = dots[place][6] = 1 - place % 2
    dots[size - 8][8] = 1
    # Level L and mask 0, with the remainder of their code.
    for number, bit in enumerate(f"{0b111011111000100:015b}"):
        first = [0, 1, 2, 3, 4, 5, 7, 8, 8, 8, 8, 8, 8, 8, 8][number]
        if number < 7:
            dots[8][first], dots[size - 1 - number][8] = int(bit), int(bit)
        else:
            row = [8, 7, 5, 4, 3, 2, 1, 0][number - 7]
            dots[row][8], dots[8][size - 15 + number] = int(bit), int(bit)
    stream = "".join(f"{word:08b}" for word in words) + "0" * 7
    place, up = 0, True
    for right in (32, 30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 5, 3, 1):
        for y in range(size - 1, -1, -1) if up else range(size):
            for x in (right, right - 1):
                if dots[y][x] is None:
                    dots[y][x] = int(stream[place]) ^ (1 - (x + y) % 2)
                    place += 1
        up = not up
    return dots


def remainder(words, degree):
    """The words that correct errors: the remainder by Reed and Solomon's polynomial."""
    power, log = [1], {1: 0}
    for number in range(1, 255):
        value = power[-1] << 1
        power.append(value ^ 0x11D if value > 255 else value)
        log[power[-1]] = number

    def times(one, other):
        return power[(log[one] + log[other]) % 255] if one and other else 0

    divisor = [1]
    for number in range(degree):
        longer = divisor + [0]
        for index, factor in enumerate(divisor):
            longer[index + 1] ^= times(factor, power[number])
        divisor = longer
    rest = list(words) + [0] * degree
    for index in range(len(words)):
        first = rest[index]
        for offset, factor in enumerate(divisor):
            rest[index + offset] ^= times(factor, first)
    return rest[-degree:]


# Extractors that misbehave

SCRIPTS = {
    "never ends": "trap '' INT TERM; sleep 1000 & wait; sleep 1000",
    "prints too much": "yes '{\"@type\":\"Event\"}'",
    "nests deep": "yes '[' | head -c 3000000",
    "prints a long text": "printf '[{\"@type\":\"'; head -c 3000000 /dev/zero | tr '\\0' x; printf '\"}]'",
    "prints nothing": "exit 0",
    "fails": "exit 7",
}


def misbehave(account, settings, place):
    path, store = os.path.join(place, "a.pdf"), os.path.join(place, "trips.db")
    program = os.path.join(place, "extractor")
    open(path, "wb").close()
    tool = Tool(settings.binary, place, TRIPS_EXTRACTOR=program)
    tool.run("add", "Trip", "--start", "2027-05-01", "--end", "2027-05-03", db=store)
    with open(store, "rb") as file:
        pristine = file.read()
    for what, script in SCRIPTS.items():
        with open(program, "w", encoding="utf-8") as file:
            file.write(f"#!/bin/sh\n{script}\n")
        os.chmod(program, 0o700)
        ends = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP] if what == "never ends" else [None]
        for end in ends:
            code, seconds, memory = followed(tool, ["import", path], store, end)
            account.count("misbehaving extractors")
            expected = {None: 1, signal.SIGINT: 130}.get(end, -(end or 0))
            if what == "prints a long text":
                expected = 0
            account.expect(code == expected, f"an extractor that {what}: exit {code}")
            account.expect(seconds < 30, f"an extractor that {what} takes {seconds:.0f} s")
            account.expect(memory < 400, f"an extractor that {what} takes {memory} MiB")
            account.expect(not running(program), f"an extractor that {what} is left running")
            with open(store, "rb") as file:
                account.expect(file.read() == pristine, f"an extractor that {what} changes the store")


def followed(tool, words, store, end):
    """Runs the tool, ends it with a signal after a second, and measures it."""
    before = time.monotonic()
    child = os.fork()
    if child == 0:
        for stream in (1, 2):
            os.dup2(os.open("/dev/null", os.O_WRONLY), stream)
        resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
        # A check that runs in the background ignores some.
        for ending in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(ending, signal.SIG_DFL)
        os.execve(tool.binary, [tool.binary, *words], {**tool.environment, "TRIPS_DB": store})
    if end:
        time.sleep(1)
        os.kill(child, end)
    _, status, usage = os.wait4(child, 0)
    seconds = time.monotonic() - before
    return os.waitstatus_to_exitcode(status), seconds, usage.ru_maxrss // 1024


def running(program):
    """Whether a process has the program in its command line, after a moment to end."""
    for _ in range(20):
        found = False
        for name in glob.glob("/proc/[0-9]*/cmdline"):
            try:
                with open(name, "rb") as file:
                    found = found or program.encode() in file.read()
            except OSError:
                continue
        if not found:
            return False
        time.sleep(0.1)
    return True
