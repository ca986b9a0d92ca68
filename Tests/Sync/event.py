"""Events as a calendar program sees them: text in, text out."""

import datetime
import html


def unfolded(text):
    return text.replace("\r\n", "\n").replace("\n ", "").replace("\n\t", "").split("\n")


def escape(text):
    return (text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
            .replace("\n", "\\n"))


def unescape(text):
    out, rest = [], iter(text)
    for letter in rest:
        if letter == "\\":
            letter = next(rest, "")
            letter = "\n" if letter in "nN" else letter
        out.append(letter)
    return "".join(out)


class Event:
    """The lines of a file's only event, including inner components."""

    def __init__(self, text):
        self.lines = [line for line in unfolded(text) if line]

    def _own(self):
        depth = 0
        for index, line in enumerate(self.lines):
            if line.startswith("BEGIN:"):
                depth += 1
            elif line.startswith("END:"):
                depth -= 1
            elif depth == 2:
                yield index, line.split(":", 1)[0].split(";", 1)[0].upper()

    def _index(self, name):
        return next((index for index, own in self._own() if own == name), None)

    def get(self, name):
        index = self._index(name)
        return None if index is None else unescape(self.lines[index].split(":", 1)[1])

    def set(self, name, value, head=None):
        index = self._index(name)
        if value is None:
            if index is not None:
                del self.lines[index]
            return
        line = f"{head or name}:{value}"
        if index is None:
            self.lines.insert(self.lines.index("END:VEVENT"), line)
        else:
            self.lines[index] = line

    def set_text(self, name, text):
        """Empty text is written as an empty property, since a missing one states nothing."""
        self.set(name, escape(text))

    def drop(self, prefix):
        for index in sorted((i for i, own in self._own() if own.startswith(prefix)), reverse=True):
            del self.lines[index]

    @property
    def uid(self):
        return self.get("UID")

    @property
    def owner(self):
        """The trip whose stay this is, or nil."""
        return self.get("RELATED-TO")

    # Days

    def days(self):
        """The first and the last."""
        start, end = self.get("DTSTART"), self.get("DTEND")
        first = datetime.date.fromisoformat(_iso(start))
        if end is None:
            return first, first
        last = datetime.date.fromisoformat(_iso(end))
        if last > first and end[8:] in ("", "T000000"):
            last -= datetime.timedelta(days=1)
        return first, last

    def is_appointment(self):
        """Whether it has times within one day."""
        first, last = self.days()
        start, end = self.get("DTSTART"), self.get("DTEND")
        return "T" in start and first == last and not start[8:] == end[8:] == "T000000"

    # The description

    def text(self):
        """Folded as by a careless program: by characters, far below the limit."""
        out = []
        for line in self.lines:
            while len(line) > 30:
                out.append(line[:30])
                line = " " + line[30:]
            out.append(line)
        return "\r\n".join(out) + "\r\n"

    def description(self):
        """Its lines, plain or in HTML."""
        text = self.get("DESCRIPTION") or ""
        if "<br>" in text:
            text = html.unescape(text.replace("<br>", "\n"))
        return text.split("\n")

    def parts(self):
        """The notes, and the items as place, tick and title."""
        lines = self.description()
        headers = [index for index, line in enumerate(lines) if line == "Bucket list:"]
        items = [
            (index, line[1] != " ", line[4:]) for index, line in enumerate(lines)
            if headers and index > headers[-1] and line[:4] in ("[ ] ", "[x] ", "[X] ")]
        notes = lines[:headers[-1]] if headers else [
            line for line in lines if not line.startswith("Per diem (estimate):")]
        return "\n".join(notes).strip("\n"), items

    def put_description(self, lines, as_html=False):
        text = "\n".join(lines)
        if as_html:
            text = html.escape(text, quote=False).replace("\n", "<br>")
        self.set_text("DESCRIPTION", text)

    def facts(self):
        """The stated facts, by their names in a report."""
        if self.owner:
            first, last = self.days()
            # A day room is an event of its day, and states that it has no night.
            is_day_room = first == last and self.get("X-TRIPS-CHECK-OUT") == str(first)
            facts = {
                "placeName": self.get("SUMMARY") or "", "address": self.get("LOCATION") or "",
                "isConfirmed": self.get("STATUS") == "CONFIRMED", "startDate": str(first),
                "endDate": str(last + datetime.timedelta(days=0 if is_day_room else 1))}
            return {f"stay {self.uid}: {field}": value for field, value in facts.items()}
        notes, items = self.parts()
        first, last = self.days()
        facts = {
            "name": self.get("SUMMARY") or "", "destination": self.get("LOCATION") or "",
            "startDate": str(first), "endDate": str(last), "notes": notes}
        for key, name in OURS.items():
            value = self.get(name)
            if value is not None:
                facts[key] = {"none": "full" if key == "perdiemRule" else ""}.get(value, value)
        if not facts.get("perdiem"):
            facts.pop("perdiemRule", None)
        if "type" in facts:
            facts["type"] = facts["type"].lower()
        for _, is_done, title in items:
            facts[f"item '{title}': title"] = title
            facts[f"item '{title}': isDone"] = is_done
        for title, details in self._details():
            if f"item '{title}': title" in facts:
                facts[f"item '{title}': details"] = details
        return facts

    def _details(self):
        for index, own in self._own():
            if own == "X-TRIPS-ITEM":
                title, _, details = unescape(self.lines[index].split(":", 1)[1]).partition("\n")
                yield title, details


OURS = {
    "type": "X-TRIPS-KIND", "perdiem": "X-TRIPS-PERDIEM", "perdiemRule": "X-TRIPS-PERDIEM-RULE",
    "reason": "X-TRIPS-REASON"}


def _iso(time):
    return f"{time[:4]}-{time[4:6]}-{time[6:8]}"


def view(events):
    """The facts of trips stated by events, by uid; a stay belongs to its trip."""
    found = {}
    for one in events:
        found.setdefault(one.owner or one.uid, {}).update(one.facts())
    return {uid: facts for uid, facts in found.items() if "name" in facts}
