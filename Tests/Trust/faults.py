"""A fault at every call that changes a file, of every command that writes.

After each: the store opens and is whole, its content is that of before or of after, a success means
after, the same command works again, and no file stays that does not belong there. 'power' is a power
cut: what was not synced is gone. A command that has reported success must survive one.
"""

import collections
import filecmp
import os
import pathlib
import random
import re
import shutil

import declared
from disk import Disk
from fixtures import connect, content, integrity, make_store, make_v1_store, uids
from harness import Account, Tool, described, folder, in_parallel

ACTIONS = ["power", "kill", "torn", "eio", "full", "broken"]
# The process is killed by these, unless it ends before.
KILLS = {"power", "kill", "torn"}
Case = collections.namedtuple("Case", "name base words files")


def case(name, words, base="latest", files=()):
    return Case(name, base, words.split(), files)


# One line per command. DB is the store, DIR its folder.
CASES = [
    case("add, no store", "add First --bucket a --bucket b --stay s", base="none"),
    case("add, no folder", "add First", base="no folder"),
    case("add", "add Fault --start 2027-01-01 --end 3n --bucket a --bucket b --stay s"),
    case("add, upsert", "add Berlin --start 2026-12-10 --end 5n --destination Potsdam"),
    case("edit", "edit Berlin --name Bonn --start 2026-12-11 --shift --stay Hotel --bucket c"),
    case("delete", "delete Łódź"),
    case("note", "note Berlin at-nine"),
    case("copy", "copy Berlin --start 2027-03-01"),
    case("bucket add", "bucket add 3 Ginza Ueno --on day2"),
    case("bucket edit", "bucket edit 3 Shibuya --on day3 --cost 5EUR"),
    case("bucket done", "bucket done 3 Shibuya"),
    case("bucket undone", "bucket undone 3 Shibuya", base="done"),
    case("bucket remove", "bucket remove 2 Manufaktura"),
    case("stay add", "stay add 1 Inn --nights 2"),
    case("stay confirm", "stay confirm 3"),
    case("stay attach", "stay attach 1 9", base="orphan"),
    case("undo", "undo"),
    case("redo", "redo", base="undone"),
    case("history purge", "history purge --before 3 --yes"),
    case("import, no store", "import DIR/in.json", base="none", files=("in.json",)),
    case("import", "import DIR/in.json", files=("in.json",)),
    case("export", "export -o DIR/out.json"),
    case("export, replacing", "export --force -o DIR/in.json", files=("in.json",)),
    case("backup", "backup DIR/copy.backup"),
    case("restore", "restore DIR/other.db --yes", files=("other.db",)),
    case("migrate", "migrate", base="V1"),
    case("migrate, no backup", "migrate --no-backup", base="V1"),
    case("migrate, back again", "migrate --undo", base="migrated"),
    case("doctor --fix", "doctor --fix", base="broken reference"),
    case("sample", "sample DIR/sample.db"),
]
# Items and stays share their commands. A sync has a check of its own.
ELSEWHERE = {
    "sync": "calendars", "bucket attach": "stay attach", "stay edit": "bucket edit",
    "stay unconfirm": "bucket undone", "stay remove": "bucket remove"}


def command(case):
    words = []
    for word in case.words:
        if word.startswith("-") or "/" in word or words and words[0] not in GROUPS:
            break
        words.append(word)
    return " ".join(words[:2])


COMMITTED = ("sync /", "sync /trips.db-journal", "truncate /trips.db", "sync /share")
EMPTY = {"none", "no folder"}
REMOVING = ("unlink", "rmdir")
GROUPS = {"bucket", "stay", "history"}


def run_with_fault(tool, shim, work, log, action, at, *words, db):
    """Runs a command with a fault at its call number `at`, which 0 never reaches."""
    if os.path.exists(log):
        os.unlink(log)
    more = {}
    if action == "power":
        disk = Disk(work, log + ".disk")
        more, action = {"FAULT_DISK": disk.place}, "kill"
    outcome = tool.run(
        *words, db=db, seconds=30, LD_PRELOAD=shim, FAULT_FOLDER=work, FAULT_LOG=log,
        FAULT_AT=str(at), FAULT_ACTION=action, **more)
    if more:
        disk.cut()
    return outcome


def places(settings, name, action, calls, step):
    """The numbers of the calls to fail: every `step`-th, from one that depends on the seed.

    The power is also cut once after the last call, when the command has reported success.
    """
    offset = random.Random(f"{settings.seed} {name} {action}").randrange(step)
    found = range(1 + offset, len(calls) + 1, step)
    if action == "torn":
        return [at for at in found if calls[at - 1].startswith("write")]
    return [*found, len(calls) + 1] if action == "power" else list(found)


