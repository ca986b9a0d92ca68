"""Reads every past state of a store again by token, number and time, and compares it.

Random commands, statements of other programs, undo, redo and purge; after each the whole export is
kept, and what one more command said. Then any of them is asked with --at, and nothing is written.
"""

import datetime
import hashlib
import os
import random
import sqlite3
import subprocess

from harness import Account, Tool, folder, in_parallel, told

NAMES = ["Paris", "Łódź", "東京", "50%", "O'Brien", 'a "b"', "x\\y"]
DATES = ["2026-12-01", "2026-12-02", "2027-03-05", "2026-11-20"]
QUESTIONS = [
    ["list"], ["list", "--count"], ["list", "--search", "lodz"], ["list", "--search", "o", "--json"],
    ["list", "--business", "--sort", "name", "--reverse"], ["list", "--past", "--csv"], ["next"],
    ["stats"], ["calendar", "--year", "2026"], ["show", "1"], ["show", "3", "--json"],
    ["show", "Paris"], ["bucket", "list", "2"], ["stay", "show", "2", "--json"],
    ["export", "--format", "csv"], ["export", "--format", "md", "--from", "2026-12-02"],
    ["export", "--format", "html"],
]
ROW = "(name, destination, startDate, endDate)"


def run(settings):
    # Each sequence has 100 operations.
    count = 20 if settings.full else 2
    work = [(settings, settings.seed * 1000 + number) for number in range(count)]
    account = in_parallel(_sequence, work)
    _nobody_waits(settings, account)
    return account


def _command(chance):
    trip = str(chance.randrange(1, 9))
    name, start = chance.choice(NAMES), chance.choice(DATES)
    return chance.choice([
        ["add", name, f"--start={start}", "--bucket=Louvre", "--stay=Ibis", "--notes=see o"],
        ["add", name, f"--start={start}", "--business", "--perdiem=12EUR"],
        ["edit", trip, f"--name={name}"], ["edit", trip, "--personal"],
        ["edit", trip, f"--destination={name}", f"--stay={name}"], ["delete", "--", trip],
        ["copy", f"--start={start}", "--", trip], ["bucket", "add", trip, name],
        ["bucket", "done", trip, "Louvre"], ["bucket", "remove", trip, "Louvre"],
        ["stay", "confirm", trip], ["stay", "remove", trip], ["undo"], ["undo"], ["redo"],
        ["undo", str(chance.randrange(1, 90))],
    ])


def _statement(chance):
    name, start, id = chance.choice(NAMES), chance.choice(DATES), chance.randrange(1, 9)
    return chance.choice([
        (f"REPLACE INTO trip{ROW} VALUES (?, 'r', ?, ?)", (name, start, start)),
        (f"REPLACE INTO trip(id, {ROW[1:]} VALUES (?, ?, 'r', ?, ?)", (id, name, start, start)),
        ("UPDATE OR REPLACE trip SET name = ? WHERE id % 3 = ?", (name, id % 3)),
        ("UPDATE trip SET destination = destination || ?", (chance.choice("é\n\t'"),)),
        ("UPDATE OR IGNORE trip SET id = id + 20 WHERE id = ?", (id,)),
        ("DELETE FROM trip WHERE id % 4 = ?", (id % 4,)),
        ("UPDATE bucketListItem SET tripId = (SELECT max(id) FROM trip) WHERE id % 2 = ?", (id % 2,)),
        ("UPDATE livingAccommodation SET isConfirmed = 1, tripId = ?", (id,)),
        ("INSERT INTO bucketListItem(tripId, title) VALUES (?, ?)", (id, name)),
        ("INSERT INTO livingAccommodation(tripId, placeName, startDate, endDate, costMinor,"
         " costCurrency) VALUES (?, ?, ?, ?, 1250, 'EUR')", (id, name, start, start)),
        ("REPLACE INTO livingAccommodation(tripId, placeName, uid) VALUES (?, ?, 's' || ?)",
         (id, name, id % 3)),
        ("UPDATE livingAccommodation SET startDate = NULL, endDate = NULL WHERE id % 2 = ?", (id % 2,)),
        ("UPDATE bucketListItem SET date = ?, time = '09:05' WHERE id % 2 = ?", (start, id % 2)),
        ("DELETE FROM bucketListItem WHERE id % 3 = ?", (id % 3,)),
    ])


