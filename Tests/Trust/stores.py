"""Damaged stores: every command reports the damage or works, and no reader writes."""

import contextlib
import os
import random
import sqlite3

from fixtures import connect, make_store, make_v1_store
from harness import EXIT_CODES, Account, Tool, chunks, described, in_parallel, is_safe_text, kept

READERS = [
    "list", "list --json", "list --search a --sort name", "list --count", "show 1", "next",
    "bucket list 3", "history", "history --token", "export", "export --format ics", "stats",
    "calendar", "doctor", "migrate --status", "migrate --dry-run", "undo --dry-run", "plan 1",
    "perdiem --planned", "diff 1", "stay list", "sync . --dry-run",
]
WRITERS = [
    "add Berlin --start 2026-12-10 --end 5n --destination Bonn", "add New --bucket a --stay b",
    "edit 1 --name Bonn", "delete 2", "bucket done 3 1", "stay add 1 Hotel", "undo", "migrate",
    "history purge --before 2 --yes", "backup copy.backup", "doctor --fix",
]


def number(settings):
    return 5_000 if settings.full else 250


def run(settings):
    return in_parallel(_work, [(settings, part) for part in chunks(number(settings), 125)])


def floors(settings):
    return {
        "damaged stores": number(settings) * 4 // 5, "commands on damaged stores": 5 * number(settings),
        "of these done": number(settings), "of these that named the damage": number(settings),
        "readers of damaged stores": len(READERS), "writers of damaged stores": len(WRITERS)}


def _work(job, place):
    settings, numbers = job
    account = Account()
    tool = Tool(settings.binary, place, limits=(10, 1_000), TRIPS_BUSY_TIMEOUT="0.2")
    bases = _bases(tool, settings, place)
    for number in numbers:
        chance = random.Random(f"{settings.seed} stores {number}")
        store = os.path.join(place, "trips.db")
        base = chance.choice(bases)
        if chance.random() < 0.25:
            damaged = damage_rows(base, store, chance)
        else:
            damaged = damage(base, chance)
        account.count("damaged stores", damaged != base)
        for words, reads in [
            *((words, True) for words in chance.sample(READERS, 4)), (chance.choice(WRITERS), False),
        ]:
            with open(store, "wb") as file:
                file.write(damaged)
            outcome = tool.run(*words.split(), db=store)
            account.count("commands on damaged stores")
            account.count("of these done", outcome.code == 0)
            account.count("of these that named the damage", outcome.code == 5)
            account.meet(f"{'readers' if reads else 'writers'} of damaged stores", words)
            for problem in _judge(outcome, reads, words, store, damaged):
                account.fail(described(words.split(), outcome, f"[{number}] {problem}"))
                _keep(settings, number, damaged)
            for name in ("trips.db-journal", "copy.backup"):
                if os.path.exists(os.path.join(place, name)):
                    os.unlink(os.path.join(place, name))
    return account


def _judge(outcome, reads, words, store, damaged):
    if outcome.code not in EXIT_CODES:
        yield "ends with an undocumented exit code"
        return
    if not is_safe_text(outcome.err):
        yield f"unsafe message {outcome.err[:200]!r}"
    if not is_safe_text(outcome.out) and "json" not in words and "export" not in words:
        yield f"unsafe output {outcome.out[:200]!r}"
    if outcome.code != 0 and not outcome.err:
        yield "fails and does not say why"
    with open(store, "rb") as file:
        is_same = file.read() == damaged
    # The doctor repairs what it can; its exit code shows whether problems are left.
    if not is_same and (reads or outcome.code != 0) and words != "doctor --fix":
        yield "changed the store"


def _bases(tool, settings, place):
    paths = [os.path.join(place, name) for name in ("base.db", "long.db", "old.db")]
    make_store(tool, paths[0])
    make_store(tool, paths[1])
    for number in range(30):
        start = f"--start=+{number}d"
        tool.run("add", f"Trip {number}", start, "--bucket", "x" * 900, db=paths[1])
    make_v1_store(paths[2], settings.migrations)
    bases = []
    for path in paths:
        with open(path, "rb") as file:
            bases.append(file.read())
    return bases


