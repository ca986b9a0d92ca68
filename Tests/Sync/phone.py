"""A phone: it sees only events, and changes one at a time."""

import time

from event import Event, escape


class Phone:
    def __init__(self, server, random, minted):
        self._server, self._random, self._minted = server, random, minted
        # Texts of events of its own, by UID, which no sync may change.
        self.own = {}
        # The trips of stays and items by UID, and the status of cancelled events.
        self._owners, self._cancelled = {}, {}

    def events(self):
        """The events that trips wrote, and their etags, by address."""
        found = {
            address: (Event(text), etag) for address, (text, etag) in self._server.events().items()}
        for one, _ in found.values():
            if one.get("RELATED-TO"):
                self._owners[one.uid] = one.get("RELATED-TO")
            one.known_owner = self._owners.get(one.uid)
        return {
            address: one for address, one in found.items() if not one[0].uid.startswith("phone-")}

    def strangers(self):
        return {Event(text).uid: text for text, _ in self._server.events().values()}

    def strip(self):
        """Drops, from every event, the properties that only trips knows."""
        for address, (one, etag) in self.events().items():
            one.strip()
            self._put(address, one, etag)

    def shows_all(self):
        """Whether every event still has the properties that only trips knows."""
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
            ["name", "place", "move", "notes", "tick", "tick", "insert", "rename", "remove", "html",
             "rewrite", "status", "cancel", "again", "delete"])
        if what == "again":
            # Of stays and items: a trip that another device changes at once would be there twice.
            if not one.owner or not one.get("RELATED-TO"):
                return None
            self._again(address, one, etag)
            return what
        if what == "delete":
            if self._random.random() < 0.5:
                return None
            self._server.delete(address, etag)
            return "delete"
        getattr(self, f"_{what}")(one)
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

    def _again(self, address, one, etag):
        """The same event under another UID, as after a move to another calendar and back."""
        owner = one.known_owner
        self._server.delete(address, etag)
        one.set("UID", f"again-{self._random.getrandbits(64):x}")
        self._owners[one.uid] = owner
        self._server.put(f"{one.uid}.ics", one.text())

    def _cancel(self, one):
        if one.uid not in self._cancelled:
            self._cancelled[one.uid] = one.get("STATUS")
            one.set("STATUS", "CANCELLED")

    def restore(self):
        """Takes back what it cancelled."""
        for address, (one, etag) in self.events().items():
            if one.get("STATUS") == "CANCELLED":
                before = self._cancelled.get(one.uid)
                if before:
                    one.set("STATUS", before)
                else:
                    one.remove("STATUS")
                self._put(address, one, etag)
        self._cancelled = {}

    def _place(self, one):
        # The event of an item keeps a place, but the item has none.
        if one.get("STATUS") or not one.owner:
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
        if not one.owner:
            rest = [line for line in one.description() if is_ours(line)]
            one.put_description([self._minted.text(), *rest])

    def _html(self, one):
        lines = one.description()
        if not any(letter in "<>&" for line in lines for letter in line):
            one.put_description(lines, as_html=True)

    def _rewrite(self, one):
        """A description that has lost all of its items."""
        if self._random.random() < 0.3 and not one.owner:
            one.put_description([self._minted.text()])

    def _tick(self, one):
        self._edit_line(one, lambda line: f"[{'x' if line[1] == ' ' else ' '}]{line[3:]}")

    def _rename(self, one):
        if not one.owner:
            self._edit_line(one, lambda line: f"{line[:3]} {self._minted.text()}")

    def _remove(self, one):
        if not one.owner:
            self._edit_line(one, lambda line: None)

    def _insert(self, one):
        if not one.owner:
            self._edit_line(one, lambda line: f"{line}\n[ ] {self._minted.text()}")

    def _edit_line(self, one, change):
        lines = one.description()
        items = [index for index, line in enumerate(lines) if is_item(line)]
        if items:
            index = self._random.choice(items)
            changed = change(lines[index])
            lines[index:index + 1] = [] if changed is None else changed.split("\n")
            one.put_description(lines)


def is_item(line):
    return line[:3].lower() in ("[ ]", "[x]")


def is_ours(line):
    return is_item(line) or line.startswith("Per diem (estimate):")
