"""Text of other programs: no command prints its control bytes unescaped."""

import os
import pty
import re

from fixtures import connect, make_store
from harness import Account, Tool, folder, is_safe_text

EVIL = (
    "A\x1b[31mred\x1b]0;title\x07\x1b]52;c;cHduZWQ=\x07\x1b]8;;http://x\x1b\\ "
    "\u009b2J\u0085\x7f\b\r\nforged\tline\u202egnp\u2066x\u2069\u2028\u2029\ufeff\u200b\u061c\x01\x1f 東京é")
# Details and addresses may contain line breaks; other columns must not forge a line.
LINES = EVIL.replace("forged", "another")
COMMANDS = [
    "list", "list --sort name", "list --search red", "list --search zzz\x1b[31m", "show 1",
    "show 2",
    "show EVIL", "show A", "show \x1b[31mnone", "next", "next --format {name}|{destination}",
    "edit 1 --destination x", "edit 2 --name same", "edit EVIL --stay y",
    "add EVIL2 --start 2026-12-10",
    "add clean --start 2026-12-10 --end 5n", "copy 1 --start 2028-01-01", "bucket list 1",
    "bucket list EVIL", "bucket done 1 A", "bucket edit 1 1 --reserved", "bucket remove 1 1",
    "bucket add 1 more", "stay show 1", "stay confirm 1", "stay set 1 here", "stay remove 1",
    "delete 1", "delete A", "delete nothing\x1b[2J", "history", "history --trip 1",
    "undo --dry-run",
    "undo", "redo", "stats", "stats --by destination", "calendar", "calendar --year 2026", "doctor",
    "doctor --fix", "export --format md", "migrate", "migrate --status", "import evil.csv",
    "import evil.json", "import evil.ics", "import --dry-run \x1b[31m.json", "lis\x1b[31mt",
    "list --\x1b[31m", "list --sort \x1b]0;x\x07", "list --from \u202e",
    "add --perdiem \u009b --business",
    "completions \x1b[31m", "backup \x1b[31m/x", "restore \x1b[31m", "help \x1b[31m",
    "--db \x1b[31m/x/y list", "--author \x1b[31m add x",
]


def run(settings):
    account = Account()
    with folder() as place:
        os.chdir(place)
        tool = Tool(settings.binary, place, COLUMNS="100")
        base = os.path.join(place, "base.db")
        make_store(tool, base)
        _poison(base)
        for name, text in {
            "evil.csv": f'name,startDate,endDate\n"{EVIL}",x\x1b[31m,y\n',
            "evil.json": '[{"name": "\\u001b[31m", "startDate": "\\u001b[2J"}]',
            "evil.ics":
                f"BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:{EVIL}\r\nDTSTART:\x1b[31m\r\n",
        }.items():
            with open(name, "w", encoding="utf-8", newline="") as file:
                file.write(text)
        with open(base, "rb") as file:
            pristine = file.read()
        for line in COMMANDS:
            words = [EVIL.strip() if word == "EVIL" else word for word in line.split(" ")]
            command = next((w for w in words if w.isalpha()), "list")
            if not tool.knows(command) and "\x1b" not in line:
                account.note(f"skipped: streams of '{line}' (the binary has no such command)")
                continue
            for on_terminal in (False, True):
                store = os.path.join(place, "trips.db")
                with open(store, "wb") as file:
                    file.write(pristine)
                account.count("outputs of hostile text")
                _check(tool, store, words, on_terminal, account)
        os.chdir("/")
    return account


def _poison(path):
    """Writes values that the tool would refuse, as another program can."""
    with connect(path) as db:
        db.execute("UPDATE trip SET name = ?, destination = ? WHERE id IN (1, 2)", (EVIL, EVIL))
        db.execute("UPDATE trip SET startDate = '2026-11-20' WHERE id = 1")
        db.execute("UPDATE trip SET perdiemRule = ? WHERE type = 'business'", (EVIL,))
        db.execute(
            "INSERT INTO bucketListItem(tripId, title, details) VALUES(1, ?, ?)", (EVIL, LINES))
        db.execute(
            "INSERT INTO livingAccommodation(tripId, placeName, address) VALUES(1, ?, ?)",
            (EVIL, LINES))


def _check(tool, store, words, on_terminal, account):
    if on_terminal:
        code, shown = _on_terminal(tool, store, words)
        # The terminal driver adds the carriage returns.
        streams = [shown.replace(b"\r\n", b"\n")]
    else:
        outcome = tool.run(*words, db=store)
        code, streams = outcome.code, [outcome.out, outcome.err]
    where = " ".join(words).encode("ascii", "backslashreplace").decode()[:120]
    account.expect(
        code in (0, 1, 2, 3, 4, 5, 6), f"{where!r}: ends with {code} (terminal: {on_terminal})")
    for stream in streams:
        account.expect(
            is_safe_text(stream),
            lambda: f"{where!r} (terminal: {on_terminal}): raw control in {stream[:400]!r}")
        account.expect(
            not re.search(rb"^forged", stream, re.MULTILINE),
            lambda: f"{where!r} (terminal: {on_terminal}): a forged line in {stream[:400]!r}")


def _on_terminal(tool, store, words):
    """Runs with all three streams on a terminal, without answering questions."""
    child, terminal = pty.fork()
    if child == 0:
        surroundings = dict(tool.environment, TRIPS_DB=store, NO_COLOR="1")
        try:
            os.execve(
                tool.binary, [tool.binary, "--no-input", *words], surroundings)
        finally:
            os._exit(127)
    shown = b""
    while True:
        try:
            data = os.read(terminal, 65536)
        except OSError:
            break
        if not data:
            break
        shown += data
    _, status = os.waitpid(child, 0)
    os.close(terminal)
    return os.waitstatus_to_exitcode(status), shown
