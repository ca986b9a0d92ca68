"""A machine of somebody: a home, a store, a folder, vdirsyncer; and the phone."""

import json
import os
import random
import signal
import subprocess
import time

import event
import server as servers


class Device:
    def __init__(self, name, binary, server, place):
        self.name = name
        self.place = os.path.join(place, name)
        os.makedirs(self.place)
        self._binary = binary
        self.mirror = servers.Mirror(server, self.place)
        self.store = os.path.join(self.place, "trips.db")
        self._environment = {
            "HOME": self.place, "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "TZ": "UTC",
            "TRIPS_DB": self.store, "TRIPS_TODAY": "2026-11-21", "TRIPS_AUTHOR": name,
        }
        self.kills = 0

    def run(self, *words, codes=(0,)):
        return self._run(words, codes).stdout.decode()

    def undo(self):
        """Whether that took a sync back."""
        return " (sync by " in self._run(["undo"], (0, 4)).stderr.decode()

    def _run(self, words, codes):
        done = subprocess.run(
            [self._binary, *words], capture_output=True, env=self._environment, timeout=60,
            stdin=subprocess.DEVNULL)
        if done.returncode not in codes:
            raise RuntimeError(
                f"{self.name}: trips {' '.join(words)}: exit {done.returncode}: "
                f"{done.stderr.decode()}{done.stdout.decode()[:2000]}")
        return done

    def view(self):
        """The facts of all trips, by uid, as nobody's ids."""
        if not os.path.exists(self.store):
            return {}
        return {trip["uid"]: facts(trip) for trip in json.loads(self.run("export"))}

    def merge(self, *options):
        """One 'trips sync': the report as JSON, and its exit code."""
        done = self._run(["sync", self.mirror.folder, "--json", "--yes", *options], (0, 4))
        return json.loads(done.stdout), done.returncode

    def kill_merge(self, seconds, *options):
        """Begins one and kills it: the report of what it was about to do, for its own is lost."""
        planned, _ = self.merge("--dry-run", *options)
        child = subprocess.Popen(
            [self._binary, "sync", self.mirror.folder, "--yes", *options],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=self._environment)
        time.sleep(seconds)
        child.send_signal(signal.SIGKILL)
        self.kills += child.wait() == -signal.SIGKILL
        return planned

    def bytes(self):
        """All that a second sync must not change."""
        files = {}
        for name in os.listdir(self.mirror.folder):
            with open(os.path.join(self.mirror.folder, name), "rb") as file:
                files[name] = file.read()
        with open(self.store, "rb") as file:
            files["store"] = file.read()
        return files


def facts(trip):
    """A trip of an export as a flat account: what it is by field, each item by its title."""
    perdiem = trip["perdiem"] or {}
    amount = perdiem.get("amount")
    account = {
        "name": trip["name"], "destination": trip["destination"], "type": trip["type"],
        "startDate": trip["startDate"], "endDate": trip["endDate"], "notes": trip.get("notes", ""),
        "perdiem": f"{amount} {perdiem['currency']}" if amount else None,
        "perdiemRule": perdiem.get("rule", "full"), "reason": trip["reason"],
    }
    stay = trip["livingAccommodation"]
    for field in ("placeName", "address", "isConfirmed"):
        account[f"stay: {field}"] = stay[field] if stay else None
    for item in trip["bucketList"]:
        for field in ("details", "hasReservation", "isInPlan", "isDone"):
            account[f"item '{item['title']}': {field}"] = item.get(field)
    return account


class Phone:
    """Speaks CalDAV with etags, sees events alone, and may lose what it does not know."""

    def __init__(self, server):
        self._server = server

    def events(self):
        """The events of trips, by address."""
        return {
            address: (event.Event(text), etag)
            for address, (text, etag) in self._server.events().items()}

    def put(self, address, one, etag=None):
        headers = {"If_Match": etag} if etag else {"If_None_Match": "*"}
        status, _, body = self._server.request(
            "PUT", address, one.text().encode(), Content_Type="text/calendar; charset=utf-8",
            **headers)
        if status not in (200, 201, 204):
            raise RuntimeError(f"PUT {address}: {status} {body[:300]}\n{one.text()}")

    def delete(self, address, etag):
        status, _, body = self._server.request("DELETE", address, If_Match=etag)
        if status not in (200, 204):
            raise RuntimeError(f"DELETE {address}: {status} {body[:300]}")

    def edited(self, one, loses):
        """As a phone sends an event back that somebody has changed."""
        if loses:
            one.drop("X-TRIPS-")
        sequence = int(one.get("SEQUENCE") or 0)
        one.set("SEQUENCE", str(sequence + 1))
        one.set("DTSTAMP", time.strftime("%Y%m%dT%H%M%SZ", time.gmtime()))
        if random.random() < 0.3:
            one.drop("LAST-MODIFIED")
        return one
