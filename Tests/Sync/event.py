"""Events as a phone sees them: text in, text out, without a word of ours."""

import datetime


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
    """The lines of the one event of a file; a component inside is carried along."""

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

    def line(self, name):
        index = self._index(name)
        return None if index is None else self.lines[index]

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
        self.set(name, escape(text) if text else None)

    def drop(self, prefix):
        for index in sorted((i for i, own in self._own() if own.startswith(prefix)), reverse=True):
            del self.lines[index]

    @property
    def uid(self):
        return self.get("UID")

    def is_appointment(self):
        """Whether it has times within one day."""
        start, end = self.get("DTSTART"), self.get("DTEND")
        if "T" not in start:
            return False
        start, end = (datetime.datetime.strptime(one, "%Y%m%dT%H%M%S") for one in (start, end))
        # An end at midnight is exclusive.
        return (end - datetime.timedelta(seconds=1)).date() <= start.date()

    def text(self):
        """Folded as a careless phone does it: by characters, far below the limit."""
        out = []
        for line in self.lines:
            while len(line) > 30:
                out.append(line[:30])
                line = " " + line[30:]
            out.append(line)
        return "\r\n".join(out) + "\r\n"

    # The bucket list

    def items(self):
        """The index of each item's line in the description, with its box and title."""
        lines = (self.get("DESCRIPTION") or "").split("\n")
        # Notes may look like items above the list itself.
        headers = [index for index, line in enumerate(lines) if line == "Bucket list:"]
        return lines, [
            (index, line[1] != " ", line[4:]) for index, line in enumerate(lines)
            if headers and index > headers[-1] and line[:4] in ("[ ] ", "[x] ", "[X] ")]

    def put_description(self, lines):
        self.set_text("DESCRIPTION", "\n".join(lines))
