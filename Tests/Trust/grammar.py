"""Random command lines of all commands that the tool declares, with noise added."""

import re

import declared

VALUES = {
    "DATE": [
        "2026-12-10", "2026-11-21", "today", "tomorrow", "+10d", "+2w", "fri", "friday", "5d", "2w",
        "0001-01-01", "9999-12-31", "10000-01-01", "0000-00-00", "2026-02-29", "2026-02-30",
        "+99999999999999999999d", "+9223372036854775807d", "9223372036854775807w", "-1d", "+0d",
        "0d",
        "2026-1-2", "٢٠٢٦-١٢-١٠", "2026-12-10T00:00:00Z", "",
    ],
    "AMOUNT": [
        "120", "120.50", "120EUR", "120.50 EUR", "0", "0.00", "1e3", "NaN", "inf", "-1", "1,000",
        "9223372036854775807", "92233720368547758.07", "92233720368547758.08", "1.999", "1JPY",
        "1.5JPY", "1.234KWD", "1.2345CLF", "0x10", "１２０", ".5", "5.", "EUR", "120 XXX", "",
        "0" * 300 + "1", "9" * 300,
    ],
    "RULE": [
        "full", "nights", "first-last:75%", "first-last:90.00", "first-last:", "first-last:%",
        "first-last:100.01%", "first-last:-1", "first-last:99999999999999999999", "half", "",
    ],
    "REASON": ["family", "reunion", "wellness", "fun", "FAMILY", ""],
    "TYPE": ["plain", "trip", "business", "personal", "Trip", "", "BusinessTrip", "BucketListItem"],
    "ENTITY": [
        "Trip", "BusinessTrip", "PersonalTrip", "BucketListItem", "LivingAccommodation", "x"],
    "KEY": ["start", "end", "name", "destination", "id", "month", "type", "uid"],
    "N": ["0", "1", "5", "-1", "9223372036854775807", "9223372036854775808", "1e3", "x", "", "٣"],
    "WHEN": ["auto", "always", "never", "sometimes", "0", "2", "99", "2030-01-01", "today", "2026-11",
             ""],
    "FIELDS": ["id", "id,name", "name,name", "nope", ",", "", "id,,name", "perdiem", "bucketList"],
    "FORMAT": [
        "json", "ndjson", "csv", "ics", "md", "html", "waybar", "xml", "", "{name}", "{nope}", "{",
        "{{}}", "{name", "}", "{start} {end} {days} {type} {destination} {countdown}",
    ],
    "TRIP": [
        "1", "2", "3", "4", "99", "Berlin", "Japan", "Łódź", "lodz", "0", "-1", "", "Ghost",
        "9223372036854775807", "9223372036854775808", "00001", "x" * 1001,
    ],
    "ITEM": ["1", "2", "Manufaktura", "Shibuya", "", "nothing", "99999999999999999999"],
    "TOKEN": [
        "", "x", "0", "1", "2030-01-01", "today", "@token", "@missing/token", "h1", "h1.", "h1.x.1.y",
        "h1.07bd9b392ffaecb6568753815a395e30.5.27e3cb10878a", "h2.0.0.0"],
    "FILE": ["in.json", "out.json", "missing", ".", "/dev/null", "", "-", "nowhere/out"],
    "PATH": ["other.db", ":memory:", "file:x?mode=memory", "", ".", "missing/x.db", "a?b#c%d.db"],
    "NAME": [
        "Paris", "Łódź", "東京", "", " ", "x" * 1000, "x" * 1001, "é" * 501, "👨‍👩‍👧", "\u202egnp"],
    "V": ["V1", "V2", "V3", "V4", "V5", "V6", "", "4"],
}
WORDS = sorted({value for values in VALUES.values() for value in values})


class Grammar:
    """The commands and options as declared; the forms of their values are read from the help."""

    def __init__(self, tool):
        self.tool = tool
        # The token of the store, which the caller adds.
        self.tokens = []
        self.globals = tool.run("help", "options").out.decode()
        self.commands = {(): self._forms((), declared.offered(tool, "--"))}
        for path, options in declared.commands(tool).items():
            self.commands[path] = self._forms(path, options)
        self.paths = sorted(self.commands)

    def _forms(self, path, options):
        """The placeholder of each option, and those of the arguments."""
        text = self.tool.run("help", *path).out.decode()
        forms = dict(re.findall(r"^  (?:-\w, )?(--[\w-]+)(?: ([A-Z]\S*))?", text + self.globals, re.M))
        missing = [option for option in options if option not in forms]
        if missing:
            raise RuntimeError(f"the help of '{' '.join(path)}' lacks {missing}")
        usage = text.split("USAGE:")[-1].split("\n\n")[0]
        usage = re.sub(r"\[--[^]]*\]", "", usage)
        return {option: forms[option] or None for option in options}, re.findall(r"\b[A-Z]{2,}\b", usage)

    def path(self, words):
        """The command of a line: the longest path that it begins with."""
        texts = tuple(word.decode("utf-8", "replace") for word in words[:2])
        return next((texts[:n] for n in (2, 1) if texts[:n] in self.commands), ())

    def line(self, chance):
        """One random command line, as bytes."""
        path = chance.choice(self.paths)
        options, arguments = self.commands[path]
        words = list(path)
        for argument in arguments:
            if chance.random() < 0.85:
                words.append(self._value(argument, chance))
        names = list(options)
        for _ in range(chance.choice([0, 0, 1, 1, 2, 3, 5])):
            name = chance.choice(names) if names else "--help"
            if name in ("--help", "--version") and chance.random() < 0.9:
                continue
            value = options.get(name)
            if value is None or chance.random() < 0.05:
                words.append(name)
            elif chance.random() < 0.3:
                words.append(f"{name}={self._value(value, chance)}")
            else:
                words += [name, self._value(value, chance)]
        return self._noise([word.encode() for word in words], chance)

    def _value(self, name, chance):
        name = name.strip("[]…| ").upper()
        pool = VALUES.get(name)
        if name in ("TOKEN", "WHEN") and self.tokens and chance.random() < 0.4:
            return chance.choice(self.tokens)
        if pool and chance.random() < 0.85:
            return chance.choice(pool)
        return chance.choice(WORDS)

    @staticmethod
    def _noise(words, chance):
        kind = chance.random()
        if kind < 0.6 or not words:
            return words
        place = chance.randrange(len(words))
        if kind < 0.65:
            chance.shuffle(words)
        elif kind < 0.7:
            del words[place]
        elif kind < 0.75:
            flags = [b"--", b"-", b"", b"-h", b"--json", b"-q", b"--x", b"-qh"]
            words.insert(place, chance.choice(flags))
        elif kind < 0.8:
            words[place] = (words[place] * chance.choice([2, 50, 2000]))[:120_000]
        elif kind < 0.9:
            noise = bytes(chance.randrange(1, 256) for _ in range(chance.randrange(1, 12)))
            middle = chance.randrange(len(words[place]) + 1)
            words[place] = words[place][:middle] + noise + words[place][middle:]
        else:
            changed = bytearray(words[place] or b"x")
            changed[chance.randrange(len(changed))] = chance.randrange(1, 256)
            words[place] = bytes(changed)
        return words
