"""The expected store after each command, computed without the tool's code."""

import copy
import json
import os

from fixtures import connect


class Refused(Exception):
    """A command that the tool must refuse, with its exit code."""

    def __init__(self, code):
        self.code = code


class Model:
    """The expected contents of the store."""

    def __init__(self):
        self.trips = {}
        self.last = {"trip": 0, "item": 0}

    # Reading

    def trip(self, reference):
        if reference.isascii() and reference.isdigit() and int(reference) in self.trips:
            return int(reference)
        fitting = [id for id, trip in self.trips.items() if trip["name"] == reference]
        if not fitting:
            fitting = [
                id for id, t in self.trips.items() if t["name"].casefold() == reference.casefold()]
        if len(fitting) != 1:
            raise Refused(3)
        return fitting[0]

    def holder(self, trip):
        """The id of the trip with the same name and dates."""
        key = (trip["name"], trip["start"], trip["end"])
        for id, other in self.trips.items():
            if (other["name"], other["start"], other["end"]) == key:
                return id
        return None

    def snapshot(self):
        return json.loads(json.dumps(self.trips, default=str, sort_keys=True))

    # Writing

    def new_id(self, kind):
        self.last[kind] += 1
        return self.last[kind]

    def add_items(self, trip, titles):
        for title in titles:
            # An item that is already on the list is not added again.
            if title not in {item["title"] for item in trip["items"]}:
                trip["items"].append({
                    "id": self.new_id("item"), "title": title, "details": "", "res": 0, "plan": 0,
                    "done": 0})

    def add(self, given, titles, stay):
        trip = {
            "type": "trip", "perdiem": None, "rule": None, "reason": None, "destination": "",
            "items": [], "stay": None}
        trip.update(copy.deepcopy(given))
        id = self.holder(trip)
        if id is None:
            id = self.new_id("trip")
            self.trips[id] = trip
        else:
            self.assign(self.trips[id], given)
            trip = self.trips[id]
        if stay is not None:
            self.set_stay(id, place=stay)
        self.add_items(trip, titles)

    @staticmethod
    def assign(trip, given):
        trip.update(copy.deepcopy(given))
        if trip["type"] != "business":
            trip["perdiem"] = trip["rule"] = None
        if trip["type"] != "personal":
            trip["reason"] = None

    def edit(self, reference, given, titles, stay):
        id = self.trip(reference)
        trip = copy.deepcopy(self.trips[id])
        self.assign(trip, given)
        if trip["end"] < trip["start"]:
            raise Refused(2)
        if self.holder(trip) not in (None, id):
            raise Refused(4)
        # The confirmation was for other nights.
        dates = [(t["start"], t["end"]) for t in (trip, self.trips[id])]
        if trip["stay"] and dates[0] != dates[1]:
            trip["stay"]["confirmed"] = 0
        self.trips[id] = trip
        if stay is not None:
            self.set_stay(id, place=stay)
        self.add_items(trip, titles)

    def delete(self, reference):
        del self.trips[self.trip(reference)]

    def copy(self, reference, start):
        trip = copy.deepcopy(self.trips[self.trip(reference)])
        trip["end"] += start - trip["start"]
        trip["start"] = start
        if self.holder(trip) is not None:
            raise Refused(4)
        self.trips[self.new_id("trip")] = trip
        for item in trip["items"]:
            item["id"], item["done"], item["res"] = self.new_id("item"), 0, 0
        if trip["stay"]:
            trip["stay"]["confirmed"] = 0

    def items(self, reference, title):
        trip = self.trips[self.trip(reference)]
        fitting = [item for item in trip["items"] if item["title"] == title]
        if not fitting and title.isascii() and title.isdigit():
            fitting = [item for item in trip["items"] if item["id"] == int(title)]
        if len(fitting) != 1:
            raise Refused(3)
        return trip, fitting[0]

    def set_stay(self, id, place=None, confirmed=None):
        trip = self.trips[id]
        if trip["stay"] is None:
            if place is None:
                raise Refused(3)
            trip["stay"] = {"place": place, "address": "", "confirmed": 0}
        if place is not None:
            # A new place is not confirmed yet.
            if place != trip["stay"]["place"]:
                trip["stay"]["confirmed"] = 0
            trip["stay"]["place"] = place
        if confirmed is not None:
            trip["stay"]["confirmed"] = confirmed


def stored(path):
    """The contents of the store, read without the tool."""
    if not os.path.exists(path) or os.path.getsize(path) == 0:
        return {}
    trips = {}
    with connect(path) as db:
        # A process killed while creating the store leaves an empty file.
        if db.execute("SELECT count(*) FROM sqlite_schema").fetchone() == (0,):
            return {}
        for row in db.execute(
            "SELECT id, name, destination, startDate, endDate, type, perdiemMinor, perdiemCurrency,"
            " perdiemRule, reason FROM trip"):
            trips[str(row[0])] = {
                "name": row[1], "destination": row[2], "start": row[3], "end": row[4],
                "type": row[5],
                "perdiem": None if row[6] is None else [row[6], row[7]], "rule": row[8],
                "reason": row[9], "items": [], "stay": None}
        for row in db.execute(
            "SELECT tripId, id, title, details, hasReservation, isInPlan, isDone FROM bucketListItem"
            " ORDER BY id"):
            trips[str(row[0])]["items"].append({
                "id": row[1], "title": row[2], "details": row[3], "res": row[4], "plan": row[5],
                "done": row[6]})
        for row in db.execute(
            "SELECT tripId, placeName, address, isConfirmed FROM livingAccommodation"):
            trips[str(row[0])]["stay"] = {"place": row[1], "address": row[2], "confirmed": row[3]}
    return trips
