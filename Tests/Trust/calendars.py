"""A fault at every call that changes a file of a sync with a folder of calendar files.

After each: the store is whole, no event is torn, and the same command again ends as one run without
a fault would have, on both sides; then nothing is left to do, and no file keeps a temporary name.
"""

import os
import re
import shutil

from faults import ACTIONS, KILLS, places, run_with_fault, step
from fixtures import integrity, make_store
from harness import Account, Tool, described, in_parallel

# Parts that differ from run to run.
CHANCE = re.compile(rb"^(DTSTAMP|LAST-MODIFIED):.*\n( .*\n)*", re.MULTILINE)
STORE = [
    "edit Berlin --name Bonn --notes at-nine", "delete 3", "add New --start 2029-01-01 --stay Inn",
    "bucket done Łódź Manufaktura", "bucket add Łódź Palmiarnia", "delete Oslo",
]
# An event of another program, which stays as it is.
STRANGER = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//phone//EN
BEGIN:VEVENT
UID:stranger@example.com
DTSTART;VALUE=DATE:20290601
DTEND;VALUE=DATE:20290603
SUMMARY:Riga
END:VEVENT
END:VCALENDAR
"""


class Bench:
    """A store and a folder that were in sync, and the later changes on each side."""

    def __init__(self, settings, place, is_first):
        self.settings = settings
        self.base, self.work = os.path.join(place, "base"), os.path.join(place, "work")
        self.db, self.folder = os.path.join(self.work, "trips.db"), os.path.join(self.work, "käl")
        self.log = os.path.join(place, "log")
        self.tool = Tool(settings.binary, place, TRIPS_BUSY_TIMEOUT="1")
        self.debug = Tool(settings.debug, place, TRIPS_BUSY_TIMEOUT="1")
        os.makedirs(self.folder)
        make_store(self.tool, self.db)
        self.tool.run(
            "add", "Oslo", "--start", "2029-03-01", "--stay", "Inn", "--bucket", "Fram", db=self.db)
        if not is_first:
            self.sync()
            for words in STORE:
                self.tool.run(*words.split(), db=self.db)
            self.change_folder()
        shutil.copytree(self.work, self.base)

    def change_folder(self):
        """Changes a trip that the store has changed too, deletes one, adds one, and changes the stay of
        one that the store has deleted."""
        for name in os.listdir(self.folder):
            path = os.path.join(self.folder, name)
            with open(path, "rb") as file:
                event = file.read()
            if b"LOCATION:Kyoto" in event:
                os.unlink(path)
            if b"SUMMARY:Berlin" in event:
                with open(path, "wb") as file:
                    file.write(event.replace(b"LOCATION:Berlin", b"LOCATION:Mitte"))
            if b"SUMMARY:Inn" in event:
                with open(path, "wb") as file:
                    file.write(event.replace(b"STATUS:TENTATIVE", b"STATUS:CONFIRMED"))
        with open(os.path.join(self.folder, "stranger.ics"), "w", encoding="utf-8") as file:
            file.write(STRANGER)

    def fresh(self):
        shutil.rmtree(self.work, ignore_errors=True)
        shutil.copytree(self.base, self.work)

    def sync(self):
        return self.tool.run("sync", self.folder, db=self.db)

    def faulty_sync(self, action="none", at=0):
        return run_with_fault(self.debug, self.settings.shim, self.work, self.log, action, at,
                              "sync", self.folder, db=self.db)

    def calls(self):
        with open(self.log, encoding="utf-8") as file:
            return file.read().splitlines()

    def events(self):
        found = {}
        for name in sorted(os.listdir(self.folder)):
            with open(os.path.join(self.folder, name), "rb") as file:
                found[name] = CHANCE.sub(b"", file.read())
        return found

    def state(self):
        trips = self.tool.run("export", "--format", "json", db=self.db)
        return trips.code, trips.out, self.events()


def sweep(job, place):
    """All faults of one action at every `step`-th call."""
    settings, is_first, action, every = job
    account = Account()
    bench = Bench(settings, place, is_first)
    name = "first sync" if is_first else "sync"
    outcome = bench.sync()
    after = bench.state()
    if not account.expect(outcome.code == 0, lambda: described(["sync"], outcome)):
        return account
    bench.fresh()
    bench.faulty_sync()
    account.expect(bench.state() == after, f"{name}: ends elsewhere under the shim without a fault")
    calls = bench.calls()
    kinds = {call.split()[0] for call in calls}
    wanted = {"write", "sync"} | (set() if is_first else {"rename", "unlink"})
    account.expect(wanted <= kinds, f"{name}: the shim saw only {sorted(kinds)}")
    account.meet("syncs with each action", (is_first, action))
    account.meet("calls of a sync", *((is_first, number) for number in range(len(calls))))
    account.meet("events", *after[2])
    for at in places(settings, name, action, calls, every):
        bench.fresh()
        outcome = bench.faulty_sync(action, at)
        account.count("power cuts of a sync" if action == "power" else "faults of a sync")
        account.count("syncs killed at a call", outcome.code == -9)
        for problem in judge(bench, action, outcome, after):
            account.fail(f"{name}, {action} at {at} ({[*calls, 'the end'][at - 1]}): {problem}")
    return account


def judge(bench, action, outcome, after):
    """All problems after a fault."""
    if outcome.code not in ({-9, 0} if action in KILLS else {0, 1, 4, 5}):
        yield f"ended with {outcome.code}: {outcome.err[:200]}"
    wrong = integrity(bench.db)
    if wrong:
        yield wrong
    for name, event in bench.events().items():
        if name.endswith(".ics") and not event.endswith(b"END:VCALENDAR\n"):
            yield f"{name} is torn"
    struck = [line for line in bench.calls() if line.startswith("! unlink")]
    if outcome.code == 0 and not struck and bench.state() != after:
        yield "reported success and is not done"
    again = bench.sync()
    if again.code != 0:
        yield f"the same command then ends with {again.code}: {again.err[:200]}"
    found = bench.state()
    if found[:2] != after[:2]:
        yield "the same command then ends with other trips"
    if found[2] != after[2]:
        names = {n for n in found[2].keys() | after[2].keys() if found[2].get(n) != after[2].get(n)}
        yield f"the same command then ends with other files: {sorted(names)}"
    third = bench.sync()
    if third.code != 0 or bench.state() != found:
        yield f"a third run still does something: {third.out[:200]}"


def run(settings):
    jobs = [
        (settings, is_first, action, step(settings)) for is_first in (True, False) for action in ACTIONS]
    return in_parallel(sweep, jobs)


def floors(settings):
    return {
        "syncs with each action": 2 * len(ACTIONS), "calls of a sync": 60, "events": 12,
        "faults of a sync": 300 // step(settings), "power cuts of a sync": 60 // step(settings),
        "syncs killed at a call": 120 // step(settings)}
