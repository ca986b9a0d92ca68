"""Three devices, a phone and khal: their changes and syncs."""

import collections
import random

import account as accounts
import event
from calendars import Khal, Phone
from device import Device

LETTERS = ["Łódź", "Zürich", "Tokyo 東京", "a; b, c: d \"e\" \\f", "Ünïcode 🏖️", "N" * 90, "x"]


class World:
    def __init__(self, binary, server, place, seed, has_server):
        self.random = random.Random(seed)
        random.seed(seed)
        self.server = server
        self.devices = [Device(name, binary, server, place) for name in ("ann", "bob", "cy")]
        self.phone = Phone(server, self.random, self.name, self.pick)
        self.khals = [
            Khal(device, self.random, self.name) for device in self.devices if has_server]
        self.account = accounts.Account({})
        self.counts = collections.Counter()
        # Trips whose events have lost our lines since all devices agreed on them.
        self.stripped = set()
        # Trips whose events were recreated without other programs' properties.
        self.rewritten = set()
        # A trip that is changed often, so that changes collide.
        self._favourite = None
        self._serial = 0

    def name(self):
        self._serial += 1
        return f"{self.random.choice(LETTERS)} {self._serial}"

    def begin(self):
        """Some trips that all devices have."""
        first = self.devices[0]
        first.run("add", "Anchor", "--start", "2027-01-01")
        for kind in (["--business", "--perdiem", "120EUR"], ["--personal", "--reason", "family"], []):
            first.run(
                "add", self.name(), "--start", "2027-03-01", "--end", "5d", "--stay", self.name(),
                "--bucket", self.name(), self.name(), self.name(), *kind)
        self.settle()

    def begin_account(self):
        """Forgets the typed values, since all devices have them."""
        self.account = accounts.Account(self.account.synced)
        self._favourite = None

    def pick(self, uids):
        """One of several trips, in an order that does not depend on their uids."""
        if self._favourite not in uids:
            self._favourite = self.random.choice(uids)
        return self._favourite if self.random.random() < 0.6 else self.random.choice(uids)

    # Changes

    def act(self):
        """One change, by a random actor."""
        count = sum(self.counts.values())
        while sum(self.counts.values()) == count:
            draw = self.random.random()
            if draw < 0.35:
                self._act_on_phone()
            elif draw < 0.42 and self.khals:
                self._act_on_khal()
            else:
                self._act_on_device()

    def _note(self, who, before, after):
        """Records an actor's changes to trips in the account."""
        changed = {uid for uid in set(before) | set(after) if before.get(uid) != after.get(uid)}
        for uid in changed:
            self.account.change(who, uid, before.get(uid), after.get(uid))
        return changed

    def _act_on_phone(self):
        before = self.phone.view()
        done = self.phone.act(self.account, self.stripped)
        if done is None:
            return set()
        what, uid = done
        self.counts[f"phone: {what}"] += 1
        self._note("phone", before, self.phone.view())
        return {uid}

    def _act_on_khal(self):
        khal = self.random.choice(self.khals)
        mirror = khal._mirror
        mirror.sync()
        before = khal.view()
        what, meant = khal.act()
        after = khal.view()
        mirror.sync()
        self.counts[what] += 1
        for uid in self._note(khal.name, before, after):
            old, new = before.get(uid, {}), after.get(uid, {})
            self.account.counts[accounts.DAMAGED] += sum(
                old.get(key) != new.get(key) for key in old.keys() - meant)

    def _act_on_device(self):
        device = self.random.choice(self.devices)
        before, titles = device.view(), device.titles()
        uids = sorted(
            (uid for uid, trip in before.items() if trip["name"] != "Anchor"),
            # uids differ in each run, but a seed should give the same run, apart from the timing of kills.
            key=lambda uid: before[uid]["name"])
        action = self.random.choice(
            ["add", "name", "destination", "move", "end", "kind", "stay", "address", "confirm",
             "nights", "unstay", "item", "tick", "tick", "details", "plan", "rename", "remove",
             "notes", "perdiem", "delete", "undo"])
        if action not in ("add", "undo") and not uids:
            return
        if self._do(device, action, self.pick(uids) if uids else None, before) is False:
            return
        after, new_titles = device.view(), device.titles()
        self.counts[action] += before != after
        for row, (uid, title) in titles.items():
            if row in new_titles and new_titles[row] != (uid, title):
                self.account.rename(uid, title, new_titles[row][1])
        self._note(device.name, before, after)

    def _do(self, device, action, uid, before):
        run, choice = device.run, self.random.choice
        day = f"2027-{self.random.randint(4, 12):02}-{self.random.randint(1, 28):02}"
        if action == "add":
            kind = choice([["--business"], ["--personal"], []])
            return run("add", self.name(), "--start", day, "--end", "3d", *kind)
        if action == "undo":
            return run("undo", codes=(0, 4))
        one = device.id(uid)
        items = sorted(value for key, value in before[uid].items() if key.endswith("': title"))
        if action == "name":
            run("edit", one, "--name", self.name())
        elif action == "destination":
            run("edit", one, "--destination", choice(["", self.name()]))
        elif action == "move":
            run("edit", one, "--start", day, "--end", "4d")
        elif action == "end":
            run("edit", one, "--end", f"{self.random.randint(1, 20)}d")
        elif action == "kind":
            run("edit", one, choice(["--business", "--personal", "--plain"]), codes=(0, 2))
        elif action == "perdiem":
            run("edit", one, "--business", "--perdiem", f"{self.random.randint(1, 300)}EUR")
        elif action == "notes":
            text = choice(["", "Bucket list:\n[ ] " + self.name(), "a\n\nb " + self.name()])
            return device.sql("UPDATE trip SET notes = ? WHERE id = ?", text, one)
        elif action in ("stay", "address", "confirm", "nights", "unstay"):
            return self._change_stay(device, action, one)
        elif action == "delete":
            if self.random.random() < 0.5:
                return False
            run("delete", one)
        elif action == "item":
            run("bucket", "add", one, self.name())
        elif not items:
            return False
        else:
            return self._change_item(device, action, one, choice(items))
        return True

    def _change_stay(self, device, action, one):
        if action == "stay":
            return device.sql(
                "INSERT INTO livingAccommodation(tripId, placeName, costMinor, costCurrency)"
                " VALUES (?, ?, ?, 'EUR')", one, self.name(), self.random.randint(0, 50_000))
        day = self.random.randint(1, 20)
        nights = self.random.choice([None, 0, 1, 3])
        columns, values = {
            "address": ("address = ?", [self.name()]), "confirm": ("isConfirmed = 1", []),
            "nights": ("startDate = ?, endDate = ?", [None, None] if nights is None else [
                f"2027-05-{day:02}", f"2027-05-{day + nights:02}"]),
            "unstay": (None, [])}[action]
        stay = "(SELECT id FROM livingAccommodation WHERE tripId = ? ORDER BY placeName LIMIT 1)"
        if columns is None:
            return device.sql(f"DELETE FROM livingAccommodation WHERE id = {stay}", one)
        return device.sql(
            f"UPDATE livingAccommodation SET {columns} WHERE id = {stay}", *values, one)

    def _change_item(self, device, action, one, title):
        if action == "plan":
            return device.sql(
                "UPDATE bucketListItem SET date = ?, time = ?, costMinor = ?, costCurrency = 'EUR'"
                " WHERE tripId = ? AND title = ?", f"2027-05-{self.random.randint(1, 28):02}",
                self.random.choice([None, "09:05"]), self.random.randint(0, 9_999), one, title)
        if action == "remove":
            return device.run("bucket", "remove", one, title)
        column, value = {
            "tick": ("isDone", self.random.randint(0, 1)), "details": ("details", self.name()),
            "rename": ("title", self.name())}[action]
        return device.sql(
            f"UPDATE bucketListItem SET {column} = ? WHERE tripId = ? AND title = ?",
            value, one, title)

    # Syncs

    def sync(self, device, *options, kills=False, overlaps=False):
        """vdirsyncer, trips, vdirsyncer: the exit code of the middle one, and whether trips moved."""
        device.mirror.sync()
        moved = False
        if kills:
            for _ in range(self.random.randint(1, 3)):
                planned = device.kill_merge("--adopt", *options)
                self.account.tell(device.name, planned)
                self._note_rewritten(planned)
                # A sync that ended before its kill leaves nothing to report for the next.
                moved = moved or bool(planned["trips"])
        report, code = device.merge("--adopt", *options)
        self.counts["syncs"] += 1
        self.account.sync(device.name, device.view(), report)
        self._note_rewritten(report)
        if overlaps and self.khals:
            self.account.whole |= self._act_on_phone() or set()
            device.mirror.settle(self.random.choice("ab"))
        device.mirror.sync()
        for entry in report["trips"]:
            if entry["direction"] == "left":
                self._repair(device, entry)
        return code, moved or bool(report["trips"])

    def _note_rewritten(self, report):
        self.rewritten.update(
            entry["uid"] for entry in report["trips"]
            if entry["direction"] == "toCalendar" and entry["action"] in ("added", "revived"))

    def _repair(self, device, entry):
        """Settles a trip that was left alone, as a user would, with days that fit the other side."""
        if "end" not in entry["reason"] or not entry["id"]:
            raise RuntimeError(f"{device.name}: left: {entry}")
        before = device.view()
        device.run("edit", str(entry["id"]), "--start", "2027-01-10", "--end", "2028-01-10")
        self.counts["repaired"] += 1
        self._note(device.name, before, device.view())

    def settle(self):
        """Syncs all until nothing moves."""
        for _ in range(14):
            moves = False
            for device in self.random.sample(self.devices, len(self.devices)):
                code, moved = self.sync(device, kills=self.random.random() < 0.3)
                if code == 4:
                    side = self.random.choice(["store", "calendar"])
                    code, _ = self.sync(device, "--prefer", side)
                    moved = True
                moves = moves or moved
            if not moves:
                return
        log = "\n".join(line for _, line in self.account.log[-6:])
        raise RuntimeError(f"the devices do not come to rest:\n{log}")

    # Results

    def differences(self):
        """Facts in which the devices differ, except those that were only in dropped lines."""
        views = [device.view() for device in self.devices]
        stated = set()
        for uid in sorted(set().union(*views)):
            trips = {device.name: view.get(uid) for device, view in zip(self.devices, views)}
            first = next(iter(trips.values()))
            is_same = True
            for name, trip in trips.items():
                for key in (first or {}).keys() | (trip or {}).keys():
                    one, other = (first or {}).get(key), (trip or {}).get(key)
                    if one == other:
                        continue
                    is_same = False
                    is_dropped = uid in self.stripped and accounts.is_only_in_our_lines(key)
                    if first and trip and is_dropped:
                        self.account.counts[accounts.DROPPED] += 1
                    else:
                        yield f"{uid} {key}: {one!r} at {next(iter(trips))}, {other!r} at {name}"
            if is_same and self._states_all(uid, first):
                stated.add(uid)
        yield from self.account.faults(views, self.stripped)
        self.stripped -= stated

    def _states_all(self, uid, trip):
        stated = self.phone.view().get(uid, {})
        events = [one for one, _ in self.phone.events().values() if uid in (one.uid, one.owner)]
        return (
            trip is not None and stated.get("type") == trip["type"]
            and all(one.get("X-TRIPS-KIND") for one in events))

    def unlike(self, fresh):
        """Facts that a device without a store reads from the server differently."""
        views = [device.view() for device in self.devices]
        ours = {}
        for view in reversed(views):
            ours.update(view)
        events = [one for one, _ in self.phone.events().values()]
        # Without our lines, times within one day look like another program's appointment.
        left = {
            one.uid for one in events
            if one.is_appointment() and one.get("X-TRIPS-KIND") is None}
        found = fresh.view()
        for uid in set(found) ^ set(ours):
            if uid not in left:
                yield f"{uid} is {'not ' * (uid not in found)}on the server"
        for uid in set(found) & set(ours):
            for key in found[uid].keys() | ours[uid].keys():
                if found[uid].get(key) == ours[uid].get(key):
                    continue
                if uid in self.stripped and accounts.is_only_in_our_lines(key):
                    self.account.counts[accounts.DROPPED] += 1
                else:
                    yield (f"{uid} {key}: {found[uid].get(key)!r} on the server, "
                           f"{ours[uid].get(key)!r} on the devices")
        yield from self._unkept(events)

    def _unkept(self, events):
        for one in events:
            if one.uid.startswith("phone-") and not one.owner and one.uid not in self.rewritten:
                for line in ("X-PHONE-COLOR:red", "TRIGGER:-PT1H"):
                    if line not in one.lines:
                        yield f"{one.uid} has lost {line}"
