"""Accounts for every typed value, to check what a sync promises."""

import collections
import re

# The limits of the promise, in their order; losses that fall under one are counted.
EXCEPTIONS = [
    "replaced by a program that takes one side of a whole file",
    "replaced where a deleted trip was brought back",
    "stated only by lines that a program had dropped",
    "of an item whose list was changed in several places",
    "damaged by a program",
    "kept from deletion by the guard",
]
WHOLE_FILE, REVIVED, DROPPED, LISTED, DAMAGED, GUARDED = range(6)

KIND = {"type", "perdiem", "perdiemRule", "reason"}
ITEM = re.compile(r"item '(.*)': (\w+)\Z", re.DOTALL)
IN_TEXT = {"title", "isDone"}
# A stay is identified by its uid; a report names it.
STAY = re.compile(r"stay (\S+): (\w+)\Z")
NAMED_STAY = re.compile(r"stay '.*': (\w+)\Z", re.DOTALL)
DATES = ("startDate", "endDate")
# What nights become when a program drops our lines: a day room, or the trip's dates.
IN_LINES_OF_STAY = {"cost", "startDate", "endDate"}


def plain(value):
    """A value as reports, exports and events write it."""
    if value is None:
        return ""
    return {"True": "1", "true": "1", "False": "0", "false": "0"}.get(str(value), str(value))


def is_only_in_our_lines(key):
    item, stay = ITEM.match(key), STAY.match(key)
    return key in KIND or bool(
        item and item[2] not in IN_TEXT or stay and stay[2] in IN_LINES_OF_STAY)


