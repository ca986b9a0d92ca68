"""Changes by calendar programs: a phone on the server, khal in a folder."""

import time

import event


class Phone:
    """Sees only events, changes one at a time, and may drop unknown lines."""

    name = "phone"

    def __init__(self, server, random, new_name, pick):
        self._server = server
        self._random = random
        self._new_name = new_name
        self._pick = pick

    def events(self):
        """The events and their etags, by address."""
        return {
            address: (event.Event(text), etag)
            for address, (text, etag) in self._server.events().items()}

    def view(self):
        return event.view(one for one, _ in self.events().values())

    def act(self, account, stripped):
        """Changes one event; returns the change and the trip, or None."""
        if self._random.random() < 0.12:
            return self._add()
        events = self.events()
        names = {one.uid: one.get("SUMMARY") for one, _ in events.values() if not one.owner}
        uids = sorted((uid for uid in names if names[uid] != "Anchor"), key=lambda uid: names[uid] or "")
        if not uids:
            return None
        uid = self._pick(uids)
        if self._random.random() < 0.05:
            return self._add_stay(uid)
        # The trip's event, and possibly that of a stay.
        found = sorted(
            ((address, *event) for address, event in events.items()
             if uid in (event[0].uid, event[0].owner)),
            key=lambda event: (bool(event[1].owner), event[1].get("SUMMARY")))
        address, one, etag = found[0 if self._random.random() < 0.75 else -1]
        before = one.text()
        what = self._edit_stay(one) if one.owner else self._edit(one, account)
        if what == "delete":
            self._server.delete(address, etag)
            return what, uid
        if what is None or one.text() == before:
            return None
        if self._random.random() < 0.4 and one.get("X-TRIPS-KIND"):
            one.drop("X-TRIPS-")
            stripped.add(uid)
        one.set("SEQUENCE", str(int(one.get("SEQUENCE") or 0) + 1))
        one.set("DTSTAMP", time.strftime("%Y%m%dT%H%M%SZ", time.gmtime()))
        if self._random.random() < 0.3:
            one.drop("LAST-MODIFIED")
        self._server.put(address, one.text(), etag)
        return what, uid

    def _add_stay(self, owner):
        """As a program that copies the event of another stay."""
        uid = f"phone-{self._random.getrandbits(64):x}@example.com"
        day = self._random.randint(1, 20)
        self._server.put(f"{uid.split('@')[0]}.ics", (
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//phone//EN\r\nBEGIN:VEVENT\r\n"
            f"UID:{uid}\r\nDTSTAMP:20261120T000000Z\r\nRELATED-TO:{owner}\r\n"
            f"DTSTART;VALUE=DATE:202705{day:02}\r\nDTEND;VALUE=DATE:202705{day + 2:02}\r\n"
            f"SUMMARY:{event.escape(self._new_name())}\r\nSTATUS:TENTATIVE\r\n"
            "X-TRIPS-KIND:STAY\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"))
        return "stay new", owner

    def _add(self):
        uid = f"phone-{self._random.getrandbits(64):x}@example.com"
        month, day = self._random.randint(4, 12), self._random.randint(1, 20)
        self._server.put(f"{uid.split('@')[0]}.ics", (
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//phone//EN\r\nBEGIN:VEVENT\r\n"
            f"UID:{uid}\r\nDTSTAMP:20261120T000000Z\r\n"
            f"DTSTART;VALUE=DATE:2027{month:02}{day:02}\r\n"
            f"DTEND;VALUE=DATE:2027{month:02}{day + 2:02}\r\n"
            f"SUMMARY:{event.escape(self._new_name())}\r\nX-PHONE-COLOR:red\r\n"
            "BEGIN:VALARM\r\nACTION:DISPLAY\r\nDESCRIPTION:x\r\nTRIGGER:-PT1H\r\nEND:VALARM\r\n"
            "END:VEVENT\r\nEND:VCALENDAR\r\n"))
        return "new", uid

    def _edit(self, one, account):
        notes, items = one.parts()
        lines = one.description()
        what = self._random.choice(
            ["name", "destination", "days", "timed", "notes", "tick", "tick", "add", "rename",
             "remove", "html", "rewrite", "delete"])
        if what == "name":
            one.set_text("SUMMARY", self._new_name())
        elif what == "destination":
            one.set_text("LOCATION", self._random.choice(["", self._new_name()]))
        elif what in ("days", "timed"):
            self._move(one, what == "timed")
        elif what == "notes":
            rest = lines[len(notes.split("\n")) if notes else 0:]
            one.put_description([self._new_name(), *([""] if rest and rest[0] else []), *rest])
        elif what == "html":
            if not any(letter in "<>&" for line in lines for letter in line):
                one.put_description(lines, as_html=True)
        elif what == "rewrite" and items and self._random.random() < 0.3:
            one.put_description([self._new_name()])
        elif what in ("tick", "add", "rename", "remove") and items:
            self._edit_list(one, what, lines, items, account)
        elif what != "delete" or self._random.random() < 0.5:
            return None
        return what

    def _move(self, one, is_timed):
        month, day = self._random.randint(4, 12), self._random.randint(1, 20)
        one.drop("DURATION")
        start, end = f"2027{month:02}{day:02}", f"2027{month:02}{day + 3:02}"
        if is_timed:
            one.set("DTSTART", start + self._random.choice(["T000000", "T093000"]))
            one.set("DTEND", end + self._random.choice(["T000000", "T170000"]))
        else:
            one.set("DTSTART", start, "DTSTART;VALUE=DATE")
            one.set("DTEND", end, "DTEND;VALUE=DATE")

    def _edit_list(self, one, what, lines, items, account):
        index, is_done, title = self._random.choice(items)
        new = self._new_name()
        if what == "tick":
            lines[index] = f"[{' ' if is_done else 'X'}] {title}"
        elif what == "add":
            lines.insert(items[-1][0] + 1, f"[ ] {new}")
        elif what == "rename":
            lines[index] = f"[{'x' if is_done else ' '}] {new}"
            account.rename(one.uid, title, new)
        else:
            del lines[index]
        one.put_description(lines)

    def _edit_stay(self, one):
        what = self._random.choice(["place", "address", "status", "move", "delete"])
        if what == "place":
            one.set_text("SUMMARY", self._new_name())
        elif what == "address":
            one.set_text("LOCATION", self._new_name())
        elif what == "move":
            self._move(one, is_timed=False)
        elif what == "status":
            one.set("STATUS", "TENTATIVE" if one.get("STATUS") == "CONFIRMED" else "CONFIRMED")
        elif self._random.random() < 0.5:
            return None
        return f"stay {what}" if what != "delete" else what


