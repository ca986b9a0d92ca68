"""Many processes at once: no write is lost, and a stopped one does not block others for long."""

import multiprocessing
import os
import random
import signal
import subprocess
import time

from fixtures import connect, integrity, make_store
from harness import Account, Tool, described, environment, folder

WRITERS = 8
# Extra time for a slow machine, beyond the tool's own timeout.
PATIENCE = 1.0


def number(settings):
    return 200 if settings.full else 20


def floors(settings):
    adds = WRITERS * number(settings)
    return {
        "adds by eight processes": adds, "adds by eight processes, some killed": adds,
        "of these killed": adds // 40, "first runs of eight at once": max(5, number(settings) // 4),
        "writers that met a frozen one": 40 if settings.full else 8,
        "readers that went on despite a frozen writer": 20 if settings.full else 4}


def run(settings):
    account = Account()
    adds = number(settings)
    for check in (_flood, _flood_with_kills, _first_run):
        with folder() as place:
            os.chdir(place)
            check(settings, place, adds, account)
            os.chdir("/")
    with folder() as place:
        os.chdir(place)
        _frozen(settings, place, account)
        os.chdir("/")
    return account


def _writers(work, settings, place, adds):
    """Runs work in eight processes at once; returns their results."""
    with multiprocessing.get_context("fork").Pool(WRITERS) as pool:
        return pool.starmap(work, [(settings, place, number, adds) for number in range(WRITERS)], 1)


def _add_many(settings, place, number, adds):
    tool = Tool(settings.binary, place, TRIPS_BUSY_TIMEOUT="60")
    store = os.path.join(place, "trips.db")
    names, problems = [], []
    for turn in range(adds):
        words = ["add", f"writer {number} trip {turn}", "-q"]
        outcome = tool.run(*words, db=store, seconds=90)
        (names if outcome.code == 0 else problems).append(words[1])
        if outcome.code != 0:
            problems[-1] = described(words, outcome)
    return names, problems


def _add_and_die(settings, place, number, adds):
    """As above, and every third process is killed after 0 to 8 ms."""
    store = os.path.join(place, "trips.db")
    chance = random.Random(f"{settings.seed} load {number}")
    names, killed, problems = [], [], []
    for turn in range(adds):
        name = f"writer {number} trip {turn}"
        child = subprocess.Popen(
            [settings.binary, "add", name, "-q", "--bucket", "a", "--bucket", "b"], stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env=environment(place, TRIPS_DB=store, TRIPS_BUSY_TIMEOUT="60"))
        if turn % 3 == 0:
            time.sleep(chance.random() * 0.008)
            child.kill()
        _, told_us = child.communicate(timeout=90)
        if child.returncode == 0:
            names.append(name)
        elif child.returncode == -9:
            killed.append(name)
        else:
            problems.append(f"add {name!r}: exit {child.returncode} {told_us[:200]}")
    return names, killed, problems


def _names(place):
    with connect(os.path.join(place, "trips.db")) as db:
        return [name for name, in db.execute("SELECT name FROM trip")]


def _flood(settings, place, adds, account):
    results = _writers(_add_many, settings, place, adds)
    acknowledged = sorted(name for names, _ in results for name in names)
    for _, problems in results:
        account.failures += problems
    account.count("adds by eight processes", WRITERS * adds)
    found = sorted(_names(place))
    account.expect(found == acknowledged, f"{len(acknowledged)} adds are {len(found)} trips")
    account.expect(len(found) == WRITERS * adds, f"{len(found)} trips of {WRITERS * adds}")
    _whole(place, account)


def _flood_with_kills(settings, place, adds, account):
    results = _writers(_add_and_die, settings, place, adds)
    acknowledged = {name for names, _, _ in results for name in names}
    killed = {name for _, names, _ in results for name in names}
    for _, _, problems in results:
        account.failures += problems
    account.count("adds by eight processes, some killed", WRITERS * adds)
    account.count("of these killed", len(killed))
    found = _names(place)
    account.expect(len(found) == len(set(found)), "a trip is there twice")
    lost = acknowledged - set(found)
    account.expect(not lost, f"acknowledged and lost: {sorted(lost)[:5]}")
    strange = set(found) - acknowledged - killed
    account.expect(not strange, f"unexpected trips: {sorted(strange)[:5]}")
    _whole(place, account)
    with connect(os.path.join(place, "trips.db")) as db:
        items = db.execute("SELECT count(*) FROM bucketListItem").fetchone()[0]
    account.expect(items == 2 * len(found), "a killed add left a part of itself")


