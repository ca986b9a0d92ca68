"""Checks the history after random statements of other programs, of every form.

After each statement the history is replayed over a model, which must hold what the tables do; at the
end of each round it is played backwards, through every state that there was. Each statement is one
transaction, many of them in one millisecond. It is run on each SQLite that Python finds here: the
one of its own module, and newer ones where `apsw` or `pysqlite3` is installed.

A part of the stores comes from V1 and has triggers of the users' own, which write to our tables within
these statements; the millisecond alone tells transactions apart there.
"""

import json
import os
import random

from fixtures import connect, make_v1_store
from harness import Account, Tool, chunks, in_parallel

TABLES = ["trip", "bucketListItem", "livingAccommodation"]
STATEMENTS = {False: 1_500, True: 20_000}
ROUND = 60

TEXTS = [
    "'A'", "'B'", "'C'", "'D'", "'q\"q'", "'b\\b'", "'l'||char(10)||char(1)", "'é'",
    "CAST(x'FF41' AS TEXT)", "CAST(x'C328' AS TEXT)"]
DAYS = ["'2027-01-01'", "'2027-01-02'"]
CLAUSES = ["", "", "", " OR REPLACE", " OR IGNORE", " OR FAIL", " OR ABORT", " OR ROLLBACK"]
# User triggers, none of which doctor reports as making the history inexact.
TRIGGERS = [
    "AFTER INSERT ON trip BEGIN INSERT INTO bucketListItem(tripId, title) VALUES (new.id, 'P'); END",
    "AFTER UPDATE ON trip BEGIN DELETE FROM bucketListItem WHERE tripId = new.id AND title = 'A'; END",
    "BEFORE INSERT ON trip BEGIN DELETE FROM trip WHERE name = new.name AND id <> new.id; END",
    "BEFORE UPDATE ON trip BEGIN UPDATE livingAccommodation SET address = 'b' WHERE tripId = old.id; "
    "END",
    "AFTER DELETE ON trip BEGIN INSERT INTO livingAccommodation(placeName) VALUES (old.name); END",
    "AFTER DELETE ON trip BEGIN UPDATE livingAccommodation SET placeName = 'left' "
    "WHERE tripId = old.id + 1; END",
    "BEFORE DELETE ON trip BEGIN UPDATE bucketListItem SET tripId = NULL WHERE tripId = old.id; END",
    "AFTER UPDATE ON bucketListItem BEGIN UPDATE trip SET destination = 'busy' "
    "WHERE id = new.tripId; END",
]
ROW_IDS = ["id", "rowid", "oid", "_rowid_"]


class Connection:
    """A connection of one build of SQLite, from any Python module."""

    def __init__(self, module, path):
        self.module = module
        if hasattr(module, "sqlite_lib_version"):
            self.version = module.sqlite_lib_version()
            self.raw = module.Connection(path)
        else:
            self.version = module.sqlite_version
            self.raw = module.connect(path, isolation_level=None)
            self.raw.text_factory = bytes
        self.errors = (module.Error,)

    def execute(self, sql):
        return list(self.raw.cursor().execute(sql))

    def close(self):
        self.raw.close()


def modules():
    """The names of the installed modules."""
    for name in ("sqlite3", "pysqlite3", "apsw"):
        try:
            __import__(name)
            yield name
        except ImportError:
            continue