class Account:
    """The values that were typed since the devices last agreed, until they are replaced or deleted.

    A value is settled when it is replaced or deleted by an actor that had it.
    """

    def __init__(self, synced):
        # What each device had after its last sync, by name.
        self.synced = synced
        self.counts = collections.Counter()
        self.log = []
        # (value, actor) by trip and key.
        self._open = collections.defaultdict(list)
        # Earlier titles of an item: each points to the one before.
        self._earlier = {}
        self._deleted = {}
        self._deleted_stays = set()
        # Trips to which an actor added a stay: a stay keeps a trip whose event the actor deletes.
        self._added_stays = set()
        self._changed_by = collections.defaultdict(set)
        self._lists = collections.Counter()
        self._sides = collections.defaultdict(list)
        # Values that an actor replaced and had since its last sync, by trip and key.
        self._replaced = collections.defaultdict(set)
        # Values that a report lists as replaced.
        self._lines = set()
        # Trips with dates, of their own or of a stay, that somebody changed.
        self._moved = set()
        # Trips whose files vdirsyncer settled.
        self.whole = set()

    # Actions

    def rename(self, uid, old, new):
        first, second = self._first(uid, old), self._first(uid, new)
        if first != second:
            self._earlier[uid, second] = first

    def change(self, who, uid, before, after):
        """Records an actor's changes to a trip with the given old facts."""
        self.log.append((uid, f"{who}: {_changes(before, after)}"))
        before = before or {}
        old = self._by_key(uid, before)
        if after is None:
            for key, value in old.items():
                self._settle(uid, key, value)
            self._deleted[uid] = who
            return
        if self._deleted.get(uid) == who:
            del self._deleted[uid]
        self._changed_by[uid].add(who)
        self._deleted_stays |= _stays(before) - _stays(after)
        if _stays(after) - _stays(before):
            self._added_stays.add((uid, who))
        new = self._by_key(uid, after)
        synced = self._by_key(uid, self.synced.get(who, {}).get(uid, {}))
        is_new_kind = old.get("type") != new.get("type")
        for key in old.keys() | new.keys():
            # A value of a deleted row is deleted, even if it was empty.
            if key in new and plain(old.get(key)) == new[key]:
                continue
            stay = STAY.match(key) if isinstance(key, str) else None
            if key in DATES or stay and stay[2] in DATES:
                self._moved.add(uid)
            self._settle(uid, key, plain(old.get(key)))
            if synced.get(key) == plain(old.get(key)):
                self._replaced[uid, key].add(synced[key])
            # A change that is reverted between two syncs is no change; nor is a value removed with
            # the kind of a trip.
            if key not in new or synced.get(key, object()) == new[key]:
                continue
            if is_new_kind and key in KIND and not new[key]:
                continue
            # A stay on the days of its trip has the trip's dates, whatever they become.
            if stay and stay[2] in DATES and all(
                    new.get(f"stay {stay[1]}: {one}") == new.get(one) for one in DATES):
                continue
            self._open[uid, key].append((new[key], who))
        if self._titles(before) != self._titles(after):
            self._lists[uid] += 1

    def _settle(self, uid, key, value):
        found = self._open[uid, key]
        self._open[uid, key] = [one for one in found if one[0] != value]

    # Reports

    def sync(self, who, view, report):
        self.synced[who] = view
        self.tell(who, report)

    def tell(self, who, report):
        """Records the report of a sync, or the planned report of a killed one."""
        for entry in report["trips"]:
            uid = entry["uid"]
            self.log.append((uid, f"{who} syncs: {entry}"))
            for change in entry["toCalendar"] + entry["fromCalendar"]:
                self._lines.add((uid, change["field"], plain(change["old"])))
            for conflict in entry["conflicts"]:
                self.counts["conflicts"] += 1
                values = [plain(conflict["store"]), plain(conflict["calendar"])]
                self._sides[uid].append((conflict["field"], values))

    # Outcomes

    def faults(self, views, stripped):
        """Violations of the promise in the final views of all devices.

        stripped: trips whose events a program has robbed of our lines since all agreed on them.
        """
        view = {}
        for one in reversed(views):
            view.update(one)
        for (uid, key), values in self._open.items():
            trip = view.get(uid)
            for value, who in values:
                if trip is not None and self._is_there(uid, key, value, trip):
                    continue
                reason = self._excuse(uid, key, value, stripped)
                if reason is None:
                    name = trip["name"] if trip else "a trip that is gone"
                    yield f"{uid} {name!r}: {key}: {value!r} was typed by {who} and is lost"
                self.counts[reason] += 1
        for uid, who in self._deleted.items():
            is_changed = self._changed_by[uid] - {who} or (uid, who) in self._added_stays
            if uid in view and not is_changed and uid not in self.whole:
                yield f"{uid} {view[uid]['name']!r} was deleted by {who}, unchanged, and is there"

    def _is_there(self, uid, key, value, trip):
        if isinstance(key, str):
            stay = STAY.match(key)
            # A stay without dates has the trip's.
            if stay and stay[2] in ("startDate", "endDate") and value and not trip.get(key):
                key = stay[2]
            return plain(trip.get(key)) == value
        _, first, field = key
        return any(
            plain(found) == value and match[2] == field
            and (field == "title" or self._first(uid, match[1]) == first)
            for found, match in ((trip[one], ITEM.match(one)) for one in trip) if match)

    def _excuse(self, uid, key, value, stripped):
        """Why a value may be lost; None if it may not."""
        for field, values in self._sides[uid]:
            if self._is_of(uid, field, key) and value in values:
                return "side of a conflict"
            if field == "type" and key in KIND:
                return "side of a conflict"
            is_text = key == "notes" or (key[0] == "item" and key[2] in IN_TEXT)
            if field == "description" and is_text:
                return "side of a conflict"
        # The actor that replaced it cannot see the value in between.
        if value in self._replaced[uid, key]:
            return "changed back where a device had it all along"
        if uid in self.whole:
            return WHOLE_FILE
        shown = key if isinstance(key, str) else f"item '{key[1]}': {key[2]}"
        if is_only_in_our_lines(shown) and uid in stripped:
            return DROPPED
        if key[0] == "item" and key[2] != "title" and self._lists[uid] > 1:
            return LISTED
        stay = STAY.match(shown)
        if stay and stay[2] == "isConfirmed" and value == "1" and uid in self._moved:
            return "confirmed for other nights"
        is_deleted = uid in self._deleted or stay and stay[1] in self._deleted_stays
        if is_deleted and any(
                one == uid and self._is_of(uid, field, key) and old == value
                for one, field, old in self._lines):
            return REVIVED
        return None

    # Items are identified by their first title

    def _first(self, uid, title):
        while (uid, title) in self._earlier:
            title = self._earlier[uid, title]
        return title

    def _key(self, uid, key):
        match = ITEM.match(key)
        return ("item", self._first(uid, match[1]), match[2]) if match else key

    def _is_of(self, uid, field, key):
        """Whether a field of a report may be this fact."""
        named, stay = NAMED_STAY.match(field), STAY.match(key) if isinstance(key, str) else None
        if named or stay:
            return bool(named and stay) and named[1] == stay[2]
        return self._key(uid, field) == key

    def _by_key(self, uid, facts):
        return {self._key(uid, key): plain(value) for key, value in facts.items()}

    @staticmethod
    def _titles(facts):
        return {match[1] for match in map(ITEM.match, facts) if match}


def _stays(facts):
    return {match[1] for match in map(STAY.match, facts) if match}


def _changes(before, after):
    if after is None:
        return "deleted"
    before = before or {}
    gone = {key: "gone" for key in before if key not in after}
    return {key: after[key] for key in after if before.get(key) != after[key]} | gone