def _whole(place, account):
    wrong = integrity(os.path.join(place, "trips.db"))
    account.expect(wrong is None, f"after the flood: {wrong}")
    stray = [name for name in os.listdir(place) if name != "trips.db"]
    account.expect(not stray, f"the flood leaves {stray}")


def _first_run(settings, place, adds, account):
    """Eight processes create the same store at once, in a missing folder.

    A ninth fails to import into it, which must not disturb them.
    """
    wrong = os.path.join(place, "wrong.ndjson")
    with open(wrong, "w", encoding="utf-8") as file:
        for number in range(500):
            file.write(f'{{"name":"wrong {number}","startDate":"2027-01-01"}}\n')
        file.write('{"name":"wrong","startDate":"never"}\n')
    for turn in range(max(5, adds // 4)):
        inner = os.path.join(place, str(turn), "deep")
        children = [
            subprocess.Popen(
                [settings.binary, "add", f"first {number}", "-q"], stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                env=environment(place, TRIPS_DB=inner + "/trips.db", TRIPS_BUSY_TIMEOUT="60"))
            for number in range(WRITERS)]
        importing = Tool(settings.binary, place, TRIPS_BUSY_TIMEOUT="60").run(
            "import", wrong, db=inner + "/trips.db")
        account.expect(importing.code == 2, described(["import"], importing, "on the first run"))
        for child in children:
            _, told_us = child.communicate(timeout=90)
            account.expect(
                child.returncode == 0, f"first run: exit {child.returncode} {told_us[:200]}")
        account.count("first runs of eight at once")
        account.expect(len(_names(inner)) == WRITERS, "a first run lost a trip")
        _whole(inner, account)


def _frozen(settings, place, account):
    """A writer is stopped at each of its calls in turn; the others answer in time."""
    store = os.path.join(place, "store", "trips.db")
    os.mkdir(os.path.dirname(store))
    tool = Tool(settings.binary, place)
    make_store(tool, store)
    with open(store, "rb") as file:
        pristine = file.read()
    log = os.path.join(place, "log")
    shim = environment(
        place, LD_PRELOAD=settings.shim, FAULT_FOLDER=os.path.dirname(store), FAULT_LOG=log,
        TRIPS_DB=store)
    command = [settings.debug, "add", "Frozen", "--bucket", "a", "-q"]
    subprocess.run(command, env=shim, stdout=subprocess.DEVNULL, check=True)
    with open(log) as file:
        calls = file.read().splitlines()
    step = 1 if settings.full else 5
    readers_went_on = 0
    for at in range(1, len(calls) + 1, step):
        with open(store, "wb") as file:
            file.write(pristine)
        child = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=dict(shim, FAULT_ACTION="stop", FAULT_AT=str(at)))
        os.waitid(os.P_PID, child.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
        where = f"frozen at {at} ({calls[at - 1]})"
        reader = tool.run("list", "--count", db=store, TRIPS_BUSY_TIMEOUT="0.2")
        in_time = reader.seconds < 0.2 + PATIENCE
        account.expect(reader.code in (0, 5) and in_time, described(["list"], reader, where))
        readers_went_on += reader.code == 0
        timeout = 5 if at == 1 + step else 0.3
        writer = tool.run("add", "Waiting", "-q", db=store, TRIPS_BUSY_TIMEOUT=str(timeout))
        in_time = timeout <= writer.seconds + 0.05 and writer.seconds < timeout + PATIENCE
        is_locked = not os.path.exists(store + "-journal") or writer.code == 5
        account.expect(
            (writer.code == 5 and in_time or writer.code == 0) and is_locked,
            described(["add"], writer, f"{where}, after {writer.seconds:.2f} s"))
        if writer.code == 5:
            account.count("writers that met a frozen one")
            account.expect(b"is locked" in writer.err, described(["add"], writer, where))
        os.kill(child.pid, signal.SIGCONT)
        code = child.wait(30)
        account.expect(code == 0, f"{where}: ends with {code} when it goes on")
        after = tool.run("list", "--json", db=store)
        account.expect(b"Frozen" in after.out, f"{where}: its trip is lost")
        account.expect(integrity(store) is None, f"{where}: {integrity(store)}")
    account.count("readers that went on despite a frozen writer", readers_went_on)
