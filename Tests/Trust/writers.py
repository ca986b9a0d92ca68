"""Checks what other programs may do: read everything, and insert, update and delete rows.

Random statements of every form run on a store, with other settings of SQLite's in each round. An
id never changes, no insert or update removes another row, and the history answers for each state
that there was (--at), as the tool did then. A trigger or a unique index of another program makes
every write fail, with its name; reading works.
"""

import os
import random
import sqlite3
import time

from fixtures import connect, make_store
from harness import Account, Tool, chunks, in_parallel, told

TABLES = ["trip", "bucketListItem", "livingAccommodation"]
ROUNDS = {False: 12, True: 300}
STATEMENTS = 60

TEXTS = ["'A'", "'B'", "'C'", "'D'", "'q\"q'", "'b\\b'", "'l'||char(10)||char(1)", "'é'"]
DAYS = ["'2027-01-01'", "'2027-01-02'"]
CLAUSES = ["", "", "", " OR REPLACE", " OR IGNORE", " OR FAIL", " OR ABORT", " OR ROLLBACK"]
ROW_IDS = ["id", "rowid", "oid", "_rowid_"]


class Statements:
    """Statements that collide often: few ids, names, dates and uids."""

    def __init__(self, chance):
        self.chance = chance

    def pick(self, values):
        return self.chance.choice(values)

    def id(self):
        return str(self.chance.randint(1, 9))

    def trip(self):
        values = {"name": self.pick(TEXTS), "destination": self.pick(TEXTS), "startDate": DAYS[0],
                  "endDate": self.pick(DAYS), "notes": self.pick(TEXTS)}
        kind = self.pick([None, "business", "personal"])
        if kind:
            values["type"] = f"'{kind}'"
        if kind == "business":
            values.update(perdiemMinor="12050", perdiemCurrency="'EUR'", perdiemRule="'nights'")
        if kind == "personal":
            values["reason"] = "'family'"
        return values

    def child(self, table):
        text, more = ("title", "details") if table == "bucketListItem" else ("placeName", "address")
        values = {"tripId": self.pick([self.id(), self.id(), "NULL"]), text: self.pick(TEXTS),
                  more: self.pick(TEXTS), "costMinor": "12050", "costCurrency": "'EUR'"}
        if table == "bucketListItem":
            values.update(isDone=self.pick(["0", "1"]), date=self.pick(DAYS), time="'09:05'")
        else:
            values.update(startDate=DAYS[0], endDate=self.pick(DAYS))
        return values

    def values(self, table):
        values = self.trip() if table == "trip" else self.child(table)
        if self.chance.random() < 0.5:
            values["id"] = self.id()
        if self.chance.random() < 0.4:
            values["uid"] = f"'u{self.chance.randint(1, 5)}'"
        return values

    def assignments(self, table):
        """Some columns of a row for SET, except those that its checks link."""
        tied = {"type", "perdiemMinor", "perdiemCurrency", "perdiemRule", "reason", "costMinor",
                "costCurrency", "time", *([] if table == "trip" else ["startDate", "endDate"])}
        values = {k: v for k, v in self.values(table).items() if k not in tied}
        names = self.chance.sample(sorted(values), self.chance.randint(1, 2))
        pairs = [(self.pick(ROW_IDS) if name == "id" else name, values[name]) for name in names]
        if self.chance.random() < 0.1:
            pairs = [(name, "id" if name in ROW_IDS else name) for name, _ in pairs]
        return ", ".join(f"{name} = {value}" for name, value in pairs)

    def condition(self):
        return self.pick([
            f"id = {self.id()}", f"id % 3 = {self.chance.randint(0, 2)}", f"id > {self.id()}", "1",
            f"id IN ({self.id()}, {self.id()})"])

    def insert(self, table):
        first = self.values(table)
        rows = [first]
        for _ in range(self.pick([0, 0, 1, 2])):
            other = self.values(table)
            rows.append({name: other.get(name, value) for name, value in first.items()})
        source = "VALUES " + ", ".join(f"({', '.join(row.values())})" for row in rows)
        if self.chance.random() < 0.2:
            # Rows of the table itself, under their own ids or new ones.
            columns = {name: name for name in first}
            columns[self.pick(sorted(columns))] = self.pick(list(first.values()))
            source = f"SELECT {', '.join(columns.values())} FROM {table} WHERE {self.condition()}"
        verb = self.pick([f"INSERT{self.pick(CLAUSES)}"] * 4 + ["REPLACE"])
        text = f"{verb} INTO {table}({', '.join(first)}) {source}"
        if verb == "REPLACE" or self.chance.random() < 0.5:
            return text
        target = self.pick(["(id)", "(uid)", "", *["(name, startDate, endDate)"] * (table == "trip")])
        action = self.pick(["NOTHING", f"UPDATE SET {self.assignments(table)}"])
        return f"{text} ON CONFLICT{target} DO {action}"

    def update(self, table):
        text = f"UPDATE{self.pick(CLAUSES)} {table} SET {self.assignments(table)}"
        if self.chance.random() < 0.1:
            return text + f" FROM (SELECT {self.id()} AS other) AS o WHERE {table}.id <> o.other"
        return f"{text} WHERE {self.condition()}"

    def delete(self, table):
        return f"DELETE FROM {table} WHERE {self.condition()}"

    def next(self):
        table = self.pick(["trip", "trip", "trip", "bucketListItem", "livingAccommodation"])
        form = self.pick([self.insert] * 4 + [self.update] * 3 + [self.delete])
        return form.__name__, table, form(table)


