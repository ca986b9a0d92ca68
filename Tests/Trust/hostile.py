"""Malicious stores, whose text, names and triggers must have no effect.

Each store is one that somebody may send: of V1, or of the latest version, with a few attacks in its
schema. Commands run on it beside files that must stay as they are, and no file may appear but backups.
A store that can be read must then still be whole, or have been refused without a change.
"""

import contextlib
import os
import random
import sqlite3

from fixtures import connect, integrity, make_store, make_v1_store
from harness import EXIT_CODES, Account, Tool, chunks, in_parallel, is_safe_text, told

STORES = {False: 120, True: 2_000}

COMMANDS = [
    ["migrate", "--dry-run"], ["migrate", "--status"], ["migrate", "--report"], ["migrate"],
    ["migrate", "--quarantine"], ["doctor"], ["doctor", "--fix"], ["list"], ["list", "--search", "a"],
    ["add", "New", "--start", "2027-01-01"], ["delete", "1", "--yes"], ["undo"], ["backup", "b.backup"],
    ["edit", "1", "--name", "Other"], ["history"], ["export", "--format", "csv"],
]
CANARY = b"a file of somebody else\n"

# Statements that must never run, in each form by which SQLite can write or load a file.
PAYLOADS = [
    "ATTACH 'canary' AS evil; CREATE TABLE evil.made(x)", "ATTACH 'made.db' AS evil",
    "VACUUM INTO 'made.db'", "PRAGMA journal_mode = WAL", "PRAGMA writable_schema = ON",
    "DELETE FROM trip", "DROP TABLE livingAccommodation", "SELECT load_extension('canary')",
    "SELECT writefile('canary', 'x')", "PRAGMA user_version = 99",
]


def tail(database, chance):
    """Text after the first statement of an object, which SQLite itself ignores."""
    kind = chance.choice(["TRIGGER", "VIEW", "INDEX", "TABLE"])
    name = f"mine{chance.randint(0, 99)}"
    database.execute({
        "TRIGGER": f"CREATE TRIGGER {name} AFTER UPDATE ON trip BEGIN SELECT 1; END",
        "VIEW": f"CREATE VIEW {name} AS SELECT name FROM trip",
        "INDEX": f"CREATE INDEX {name} ON trip(destination)",
        "TABLE": f"CREATE TABLE {name}(x)"}[kind])
    edit(database, name, f"{chance.choice([';', '; --', ' ; ;'])}\n{chance.choice(PAYLOADS)};")


def own_tail(database, chance):
    """The same after an object of the schema."""
    names = [row[0] for row in database.execute(
        "SELECT name FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'")]
    edit(database, chance.choice(names), f"; {chance.choice(PAYLOADS)}")


def edit(database, name, text):
    database.execute("PRAGMA writable_schema = ON")
    database.execute("UPDATE sqlite_schema SET sql = sql || ? WHERE name = ?", (text, name))
    database.execute("PRAGMA writable_schema = OFF")


def names(database, chance):
    """Names that break out of their quotes, for tables whose references a migration follows."""
    evil = chance.choice([
        'x" SET a = 1; {}; --', 'x"; {}; --', "x'; {}; --", "x]; {}; --", 'x`"; {}; --', '"', '""',
        "x\n; {}; --"]).format(chance.choice(PAYLOADS))
    quoted = '"' + evil.replace('"', '""') + '"'
    parent = chance.choice(["trip", "bucketListItem", "livingAccommodation"])
    database.execute(
        f"CREATE TABLE {quoted}({quoted} INTEGER REFERENCES {parent}(id), other TEXT)")
    database.execute(f"INSERT INTO {quoted} SELECT id, 'x' FROM {parent}")
    if chance.random() < 0.5:
        database.execute(
            'CREATE TRIGGER "t' + evil.replace('"', '""') + '" AFTER DELETE ON trip BEGIN '
            f"UPDATE {quoted} SET other = old.id; END")