class Bench:
    """A folder with a store in a known state, and the check of its state afterwards."""

    def __init__(self, settings, case, place):
        self.settings, self.case = settings, case
        self.base = os.path.join(place, "base")
        self.work = os.path.join(place, "work")
        self.log = os.path.join(place, "log")
        self.db = os.path.join(self.work, "trips.db")
        if case.base == "no folder":
            self.db = os.path.join(self.work, "share", "trips", "trips.db")
        self.tool = Tool(settings.binary, place, TRIPS_BUSY_TIMEOUT="1")
        self.debug = Tool(settings.debug, place, TRIPS_BUSY_TIMEOUT="1")
        os.mkdir(self.base)
        self.make_base()
        store = os.path.join(self.base, "trips.db")
        self.latest = latest_version(self.tool, os.path.join(place, "latest.db"))
        self.known = uids(store) if os.path.exists(store) else set()
        self.before = self.content()
        self.wrong_before = integrity(store) if os.path.exists(store) else None
        self.words = [
            word.replace("DIR", self.work).replace("DB", self.db) for word in case.words]

    def make_base(self):
        store = os.path.join(self.base, "trips.db")
        if self.case.base in ("V1", "migrated"):
            make_v1_store(store, self.settings.migrations)
            if self.case.base == "migrated":
                self.tool.run("migrate", db=store)
        elif self.case.base not in EMPTY:
            make_store(self.tool, store)
        if self.case.base == "done":
            self.tool.run("bucket", "done", "3", "Shibuya", db=store)
        if self.case.base == "undone":
            self.tool.run("undo", db=store)
        if self.case.base == "orphan":
            with connect(store) as db:
                db.execute("INSERT INTO livingAccommodation(id, placeName) VALUES(9, 'of no trip')")
        if self.case.base == "broken reference":
            with connect(store) as db:
                # Foreign keys are off here, as in other programs.
                db.execute("INSERT INTO bucketListItem(tripId, title) VALUES(99, 'of no trip')")
        if "in.json" in self.case.files:
            with open(os.path.join(self.base, "in.json"), "w", encoding="utf-8") as file:
                rows = [
                    f'{{"name":"Imported {n}","destination":"x","startDate":"2027-05-{n:02}",'
                    f'"endDate":"2027-05-{n:02}","bucketList":[{{"title":"t"}}]}}'
                    for n in range(1, 29)]
                file.write("[" + ",\n".join(rows) + "]")
        if "other.db" in self.case.files:
            other = os.path.join(self.base, "other.db")
            shutil.copy(store, other)
            self.tool.run("add", "Of the backup", db=other)

    def fresh(self):
        shutil.rmtree(self.work, ignore_errors=True)
        shutil.copytree(self.base, self.work)

    def content(self):
        store = self.db if os.path.exists(self.work) else os.path.join(self.base, "trips.db")
        if self.case.base in EMPTY and not os.path.exists(store):
            return "nothing"
        return content(store, self.known)

    def is_old(self):
        """Whether the store has an older version, which only 'migrate' accepts."""
        with connect(self.db) as db:
            return 0 < db.execute("PRAGMA user_version").fetchone()[0] < self.latest

    def files(self):
        """The names in the folder, without times."""
        return {re.sub(r"\d{8}T\d{6}Z(-\d+)?", "TIME", name) for name in os.listdir(self.work)}

    def documents(self, place):
        """The exports in a folder, by name."""
        return {file.name: file.read_bytes() for file in pathlib.Path(place).glob("*.json")}

    def clean_run(self):
        outcome = self.tool.run(*self.words, db=self.db)
        return outcome.code, self.content(), self.files()

    def faulty_run(self, action="none", at=0):
        return run_with_fault(self.debug, self.settings.shim, self.work, self.log, action, at,
                              *self.words, db=self.db)

    def calls(self):
        with open(self.log, encoding="utf-8") as file:
            return file.read().splitlines()


def latest_version(tool, path):
    tool.run("add", "x", db=path)
    with connect(path) as db:
        return db.execute("PRAGMA user_version").fetchone()[0]


def sweep(job, place):
    """All faults of one action at every `step`-th call of one case."""
    settings, case, action, step = job
    account = Account()
    bench = Bench(settings, case, place)
    bench.fresh()
    code, after, files = bench.clean_run()
    if not account.expect(code == 0, f"{case.name}: the clean run ends with {code}"):
        return account
    documents = bench.documents(bench.work)
    again = bench.clean_run()
    bench.fresh()
    outcome = bench.faulty_run()
    if outcome.code != 0 or bench.content() != after:
        account.fail(described(bench.words, outcome, "under the shim without a fault"))
        return account
    calls = bench.calls()
    account.expect(calls, f"{case.name}: the shim saw no call")
    account.meet("cases with each action", (case.name, action))
    account.meet("calls that change files", *((case.name, number) for number in range(len(calls))))
    for at in places(settings, case.name, action, calls, step):
        bench.fresh()
        outcome = bench.faulty_run(action, at)
        account.count("power cuts" if action == "power" else "faults")
        account.count("commands killed at a call", outcome.code == -9)
        account.count("commands that reported a fault", outcome.code in (1, 4, 5))
        where = f"{case.name}, {action} at {at} ({[*calls, 'the end'][at - 1]})"
        for problem in judge(bench, action, outcome, after, files, documents, again):
            account.fail(f"{where}: {problem}")
    return account


