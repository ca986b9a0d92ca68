"""Stores for the checks, and their contents, read without the tool."""

import contextlib
import hashlib
import os
import re
import sqlite3

from harness import described

APPLICATION_ID = 0x54524950


def connect(path):
    return contextlib.closing(sqlite3.connect(path, timeout=5, isolation_level=None))


def integrity(path):
    """None for an intact store, otherwise its problem."""
    try:
        with connect(path) as db:
            answer = db.execute("PRAGMA integrity_check").fetchall()
            if answer != [("ok",)]:
                return f"integrity_check: {answer[:3]}"
            broken = db.execute("PRAGMA foreign_key_check").fetchall()
            return f"foreign_key_check: {broken[:3]}" if broken else None
    except sqlite3.Error as error:
        return f"{type(error).__name__}: {error}"


UID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|"
                 r"\b(trip|stay|item)-[0-9a-f]{12,32}\b")
# Times, nonces and hashes, which differ from run to run although the content is the same.
TIME = re.compile(r"\b20[0-9-]{8,}[T ][0-9:.]{4,}Z?|\b[0-9]{8}T[0-9]{6}Z|\b[0-9a-f]{12,64}\b|"
                  r"\b246[0-9]{4}\.[0-9]+")


# Other tables hold what the tool needs only while it writes.
CONTENT = re.compile(
    r"(trip|bucketListItem|livingAccommodation)(Past)?|history(Transaction|Change)|migrationRecord")


def uids(path):
    with connect(path) as db:
        return {
            row[0] for table in ("trip", "bucketListItem", "livingAccommodation")
            if "uid" in columns(db, table) for row in db.execute(f"SELECT uid FROM {table}")}


def columns(db, table):
    return [row[1] for row in db.execute(f"PRAGMA table_info({table})")]


def content(path, known=frozenset()):
    """A hash of a store's schema and rows, except for times, nonces and uids not in `known`."""
    digest = hashlib.sha256()
    if not os.path.exists(path) or os.path.getsize(path) == 0:
        return "nothing"

    def plain(value):
        if isinstance(value, (int, float)) and value > 2_000_000:
            return "a time"
        if isinstance(value, bytes):
            value = value.decode("utf-8", "backslashreplace")
        if not isinstance(value, str):
            return value
        value = UID.sub(lambda match: match[0] if match[0] in known else "a uid", value)
        return TIME.sub("a time", value) if value not in known else value

    with connect(path) as db:
        digest.update(repr(db.execute("PRAGMA user_version").fetchone()).encode())
        schema = db.execute("SELECT type, name, sql FROM sqlite_schema ORDER BY name, type")
        objects = schema.fetchall()
        digest.update(repr(objects).encode())
        for kind, table, _ in objects:
            if kind == "table" and (CONTENT.fullmatch(table) or table == "sqlite_sequence"):
                found = db.execute(f"SELECT * FROM {table}")
                rows = sorted(repr([plain(value) for value in row]) for row in found)
                digest.update(f"{table} {rows}".encode("utf-8", "surrogatepass"))
    return digest.hexdigest()[:16]


def make_v1_store(path, migrations, trips=12):
    """A store of the first release, with duplicates, items of every kind and orphans."""
    with open(os.path.join(migrations, "SQL", "V1.sql"), encoding="utf-8") as file:
        schema = file.read()
    with connect(path) as db:
        db.executescript(schema)
        db.execute("BEGIN")
        for number in range(trips):
            name = f"Paris {number // 3}" if number % 3 else "Paris"
            day = 1 + number // 4
            db.execute(
                "INSERT INTO trip(name, destination, start_date, end_date) VALUES(?, ?, ?, ?)",
                (name, f"Place {number}", f"2026-12-{day:02}", f"2026-12-{day + 5:02}"))
            for item in range(3):
                db.execute(
                    "INSERT INTO bucketListItem(tripId, title) VALUES(?, ?)",
                    (number + 1, f"item {item}"))
            db.execute(
                "INSERT INTO livingAccommodation(tripId, placeName, isConfirmed) VALUES(?, ?, ?)",
                (number + 1, f"Hotel {number}", number % 2))
        db.execute("INSERT INTO bucketListItem(tripId, title) VALUES(NULL, 'orphan')")
        db.execute("COMMIT")
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute("PRAGMA user_version = 1")


def make_store(tool, path):
    """A store of the latest version with one trip of each kind, with items and stays."""
    for words in [
        ["add", "Berlin", "--destination", "Berlin", "--start", "2026-12-10", "--end", "5n",
         "--business", "--perdiem", "120EUR", "--perdiem-rule", "first-last:75%"],
        ["add", "Łódź", "--destination", "Łódź", "--start", "2027-07-01", "--end", "10n",
         "--personal", "--reason", "family", "--bucket", "Manufaktura", "--bucket", "Księży Młyn"],
        ["add", "Japan", "--destination", "東京", "--start", "2027-04-02", "--end", "2w",
         "--stay", "Ryokan", "--bucket", "Shibuya"],
        ["add", "Japan", "--destination", "Kyoto", "--start", "2028-04-02", "--end", "2w"],
    ]:
        outcome = tool.run(*words, db=path)
        if outcome.code != 0:
            raise SystemExit(f"error: the fixture cannot be made: {described(words, outcome)}")
