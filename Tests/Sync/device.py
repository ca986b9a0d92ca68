"""A machine with trips: a home, a store, and a folder that is synced with the server."""

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
        self.guarded = 0

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

    # The store

    def view(self):
        """The facts of all trips by uid."""
        if not os.path.exists(self.store):
            return {}
        return {trip["uid"]: facts(trip) for trip in json.loads(self.run("export"))}

    def sql(self, sql, *values):
        """Writes as another program, which is also recorded; returns whether a row changed."""
        with sqlite3.connect(self.store) as db:
            return db.execute(sql, values).rowcount > 0

    def _rows(self, sql, *values):
        with sqlite3.connect(self.store) as db:
            return db.execute(sql, values).fetchall()

    def id(self, uid):
        return str(self._rows("SELECT id FROM trip WHERE uid = ?", uid)[0][0])

    def titles(self):
        """The title and trip of each item, by its row."""
        rows = self._rows(
            "SELECT i.id, t.uid, i.title FROM bucketListItem AS i JOIN trip AS t ON t.id = i.tripId")
        return {row: (uid, title) for row, uid, title in rows}

    # Syncs

    def merge(self, *options):
        """One 'trips sync': the report as JSON, and its exit code."""
        words = ["sync", self.mirror.folder, "--json", *options]
        done = self._run(words)
        if done.returncode == 4 and not done.stdout:
            self.guarded += 1
            words.append("--yes")
            done = self._run(words)
        if done.returncode not in (0, 4) or not done.stdout:
            raise self._failure(words, done)
        return json.loads(done.stdout), done.returncode

    def try_merge(self):
        """A sync that may be refused: its exit code and output."""
        done = self._run(["sync", self.mirror.folder, "--json"])
        return done.returncode, done.stdout.decode()

    def kill_merge(self, *options):
        """Starts a sync and kills it; returns the report of a dry run, since its own is lost."""
        started = time.monotonic()
        planned, _ = self.merge("--dry-run", *options)
        # The writes come last and take about half of the time.
        seconds = (time.monotonic() - started) * random.uniform(0.3, 1.3)
        child = subprocess.Popen(
            [self._binary, "sync", self.mirror.folder, "--yes", *options],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=self._environment)
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
        with open(self.store, "rb") as file:
            files["store"] = file.read()
        return files


def facts(trip):
    """A trip of an export, with facts named as in a report."""
    perdiem = trip["perdiem"] or {}
    amount = perdiem.get("amount")
    found = {
        "name": trip["name"], "destination": trip["destination"], "type": trip["type"],
        "startDate": trip["startDate"], "endDate": trip["endDate"], "notes": trip.get("notes", ""),
        "perdiem": f"{amount} {perdiem['currency']}" if amount else None,
        "perdiemRule": perdiem.get("rule", "full") if amount else None, "reason": trip["reason"],
    }
    for stay in trip["livingAccommodations"]:
        for field in ("placeName", "address", "isConfirmed", "startDate", "endDate"):
            found[f"stay {stay['uid']}: {field}"] = stay[field]
        found[f"stay {stay['uid']}: cost"] = money(stay)
    for item in trip["bucketList"]:
        for field in ("title", "details", "hasReservation", "isInPlan", "isDone", "date", "time"):
            found[f"item '{item['title']}': {field}"] = item.get(field)
        found[f"item '{item['title']}': cost"] = money(item)
    return found


def money(row):
    cost = row.get("cost")
    return f"{cost['amount']} {cost['currency']}" if cost else None
