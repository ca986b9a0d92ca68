"""A phone: it sees only events, and changes one at a time."""

import time

from event import Event, escape


class Phone:
    def __init__(self, server, random, minted, rewrites):
        self._server, self._random, self._minted = server, random, minted
        # Whether UIDs change.
        self.rewrites = rewrites
        # Texts of events of its own, by UID, which no sync may change.
        self.own = {}
        # The trips of stays and items and the rows by UID, and the status of cancelled events.
        self._owners, self._rows, self._cancelled = {}, {}, {}

    def events(self):
        """The events that trips wrote, and their etags, by address."""
        found = {
            address: (Event(text), etag) for address, (text, etag) in self._server.events().items()}
        for one, _ in found.values():
            if one.get("RELATED-TO"):
                self._owners[one.uid] = one.get("RELATED-TO")
            if one.get("X-TRIPS-ID"):
                self._rows.setdefault(one.uid, one.get("X-TRIPS-ID"))
            one.known_owner, one.known_row = self._owners.get(one.uid), self._rows.get(one.uid)
        return {
            address: one for address, one in found.items() if not one[0].uid.startswith("phone-")}

    def strangers(self):
        return {Event(text).uid: text for text, _ in self._server.events().values()}

    def strip(self):
        """Drops the X-TRIPS- properties from every event."""
        for address, (one, etag) in self.events().items():
            one.strip()
            self._put(address, one, etag)

    def shows_all(self):
        """Whether every event still has its X-TRIPS- properties."""
        return all(
            "\nX-TRIPS-" in one.text() and (one.known_owner is None or one.get("RELATED-TO"))
            for one, _ in self.events().values())

    def act(self):
        """Makes one change; returns its name, or None if there was nothing to change."""
        if self._random.random() < 0.05:
            return self._add()
        events = sorted(self.events().items(), key=lambda one: one[1][0].get("SUMMARY"))
        if not events:
            return None
        address, (one, etag) = self._random.choice(events)
        before = list(one.lines)
        what = self._random.choice(
            ["name", "place", "move", "move", "notes", "tick", "tick", "add line", "html", "cut",
             "status", "cancel", "repeat", "again", "copy", "delete"])
        if what in ("again", "copy"):
            # Without X-TRIPS-ID, the event cannot be assigned to its row.
            if what == "again" and not self.rewrites:
                return None
            if not one.get("X-TRIPS-ID") or one.get("STATUS") == "CANCELLED" or one.get("RRULE"):
                return None
            self._again(address, one, etag, keeps=what == "copy")
            return what
        if what == "delete":
            if self._random.random() < 0.5:
                return None
            self._server.delete(address, etag)
            return "delete"
        getattr(self, f"_{what.replace(' ', '_')}")(one)
        if one.lines == before:
            return None
        self._put(address, one, etag)
        return what

    def _put(self, address, one, etag):
        one.set("SEQUENCE", str(int(one.get("SEQUENCE") or 0) + 1))
        one.set("DTSTAMP", time.strftime("%Y%m%dT%H%M%SZ", time.gmtime()))
        self._server.put(address, one.text(), etag)

    def _add(self):
        """Adds an event that trips did not write."""
        uid = f"phone-{self._random.getrandbits(64):x}@example.com"
        text = "\r\n".join([
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//phone//EN", "BEGIN:VEVENT", f"UID:{uid}",
            "DTSTAMP:20261120T000000Z", "DTSTART;VALUE=DATE:20270605", "DTEND;VALUE=DATE:20270608",
            "SUMMARY:Dentist", "X-PHONE-COLOR:red", "END:VEVENT", "END:VCALENDAR", ""])
        self._server.put(f"{uid.split('@')[0]}.ics", text)
        self.own[uid] = self.strangers()[uid]
        return "new"

    def _name(self, one):
        one.set("SUMMARY", escape(self._minted.text()))

    def _again(self, address, one, etag, keeps):
        """The same event under another UID, as after a move to another calendar and back; or a copy.

        A copy has texts and amounts of its own, since each is followed as one value.
        """
        owner = one.owner
        if keeps:
            one.lines = [self._minted.anew(line) for line in one.lines]
        else:
            self._server.delete(address, etag)
        one.set("UID", f"again-{self._random.getrandbits(64):x}")
        self._owners[one.uid] = owner
        if keeps:
            # A copy becomes a row of its own, which has the event's UID.
            self._rows[one.uid] = one.uid
        self._server.put(f"{one.uid}.ics", one.text())

    def _cancel(self, one):
        if one.uid not in self._cancelled:
            self._cancelled[one.uid] = one.get("STATUS")
            one.set("STATUS", "CANCELLED")

    def _repeat(self, one):
        one.set("RRULE", "FREQ=WEEKLY;COUNT=3")

    def restore(self):
        """Restores the events that it cancelled or repeated."""
        for address, (one, etag) in self.events().items():
            before = list(one.lines)
            one.remove("RRULE")
            if one.get("STATUS") == "CANCELLED":
                status = self._cancelled.get(one.uid)
                if status:
                    one.set("STATUS", status)
                else:
                    one.remove("STATUS")
            if one.lines != before:
                self._put(address, one, etag)
        self._cancelled = {}

    def _place(self, one):
        one.set("LOCATION", escape(self._random.choice(["", self._minted.text()])))

    def _move(self, one):
        if "T" in one.get("DTSTART"):
            return
        start, end = self._minted.days()
        one.set("DTSTART", start.strftime("%Y%m%d"), "DTSTART;VALUE=DATE")
        one.set("DTEND", end.strftime("%Y%m%d"), "DTEND;VALUE=DATE")

    def _status(self, one):
        if one.get("STATUS") in ("CONFIRMED", "TENTATIVE"):
            one.set("STATUS", "TENTATIVE" if one.get("STATUS") == "CONFIRMED" else "CONFIRMED")

    def _notes(self, one):
        """Writes another text below the tick box of an item, or above it."""
        boxes = [line for line in one.description() if is_box(line)]
        lines = [*boxes[:1], self._minted.text()]
        one.put_description(lines if self._random.random() < 0.7 else lines[::-1])

    def _add_line(self, one):
        lines = [line for line in one.description() if line]
        one.put_description([*lines, self._minted.text()])

    def _html(self, one):
        lines = one.description()
        if not any(letter in "<>&" for line in lines for letter in line):
            one.put_description(lines, as_html=True)

    def _cut(self, one):
        """A program with a length limit truncates a text."""
        text = "\n".join(one.description())
        if self._random.random() < 0.3 and len(text) > 20:
            one.put_description(text[:10].split("\n"))

    def _tick(self, one):
        lines = one.description()
        for index, line in enumerate(lines):
            if is_box(line):
                lines[index] = "[x]" if line == "[ ]" else "[ ]"
                one.put_description(lines)
                return


def is_box(line):
    return line in ("[ ]", "[x]")