def damage(data, chance):
    """Bytes as damaged by a disk, a broken copy or an attacker."""
    data = bytearray(data)
    kind = chance.random()
    if kind < 0.1:
        ends = [chance.randrange(len(data)), 4096 * chance.randrange(25)]
        return bytes(data[: chance.choice(ends)])
    if kind < 0.2:
        page = 4096 * chance.randrange(len(data) // 4096)
        data[page : page + 4096] = chance.choice([bytes(4096), chance.randbytes(4096)])
    elif kind < 0.3:
        one, other = (4096 * chance.randrange(1, len(data) // 4096) for _ in range(2))
        data[one : one + 4096] = data[other : other + 4096]
    elif kind < 0.45:
        data[chance.randrange(100)] = chance.randrange(256)
    elif kind < 0.6:
        # A value of a row: most pages contain the schema, where the check would catch most flips.
        for word in chance.choices([b"Berlin", b"2026-12-10", b"EUR", b"business", b"Trip"], k=2):
            place = data.rfind(word)
            if place > 0:
                data[(place - chance.randrange(12) + chance.randrange(24)) % len(data)] = chance.randrange(256)
    else:
        for _ in range(chance.choice([1, 1, 2, 5, 50])):
            data[chance.randrange(len(data))] = chance.randrange(256)
    return bytes(data)


# No column of ours may hold these, but a damaged record can.
STRANGE = [
    None, -1, 0, 2**63 - 1, -(2**63), 1e308, float("inf"), 9.5, "", "x", "\0", "a\0b", "2026-02-30",
    "9999-12-31", "0001-01-01", b"", b"\xff\xfe", b"\xed\xa0\x80", "x" * 100_000, "{", "[]",
    '{"id":',
    '{"id":null}', '{"id":99999999999999999999}', "\U0010ffff", "-1", "1e400", "true", "USD",
    "business",
]


def damage_rows(base, path, chance):
    """A store with intact pages whose rows contain values that the schema refuses."""
    with open(path, "wb") as file:
        file.write(base)
    with connect(path) as db:
        objects = db.execute("SELECT rowid, type, name, tbl_name, rootpage, sql FROM sqlite_schema")
        objects = objects.fetchall()
        # An index that belongs to a table's own text would lose its table below.
        tied = {o[3] for o in objects if o[2].startswith("sqlite_autoindex_")}
        tables = [
            o for o in objects if o[1] == "table" and not o[2].startswith("sqlite_")
            and o[2] not in tied and "WITHOUT ROWID" not in o[5]]
        columns = {o[2]: [c[1] for c in db.execute(f"PRAGMA table_info({o[2]})")] for o in tables}
        db.execute("PRAGMA writable_schema = ON")
        db.execute("DELETE FROM sqlite_schema WHERE type = 'trigger'")
        for table in tables:
            names = ["id INTEGER PRIMARY KEY" if c == "id" else c for c in columns[table[2]]]
            db.execute(
                "UPDATE sqlite_schema SET sql = ? WHERE rowid = ?",
                (f"CREATE TABLE {table[2]}({', '.join(names)})", table[0]))
    with connect(path) as db:
        for _ in range(chance.choice([1, 1, 2, 5])):
            table = chance.choice(tables)[2]
            column = chance.choice(columns[table][1:] or columns[table])
            rows = [row[0] for row in db.execute(f"SELECT rowid FROM {table}")]
            # The unique indexes still exist.
            with contextlib.suppress(sqlite3.IntegrityError, IndexError):
                db.execute(
                    f"UPDATE {table} SET {column} = ? WHERE rowid = ?",
                    (chance.choice(STRANGE), chance.choice(rows)))
    with connect(path) as db:
        db.execute("PRAGMA writable_schema = ON")
        db.execute("DELETE FROM sqlite_schema")
        db.executemany("INSERT INTO sqlite_schema(rowid, type, name, tbl_name, rootpage, sql) "
                       "VALUES(?, ?, ?, ?, ?, ?)", objects)
    with open(path, "rb") as file:
        return file.read()


def _keep(settings, number, damaged):
    """Keeps the store that caused a failure."""
    with open(kept(f"{settings.seed}-{number}.db"), "wb") as file:
        file.write(damaged)
