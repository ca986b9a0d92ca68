"""Compares random sequences of commands with a model that is independent of the tool's code.

The model holds the trips with what belongs to them, and whole states before each change for undo
and redo. Three sequences in ten have one command killed at a random call that changes the file.
"""

import copy
import os
import random
from datetime import date, timedelta

from fixtures import integrity
from harness import Account, Tool, chunks, in_parallel, told
from tripmodel import Model, Refused, stored

NAMES = ["Paris", "Berlin", "Łódź", "東京", "50%", "O'Brien", "a_b", '"', "7"]
PLACES = ["", "Paris", "Rome", "x\\y", "São Paulo"]
TITLES = ["Louvre", "Orsay", "Księży Młyn", "%", "item 1"]
BASE = date(2026, 12, 1)


def a_step(model, chance, can_undo):
    """A random command: its words, and its effect on a model."""
    ids = [str(id) for id in model.trips] or ["1"]
    names = [trip["name"] for trip in model.trips.values()] or NAMES
    reference = chance.choice([chance.choice(ids), chance.choice(names), chance.choice(NAMES)])
    titles = chance.sample(TITLES, chance.choice([0, 0, 1, 2]))
    stay = chance.choice([None, None, "Hotel", "Ibis"])
    kind = chance.choices(
        ["add", "edit", "delete", "copy", "item", "new item", "stay", "undo", "redo"],
        [8, 5, 2, 2, 4, 2, 3, 4 * can_undo, 3 * can_undo])[0]
    if kind == "add":
        given = _given(chance)
        given.setdefault("name", chance.choice(NAMES))
        start = BASE + timedelta(days=chance.randrange(4))
        given.update(start=start, end=start + timedelta(days=chance.randrange(3)))
        words = ["add", *_words(given), *_relations(titles, stay)]
        return words, lambda m: m.add(given, titles, stay)
    if kind == "edit":
        given = _given(chance)
        if chance.random() < 0.4:
            start = BASE + timedelta(days=chance.randrange(4))
            given.update(start=start, end=start + timedelta(days=chance.randrange(-1, 3)))
        if not given and not titles and stay is None:
            given["destination"] = "y"
        words = ["edit", *_words(given), *_relations(titles, stay), "--", reference]
        return words, lambda m: m.edit(reference, given, titles, stay)
    if kind == "delete":
        return ["delete", "--", reference], lambda m: m.delete(reference)
    if kind == "copy":
        start = BASE + timedelta(days=chance.randrange(6))
        return ["copy", f"--start={start}", "--", reference], lambda m: m.copy(reference, start)
    if kind == "new item":
        title = chance.choice(TITLES)
        return (
            ["bucket", "add", "--", reference, title],
            lambda m: m.add_items(m.trips[m.trip(reference)], [title]))
    if kind == "item":
        return _item_step(reference, chance.choice(TITLES), chance)
    if kind == "stay":
        return _stay_step(reference, chance)
    return [kind], kind


def _given(chance):
    given = {}
    if chance.random() < 0.4:
        given["name"] = chance.choice(NAMES)
    if chance.random() < 0.5:
        given["destination"] = chance.choice(PLACES)
    kind = chance.choice([None, "business", "personal"])
    if kind:
        given["type"] = kind
    if kind == "business" and chance.random() < 0.7:
        given["perdiem"] = [chance.choice([12050, 0, 99]), "EUR"]
        if chance.random() < 0.5:
            given["rule"] = chance.choice(["nights", "first-last:75%", "first-last:1.50"])
    if kind == "personal" and chance.random() < 0.6:
        given["reason"] = chance.choice(["family", "wellness"])
    return given


def _words(given):
    words = []
    for key, option in [("name", "--name"), ("destination", "--destination"), ("start", "--start"),
                        ("end", "--end"), ("reason", "--reason"), ("rule", "--perdiem-rule")]:
        if key in given:
            words.append(f"{option}={given[key]}")
    if "type" in given:
        words.append(f"--{given['type']}")
    if "perdiem" in given:
        minor, code = given["perdiem"]
        words.append(f"--perdiem={minor // 100}.{minor % 100:02}{code}")
    return words


def _relations(titles, stay):
    words = [] if stay is None else [f"--stay={stay}"]
    return words + [f"--bucket={title}" for title in titles]