class Statements:
    """Statements that collide often: few ids, names, dates and uids."""

    def __init__(self, chance):
        self.chance = chance

    def pick(self, values):
        return self.chance.choice(values)

    def id(self):
        return str(self.chance.randint(1, 9))

    def uid(self):
        return f"'u{self.chance.randint(1, 5)}'"

    def trip_values(self):
        values = {"name": self.pick(TEXTS), "destination": self.pick(TEXTS), "startDate": DAYS[0],
                  "endDate": self.pick(DAYS)}
        if self.chance.random() < 0.5:
            values["id"] = self.id()
        if self.chance.random() < 0.4:
            values["uid"] = self.uid()
        kind = self.pick(["trip", "trip", "business", "personal"])
        if kind != "trip":
            values["type"] = f"'{kind}'"
        if kind == "business" and self.chance.random() < 0.5:
            values.update(perdiemMinor="12050", perdiemCurrency="'EUR'", perdiemRule="'nights'")
        if kind == "personal":
            values["reason"] = "'family'"
        if self.chance.random() < 0.3:
            values["notes"] = self.pick(TEXTS)
        return values

    def child_values(self, table):
        text, more = ("title", "details") if table == "bucketListItem" else ("placeName", "address")
        values = {"tripId": self.pick([self.id(), self.id(), "NULL"]), text: self.pick(TEXTS)}
        if self.chance.random() < 0.5:
            values["id"] = self.id()
        if self.chance.random() < 0.5:
            values[more] = self.pick(TEXTS)
        if table == "bucketListItem" and self.chance.random() < 0.5:
            values["isDone"] = self.pick(["0", "1"])
            values.update(date=self.pick(DAYS), time=self.pick(["'09:05'", "NULL"]))
        if table == "livingAccommodation":
            if self.chance.random() < 0.5:
                values["uid"] = self.uid()
            if self.chance.random() < 0.3:
                values.update(startDate=DAYS[0], endDate=self.pick(DAYS))
        if self.chance.random() < 0.3:
            values.update(costMinor="12050", costCurrency=self.pick(["'EUR'", "'CHF'"]))
        return values

    def values(self, table):
        return self.trip_values() if table == "trip" else self.child_values(table)

    def assignments(self, table):
        """Some columns of a row for SET, except those that its checks link."""
        values = self.values(table)
        tied = ["type", "perdiemMinor", "perdiemCurrency", "perdiemRule", "reason", "costMinor",
                "costCurrency", "time"]
        for name in tied + ([] if table == "trip" else ["startDate", "endDate"]):
            values.pop(name, None)
        names = self.chance.sample(sorted(values), self.chance.randint(1, min(2, len(values))))
        pairs = [(self.pick(ROW_IDS) if name == "id" else name, values[name]) for name in names]
        if self.chance.random() < 0.1:
            pairs = [(name, name) for name, _ in pairs]
        return ", ".join(f"{name} = {value}" for name, value in pairs)

    def condition(self, table):
        return self.pick([
            f"id = {self.id()}", f"id % 3 = {self.chance.randint(0, 2)}", f"id > {self.id()}", "1",
            f"id IN ({self.id()}, {self.id()})"])

    def conflicts(self, table):
        targets = ["(id)", ""]
        if table == "trip":
            targets += ["(name, startDate, endDate)", "(uid)"]
        if table == "livingAccommodation":
            targets.append("(uid)")
        text = ""
        for _ in range(self.pick([0, 1, 1, 2])):
            target = self.pick(targets)
            # Each column once: if a target is named twice, SQLite 3.40 overwrites the row with that
            # id and leaves it in the indexes, with and without triggers.
            targets.remove(target)
            # Only the last of several may omit its target.
            if not target:
                return text + self.pick([
                    " ON CONFLICT DO NOTHING", f" ON CONFLICT DO UPDATE SET {self.assignments(table)}"])
            text += f" ON CONFLICT{target}" + self.pick([
                " DO NOTHING", f" DO UPDATE SET {self.assignments(table)}",
                f" DO UPDATE SET {self.assignments(table)} WHERE {table}.id > {self.id()}"])
        return text

    def insert(self, table):
        first = self.values(table)
        names = ", ".join(first)
        rows = [first]
        for _ in range(self.pick([0, 0, 1, 2])):
            other = self.values(table)
            rows.append({name: other.get(name, value) for name, value in first.items()})
        source = "VALUES " + ", ".join(f"({', '.join(row.values())})" for row in rows)
        if self.chance.random() < 0.2:
            # Rows of the table itself, under their own ids or new ones.
            columns = {name: name for name in first}
            columns[self.pick(sorted(columns))] = self.pick(list(first.values()))
            source = f"SELECT {', '.join(columns.values())} FROM {table} WHERE {self.condition(table)}"
        verb = self.pick([f"INSERT{self.pick(CLAUSES)}"] * 4 + ["REPLACE"])
        text = f"{verb} INTO {table}({names}) {source}"
        return text + (self.conflicts(table) if not verb.startswith("REPLACE") else "")

    def update(self, table):
        text = f"UPDATE{self.pick(CLAUSES)} {table} SET {self.assignments(table)}"
        if self.chance.random() < 0.1:
            return text + f" FROM (SELECT {self.id()} AS other) AS o WHERE {table}.id <> o.other"
        return f"{text} WHERE {self.condition(table)}"

    def delete(self, table):
        return f"DELETE FROM {table} WHERE {self.condition(table)}"

    def next(self):
        table = self.pick(["trip", "trip", "trip", "bucketListItem", "livingAccommodation"])
        form = self.pick([self.insert] * 4 + [self.update] * 3 + [self.delete])
        text = form(table)
        return text + (" RETURNING id" if self.chance.random() < 0.1 else "")


def text(value):
    return value.decode("utf-8", "surrogateescape") if isinstance(value, bytes) else value