def rows(db):
    return {(table, row[0]): row for table in TABLES for row in db.execute(f"SELECT * FROM {table}")}


def state(tool, path, *at):
    """What the tool says of a state, uids and ids included; rows without a trip too."""
    answers = [tool.run(*words, *at, db=path)
               for words in (["export", "--format", "json"], ["bucket", "list", "--json"],
                             ["stay", "list", "--json"])]
    return [(answer.code, answer.out) for answer in answers]


def check_statements(db, tool, path, chance, account):
    """Runs statements, each of which is one transaction, and looks back at some of them."""
    for name in ("foreign_keys", "recursive_triggers", "trusted_schema"):
        db.execute(f"PRAGMA {name} = {chance.randint(0, 1)}")
    statements, states, before = Statements(chance), [], rows(db)
    kept = set(chance.sample(range(STATEMENTS), 6))
    for number in range(STATEMENTS):
        form, table, sql = statements.next()
        # Statements within one millisecond may share a transaction.
        time.sleep(0.002)
        try:
            db.execute(sql)
            account.count("statements of other programs")
        except sqlite3.Error as error:
            account.count("statements of other programs refused")
            if db.in_transaction or "malformed" in str(error) or "no such" in str(error):
                account.fail(f"{sql}: {error}")
        after = rows(db)
        if form != "delete" and before.keys() - after.keys():
            account.fail(f"{sql}: removed {sorted(before.keys() - after.keys())}")
        if form == "update" and after.keys() - before.keys():
            account.fail(f"{sql}: changed an id, to {sorted(after.keys() - before.keys())}")
        before = after
        if number in kept:
            token = tool.run("history", "--token", db=path).out.decode().strip()
            states.append((sql, token, state(tool, path)))
    for sql, token, then in states:
        account.count("past states read again")
        if state(tool, path, "--at", token) != then:
            account.fail(f"after {sql}: --at {token} answers otherwise than the tool did then")


def check_undo(tool, path, chance, account):
    """An undo of what another program did restores the rows, and a redo repeats it."""
    before = state(tool, path)
    with connect(path) as db:
        found = [id for id, in db.execute("SELECT id FROM trip")]
        db.execute("PRAGMA foreign_keys = ON")
        db.execute("DELETE FROM trip WHERE id = ?", (chance.choice(found),))
    after = state(tool, path)
    for words, wanted in (["undo"], before), (["redo"], after):
        outcome = tool.run(*words, db=path)
        account.expect(outcome.code == 0, told(words, outcome, "of another program's DELETE"))
        account.expect(state(tool, path) == wanted, f"{words[0]} leaves another state")


def check_obstacles(db, tool, path, chance, account):
    """A trigger or a unique index of another program, on any table of ours."""
    tables = [name for name, in db.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
        " AND (name LIKE 'history%' OR name LIKE '%Past' OR name IN ('trip', 'bucketListItem',"
        " 'livingAccommodation'))")]
    table = chance.choice(tables)
    column = chance.choice([row[1] for row in db.execute(f"PRAGMA table_info({table})")])
    event = chance.choice(["INSERT", "UPDATE", "DELETE"])
    kind, sql = chance.choice([
        ("TRIGGER", f"AFTER {event} ON {table} BEGIN SELECT 1; END"),
        ("TRIGGER", f"BEFORE {event} ON {table} BEGIN SELECT raise(IGNORE); END"),
        ("UNIQUE INDEX", f"ON {table}({column}) WHERE 0")])
    db.execute(f'CREATE {kind} "its own" {sql}')
    account.count("triggers and unique indexes of other programs")
    writers = [["add", "New", "--start", "2027-01-01"], ["edit", "1", "--name", "B"], ["undo"],
               ["delete", "1", "--yes"], ["history", "purge", "--before", "2", "--yes"]]
    for words in writers:
        outcome = tool.run(*words, db=path)
        drop = f"DROP {kind.split()[-1]}".encode()
        account.expect(
            outcome.code == 5 and b"its own" in outcome.err and drop in outcome.err,
            lambda: told(words, outcome, f"with {kind} {sql}"))
    for words in (["list"], ["show", "1"], ["history"], ["list", "--search", "a"]):
        outcome = tool.run(*words, db=path)
        account.expect(outcome.code == 0, lambda: told(words, outcome, f"with {kind} {sql}"))
    db.execute(f'DROP {kind.split()[-1]} "its own"')
    outcome = tool.run(*writers[0], db=path)
    account.expect(outcome.code == 0, lambda: told(writers[0], outcome, f"without {kind} {sql}"))


def run(settings):
    jobs = [(settings, part) for part in chunks(ROUNDS[settings.full], 6)]
    return in_parallel(_work, jobs)


def _work(job, place):
    settings, rounds = job
    account = Account()
    path = os.path.join(place, "trips.db")
    tool = Tool(settings.binary, place)
    for number in rounds:
        chance = random.Random(f"{settings.seed} writers {number}")
        if os.path.exists(path):
            os.unlink(path)
        make_store(tool, path)
        with connect(path) as db:
            check_obstacles(db, tool, path, chance, account)
            # What other programs add of their own stays.
            db.execute("CREATE TABLE theirs(name TEXT)")
            db.execute("CREATE VIEW theirView AS SELECT name FROM trip")
            db.execute("CREATE INDEX theirIndex ON trip(destination)")
        check_undo(tool, path, chance, account)
        with connect(path) as db:
            check_statements(db, tool, path, chance, account)
            found = {name for name, in db.execute("SELECT name FROM sqlite_schema")}
            account.expect({"theirs", "theirView", "theirIndex"} <= found, "an own object is gone")
    return account
