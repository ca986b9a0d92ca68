"""The measuring part of Scripts/benchmark-migrate: BINARY FOLDER TRIPS RUNS."""

import os
import random
import shutil
import sqlite3
import statistics
import subprocess
import sys
import time

BINARY, FOLDER, TRIPS, RUNS = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
SQL = "Migrations/SQL"
CITIES = ["Paris", "Łódź", "Zürich", "東京", "São Paulo", "Berlin", "Oslo", "Reykjavík", "Cusco", "Kyoto"]
PATTERNS = ["{}", "Summer in {}", "Weekend in {}", "Team offsite {}", "Noël à {}", "{} getaway"]


def make_store(path):
    random.seed(1)
    db = sqlite3.connect(path, isolation_level=None)
    db.executescript("PRAGMA synchronous=OFF; BEGIN;" + open(f"{SQL}/V1.sql").read())

    def date(number):
        return time.strftime("%Y-%m-%d", time.gmtime(1420070400 + number * 86400))

    days = [date(n) for n in range(5500)]
    earlier = []

    def trip(i):
        if earlier and random.random() < 0.1:
            name, place, start, end = random.choice(earlier)
            if random.random() < 0.5:
                n = random.randrange(5400)
                start, end = days[n], days[n + random.randrange(20)]
            return name, place, start, end
        n = random.randrange(5400)
        city = random.choice(CITIES)
        row = (
            f"{random.choice(PATTERNS).format(city)} #{i}", city,
            days[n], days[n + random.randrange(20)],
        )
        if len(earlier) < 50000:
            earlier.append(row)
        return row

    db.executemany(
        "INSERT INTO trip(name, destination, start_date, end_date) VALUES (?, ?, ?, ?)",
        (trip(i) for i in range(TRIPS)))
    db.executemany(
        "INSERT INTO bucketListItem(tripId, title, isInPlan) VALUES (?, ?, ?)",
        ((i // 2 + 1, f"Museum {i % 97}", i % 2) for i in range(2 * TRIPS)))
    db.executemany(
        "INSERT INTO livingAccommodation(tripId, placeName, address) VALUES (?, ?, ?)",
        ((2 * i + 1, f"Hotel {i % 89}", "Rue de la Paix 1") for i in range(TRIPS // 2)))
    db.executescript("PRAGMA application_id=0x54524950; PRAGMA user_version=1;")
    db.close()


def row(table, alias, columns):
    return "json_object(" + ", ".join(f"'{c}', {alias}.{c}" for c in columns) + ")"


def shell_script():
    """Hand-written SQL with the same schemas; names are compared unchanged."""
    trip = ["id", "name", "destination", "start_date", "end_date"]
    item = ["id", "tripId", "title", "details", "hasReservation", "isInPlan"]
    stay = ["id", "tripId", "placeName", "address", "isConfirmed"]
    note = "INSERT INTO temp.note(stage, action, entity, rowId, \"row\", survivorId) SELECT 'V1toV2', "
    read = lambda name: open(f"{SQL}/{name}.sql").read()
    schema, fill = (read("V4tables") + read("V3toV4") + read("V4history")).split("\n-- fill\n")
    before = f"""
PRAGMA foreign_keys=OFF; PRAGMA cache_size=-4000; PRAGMA synchronous=EXTRA; BEGIN IMMEDIATE;
CREATE TEMP TABLE note(id INTEGER PRIMARY KEY, stage, action, entity, rowId, "row", survivorId);
SELECT count(*) FROM trip WHERE (id > 0 AND name <> '' AND instr(name, char(0)) = 0
  AND instr(destination, char(0)) = 0 AND start_date GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'
  AND start_date IS date(start_date, '+0 days') AND end_date IS date(end_date, '+0 days')
  AND end_date >= start_date) IS NOT TRUE;
SELECT count(*) FROM bucketListItem WHERE (id > 0 AND instr(title, char(0)) = 0
  AND instr(details, char(0)) = 0 AND hasReservation IN (0, 1) AND isInPlan IN (0, 1)) IS NOT TRUE;
SELECT count(*) FROM livingAccommodation WHERE (id > 0 AND instr(placeName, char(0)) = 0
  AND instr(address, char(0)) = 0 AND isConfirmed IN (0, 1)) IS NOT TRUE;
UPDATE bucketListItem SET tripId = NULL
WHERE tripId IS NOT NULL AND tripId NOT IN (SELECT id FROM trip);
UPDATE livingAccommodation SET tripId = NULL
WHERE tripId IS NOT NULL AND tripId NOT IN (SELECT id FROM trip);
CREATE TEMP TABLE member AS
SELECT id, trim(name) AS name, start_date, end_date FROM trip WHERE trim(name) IN (
  SELECT trim(name) FROM trip GROUP BY trim(name) HAVING count(*) > 1);
CREATE TEMP TABLE merging(id INTEGER PRIMARY KEY, survivorId, winnerId);
INSERT INTO merging SELECT id, s, w FROM (
  SELECT id, min(id) OVER g AS s, max(id) OVER g AS w, count(*) OVER g AS n FROM member
  WINDOW g AS (PARTITION BY name, start_date, end_date)) WHERE n > 1;
CREATE TEMP TABLE moving(id INTEGER PRIMARY KEY, tripId, newTripId, survivorId);
INSERT INTO moving SELECT c.id, c.tripId, m.survivorId, min(c.id) OVER (
  PARTITION BY m.survivorId, title, details, hasReservation, isInPlan)
FROM bucketListItem AS c CROSS JOIN merging AS m ON m.id = c.tripId;
{note} 'merged', 'BucketListItem', r.id, {row('', 'r', item)}, m.survivorId
FROM moving AS m CROSS JOIN bucketListItem AS r ON r.id = m.id WHERE m.survivorId <> m.id;
{note} 'reassigned', 'BucketListItem', r.id, {row('', 'r', item)}, m.newTripId
FROM moving AS m CROSS JOIN bucketListItem AS r ON r.id = m.id
WHERE m.survivorId = m.id AND m.newTripId <> m.tripId;
UPDATE bucketListItem SET tripId = (SELECT newTripId FROM moving AS m WHERE m.id = bucketListItem.id)
WHERE id IN (SELECT id FROM moving WHERE survivorId = id AND newTripId <> tripId);
DELETE FROM bucketListItem WHERE id IN (SELECT id FROM moving WHERE survivorId <> id);
DROP TABLE moving;
CREATE TEMP TABLE moving(id INTEGER PRIMARY KEY, tripId, newTripId, survivorId);
INSERT INTO moving SELECT id, tripId, iif(same = kept, t, NULL), same FROM (
  SELECT c.id, c.tripId, m.survivorId AS t,
    max(c.id) OVER (PARTITION BY m.survivorId, placeName, address, isConfirmed) AS same,
    first_value(c.id) OVER (PARTITION BY m.survivorId ORDER BY isConfirmed DESC, c.id DESC) AS kept
  FROM livingAccommodation AS c CROSS JOIN merging AS m ON m.id = c.tripId);
{note} iif(m.survivorId <> m.id, 'merged', iif(m.newTripId IS NULL, 'orphaned', 'reassigned')),
  'LivingAccommodation', r.id, {row('', 'r', stay)}, coalesce(m.newTripId, m.survivorId)
FROM moving AS m CROSS JOIN livingAccommodation AS r ON r.id = m.id WHERE m.newTripId IS NOT m.tripId;
UPDATE livingAccommodation
SET tripId = (SELECT newTripId FROM moving AS m WHERE m.id = livingAccommodation.id)
WHERE id IN (SELECT id FROM moving WHERE survivorId = id AND newTripId IS NOT tripId);
DELETE FROM livingAccommodation WHERE id IN (SELECT id FROM moving WHERE survivorId <> id);
{note} 'merged', 'Trip', r.id, {row('', 'r', trip)}, m.survivorId
FROM merging AS m CROSS JOIN trip AS r ON r.id = m.id WHERE m.id <> m.survivorId;
UPDATE trip SET destination = (
  SELECT w.destination FROM merging AS m CROSS JOIN trip AS w ON w.id = m.winnerId
  WHERE m.id = trip.id)
WHERE id IN (SELECT id FROM merging WHERE id = survivorId);
DELETE FROM trip WHERE id IN (SELECT id FROM merging WHERE id <> survivorId);
DELETE FROM member WHERE id IN (SELECT id FROM merging WHERE id <> survivorId);
CREATE TEMP TABLE aside(id INTEGER PRIMARY KEY, name, n);
INSERT INTO aside SELECT id, name, n FROM (
  SELECT id, name, row_number() OVER (PARTITION BY name ORDER BY start_date, id) AS n FROM member)
WHERE n > 1;
{note} 'renamed', 'Trip', r.id, {row('', 'r', trip)}, NULL
FROM aside AS m CROSS JOIN trip AS r ON r.id = m.id;
UPDATE trip SET name = (SELECT name || ' (' || n || ')' FROM aside WHERE aside.id = trip.id)
WHERE id IN (SELECT id FROM aside);
"""
    between = f"""
INSERT INTO migrationRecord(stage, action, entity, rowId, "row", survivorId)
SELECT stage, action, entity, rowId, "row", survivorId FROM note ORDER BY id;
DROP INDEX trip_name;
INSERT INTO migrationRecord(stage, action, entity, rowId, "row")
SELECT 'V2toV3', 'restored', 'Trip', r.id, json_object('id', r.id, 'name', r.name)
FROM aside AS m CROSS JOIN trip AS r ON r.id = m.id;
UPDATE trip SET name = (SELECT name FROM aside WHERE aside.id = trip.id)
WHERE id IN (SELECT id FROM aside);
"""
    after = """
SELECT count(*) FROM trip; SELECT count(*) FROM bucketListItem;
SELECT count(*) FROM livingAccommodation; SELECT count(*) FROM pragma_foreign_key_check;
PRAGMA user_version=5; COMMIT;
"""
    history = read("History") + read("V3history")
    last = read("V4toV5") + read("V5history")
    return before + read("V1toV2") + between + read("V2toV3") + history + schema + fill + last + after


def run(words, **options):
    """Seconds and peak MiB of one process."""
    start = time.perf_counter()
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, **options)
    # getrusage would include this process's own memory from before the exec.
    peak = 0
    while process.poll() is None:
        try:
            status = open(f"/proc/{process.pid}/status").read()
            peak = int(status.split("VmHWM:")[1].split()[0]) / 1024
        except (OSError, IndexError):
            pass
        time.sleep(0.01)
    seconds = time.perf_counter() - start
    if process.returncode != 0:
        sys.exit(f"error: {words[0]} ended with {process.returncode}")
    return seconds, peak


def fresh(base):
    work = f"{FOLDER}/work.db"
    for name in os.listdir(FOLDER):
        if name.startswith("work.db"):
            os.remove(f"{FOLDER}/{name}")
    shutil.copyfile(base, work)
    os.sync()
    return work


def main():
    base = f"{FOLDER}/v1.db"
    make_store(base)
    open(f"{FOLDER}/script.sql", "w").write(shell_script())
    print(f"V1 store: {TRIPS} trips, {os.path.getsize(base) / 2**20:.0f} MiB, {RUNS} runs each, medians")
    jobs = {
        "sqlite3 shell, one script": lambda: run(
            ["sqlite3", "-bail", fresh(base)], stdin=open(f"{FOLDER}/script.sql")),
        "sqlite3 shell, .backup": lambda: run(
            ["sqlite3", base, f".backup '{FOLDER}/copy.db'"]),
        "trips migrate --no-backup": lambda: run(
            [BINARY, "--db", fresh(base), "migrate", "--no-backup", "-q"]),
        "trips migrate": lambda: run([BINARY, "--db", fresh(base), "migrate", "-q"]),
        "trips migrate --dry-run": lambda: run(
            [BINARY, "--db", fresh(base), "migrate", "--dry-run", "-q"]),
    }
    seconds = {name: [] for name in jobs}
    peaks = dict.fromkeys(jobs, 0)
    for _ in range(RUNS):
        for name, job in jobs.items():
            took, peak = job()
            seconds[name].append(took)
            peaks[name] = max(peaks[name], peak)
    medians = {name: statistics.median(times) for name, times in seconds.items()}
    script = medians["sqlite3 shell, one script"]
    for name, median in medians.items():
        print(f"{name:28} {median:7.2f} s  {median / script:5.2f} x  peak {peaks[name]:6.1f} MiB")
    backup = medians["trips migrate"] - medians["trips migrate --no-backup"]
    print(f"{'the backup of trips migrate':28} {backup:7.2f} s")
    lightweight(fresh(base))


def lightweight(work):
    """The schema's part of the stages that read no row: V3→V4 up to the fill of its new columns, and V4→V5."""
    for stage, files in (("V3→V4", ["V4tables"]), ("V4→V5", ["V4toV5", "V5history"])):
        run([BINARY, "--db", work, "migrate", "--to", stage[:2], "--no-backup", "-q"])
        db = sqlite3.connect(work, isolation_level=None)
        db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        schema = "".join(open(f"{SQL}/{name}.sql").read() for name in files)
        start = time.perf_counter()
        db.executescript("PRAGMA foreign_keys=OFF; BEGIN IMMEDIATE;" + schema)
        took = time.perf_counter() - start
        db.executescript("ROLLBACK")
        print(f"{stage + ', schema alone':28} {took * 1000:7.1f} ms")


main()