class Khal:
    """khal in the folder of one device."""

    def __init__(self, device, random, new_name):
        self.name = f"khal at {device.name}"
        self._mirror = device.mirror
        self._random = random
        self._new_name = new_name

    def view(self):
        return event.view(self._mirror.events())

    def act(self):
        """Creates or changes events; returns the changes and the intended facts."""
        trips = sorted(trip["name"] for trip in self.view().values() if trip["name"] != "Anchor")
        if not trips or self._random.random() < 0.3:
            name = "khal " + self._new_name().rsplit(" ", 1)[-1]
            self._mirror.khal("new", "2027-08-01", "2027-08-04", name)
            return "khal new", {"name", "startDate", "endDate"}
        # The number at its end, which may occur in other events too.
        query = self._random.choice(trips).rsplit(" ", 1)[-1]
        place = self._new_name().rsplit(" ", 1)[-1]
        # khal asks about each match in turn; q skips the rest.
        self._mirror.khal("edit", query, answers=f"l\n{place}\nn\n" * 40 + "q\n")
        return "khal edit", {"destination"}

    def missing(self):
        """Trips of the folder that khal does not show."""
        shown = self._mirror.khal(
            "list", "--once", "--format", "{title}", "--day-format", "", "2027-01-01", "800d")
        for trip in self.view().values():
            if trip["name"] not in shown:
                yield f"{self.name} does not show {trip['name']!r}"