class Model:
    """The tables that the history implies: rows by table and id."""

    def __init__(self, connection):
        self.connection = connection
        self.columns = {
            table: [text(row[0]) for row in connection.execute(
                f"SELECT name FROM pragma_table_info('{table}') WHERE name <> 'folded'")]
            for table in TABLES}
        self.rows = self.read()
        self.last = self.highest()

    def highest(self):
        return self.connection.execute("SELECT coalesce(max(id), 0) FROM historyChange")[0][0]

    def read(self):
        found = {}
        for table, columns in self.columns.items():
            # apsw raises an error for invalid UTF-8, so everything is read as bytes.
            listed = ", ".join(
                f"iif(typeof({name}) = 'text', CAST({name} AS BLOB), {name})" for name in columns)
            for row in self.connection.execute(f"SELECT {listed} FROM {table}"):
                found[table, row[0]] = dict(zip(columns, map(text, row)))
        return found

    def changes(self):
        rows = self.connection.execute(
            "SELECT id, transactionId, entity, rowId, kind, CAST(oldValues AS BLOB), "
            f"CAST(newValues AS BLOB) FROM historyChange WHERE id > {self.last} ORDER BY id")
        changes = []
        for number, transaction, entity, row, kind, old, new in rows:
            entity = text(entity)
            table = ("trip" if entity.endswith("Trip") else
                     "bucketListItem" if entity == "BucketListItem" else "livingAccommodation")
            values = [json.loads(text(part)) if part is not None else None for part in (old, new)]
            changes.append((transaction, table, row, text(kind), *values))
            self.last = number
        return changes

    def apply(self, change):
        """Replays one change; returns an error, if any."""
        _, table, row, kind, old, new = change
        key = (table, row)
        if kind == "insert":
            if key in self.rows or new["id"] != row:
                return f"insert of {key}, which is there"
            self.rows[key] = new
            return None
        if self.rows.get(key) != old:
            return f"{kind} of {key}: {old} is not {self.rows.get(key)}"
        del self.rows[key]
        if kind == "update":
            if old == new:
                return f"update of {key} without a change"
            if (table, new["id"]) in self.rows:
                return f"update of {key} to the id of another row"
            self.rows[table, new["id"]] = new
        return None


def inverse(change):
    transaction, table, row, kind, old, new = change
    opposite = {"insert": "delete", "delete": "insert", "update": "update"}[kind]
    return (transaction, table, new["id"] if kind == "update" else row, opposite, new, old)


def check_round(connection, chance, account, label, tells_statements=True):
    """Runs statements within a transaction, and checks the history after each."""
    for name in ("foreign_keys", "recursive_triggers", "trusted_schema"):
        connection.execute(f"PRAGMA {name} = {chance.randint(0, 1)}")
    model, statements = Model(connection), Statements(chance)
    played, transactions = [], set()
    connection.execute("BEGIN IMMEDIATE")
    for _ in range(ROUND):
        sql = statements.next()
        before = dict(model.rows)
        try:
            connection.execute(sql)
        except connection.errors as error:
            account.count(f"statements of other programs refused, {label}")
            if "historyNote" in str(error) or "malformed" in str(error):
                account.fail(f"{label}: {sql}: {error}")
            if " OR ROLLBACK" in sql and not connection.raw.in_transaction:
                # Everything is as it was before BEGIN, including the ids of the history.
                connection.execute("BEGIN IMMEDIATE")
                model, played, transactions = Model(connection), [], set()
                continue
        account.count(f"statements of other programs, {label}")
        changes = model.changes()
        for change in changes:
            wrong = model.apply(change)
            if wrong:
                account.fail(f"{label}: {sql}: {wrong}")
        actual = model.read()
        if model.rows != actual:
            wrong = {k: (model.rows.get(k), actual.get(k))
                     for k in {*model.rows, *actual} if model.rows.get(k) != actual.get(k)}
            account.fail(f"{label}: {sql}: the history is not the tables: {wrong}")
            model.rows = actual
        found = {change[0] for change in changes}
        if tells_statements and (len(found) > 1 or found & transactions):
            account.fail(f"{label}: {sql}: is not one transaction: {found}")
        transactions |= found
        played.append((sql, before, changes))
    for sql, before, changes in reversed(played):
        for change in reversed(changes):
            wrong = model.apply(inverse(change))
            if wrong:
                account.fail(f"{label}: back over {sql}: {wrong}")
        if model.rows != before:
            account.fail(f"{label}: back over {sql}: another state")
            model.rows = before
    connection.execute("COMMIT" if chance.random() < 0.8 else "ROLLBACK")


def run(settings):
    jobs = [(settings, name, part) for name in modules()
            for part in chunks(STATEMENTS[settings.full] // ROUND, 25)]
    return in_parallel(_work, jobs)


def _work(job, place):
    settings, name, rounds = job
    account = Account()
    path = os.path.join(place, f"writers-{name}.db")
    tool = Tool(settings.binary, place)
    for number in rounds:
        if os.path.exists(path):
            os.unlink(path)
        chance = random.Random(f"{settings.seed} writers {number}")
        has_triggers = number % 3 == 2
        if has_triggers:
            make_v1_store(path, settings.migrations, trips=4)
        made = tool.run(*(["migrate", "--no-backup"] if has_triggers else
                          ["add", "first", "--start", "2027-01-01"]), db=path)
        if not account.expect(made.code == 0, f"no store: {made.err}"):
            break
        if has_triggers:
            with connect(path) as database:
                for place_, trigger in enumerate(chance.sample(TRIGGERS, chance.randint(1, 2))):
                    database.execute(f"CREATE TRIGGER mine{place_} {trigger}")
        connection = Connection(__import__(name), path)
        label = f"SQLite {connection.version}{', with triggers of users' if has_triggers else ''}"
        check_round(connection, chance, account, label, tells_statements=not has_triggers)
        connection.close()
    return account
