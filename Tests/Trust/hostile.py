"""Malicious stores, whose text, names and objects must have no effect.

Each store is one that may arrive by mail: of V1, or of the latest version, with a few attacks in its
schema. Commands run on it next to files that must stay as they are, and no file may appear but backups.
A store that was whole must then still be whole, or have been refused without a change. The system ends
a command that takes too much time or memory.
"""

import contextlib
import os
import random
import sqlite3

from fixtures import connect, integrity, make_store, make_v1_store
from harness import EXIT_CODES, Account, Tool, chunks, described, folder, in_parallel, is_safe_text

STORES = {False: 60, True: 2_000}
LIMITS = (10, 500)
READERS = [
    ["migrate", "--dry-run"], ["migrate", "--status"], ["doctor"], ["list"], ["history"],
    ["list", "--search", "a"], ["backup", "b.backup"], ["export", "--format", "csv"]]
WRITERS = [
    ["migrate"], ["migrate", "--quarantine"], ["doctor", "--fix"], ["undo"],
    ["add", "New", "--start", "2027-01-01"], ["delete", "1", "--yes"], ["edit", "1", "--name", "O"]]
CANARY = b"a file of another program\n"

# Statements that must never run, in each form by which SQLite can write or load a file.
PAYLOADS = [
    "ATTACH 'canary' AS evil; CREATE TABLE evil.made(x)", "ATTACH 'made.db' AS evil",
    "VACUUM INTO 'made.db'", "PRAGMA journal_mode = WAL", "PRAGMA writable_schema = ON",
    "DELETE FROM trip", "DROP TABLE livingAccommodation", "SELECT load_extension('canary')",
    "SELECT writefile('canary', 'x')", "PRAGMA user_version = 99"]


def tail(database, chance):
    """Text after the first statement of an object, of ours or not, which SQLite itself ignores."""
    database.execute("CREATE VIEW mine AS SELECT name FROM trip")
    names_ = [row[0] for row in database.execute(
        "SELECT name FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'")]
    database.execute("PRAGMA writable_schema = ON")
    database.execute(
        "UPDATE sqlite_schema SET sql = sql || ? WHERE name = ?",
        (f"{chance.choice([';', '; --', ' ; ;'])}\n{chance.choice(PAYLOADS)};", chance.choice(names_)))
    database.execute("PRAGMA writable_schema = OFF")


def names(database, chance):
    """Names that break out of their quotes, for a table that refers to one of ours and a trigger."""
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
            f'CREATE TRIGGER "t{quoted[1:]} AFTER DELETE ON trip BEGIN DELETE FROM {quoted}; END')


def functions(database, chance):
    """Triggers and views that call functions with effects outside of the store."""
    call = chance.choice([
        "load_extension('canary')", "writefile('canary', 'x')", "readfile('canary')",
        "fts3_tokenizer('simple', x'00')", "edit('x')", "randomblob(999999999999)"])
    if chance.random() < 0.5:
        event = chance.choice(["INSERT", "UPDATE", "DELETE"])
        database.execute(f"CREATE TRIGGER calls AFTER {event} ON trip BEGIN SELECT {call}; END")
    else:
        database.execute(f"CREATE VIEW calls AS SELECT {call} AS x")


def endless(database, chance, table=None):
    """A table of ours as a view that never ends."""
    table = table or chance.choice(tables(database))
    database.execute("PRAGMA foreign_keys = OFF")
    triggers = database.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall()
    for name, in triggers:
        database.execute(f"DROP TRIGGER {name}")
    database.execute("PRAGMA legacy_alter_table = ON")
    database.execute(f"ALTER TABLE {table} RENAME TO hidden")
    database.execute(
        f"CREATE VIEW {table} AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
        "SELECT hidden.* FROM hidden JOIN n WHERE n.i < 0")


def trigger(database, chance, table=None, event=None):
    """A trigger on a table of ours, whose effect would be seen."""
    table = table or chance.choice(tables(database))
    event = event or chance.choice(["INSERT", "UPDATE", "DELETE"])
    database.execute("CREATE TABLE effect(x)")
    database.execute(
        f"CREATE TRIGGER stranger AFTER {event} ON {table} BEGIN INSERT INTO effect VALUES (1); END")


def tables(database):
    """The tables of a store."""
    return [row[0] for row in database.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' "
        "AND name NOT IN ('hidden', 'effect') AND name NOT LIKE '%;%' AND name NOT LIKE '%\"%' ORDER BY name")]


ATTACKS = [tail, names, functions]
# Each of these is done to each table.
FORMS = [("view", endless, ())] + [(event, trigger, (event,)) for event in ("INSERT", "UPDATE", "DELETE")]