def judge(bench, action, outcome, after, files, documents, again):
    """All problems after a fault."""
    killed = outcome.code == -9 or action == "power"
    if outcome.code not in ({-9, 0} if action in KILLS else {0, 1, 4, 5}):
        yield f"ended with {outcome.code}: {outcome.err[:200]}"
        return
    struck = [line[2:] for line in bench.calls() if line.startswith("! ")]
    if not killed:
        stray = bench.files() - files - {os.path.basename(p) for p in os.listdir(bench.base)}
        # A journal that could not be deleted is handled by SQLite at the next open.
        stray.discard("trips.db-journal")
        if stray and not any(call.startswith("unlink") for call in struck):
            yield f"leaves {sorted(stray)}"
        # A failed first command leaves no folder either.
        if outcome.code != 0 and bench.case.base == "no folder" and bench.content() == "nothing":
            if bench.files() and not any(call.startswith(REMOVING) for call in struck):
                yield f"leaves the folders {sorted(bench.files())}"
    if os.path.exists(bench.db):
        looked = bench.tool.run("list", "--json", db=bench.db)
        if looked.code != (5 if bench.is_old() else 0):
            yield f"list ends with {looked.code}: {looked.err[:200]}"
        wrong = integrity(bench.db)
        if wrong and wrong != bench.wrong_before:
            yield wrong
    for name in os.listdir(bench.work):
        copy = os.path.join(bench.work, name)
        original = os.path.join(bench.base, name)
        if os.path.exists(original):
            if copy != bench.db and name != "in.json" and not filecmp.cmp(copy, original, False):
                yield f"{name} was changed"
        elif name.endswith(".backup") and content(copy, bench.known) != bench.before:
            yield f"{name} is no copy of the store as it was"
    written, old = bench.documents(bench.work), bench.documents(bench.base)
    if outcome.code == 0 and written != documents:
        yield "reported success and its file is not on disk"
    for name, text in written.items():
        if text not in (old.get(name), documents.get(name)):
            yield f"{name} is neither the old file nor the new one"
    found = bench.content()
    if found not in (bench.before, after):
        yield "the content is neither that of before nor that of after"
    if outcome.code == 0 and found != after:
        yield "reported success and is not done"
    # Once the journal is deleted or emptied, the change is made; syncing that, or truncating a
    # store that shrank, may still fail.
    if not killed and outcome.code != 0 and found != bench.before and found == after:
        if not any(call.startswith(COMMITTED) for call in struck):
            yield f"reported failure ({outcome.code}) and is done, after {struck[:1]}"
    if not killed and outcome.code != 0 and b"\nerror: " not in b"\n" + outcome.err:
        yield f"says {outcome.err[:100]} of exit code {outcome.code}"
    expected = again if found == after else (0, after, files)
    if found == after == bench.before:
        expected = None
    code, content_now, files_now = bench.clean_run()
    if expected and (code, content_now) != expected[:2]:
        yield f"the same command then ends with {code} instead of {expected[0]}, or elsewhere"
    stray = files_now - files - again[2]
    if code != 0:
        # An emptied journal stays until the next write.
        stray.discard("trips.db-journal")
    if action == "power":
        # A removal that was not synced; the next command that makes such a file removes it.
        stray = {name for name in stray if not name.startswith(".trips-")}
    if stray and not any(call.startswith("unlink") for call in struck):
        yield f"leaves {sorted(stray)} for good"


def step(settings):
    return 1 if settings.full else 12


def run(settings):
    jobs = [(settings, case, action, step(settings)) for case in CASES for action in ACTIONS]
    account = in_parallel(sweep, jobs)
    with folder() as place:
        writers = declared.writers(Tool(settings.binary, place))
    swept = {command(case) for case in CASES}
    lacking = writers - swept - ELSEWHERE.keys()
    account.expect(not lacking, f"no fault was tried on {sorted(lacking)}")
    strange = (swept | set(ELSEWHERE)) - writers
    account.expect(not strange, f"there is no command {sorted(strange)} that writes")
    account.meet("commands that write", *swept & writers)
    return account


def floors(settings):
    return {
        "commands that write": 23, "cases with each action": len(CASES) * len(ACTIONS),
        "calls that change files": 1_000, "faults": 2_800 // step(settings), "power cuts": 700 // step(settings),
        "commands killed at a call": 1_200 // step(settings),
        "commands that reported a fault": 700 // step(settings)}
