"""Stores in a folder that may not be written: they are read unless SQLite itself would have to write."""

import contextlib
import os
import shutil
import sqlite3
import subprocess
import sys

from fixtures import make_store
from harness import Account, Tool, described, folder

READERS = [
    "list", "show 1", "history", "history --token", "export", "stats", "doctor", "add New --dry-run",
    "backup --force OTHER/copy.backup",
]
WRITERS = ["add New", "edit 1 --name Bonn", "undo", "import OTHER/in.json"]
# Without these, root may write despite the permissions of a folder.
UNPRIVILEGED = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]


def run(settings):
    account = Account()
    with folder() as place:
        binary = unprivileged(settings.binary, place)
        if not binary:
            account.fail("root may write everywhere, and there is no setpriv")
            return account
        base = os.path.join(place, "base.db")
        make_store(Tool(settings.binary, place), base)
        for state, (reads, writes) in STATES.items():
            check(account, binary, place, base, state, reads, writes)
    return account


def floors(_):
    every = len(READERS) + len(WRITERS)
    return {"commands in folders that may not be written": (len(STATES) - 1) * every + 2,
            "states of a store": len(STATES), "of these that only read": 25, "of these refused": 35}


def unprivileged(binary, place):
    """A program that runs the tool without the privileges of root; None if there is none."""
    if os.geteuid() != 0:
        return binary
    tried = shutil.which("setpriv") and subprocess.run([*UNPRIVILEGED, "true"], capture_output=True)
    if not tried or tried.returncode != 0:
        return None
    path = os.path.join(place, "unprivileged")
    with open(path, "w", encoding="utf-8") as file:
        file.write(f'#!/bin/sh\nexec {" ".join(UNPRIVILEGED)} "{binary}" "$@"\n')
    os.chmod(path, 0o700)
    return path


def check(account, binary, place, base, state, reads, writes):
    shut = os.path.join(place, state.__name__)
    os.mkdir(shut)
    store = os.path.join(shut, "trips.db")
    tool = Tool(binary, place, TRIPS_BUSY_TIMEOUT="1")
    with open(os.path.join(place, "in.json"), "w", encoding="utf-8") as file:
        file.write('{"name":"Imported","startDate":"2027-01-01"}')
    with contextlib.ExitStack() as stack:
        state(base, store, stack)
        os.chmod(shut, 0o500)
        before = contents(shut)
        for words, told_reason in [
            *((words, reads) for words in READERS), *((words, writes) for words in WRITERS)]:
            words = words.replace("OTHER", place)
            if state is missing and words not in ("list", "add New"):
                continue
            outcome = tool.run(*words.split(), db=store)
            account.count("commands in folders that may not be written")
            account.count("of these that only read", told_reason is None and outcome.code == 0)
            account.count("of these refused", told_reason is not None and outcome.code == 5)
            account.meet("states of a store", state.__name__)
            if told_reason is None:
                is_right = outcome.code == 0
            else:
                said = (outcome.out + outcome.err).decode()
                is_right = outcome.code in (1, 5) and told_reason.replace("DIR", shut) in said
            if not is_right:
                account.fail(described(words.split(), outcome, f"[{state.__name__}]"))
            if contents(shut) != before:
                account.fail(described(words.split(), outcome, f"[{state.__name__}] changed a file"))
        os.chmod(shut, 0o700)


def contents(place):
    found = {}
    for name in os.listdir(place):
        with open(os.path.join(place, name), "rb") as file:
            found[name] = file.read()
    return found


# The states of a store


def at_rest(base, store, _):
    shutil.copy(base, store)


def missing(*_):
    pass


def of_a_live_writer(base, store, stack):
    """A separate process, since this one would lose its locks on a file after reading it."""
    shutil.copy(base, store)
    writer = stack.enter_context(
        subprocess.Popen([sys.executable, "-c", WRITER, store], stdin=-1, stdout=-1))
    writer.stdout.readline()
    stack.callback(writer.stdin.close)


WRITER = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("BEGIN IMMEDIATE")
db.execute("UPDATE trip SET destination = 'elsewhere'")
print("ready", flush=True)
sys.stdin.read()
"""


def of_a_killed_writer(base, store, _):
    copy = store + "-copy"
    shutil.copy(base, copy)
    with opened(copy) as db:
        # With such a cache, pages are written before the commit.
        db.execute("PRAGMA cache_size = 1")
        db.execute("BEGIN IMMEDIATE")
        db.execute("UPDATE trip SET destination = hex(randomblob(2000))")
        for suffix in ("", "-journal"):
            shutil.copy(copy + suffix, store + suffix)
    os.unlink(copy)


def with_an_emptied_journal(base, store, _):
    shutil.copy(base, store)
    with opened(store) as db:
        db.execute("PRAGMA journal_mode = PERSIST")
        db.execute("UPDATE trip SET destination = 'elsewhere' WHERE id = 1")


def in_wal_mode(base, store, _):
    shutil.copy(base, store)
    with opened(store) as db:
        db.execute("PRAGMA journal_mode = WAL")


def opened(path):
    return contextlib.closing(sqlite3.connect(path, isolation_level=None))


REFUSED = "no permission to write in the folder 'DIR'"
KILLED = "a program was killed while writing"
WAL = "is in WAL mode, and cannot be read without permission to write in the folder 'DIR'"
# Why readers and writers are refused in a state.
STATES = {
    at_rest: (None, REFUSED),
    missing: (None, ""),
    of_a_live_writer: (None, REFUSED),
    of_a_killed_writer: (KILLED, REFUSED),
    with_an_emptied_journal: (None, REFUSED),
    in_wal_mode: (WAL, REFUSED),
}