def functions(database, chance):
    """Triggers and views that call functions with effects outside of the store."""
    call = chance.choice([
        "load_extension('canary')", "writefile('canary', 'x')", "readfile('canary')",
        "fts3_tokenizer('simple', x'00')", "edit('x')", "randomblob(999999999999)"])
    if chance.random() < 0.5:
        database.execute(
            f"CREATE TRIGGER calls AFTER {chance.choice(['INSERT', 'UPDATE', 'DELETE'])} ON trip "
            f"BEGIN SELECT {call}; END")
    else:
        database.execute(f"CREATE VIEW calls AS SELECT {call} AS x")


def virtual(database, chance):
    """A trigger that feeds a full-text table, which trusted_schema = OFF forbids."""
    with contextlib.suppress(sqlite3.OperationalError):
        module = chance.choice(["fts5(name)", "fts4(name)", "rtree(id, a, b)"])
        database.execute(f"CREATE VIRTUAL TABLE found USING {module}")
        column = "id" if module.startswith("rtree") else "name"
        database.execute(
            "CREATE TRIGGER feeds AFTER INSERT ON trip "
            f"BEGIN INSERT INTO found({column}) VALUES (new.id); END")


def meddling(database, chance):
    """User triggers that write to our tables within our writes."""
    event = chance.choice(["INSERT", "UPDATE", "DELETE"])
    row = "old" if event == "DELETE" else "new"
    when = chance.choice(["BEFORE", "AFTER"])
    table = chance.choice(["trip", "bucketListItem", "livingAccommodation"])
    trip = f"{row}.id" if table == "trip" else f"{row}.tripId"
    body = chance.choice([
        f"UPDATE trip SET destination = 'touched' WHERE id = {trip}",
        f"INSERT INTO bucketListItem(tripId, title) VALUES ({trip}, 'Passport')",
        f"DELETE FROM bucketListItem WHERE tripId = {trip}",
        f"DELETE FROM trip WHERE id = {trip} + 1", "SELECT raise(IGNORE)",
        "SELECT raise(ABORT, 'never')"])
    database.execute(f"CREATE TRIGGER meddles {when} {event} ON {table} BEGIN {body}; END")


def values(database, chance):
    """Values that V2 cannot hold, or that are at a limit."""
    columns = [row[1] for row in database.execute("PRAGMA table_info(trip)")]
    value = chance.choice([
        "x'C328'", "CAST(x'C328' AS TEXT)", "'x''C328'''", "'a' || char(0)", "9e999",
        "'\u202e\u200b'", "char(27) || '[2J'", "'" + "a" * 70_000 + "'"])
    column = chance.choice([name for name in columns if name != "uid"])
    with contextlib.suppress(sqlite3.Error):
        database.execute(f"UPDATE trip SET {column} = {value} WHERE id = {chance.randint(1, 4)}")
    if chance.random() < 0.3:
        with contextlib.suppress(sqlite3.Error):
            database.execute("UPDATE trip SET id = 9223372036854775807 WHERE id = 2")


ATTACKS = [tail, own_tail, names, functions, virtual, meddling, values]


def run(settings):
    parts = chunks(STORES[settings.full], 30)
    return in_parallel(_work, [(settings, part) for part in parts])


def _work(job, place):
    settings, numbers = job
    account = Account()
    tool = Tool(settings.binary, place, TRIPS_BUSY_TIMEOUT="0.2", XDG_DATA_HOME=place)
    store = os.path.join(place, "trips.db")
    if 0 in numbers:
        _check_utf16(tool, settings, os.path.join(place, "wide.db"), account)
        _check_largest_id(tool, settings, os.path.join(place, "large.db"), account)
        _check_virtual(tool, settings, os.path.join(place, "virtual.db"), account)
    for number in numbers:
        chance = random.Random(f"{settings.seed} hostile {number}")
        _clear(place)
        with open(os.path.join(place, "canary"), "wb") as file:
            file.write(CANARY)
        if chance.random() < 0.7:
            make_v1_store(store, settings.migrations)
        else:
            make_store(tool, store)
        attacks = [chance.choice(ATTACKS) for _ in range(chance.randint(1, 3))]
        label = f"[{number}: {', '.join(attack.__name__ for attack in attacks)}]"
        with connect(store) as database:
            for attack in attacks:
                with contextlib.suppress(sqlite3.Error):
                    attack(database, chance)
        account.count("hostile stores")
        began_whole = integrity(store) is None
        for words in chance.sample(COMMANDS, 5):
            _check(tool, words, store, place, label, account, began_whole)
    return account


