"""Three devices and a phone: their changes and syncs, and where each typed value must be."""

import collections
import datetime
import json
import random
import re

from device import Device
from phone import Phone

LETTERS = ["Łódź", "Zürich", "Tokyo 東京", "a; b, c: d \"e\" \\f", "Ünïcode 🏖️", "N" * 90, "x"]
FIRST_DAY = datetime.date(2030, 1, 1)
# Each typed value occurs once: a text has a number of its own, an amount its units, and each tenth
# day since 2030 is typed once as the start of something.
MARK = re.compile(r"\bq\d+z\b|\b\d+\.37\b")


class Minted:
    """Values that have not been typed before."""

    def __init__(self, chance):
        self._chance, self._serial = chance, 0
        self.new = set()

    @property
    def count(self):
        return self._serial

    def _next(self):
        self._serial += 1
        return self._serial

    def text(self):
        return f"{self._chance.choice(LETTERS)} {self._mark('q1z')}"

    def amount(self):
        return self._mark("1.37")

    def _mark(self, like):
        """A new mark of a text or of an amount."""
        number = self._next()
        mark = f"q{number}z" if like.startswith("q") else f"{number + 1000}.37"
        self.new.add(mark)
        return mark

    def anew(self, line):
        """A line with new marks."""
        return MARK.sub(lambda old: self._mark(old.group()), line)

    def days(self):
        start = FIRST_DAY + datetime.timedelta(10 * self._next())
        self.new.add(str(start))
        return start, start + datetime.timedelta(self._chance.randint(1, 4))


def is_typed(day):
    return (day - FIRST_DAY).days % 10 == 0 and day >= FIRST_DAY


def values_of_trips(trips):
    """The typed values in exported trips: marks, and days with the uid of their row."""
    found = set()
    for trip in trips.values():
        found |= set(MARK.findall(json.dumps(trip, ensure_ascii=False)))
        for row in [trip, *trip["bucketList"], *trip["livingAccommodations"]]:
            day = row.get("startDate") or row.get("date")
            if day and is_typed(datetime.date.fromisoformat(day)):
                found.add((row["uid"], day))
    return found


def values_of_rows(trips, uids):
    """The marks in the trips with these uids, and in the items and stays with these uids."""
    rows = [
        row for uid, trip in trips.items()
        for row in [trip] + trip["bucketList"] + trip["livingAccommodations"]
        if uid in uids or row["uid"] in uids
    ]
    return set(MARK.findall(json.dumps(rows, ensure_ascii=False)))


def values_of_events(events):
    found = set()
    for one in events:
        for line in one.lines:
            marks = MARK.findall(line)
            # What a person sees is what counts; an amount is in our own properties alone.
            found |= {m for m in marks if m[0] != "q" or not one.name(line).startswith("X-TRIPS-")}
        day = datetime.datetime.strptime(one.get("DTSTART")[:8], "%Y%m%d").date()
        if is_typed(day):
            found.add((one.row, str(day)))
    return found


