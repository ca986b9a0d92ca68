"""Time grows with the input: commands on four times the rows take about four times as long.

Three shapes, each small and large: a trip of many items and stays, many trips of one day, and a store
of V1 with many duplicates. The time is that of the processor, which other processes do not change.
"""

import os
import resource

from fixtures import connect, integrity, make_v1_store
from harness import Account, Tool, folder, in_parallel, told

ROWS = 500
# Four times the rows; a quadratic command takes 16 times as long.
MOST = 8

LONG_TRIP = """
    INSERT INTO trip(name, destination, startDate, endDate)
    VALUES ('Long', '', '2027-05-01', '2027-05-31');
    INSERT INTO bucketListItem(tripId, title, details, date)
    SELECT 1, 'item ' || i, 'details', iif(i % 2, '2027-05-02', NULL) FROM n;
    INSERT INTO livingAccommodation(tripId, placeName, startDate, endDate)
    SELECT 1, 'place ' || i, '2027-05-0' || (1 + i % 8), '2027-05-09' FROM n;"""
MANY_TRIPS = """
    INSERT INTO trip(name, destination, startDate, endDate, type, perdiemMinor, perdiemCurrency)
    SELECT 'trip ' || i, 'place ' || i % 9, '2027-05-01', '2027-05-03', 'business', 9, 'EUR' FROM n;
    INSERT INTO bucketListItem(tripId, title) SELECT id, 'item' FROM trip;
    INSERT INTO livingAccommodation(tripId, placeName) SELECT id, 'place' FROM trip;"""
DUPLICATES = """
    INSERT INTO trip(name, destination, start_date, end_date)
    SELECT 'trip ' || i % 9, 'place ' || i, '2027-05-01', '2027-05-03' FROM n;
    INSERT INTO bucketListItem(tripId, title) SELECT id, 'item ' || id % 5 FROM trip;"""

READERS = [
    ["list"], ["list", "--json"], ["list", "item"], ["stats"], ["bucket", "list"], ["stay", "list"],
    ["history"], ["history", "--json"], ["diff", "0"], ["doctor"], ["show", "1"], ["plan", "1"],
    ["perdiem", "--planned"], ["calendar", "--in", "2027"]]
FORMATS = ["json", "ndjson", "csv", "ics", "md", "html"]


def steps(shape, number):
    """Command lines, in this order on one store; 'in FORMAT' is an import into an empty one."""
    if shape == DUPLICATES:
        return [["migrate", "--status"], ["migrate", "--dry-run"], ["migrate"], ["doctor"]]
    few = [str(i + 1) for i in range(number)]
    changes = [["copy", "1", "--start", "2029-01-01"], ["edit", "1", "--move", "+1w"], ["undo"]]
    if shape == LONG_TRIP:
        changes += [["bucket", "done", "1", *few], ["bucket", "remove", "1", *few], ["undo"]]
    else:
        changes += [["edit", *few, "--move", "+1w", "--yes"], ["delete", *few, "--yes"], ["undo"]]
    return READERS + [["export", "--format", f, "-o", f"e.{f}", "--force"] for f in FORMATS] + [
        ["in", f"e.{f}"] for f in FORMATS[:4]] + [["import", f"e.{f}"] for f in FORMATS[:4]] + [
        ["sync", "cal"], ["sync", "cal"], *changes, ["sync", "cal"], ["cut"], ["sync", "cal", "--yes"]]


def run(settings):
    return in_parallel(_work, [(settings, shape) for shape in (LONG_TRIP, MANY_TRIPS, DUPLICATES)])


def _work(job, place):
    settings, shape = job
    account = Account()
    small, large = (_times(settings, shape, ROWS * k, account) for k in (1, 4))
    for (words, before), (_, after) in zip(small, large):
        account.count("commands on four times the rows")
        slow = after > 0.3 and after > MOST * max(before, 0.02)
        account.expect(not slow, f"trips {' '.join(words[:6])}: {before:.2f} s, then {after:.2f} s")
    return account


def _times(settings, shape, number, account):
    """Each command line and its processor time."""
    times = []
    with folder(in_memory=True) as place:
        os.chdir(place)
        os.mkdir("cal")
        tool, store = Tool(settings.binary, place), os.path.join(place, "trips.db")
        if shape == DUPLICATES:
            make_v1_store(store, settings.migrations, trips=1)
        else:
            tool.run("add", "First", db=store)
            tool.run("delete", "First", db=store)
        with connect(store) as db:
            db.execute(f"CREATE TEMP TABLE n AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL "
                       f"SELECT i + 1 FROM n LIMIT {number}) SELECT i FROM n")
            db.executescript("BEGIN; DELETE FROM sqlite_sequence WHERE name = 'trip';" + shape + "COMMIT;")
        for words in steps(shape, number):
            if words == ["cut"]:
                for name in sorted(os.listdir("cal"))[::2]:
                    os.unlink(os.path.join("cal", name))
                continue
            began = resource.getrusage(resource.RUSAGE_CHILDREN)
            if words[0] == "in":
                outcome = tool.run("import", words[1], db=f"{words[1]}.db", seconds=120)
            else:
                outcome = tool.run(*words, db=store, seconds=120)
            ended = resource.getrusage(resource.RUSAGE_CHILDREN)
            account.expect(outcome.code in (0, 4), lambda: told(words, outcome))
            times.append((words, ended.ru_utime + ended.ru_stime - began.ru_utime - began.ru_stime))
        account.expect(integrity(store) is None, f"then: {integrity(store)}")
    return times
