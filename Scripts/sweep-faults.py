"""The loop of Scripts/sweep-faults: BINARY FOLDER STEP ROWS."""

import collections
import os
import shutil
import sqlite3
import subprocess
import sys

BINARY, FOLDER, STEP, ROWS = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
STORE = f"{FOLDER}/store/trips.db"
BASE = f"{FOLDER}/base.db"


def make_base():
    db = sqlite3.connect(BASE)
    db.executescript(open("Tests/MigrationsTests/Frozen/V1.sql").read())
    # With 1500 rows the cache spills, and the journal is synced in the middle of the walk.
    db.executescript(
        f"""
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {ROWS})
        INSERT INTO trip
        SELECT 1000 + i, 'trip ' || (i / 2), hex(zeroblob(1500)), '2026-01-01', '2026-01-02'
        FROM n WHERE i <= {ROWS};
        """)
    db.close()


def fresh():
    shutil.rmtree(f"{FOLDER}/store", ignore_errors=True)
    os.mkdir(f"{FOLDER}/store")
    shutil.copyfile(BASE, STORE)


def run(**fault):
    environment = dict(os.environ, HOME=FOLDER)
    if fault:
        environment["LD_PRELOAD"] = f"{FOLDER}/faults.so"
        environment["FAULT_PATH"] = STORE
        environment.update({f"FAULT_{name.upper()}": str(value) for name, value in fault.items()})
    process = subprocess.run(
        [BINARY, "--db", STORE, "migrate", "-q"], env=environment, capture_output=True, timeout=120)
    return process.returncode


def look(path):
    """The version, and everything in the store that is not made by chance."""
    db = sqlite3.connect(path)
    if db.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
        return "damaged", None
    if db.execute("PRAGMA foreign_key_check").fetchall() and \
            db.execute("PRAGMA user_version").fetchone()[0] > 1:
        return "dangling", None
    db.text_factory = bytes
    version = db.execute("PRAGMA user_version").fetchone()[0]
    content = []
    for (table,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1"):
        table = table.decode()
        if table == "historyState":
            continue
        columns = [row[1].decode() for row in db.execute(f'PRAGMA table_info("{table}")')]
        columns = ", ".join(f'quote("{name}")' for name in columns if name != "uid")
        content.append((table, db.execute(f'SELECT {columns} FROM "{table}" ORDER BY 1, 2').fetchall()))
    db.close()
    return version, content


def state(old, new):
    if os.path.getsize(STORE) == 0:
        return "EMPTY"
    found = look(STORE)
    return "old" if found == old else "new" if found == new else f"NEITHER ({found[0]})"


def backups_are_whole(old):
    names = [name for name in os.listdir(f"{FOLDER}/store") if name.endswith(".backup")]
    return all(look(f"{FOLDER}/store/{name}") == old for name in names)


def main():
    make_base()
    old = look(BASE)
    fresh()
    if run() != 0:
        sys.exit("error: the walk fails without a fault")
    new = look(STORE)
    fresh()
    run(count=f"{FOLDER}/count")
    total = int(open(f"{FOLDER}/count").read())
    print(f"{total} calls, every {STEP}. tested", flush=True)
    failed = False
    for kind in ["kill", "torn", "enospc", "eio"]:
        results = collections.Counter()
        for at in range(1, total + 1, STEP):
            fresh()
            code = run(kind=kind, at=at)
            after = state(old, new)
            whole = backups_are_whole(old)
            again = run()
            final = state(old, new)
            rest = sorted(n for n in os.listdir(f"{FOLDER}/store")
                          if n != "trips.db" and not n.endswith(".backup"))
            good = (after in ("old", "new") and whole and again == 0 and final == "new"
                    and not rest and (code != 0 or after == "new"))
            failed |= not good
            results[f"{'ok ' if good else 'BAD'} exit {code}: {after}; again: exit {again}, {final}"
                    + ("" if whole else ", a backup is not whole") + (f", left {rest}" if rest else "")
                    + ("" if good else f" (call {at})")] += 1
        for result, count in sorted(results.items()):
            print(f"{kind:7}{count:5} x {result}", flush=True)
    sys.exit(1 if failed else 0)


main()