class World:
    def __init__(self, binary, server, place, seed):
        self.random = random.Random(seed)
        random.seed(seed)
        self.server = server
        self.minted = Minted(self.random)
        self.devices = [Device(name, binary, server, place) for name in ("ann", "bob", "cy")]
        self.phone = Phone(server, self.random, self.minted, rewrites=seed % 2 == 0)
        self.counts = collections.Counter()
        self.log = []
        # Typed values that no device that had them has replaced or deleted since.
        self.live = {}
        self.strips = False
        # Both sides of each conflict, as reported.
        self.conflicts = ""
        # Who deleted a trip, and who changed it since all devices agreed.
        self.deleted, self.changed_by = {}, collections.defaultdict(set)

    def begin(self):
        """Some trips that all devices have."""
        for kind in (["--business", "--perdiem", "120EUR"], ["--personal", "--reason", "family"], []):
            self._on_device(self.devices[0], lambda d: self._add(d, kind, items=3))
        self.settle()

    def begin_round(self, strips):
        """All agree: what was deleted or replaced is settled."""
        self.conflicts = ""
        self.deleted, self.changed_by = {}, collections.defaultdict(set)
        self.strips = strips
        if strips:
            self.phone.strip()

    def end_round(self):
        """Restores cancelled events, which a sync leaves alone."""
        before = self._events()
        self.phone.restore()
        self._account("phone", values_of_events(before), values_of_events(self._events()))

    def _events(self):
        return [one for one, _ in self.phone.events().values()]

    # Changes

    def act(self):
        """One change, by a random actor."""
        if self.random.random() < 0.4:
            self._on_phone()
        else:
            self._on_device(self.random.choice(self.devices), self._change)

    def _account(self, who, before, after):
        """An actor that had a value has replaced or deleted it; a new one is alive from now on."""
        for value in before - after:
            if self.live.pop(value, None):
                self.log.append(f"{who} drops {value}")
        for value in after - before:
            if (value if isinstance(value, str) else value[1]) in self.minted.new:
                self.live[value] = who
                self.log.append(f"{who} types {value}")
        self.minted.new.clear()

    def _on_phone(self):
        events = self._events()
        what = self.phone.act()
        if what is None:
            return
        later = self._events()
        gone = {one.row for one in events} - {one.row for one in later}
        # Deleting an event also deletes values that it no longer shows because its properties were
        # stripped; deleting that of a trip also deletes the events of its stays and items.
        hidden = [values_of_rows(device.trips(), gone) for device in self.devices]
        kept = [one for one in later if one.owner not in gone]
        self._account(
            "phone", values_of_events(events) | set.intersection(*hidden), values_of_events(kept))
        texts = {one.row: (one.owner or one.row, one.text()) for one in events}
        for uid, (trip, text) in texts.items():
            now = next((one for one in later if one.row == uid), None)
            if now is None and trip == uid:
                self.deleted[uid] = "phone"
            elif now is None or now.text() != text:
                # A trip is kept if one of its stays or items was changed, on the same phone too.
                self.changed_by[trip].add("phone" if trip == uid else "phone, a part")
                self.log.append(f"phone: {what} {trip[:12]}")
        # A copy is a new row of its trip.
        for one in later:
            if one.row not in texts and one.owner:
                self.changed_by[one.owner].add("phone, a part")
                self.log.append(f"phone: {what} {one.owner[:12]}")
        self.counts[f"phone: {what}"] += 1

    def _on_device(self, device, change):
        before = device.trips()
        what = change(device)
        after = device.trips()
        self._account(device.name, values_of_trips(before), values_of_trips(after))
        for uid in {*before, *after}:
            if uid not in after:
                # Rows that a sync added and an undo removed are added again.
                if what != "undo":
                    self.deleted[uid] = device.name
            elif before.get(uid) != after[uid]:
                # A device that deletes a trip after undoing its sync has not seen what the sync brought.
                self.changed_by[uid].add(f"{device.name}, undone" if what == "undo" else device.name)
                if self.deleted.get(uid) == device.name:
                    del self.deleted[uid]
            else:
                continue
            self.log.append(f"{device.name}: {what} {uid[:12]}")
        self.counts[what] += before != after

    def _add(self, device, kind, items=1):
        start, end = self.minted.days()
        texts = [self.minted.text() for _ in range(items)]
        device.run("add", self.minted.text(), "--start", str(start), "--end", str(end), *kind,
                   "--stay", self.minted.text(), *(word for text in texts for word in ("--bucket", text)))
        return "add"

    def _change(self, device):
        trips = device.trips()
        if not trips or self.random.random() < 0.08:
            return self._add(device, self.random.choice([["--business"], ["--personal"], []]))
        # An undone sync is forgotten: what a program has dropped is then unknown.
        if self.random.random() < 0.08 and not self.strips:
            device.run("undo", codes=(0, 4))
            return "undo"
        uid = self.random.choice(sorted(trips, key=lambda uid: trips[uid]["name"]))
        id, trip = device.id(uid), trips[uid]
        what = self.random.choice(
            ["name", "place", "move", "notes", "perdiem", "stay", "stay", "item", "item", "item", "delete"])
        start, end = map(str, self.minted.days())
        if what in ("name", "place"):
            device.run("edit", id, f"--{'name' if what == 'name' else 'destination'}", self.minted.text())
        elif what == "move":
            device.sql("UPDATE trip SET startDate = ?, endDate = ? WHERE id = ?", start, end, id)
        elif what == "notes":
            device.run("note", id, self.minted.text())
        elif what == "perdiem" and trip["type"] == "business":
            device.run("edit", id, "--perdiem", f"{self.minted.amount()}EUR")
        elif what == "stay":
            what = self._change_stay(device, id, trip["livingAccommodations"], start, end)
        elif what == "item":
            what = self._change_item(device, id, trip["bucketList"], start)
        elif what == "delete" and self.random.random() < 0.5:
            device.run("delete", id)
        return what

    def _change_stay(self, device, id, stays, start, end):
        if not stays or self.random.random() < 0.2:
            device.sql(
                "INSERT INTO livingAccommodation(tripId, placeName, startDate, endDate)"
                " VALUES (?, ?, ?, ?)", id, self.minted.text(), start, end)
            return "stay add"
        uid = self.random.choice(stays)["uid"]
        sets, values = self.random.choice([
            ("placeName = ?", [self.minted.text()]), ("address = ?", [self.minted.text()]),
            ("startDate = ?, endDate = ?", [start, end]), ("isConfirmed = 1 - isConfirmed", []),
            ("startDate = NULL, endDate = NULL", []), ("details = ?", [self.minted.text()]),
            ("costMinor = ?, costCurrency = 'EUR'", [int(self.minted.amount().replace(".", ""))]),
            (None, [])])
        if sets is None:
            device.sql("DELETE FROM livingAccommodation WHERE uid = ?", uid)
            return "stay remove"
        device.sql(f"UPDATE livingAccommodation SET {sets} WHERE uid = ?", *values, uid)
        return f"stay {sets.split()[0]}"

    def _change_item(self, device, id, items, day):
        if not items or self.random.random() < 0.3:
            if self.random.random() < 0.5:
                device.run("bucket", "add", id, self.minted.text())
            else:
                device.sql(
                    "INSERT INTO bucketListItem(tripId, title, date, costMinor, costCurrency)"
                    " VALUES (?, ?, ?, ?, 'EUR')", id, self.minted.text(), day,
                    int(self.minted.amount().replace(".", "")))
            return "item add"
        item = self.random.choice(items)
        changes = [
            ("title = ?", [self.minted.text()]), ("isDone = 1 - isDone", []), (None, []),
            ("isPaid = 1 - isPaid", []), ("hasReservation = 1 - hasReservation", []),
            ("details = ?", [self.minted.text()]), ("place = ?", [self.minted.text()]),
            ("reference = ?", [self.minted.text()]),
            ("date = ?, time = NULL, endDate = NULL, endTime = NULL", [day]),
            ("date = ?, time = '10:15', endDate = NULL, endTime = NULL", [day]),
            ("date = NULL, time = NULL, endDate = NULL, endTime = NULL", []),
            ("tripId = (SELECT id FROM trip ORDER BY uid LIMIT 1)", [])]
        sets, values = self.random.choice(changes)
        if sets is None:
            device.sql("DELETE FROM bucketListItem WHERE uid = ?", item["uid"])
            return "item remove"
        device.sql(f"UPDATE bucketListItem SET {sets} WHERE uid = ?", *values, item["uid"])
        return f"item {sets.split()[0]}"

    # Syncs

    def sync(self, device, *options, kills=False):
        """vdirsyncer, trips, vdirsyncer: the report and the exit code of the middle one."""
        device.mirror.sync()
        if kills:
            self._note(device, device.kill_merge())
        report, code = device.merge(*options)
        self.counts["syncs"] += 1
        self._note(device, report)
        device.mirror.sync()
        return report, code

    def _note(self, device, report):
        self.log.append(f"{device.name} syncs: {json.dumps(report, ensure_ascii=False)}")
        self.conflicts += "".join(
            json.dumps(row, ensure_ascii=False) for row in report if row["kind"] == "conflict")

    def settle(self):
        """Syncs every device until nothing changes."""
        for _ in range(14):
            before = [device.bytes() for device in self.devices if self.counts["syncs"] > 2]
            for device in self.random.sample(self.devices, len(self.devices)):
                _, code = self.sync(device, kills=self.random.random() < 0.3)
                if code == 4:
                    self.sync(device, "--prefer", self.random.choice(["store", "calendar"]))
            if before == [device.bytes() for device in self.devices]:
                return
        raise RuntimeError("the devices do not come to rest:\n" + "\n".join(self.log[-6:]))

    # Results

    def faults(self):
        """What the devices differ in, and typed values that are lost without a report."""
        views = [device.trips() for device in self.devices]
        for device, view in zip(self.devices[1:], views[1:]):
            yield from unlike("ann", views[0], device.name, view)
        found = values_of_trips(views[0])
        for value, who in self.live.items():
            mark = value if isinstance(value, str) else value[1]
            if value not in found and mark not in self.conflicts:
                yield f"{value} was typed by {who}, and is lost"
        self.live = {value: who for value, who in self.live.items() if value in found}
        for uid, who in self.deleted.items():
            if uid in views[0] and not self.changed_by[uid] - {who}:
                yield f"{uid} was deleted by {who}, not changed by any other, and is still there"
        strangers = self.phone.strangers()
        for uid, text in self.phone.own.items():
            if strangers.get(uid) != text:
                yield f"{uid} is not an event of trips, and was changed"


def unlike(one, its, other, theirs):
    for uid in sorted({*its, *theirs}):
        mine, that = (trips.get(uid) or {} for trips in (its, theirs))
        for key in {*mine, *that}:
            if mine.get(key) != that.get(key):
                yield f"{uid} {key}: {mine.get(key)!r} at {one}, {that.get(key)!r} at {other}"