def _check(tool, words, store, place, label, account, began_whole):
    with open(store, "rb") as file:
        before = file.read()
    # An undo restores what the doctor repaired.
    was_whole = integrity(store) is None and (began_whole or words[0] != "undo")
    outcome = tool.run(*words, db=store)
    account.count("commands on hostile stores")

    def fail(what):
        account.fail(told(words, outcome, f"{label} {what}"))

    if outcome.code not in EXIT_CODES:
        fail("is not an exit code")
    if not is_safe_text(outcome.err):
        fail("wrote raw bytes to stderr")
    with open(os.path.join(place, "canary"), "rb") as file:
        if file.read() != CANARY:
            fail("changed a file of somebody else")
    strangers = [name for name in os.listdir(place)
                 if name not in ("canary", "trips.db") and not name.endswith(".backup")]
    if strangers:
        fail(f"made {strangers}")
        _clear(place, strangers)
    with open(store, "rb") as file:
        after = file.read()
    reads = words[0] in ("list", "history", "export", "backup") or "--dry-run" in words \
        or "--status" in words or "--report" in words or words == ["doctor"]
    mends = words == ["doctor", "--fix"]
    if before != after and (reads or (outcome.code == 5 and not mends)):
        fail("changed the store")
    if before != after and outcome.code == 0 and was_whole:
        wrong = integrity(store)
        if wrong:
            fail(wrong)


def _clear(place, names_=None):
    for name in names_ or os.listdir(place):
        path = os.path.join(place, name)
        if os.path.isfile(path):
            os.unlink(path)


def _v1(settings, path, *statements):
    make_v1_store(path, settings.migrations)
    with connect(path) as database:
        for statement in statements:
            database.execute(statement)


def _check_utf16(tool, settings, path, account):
    """Byte limits must be the same in a store whose text is UTF-16."""
    for encoding in ("UTF-16le", "UTF-16be"):
        with connect(path) as database:
            database.execute(f"PRAGMA encoding = '{encoding}'")
            database.execute("CREATE TABLE first(x)")
            database.execute("DROP TABLE first")
        make_v1_store(path, settings.migrations)
        account.count("stores in UTF-16")
        for words in (
                ["migrate"], ["add", "Łódź", "--start", "2027-01-01", "--business", "--perdiem",
                              "120.50 EUR"],
                ["edit", "Łódź", "--perdiem", "9 JPY"], ["undo"], ["doctor"]):
            outcome = tool.run(*words, db=path)
            if outcome.code != 0 and not (words == ["doctor"] and b"mode" in outcome.out):
                account.fail(told(words, outcome, f"on a store in {encoding}"))
        shown = tool.run("list", "--search", "lodz", "--json", "name,perdiem", db=path)
        account.expect(
            b"120.50" in shown.out, lambda: told(["list"], shown, f"on a store in {encoding}"))
        os.unlink(path)


def _check_largest_id(tool, settings, path, account):
    """No id is left after the largest one, which must not be reported as a full disk."""
    _v1(settings, path, "INSERT INTO trip VALUES "
        "(9223372036854775807, 'Last', '', '2027-01-01', '2027-01-01')")
    tool.run("migrate", db=path)
    outcome = tool.run("add", "New", "--start", "2027-01-01", db=path)
    account.expect(
        outcome.code != 0 and b"disk" not in outcome.err,
        lambda: told(["add"], outcome, "after the largest id"))


def _check_virtual(tool, settings, path, account):
    """A trigger that cannot run with trusted_schema = OFF is named before anything is written."""
    try:
        _v1(settings, path, "CREATE VIRTUAL TABLE found USING fts5(name)",
            "CREATE TRIGGER feeds AFTER INSERT ON trip BEGIN "
            "INSERT INTO found(name) VALUES (new.name); END")
    except sqlite3.OperationalError:
        return
    for words in (["migrate", "--dry-run"], ["migrate"]):
        outcome = tool.run(*words, db=path)
        account.expect(
            outcome.code == 5 and b"'feeds'" in outcome.err,
            lambda: told(words, outcome, "with a trigger on a virtual table"))