def _item_step(reference, title, chance):
    kind = chance.choice(["done", "undone", "remove", "edit"])

    def change(model):
        trip, item = model.items(reference, title)
        if kind == "remove":
            trip["items"].remove(item)
        elif kind == "edit":
            item["details"], item["res"] = "what", 1
        else:
            item["done"] = int(kind == "done")

    options = ["--details=what", "--reserved"] if kind == "edit" else []
    return ["bucket", kind, *options, "--", reference, title], change


def _stay_step(reference, chance):
    kind = chance.choice(["set", "confirm", "unconfirm", "remove"])

    def change(model):
        id = model.trip(reference)
        if kind == "set":
            model.set_stay(id, place="Ryokan")
        elif kind == "remove":
            if model.trips[id]["stay"] is None:
                raise Refused(3)
            model.trips[id]["stay"] = None
        else:
            model.set_stay(id, confirmed=int(kind == "confirm"))

    return ["stay", kind, "--", reference, *(["Ryokan"] if kind == "set" else [])], change


class Sequence:
    """Runs a random sequence on the model and the store."""

    def __init__(self, settings, place, number, can_undo):
        self.settings = settings
        self.chance = random.Random(f"{settings.seed} model {number}")
        self.db = os.path.join(place, "model.db")
        self.tool = Tool(settings.binary, place)
        self.debug = Tool(settings.debug, place)
        self.place, self.can_undo = place, can_undo
        self.model, self.undone, self.redone = Model(), [], []
        self.history = []

    def run(self, account):
        length = self.chance.randrange(1, 61)
        kill = self.chance.randrange(length) if self.chance.random() < 0.3 else None
        for turn in range(length):
            words, change = a_step(self.model, self.chance, self.can_undo)
            self.history.append(words)
            account.count("operations on the model")
            problem = self.step(words, change, turn == kill, account)
            if problem:
                return problem
        return integrity(self.db) if os.path.exists(self.db) else None

    def step(self, words, change, kills, account):
        expected, new = self.expect(change)
        if kills:
            account.count("sequences with a kill")
            outcome = self.debug.run(
                *words, db=self.db, LD_PRELOAD=self.settings.shim, FAULT_FOLDER=self.place,
                FAULT_ACTION="kill", FAULT_AT=str(self.chance.randrange(1, 30)))
            if outcome.code == -9:
                self.tool.run("list", db=self.db)
                if stored(self.db) == self.model.snapshot():
                    # Ids that a killed command took are free again, since nothing of it was stored.
                    return None
                outcome = outcome._replace(code=0)
        else:
            outcome = self.tool.run(*words, db=self.db)
        if outcome.code != expected:
            return told(words, outcome, f"instead of {expected}")
        if expected == 0:
            self.accept(change, new)
        if stored(self.db) != self.model.snapshot():
            return told(words, outcome, f"leaves {stored(self.db)} and not {self.model.snapshot()}")
        return None

    def expect(self, change):
        """The expected exit code and state."""
        if change == "undo":
            return (0, self.undone[-1]) if self.undone else (4, None)
        if change == "redo":
            return (0, self.redone[-1]) if self.redone else (4, None)
        new = copy.deepcopy(self.model)
        try:
            change(new)
        except Refused as refusal:
            return refusal.code, None
        return 0, new

    def accept(self, change, new):
        old = self.model
        self.model = copy.deepcopy(new)
        # Ids are never reused, even after an undo removed the row.
        self.model.last = {kind: max(old.last[kind], new.last[kind]) for kind in old.last}
        if change == "undo":
            self.undone.pop()
            self.redone.append(old)
        elif change == "redo":
            self.redone.pop()
            self.undone.append(old)
        elif old.snapshot() != new.snapshot():
            self.undone.append(old)
            self.redone = []


def run(settings):
    number = 2_000 if settings.full else 120
    return in_parallel(_work, [(settings, part) for part in chunks(number, 20)])


def _work(job, place):
    settings, numbers = job
    account = Account()
    can_undo = Tool(settings.binary, place).knows("undo")
    if not can_undo:
        account.note("skipped: undo and redo in the model (the binary has no such command)")
    for number in numbers:
        account.count("sequences against the model")
        inner = os.path.join(place, str(number))
        os.mkdir(inner)
        sequence = Sequence(settings, inner, number, can_undo)
        problem = sequence.run(account)
        if problem:
            steps = "; ".join(" ".join(words) for words in sequence.history[-6:])
            account.fail(f"[{number}, step {len(sequence.history)}] {problem}; after {steps}")
    return account
