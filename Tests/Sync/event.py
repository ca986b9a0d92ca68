"""Events as a calendar program sees them: text in, text out."""

import html


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
    """The lines of a file's only event."""

    def __init__(self, text):
        text = text.replace("\r\n", "\n").replace("\n ", "").replace("\n\t", "")
        self.lines = [line for line in text.split("\n") if line]
        # Its trip and its row, before a program dropped these properties.
        self.known_owner = self.known_row = None

    @staticmethod
    def name(line):
        return line.split(":", 1)[0].split(";", 1)[0].upper()

    def _index(self, name):
        return next((i for i, line in enumerate(self.lines) if self.name(line) == name), None)

    def get(self, name):
        index = self._index(name)
        return None if index is None else unescape(self.lines[index].split(":", 1)[1])

    def set(self, name, value, head=None):
        index = self._index(name)
        line = f"{head or name}:{value}"
        if index is None:
            self.lines.insert(self.lines.index("END:VEVENT"), line)
        else:
            self.lines[index] = line

    def strip(self):
        """Drops the X-TRIPS- properties and RELATED-TO."""
        self.lines = [
            line for line in self.lines
            if not self.name(line).startswith("X-TRIPS-") and self.name(line) != "RELATED-TO"]

    def remove(self, name):
        self.lines = [line for line in self.lines if self.name(line) != name]

    @property
    def uid(self):
        return self.get("UID")

    @property
    def row(self):
        """The uid of its row."""
        return self.known_row or self.get("X-TRIPS-ID") or self.uid

    @property
    def owner(self):
        """The trip to which this stay or item belongs; None for a trip."""
        return self.get("RELATED-TO") or self.known_owner

    def text(self):
        """Folded the way a careless program does it: by characters, and far too short."""
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

    def put_description(self, lines, as_html=False):
        text = "\n".join(lines)
        if as_html:
            text = html.escape(text, quote=False).replace("\n", "<br>")
        self.set("DESCRIPTION", escape(text))
