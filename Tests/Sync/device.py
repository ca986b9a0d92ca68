"""A machine with trips: a home, a store, and a folder that is synced."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import time


class Device:
    def __init__(self, name, binary, server, place):
        self.name = name
        self.place = os.path.join(place, name)
        os.makedirs(self.place)
        self._binary = binary
        self.mirror = server.mirror(self.place)
        self.store = os.path.join(self.place, "trips.db")
        self._environment = {
            "HOME": self.place, "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "TZ": "UTC",
            "TRIPS_DB": self.store, "TRIPS_TODAY": "2026-11-21", "TRIPS_AUTHOR": name,
        }
        self.kills = 0

    def run(self, *words, codes=(0,)):
        done = self._run(words)
        if done.returncode not in codes:
            raise self._failure(words, done)
        return done.stdout.decode()

    def _run(self, words):
        return subprocess.run(
            [self._binary, *words], capture_output=True, env=self._environment, timeout=120,
            stdin=subprocess.DEVNULL)

    def _failure(self, words, done):
        return RuntimeError(
            f"{self.name}: trips {' '.join(words)}: exit {done.returncode}: "
            f"{done.stderr.decode()}{done.stdout.decode()[:2000]}")

    def trips(self):
        """All trips by uid, as exported, without the ids of this store."""
        if not os.path.exists(self.store):
            return {}
        found = json.loads(self.run("export", "--format", "json"))
        return {trip["uid"]: without_ids(trip) for trip in found}

    def sql(self, sql, *values):
        """Writes as another program."""
        with sqlite3.connect(self.store) as db:
            db.execute(sql, values)

    def id(self, uid):
        with sqlite3.connect(self.store) as db:
            return str(db.execute("SELECT id FROM trip WHERE uid = ?", (uid,)).fetchone()[0])

    # Syncs

    def merge(self, *options):
        """One 'trips sync': the report as JSON, and its exit code."""
        words = ["sync", self.mirror.folder, "--json", *options]
        done = self._run(words)
        if done.returncode == 4 and not done.stdout:
            # Most events are gone, because they were deleted one by one.
            words.append("--yes")
            done = self._run(words)
        if done.returncode not in (0, 4) or not done.stdout:
            raise self._failure(words, done)
        return json.loads(done.stdout), done.returncode

    def try_merge(self):
        """A sync that may be refused: its exit code and output."""
        done = self._run(["sync", self.mirror.folder, "--json"])
        return done.returncode, done.stdout.decode()

    def kill_merge(self):
        """Starts a sync and kills it; returns the report of a dry run, since its own is lost."""
        started = time.monotonic()
        planned, _ = self.merge("--dry-run")
        # The writes come last and take about half of the time.
        seconds = (time.monotonic() - started) * random.uniform(0.3, 1.3)
        child = subprocess.Popen(
            [self._binary, "sync", self.mirror.folder, "--yes"], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=self._environment)
        time.sleep(seconds)
        child.send_signal(signal.SIGKILL)
        self.kills += child.wait() == -signal.SIGKILL
        return planned

    def bytes(self):
        """Everything that a second sync must not change."""
        files = {}
        for name in os.listdir(self.mirror.folder):
            with open(os.path.join(self.mirror.folder, name), "rb") as file:
                files[name] = file.read()
        if os.path.exists(self.store):
            with open(self.store, "rb") as file:
                files["store"] = file.read()
        return files


def without_ids(trip):
    """Stays and items in an order that does not depend on their ids either."""
    rest = {key: value for key, value in trip.items() if key != "id"}
    for key in ("bucketList", "livingAccommodations"):
        if key in rest:
            rest[key] = sorted((without_ids(row) for row in rest[key]), key=json.dumps)
    return rest
