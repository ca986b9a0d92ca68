"""Malicious stores, whose text, names and objects must have no effect.

Each store is one that may arrive by mail: of V1, or of the latest version, with a few attacks in its
schema. Commands run on it beside files that must stay as they are, and no file may appear but backups.
A store that was whole must then still be whole, or have been refused without a change.
"""

import contextlib
import os
import random
import sqlite3

from fixtures import connect, integrity, make_store, make_v1_store
from harness import EXIT_CODES, Account, Tool, chunks, in_parallel, is_safe_text, told

STORES = {False: 60, True: 2_000}
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


ATTACKS = [tail, names, functions]


def run(settings):
    parts = chunks(STORES[settings.full], 30)
    return in_parallel(_work, [(settings, part) for part in parts])


def _work(job, place):
    settings, numbers = job
    account = Account()
    tool = Tool(settings.binary, place, TRIPS_BUSY_TIMEOUT="0.2", XDG_DATA_HOME=place)
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
    if outcome.code not in EXIT_CODES:
        yield told(words, outcome, "is not an exit code")
    if not is_safe_text(outcome.err):
        yield told(words, outcome, "wrote raw bytes to stderr")
    with open("canary", "rb") as file:
        if file.read() != CANARY:
            yield told(words, outcome, "changed the file of another program")
    strangers = [name for name in os.listdir()
                 if name not in ("canary", "trips.db") and not name.endswith(".backup")]
    if strangers:
        yield told(words, outcome, f"made {strangers}")
        _clear(strangers)
    with open(store, "rb") as file:
        after = file.read()
    mends = words == ["doctor", "--fix"]
    if before != after and (words in READERS or (outcome.code == 5 and not mends)):
        yield told(words, outcome, "changed the store")
    if before != after and outcome.code == 0 and was_whole and integrity(store):
        yield told(words, outcome, integrity(store))


def _clear(names_):
    for name in names_:
        if os.path.isfile(name):
            os.unlink(name)