def _sequence(work, folder):
    settings, seed = work
    chance = random.Random(seed)
    account = Account()
    tool = Tool(settings.binary, folder)
    path = os.path.join(folder, "trips.db")
    tool.run("add", "Paris", "--start=2026-12-01", db=path)
    states = [_state(tool, path, chance)]
    for number in range(100):
        if number == 60:
            limit = states[chance.randrange(20)]["token"]
            tool.run("history", "purge", "--yes", "--before", limit, db=path)
        elif chance.random() < 0.4:
            _outsider(path, chance)
        else:
            tool.run(*_command(chance), db=path)
        account.count("operations of which each state is kept")
        states.append(_state(tool, path, chance))
    before = _fingerprint(folder)
    for state in states:
        _ask(tool, path, state, account, seed)
    _ask_by_time(tool, path, states, account, seed)
    account.expect(_fingerprint(folder) == before, f"{seed}: a reader wrote something")
    return account


def _outsider(path, chance):
    statement, values = _statement(chance)
    with sqlite3.connect(path, isolation_level=None) as db:
        db.execute(f"PRAGMA foreign_keys = {chance.choice(['ON', 'OFF'])}")
        db.execute(f"PRAGMA recursive_triggers = {chance.choice(['ON', 'OFF'])}")
        try:
            db.execute(statement, values)
        except sqlite3.IntegrityError:
            pass
    db.close()


def _state(tool, path, chance):
    db = sqlite3.connect(path)
    number = db.execute(
        "SELECT coalesce(max(id), (SELECT seq FROM sqlite_sequence "
        "WHERE name = 'historyTransaction'), 0) FROM historyTransaction").fetchone()[0]
    db.close()
    question = chance.choice(QUESTIONS)
    return {
        "number": number, "question": question, "answer": tool.run(*question, db=path)[:3],
        "export": tool.run("export", db=path).out,
        "token": tool.run("history", "--token", db=path).out.decode().strip(),
    }


def _ask(tool, path, state, account, seed):
    for place in (state["token"], str(state["number"])):
        result = tool.run("export", "--at", place, db=path)
        if result.code == 6:
            account.count("states that were purged")
            return
        account.count("states asked for again")
        account.expect(
            result.code == 0 and result.out == state["export"],
            lambda: told(["export", "--at", place], result, f"(seed {seed})"))
    again = tool.run(*state["question"], "--at", state["token"], db=path)
    account.count("answers compared")
    # Only an error names the place.
    at = f"--at {state['token']}".encode()
    error = again.err.replace(b"with '" + at + b"', ", b"").replace(b" " + at, b"")
    account.expect(
        again._replace(err=error)[:3] == state["answer"],
        lambda: told([*state["question"], "--at", state["token"]], again, f"(seed {seed})"))


def _ask_by_time(tool, path, states, account, seed):
    """For each minute of the run, the last transaction that is not later counts."""
    db = sqlite3.connect(path)
    times = db.execute("SELECT id, timestamp FROM historyTransaction ORDER BY id").fetchall()
    db.close()
    exports = {state["number"]: state["export"] for state in states}
    for minute in sorted({time[:16] for _, time in times}):
        end = datetime.datetime.fromisoformat(minute) + datetime.timedelta(minutes=1)
        last = [id for id, time in times if time < end.strftime("%Y-%m-%dT%H:%M")][-1]
        if last not in exports:
            continue
        result = tool.run("export", "--at", minute.replace("T", " "), db=path)
        account.count("states asked for by time")
        account.expect(
            result.out == exports[last], lambda: told(["export", "--at", minute], result, f"(seed {seed})"))


def _fingerprint(folder):
    """The traces of a write: bytes, times, and files beside the store."""
    found = {}
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        status = os.stat(path)
        content = b""
        if os.path.isfile(path):
            with open(path, "rb") as file:
                content = file.read()
        found[name] = (hashlib.sha256(content).hexdigest(), status.st_mtime_ns, status.st_ctime_ns)
    return found


def _nobody_waits(settings, account):
    """A writer gets its lock while a reader of a past state is blocked by a pipe."""
    with folder() as place:
        tool = Tool(settings.binary, place)
        path = os.path.join(place, "trips.db")
        tool.run("add", "Paris", "--start=2026-12-01", db=path)
        with sqlite3.connect(path) as db:
            db.execute(
                "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 5000) "
                f"INSERT INTO trip{ROW} SELECT 'trip ' || i, '', '2027-01-01', '2027-01-02' FROM n")
        db.close()
        tool.run("edit", "1", "--destination", "France", db=path)
        reader = subprocess.Popen(
            [settings.binary, "--db", path, "export", "--at", "2"], stdout=subprocess.PIPE,
            env=tool.environment)
        first = reader.stdout.read(1)
        written = tool.run("add", "Rome", db=path, TRIPS_BUSY_TIMEOUT="2")
        account.count("writers beside a reader at a place")
        account.expect(
            first == b"[" and written.code == 0, lambda: told(["add", "Rome"], written, "beside a reader"))
        reader.stdout.read()
        reader.stdout.close()
        reader.wait()