def run(settings):
    parts = chunks(STORES[settings.full], 30)
    account = in_parallel(_work, [(settings, part) for part in parts])
    with folder() as place:
        store = os.path.join(place, "trips.db")
        make_store(Tool(settings.binary, place), store)
        with connect(store) as database:
            ours = tables(database)
    account.meet("tables of ours", *ours)
    account.add(in_parallel(_lie, [(settings, table, form) for table in ours for form in FORMS]))
    return account


def floors(settings):
    return {
        "hostile stores": STORES[settings.full], "commands on hostile stores": 5 * STORES[settings.full],
        "kinds of attacks": len(ATTACKS), "commands that were refused": STORES[settings.full],
        "commands that were done": STORES[settings.full] // 2, "tables of ours": 11,
        "stores that lie about a table": 11 * len(FORMS), "commands that name the lie": 11 * len(FORMS) * 5}


def _lie(job, place):
    """Every command refuses a view that stands for a table; every writer refuses a trigger, with its name."""
    settings, table, (form, attack, more) = job
    account = Account()
    tool = Tool(settings.binary, place, limits=LIMITS)
    store = os.path.join(place, "trips.db")
    make_store(tool, store)
    os.mkdir("calendar")
    with open("in.json", "w", encoding="utf-8") as file:
        file.write('{"name":"New","startDate":"2027-01-01"}')
    with connect(store) as database:
        attack(database, None, table, *more)
    account.meet("stores that lie about a table", (table, form))
    with open(store, "rb") as file:
        before = file.read()
    readers = [["list"], ["show", "1"], ["history"], ["export"], ["plan", "1"], ["stats"]]
    writers = [["add", "New"], ["edit", "1", "--name", "O"], ["delete", "2", "--yes"], ["undo"],
               ["import", "in.json"], ["sync", "calendar"]]
    for words in readers + writers:
        outcome = tool.run(*words, db=store)
        account.count("commands that name the lie", outcome.code == 5)
        where = f"[{table} as {form}]"
        if attack is trigger and words in readers:
            account.expect(outcome.code == 0, lambda: described(words, outcome, f"{where} is not read"))
            continue
        named = (b"stranger" if attack is trigger else table.encode()) in outcome.err
        account.expect(outcome.code == 5 and named, lambda: described(words, outcome, f"{where} does not name it"))
    with open(store, "rb") as file:
        account.expect(file.read() == before, f"[{table} as {form}] the store was changed")
    return account


def _work(job, place):
    settings, numbers = job
    account = Account()
    tool = Tool(settings.binary, place, limits=LIMITS, TRIPS_BUSY_TIMEOUT="0.2", XDG_DATA_HOME=place)
    store = os.path.join(place, "trips.db")
    for number in numbers:
        chance = random.Random(f"{settings.seed} hostile {number}")
        _clear(os.listdir(place))
        with open("canary", "wb") as file:
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
        account.meet("kinds of attacks", *(attack.__name__ for attack in attacks))
        began_whole = integrity(store) is None
        for words in chance.sample(READERS + WRITERS, 5):
            for what in _problems(tool, words, store, account, began_whole):
                account.fail(f"{label} {what}")
    return account


def _problems(tool, words, store, account, began_whole):
    with open(store, "rb") as file:
        before = file.read()
    # An undo restores what the doctor repaired.
    was_whole = integrity(store) is None and (began_whole or words[0] != "undo")
    outcome = tool.run(*words, db=store)
    account.count("commands on hostile stores")
    account.count("commands that were refused", outcome.code not in (0, None))
    account.count("commands that were done", outcome.code == 0)
    if outcome.code not in EXIT_CODES:
        yield described(words, outcome, "is not an exit code")
    if not is_safe_text(outcome.err):
        yield described(words, outcome, "wrote raw bytes to stderr")
    with open("canary", "rb") as file:
        if file.read() != CANARY:
            yield described(words, outcome, "changed the file of another program")
    strangers = [name for name in os.listdir()
                 if name not in ("canary", "trips.db") and not name.endswith(".backup")]
    if strangers:
        yield described(words, outcome, f"made {strangers}")
        _clear(strangers)
    with open(store, "rb") as file:
        after = file.read()
    repairs = words == ["doctor", "--fix"]
    if before != after and (words in READERS or (outcome.code == 5 and not repairs)):
        yield described(words, outcome, "changed the store")
    if before != after and outcome.code == 0 and was_whole and integrity(store):
        yield described(words, outcome, integrity(store))


def _clear(names_):
    for name in names_:
        if os.path.isfile(name):
            os.unlink(name)
