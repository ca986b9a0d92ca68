"""Three devices and a phone, what is done on them, and the account of what must come of it."""

import collections
import random

import event
from device import Device, Phone, facts

LETTERS = ["Łódź", "Zürich", "Tokyo 東京", "a; b, c: d \"e\" \\f", "Ünïcode 🏖️", "N" * 90, "x"]


class Account:
    """What a fact may be: the last that was set, or a side of a conflict that was reported."""

    def __init__(self, synced, agreed=None):
        # What all had when the account was begun.
        self.agreed = agreed or {}
        # What each device had when it synced last, by its name.
        self.synced = synced
        self.sets = collections.defaultdict(list)
        self.sides = collections.defaultdict(list)
        self.deleted = set()
        self.changed = set()
        self.revived = set()
        # Trips by the place where an undo of a sync took them out; their events stay.
        self.undone = set()
        self.wrong = []
        self.last_deletes = {}
        self.conflicts = 0
        self.log = []

    def undo_sync(self, who, uid):
        """Notes that an undo took out a trip that a sync had brought in."""
        self.log.append((uid, f"{who}: takes it out again"))
        self.undone.add((who, uid))

    def set(self, who, uid, before, after):
        """Notes what a change at one place made of a trip."""
        self.log.append((uid, f"{who}: {_changes(before, after)}"))
        self.last_deletes[uid] = after is None
        if after is None:
            self.deleted.add(uid)
            return
        self.changed.add(uid)
        base = self.synced.get(who, {}).get(uid, {})
        for key in set(before or {}) | set(after):
            old, new = (before or {}).get(key), after.get(key)
            if old == new:
                continue
            sets = [one for one in self.sets[uid, key] if one[0] != who]
            # What is set and set back between two syncs is no change.
            if who == "phone" or key not in base or base[key] != new:
                sets.append((who, new))
            self.sets[uid, key] = sets

    def sync(self, who, view, report):
        self.synced[who] = view
        for sets in self.sets.values():
            for index, (name, value) in enumerate(sets):
                if name == who:
                    sets[index] = (f"{who}, synced", value)
        self.tell(who, report)
        for entry in report["trips"]:
            for conflict in entry["conflicts"]:
                self.conflicts += 1
                values = [conflict["store"], conflict["calendar"]]
                self.sides[entry["uid"], conflict["field"]] += values

    def tell(self, who, report):
        """Notes what a sync says of itself, or what one that is killed was about to do."""
        for entry in report["trips"]:
            uid = entry["uid"]
            self.log.append((uid, f"{who} syncs: {entry}"))
            if entry["action"] == "revived":
                self.revived.add(uid)
                if uid not in self.changed:
                    self.wrong.append(f"{uid} was revived at {who}, and nobody had changed it")
            # An undo gives it back as a stranger's event, which the next sync adopts.
            if entry["reason"] or (entry["action"] == "added" and (who, uid) in self.undone):
                self.revived.add(uid)
                if (who, uid) not in self.undone:
                    self.wrong.append(f"{uid} at {who}: {entry['reason']}")

    def faults(self, view):
        """What is not as it must be, in the state that all have come to."""
        yield from self.wrong
        for _, uid in self.undone:
            if uid not in view and uid not in self.deleted:
                yield f"{uid} was deleted by the undo of a sync"
        for uid, deletes in self.last_deletes.items():
            if uid in view and deletes and uid not in self.revived:
                yield f"{uid} was deleted last, and is there: {view[uid]['name']}"
            if uid not in view and not deletes:
                yield f"{uid} was changed last, and is gone"
        for (uid, key), sets in self.sets.items():
            if uid not in view or uid in self.deleted or not sets:
                continue
            found, value = view[uid].get(key), sets[-1][1]
            if found == value or _text(found) in [_text(side) for side in self.sides[uid, key]]:
                continue
            # Set and set back where nobody had seen it is no change, and another one counts.
            if self.agreed.get(uid, {}).get(key) == value and found in [one[1] for one in sets]:
                continue
            if self._is_excused(uid, key, view[uid]):
                continue
            yield f"{uid} {view[uid]['name']!r}: {key} is {found!r}, and was set to {value!r}"

    def _is_excused(self, uid, key, trip):
        # A stay or an item that one side took away and the other changed lives on.
        if uid in self.revived and key.startswith(("stay", "item")):
            return True
        # A stay is confirmed for its nights: with the days it goes.
        if key == "stay: isConfirmed":
            return trip[key] is not True
        # A rename ends what was said of the old title, and an item that was removed has no facts.
        return key.startswith("item ") and key not in trip


def _changes(before, after):
    if after is None:
        return "deleted"
    return {key: after.get(key) for key in after if (before or {}).get(key) != after.get(key)}


def _is_rename(before, after):
    """Whether one item has another title, and nothing else differs."""
    if not before or not after:
        return False
    (gone, old), (come, new) = [
        ({key[:key.rindex("': ")] for key in one if key not in other},
         sorted(repr((key.rsplit("': ", 1)[-1], one[key])) for key in one if key not in other))
        for one, other in ((before, after), (after, before))]
    same = all(before[key] == after[key] for key in before if key in after)
    return len(gone) == len(come) == 1 and old == new and same


def _text(value):
    return {True: "true", False: "false", None: None}.get(value, value)


class World:
    def __init__(self, binary, server, place, seed):
        self.random = random.Random(seed)
        self.devices = [Device(name, binary, server, place) for name in ("ann", "bob", "cy")]
        self.phone = Phone(server)
        self.account = Account({})
        self.counts = collections.Counter()
        self._serial = 0
        # One change of the list's lines for each trip between two agreements: which title became
        # which is a guess where there are more, for an event knows no ids.
        self._listed = set()
        # Trips whose events have lost what a phone does not know.
        self._stripped = set()

    def name(self):
        self._serial += 1
        return f"{self.random.choice(LETTERS)} {self._serial}"

    # What people do

    def begin(self):
        """Some trips that all have."""
        first = self.devices[0]
        first.run("add", "Anchor", "--start", "2027-01-01")
        for kind in (["--business", "--perdiem", "120EUR"], ["--personal", "--reason", "family"], []):
            first.run(
                "add", self.name(), "--start", "2027-03-01", "--end", "5d", "--stay", self.name(),
                "--bucket", self.name(), self.name(), self.name(), *kind)
        self.settle()

    def begin_account(self):
        """Forgets what was set, for all have it."""
        self.account = Account(self.account.synced, self.devices[0].view())
        self._listed.clear()

    def act(self):
        """One change, by whatever can make one."""
        count = sum(self.counts.values())
        while sum(self.counts.values()) == count:
            if self.random.random() < 0.35:
                self._act_on_phone()
            else:
                self._act_on_device()

    def _act_on_device(self):
        device = self.random.choice(self.devices)
        before = device.view()
        uids = [uid for uid, trip in before.items() if trip["name"] != "Anchor"]
        action = self.random.choice(
            ["add", "name", "destination", "move", "end", "kind", "stay", "confirm", "unstay", "item",
             "tick", "tick", "details", "rename", "remove", "notes", "perdiem", "delete", "undo"])
        if action == "undo" and self.random.random() < 0.5:
            action = "add"
        if not uids and action != "add":
            return
        # By name: uids are new in each run, and a seed is to do the same as far as kills allow.
        by_name = sorted(uids, key=lambda uid: before[uid]["name"])
        uid = self.random.choice(by_name) if uids else None
        done = self._do(device, action, uid, before.get(uid))
        if done is False:
            return
        after = device.view()
        self.counts[action] += before != after
        for one in set(before) | set(after):
            if before.get(one) != after.get(one):
                old, new = before.get(one), after.get(one)
                # Another title of an item says nothing of its other facts, nor does an undo of one.
                if action == "rename" or (action == "undo" and _is_rename(old, new)):
                    self.account.changed.add(one)
                    self.account.log.append((one, f"{device.name}: renames an item: {new}"))
                    continue
                if done == "undid a sync" and new is None:
                    self.account.undo_sync(device.name, one)
                    continue
                self.account.set(device.name, one, old, new)

    def _id(self, device, uid):
        import sqlite3
        with sqlite3.connect(device.store) as db:
            return str(db.execute("SELECT id FROM trip WHERE uid = ?", [uid]).fetchone()[0])

    def _do(self, device, action, uid, trip):
        run = device.run
        day = f"2027-{self.random.randint(4, 12):02}-{self.random.randint(1, 28):02}"
        if action == "add":
            kind = self.random.choice([["--business"], ["--personal"], []])
            return run("add", self.name(), "--start", day, "--end", "3d", *kind)
        if action == "undo":
            if self._listed:
                return False
            return "undid a sync" if device.undo() else True
        one = self._id(device, uid)
        titles = sorted({key[6:key.rindex("': ")] for key in trip if key.startswith("item '")})
        if action == "name":
            run("edit", one, "--name", self.name())
        elif action == "destination":
            run("edit", one, "--destination", self.random.choice(["", self.name()]))
        elif action == "move":
            run("edit", one, "--start", day, "--end", "4d")
        elif action == "end":
            run("edit", one, "--end", f"{self.random.randint(1, 20)}d")
        elif action == "kind":
            kind = self.random.choice(["--business", "--personal", "--plain"])
            run("edit", one, kind, codes=(0, 2))
        elif action == "perdiem":
            run("edit", one, "--business", "--perdiem", f"{self.random.randint(1, 300)}EUR")
        elif action == "notes":
            return self._sql(
                device, "UPDATE trip SET notes = ? WHERE id = ?",
                self.random.choice(["", "Bucket list:\n[ ] " + self.name(), "a\n\nb " + self.name()]),
                one)
        elif action == "stay":
            run("stay", "set", one, self.name())
        elif action in ("confirm", "unstay"):
            run("stay", "confirm" if action == "confirm" else "remove", one, codes=(0, 3))
        elif action == "delete":
            if self.random.random() < 0.6:
                return False
            run("delete", one)
        elif action in ("item", "rename", "remove"):
            return self._list(device, action, uid, one, titles)
        elif action in ("tick", "details"):
            if not titles:
                return False
            title = self.random.choice(titles)
            column = "isDone" if action == "tick" else "details"
            value = self.random.randint(0, 1) if action == "tick" else self.name()
            return self._sql(
                device, f"UPDATE bucketListItem SET {column} = ? WHERE tripId = ? AND title = ?",
                value, one, title)
        return True

    def _sql(self, device, sql, *values):
        """As another program does, which the history records too."""
        import sqlite3
        with sqlite3.connect(device.store) as db:
            return db.execute(sql, values).rowcount > 0

    def _list(self, device, action, uid, one, titles):
        if uid in self._listed or (action != "item" and not titles):
            return False
        self._listed.add(uid)
        if action == "item":
            device.run("bucket", "add", one, self.name())
        elif action == "rename":
            title = self.random.choice(titles)
            return self._sql(
                device, "UPDATE bucketListItem SET title = ? WHERE tripId = ? AND title = ?",
                self.name(), one, title)
        else:
            device.run("bucket", "remove", one, self.random.choice(titles))
        return True

    def _act_on_phone(self):
        events = self.phone.events()
        if self.random.random() < 0.15:
            return self._new_on_phone()
        known = [
            (address, one, etag) for address, (one, etag) in events.items()
            if one.get("SUMMARY") != "Anchor"]
        if not known:
            return
        known.sort(key=lambda event: (event[1].get("SUMMARY"), event[0]))
        address, one, etag = self.random.choice(known)
        if one.uid.endswith("-stay"):
            return self._edit_stay(address, one, etag)
        before = one.text()
        key, value = self._edit(one)
        uid = one.uid
        if key == "delete":
            if self.random.random() < 0.6:
                return
            self.counts["phone delete"] += 1
            self.phone.delete(address, etag)
            return self.account.set("phone", uid, {}, None)
        if one.text() == before:
            return
        self.counts[f"phone {key}"] += 1
        self.phone.put(address, self._edited(one), etag)
        self.account.changed.add(uid)
        self.account.log.append((uid, f"phone: {key} {value} {one.get('DESCRIPTION')!r}"))
        for one_key, one_value in (value if isinstance(value, list) else [(key, value)]):
            self.account.set("phone", uid, {one_key: object()}, {one_key: one_value})

    def _edited(self, one):
        loses = self.random.random() < 0.5
        if loses:
            self._stripped.add(one.uid)
        return self.phone.edited(one, loses)

    def _edit(self, one):
        lines, items = one.items()
        what = self.random.choice(
            ["name", "destination", "days", "timed", "tick", "tick", "add", "rename", "remove",
             "delete"])
        if what == "name":
            name = self.name()
            one.set_text("SUMMARY", name)
            return "name", name
        if what == "destination":
            place = self.random.choice(["", self.name()])
            one.set_text("LOCATION", place)
            return "destination", place
        if what in ("days", "timed"):
            month, day = self.random.randint(4, 12), self.random.randint(1, 20)
            start, end = f"2027-{month:02}-{day:02}", f"2027-{month:02}-{day + 2:02}"
            after = f"2027{month:02}{day + 3:02}"
            one.drop("DURATION")
            if what == "days":
                one.set("DTSTART", start.replace("-", ""), "DTSTART;VALUE=DATE")
                one.set("DTEND", after, "DTEND;VALUE=DATE")
            else:
                one.set("DTSTART", start.replace("-", "") + "T000000")
                one.set("DTEND", after + "T000000")
            return "days", [("startDate", start), ("endDate", end)]
        if what == "tick" and items:
            index, done, title = self.random.choice(items)
            lines[index] = f"[{' ' if done else 'X'}] {title}"
            one.put_description(lines)
            return "tick", [(f"item '{title}': isDone", not done)]
        if what in ("add", "rename", "remove"):
            return self._edit_list(one, what, lines, items)
        return ("delete", None) if what == "delete" else (None, None)

    def _edit_list(self, one, what, lines, items):
        if not items or one.uid in self._listed:
            return None, None
        self._listed.add(one.uid)
        index, done, title = self.random.choice(items)
        new = self.name()
        if what == "add":
            lines.insert(items[-1][0] + 1, f"[ ] {new}")
        elif what == "rename":
            lines[index] = f"[{'x' if done else ' '}] {new}"
        else:
            del lines[index]
        one.put_description(lines)
        return what, [(f"item '{new}': isDone", False)] if what == "add" else []

    def _edit_stay(self, address, one, etag):
        uid = one.uid[:-len("-stay")]
        if self.random.random() < 0.5:
            place = self.name()
            one.set_text("SUMMARY", place)
            changes = {"stay: placeName": place}
        else:
            confirms = one.get("STATUS") != "CONFIRMED"
            one.set("STATUS", "CONFIRMED" if confirms else "TENTATIVE")
            changes = {"stay: isConfirmed": confirms}
        self.counts["phone stay"] += 1
        self.phone.put(address, self._edited(one), etag)
        self.account.set("phone", uid, {key: object() for key in changes}, changes)

    def _new_on_phone(self):
        uid, name = f"phone-{self.random.getrandbits(64):x}@example.com", self.name()
        one = event.Event(
            "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//phone//EN\nBEGIN:VEVENT\n"
            f"UID:{uid}\nDTSTAMP:20261120T000000Z\nDTSTART;VALUE=DATE:20270710\n"
            f"DTEND;VALUE=DATE:20270712\nSUMMARY:{event.escape(name)}\n"
            "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:x\nTRIGGER:-PT1H\nEND:VALARM\n"
            "END:VEVENT\nEND:VCALENDAR\n")
        self.phone.put(f"/me/trips/{uid.split('@')[0]}.ics", one)
        self.counts["phone new"] += 1
        self.account.set("phone", uid, {}, {"name": name, "startDate": "2027-07-10"})

    # Syncs

    def sync(self, device, *options, kills=False):
        """vdirsyncer, trips, vdirsyncer: the exit code of the middle one, and whether trips moved."""
        device.mirror.sync()
        moved = False
        if kills:
            for _ in range(self.random.randint(1, 3)):
                seconds = self.random.random() * 0.03
                planned = device.kill_merge(seconds, "--adopt", *options)
                self.account.tell(device.name, planned)
                # One that had ended before its kill has left nothing for the next to tell.
                moved = moved or bool(planned["trips"])
        report, code = device.merge("--adopt", *options)
        self.counts["syncs"] += 1
        self.account.sync(device.name, device.view(), report)
        left = [entry for entry in report["trips"] if entry["direction"] == "left"]
        if left:
            raise RuntimeError(f"{device.name}: left: {left}")
        device.mirror.sync()
        return code, moved or bool(report["trips"])

    def settle(self):
        """Syncs all until nothing moves. What a phone has lost travels again with the next change."""
        self._rest()
        while self._heal():
            self._rest()
        self._stripped.clear()

    def _heal(self):
        views = [device.view() for device in self.devices]
        for uid in sorted(self._stripped, key=lambda uid: views[0].get(uid, {}).get("name", "")):
            if all(view.get(uid) == views[0].get(uid) for view in views):
                continue
            index = self.random.randrange(len(self.devices))
            if uid not in views[index]:
                continue
            device = self.devices[index]
            self._sql(device, "UPDATE trip SET notes = ? WHERE uid = ?", self.name(), uid)
            self.account.set(device.name, uid, views[index][uid], device.view()[uid])
            self.counts["healed"] += 1
            return True
        return False

    def _rest(self):
        for _ in range(12):
            moves = False
            for device in self.random.sample(self.devices, len(self.devices)):
                code, moved = self.sync(device, kills=self.random.random() < 0.3)
                if code == 4:
                    side = self.random.choice(["store", "calendar"])
                    code, _ = self.sync(device, "--prefer", side)
                    moved = True
                    if code != 0:
                        raise RuntimeError(f"{device.name}: a conflict stays with --prefer {side}")
                moves = moves or moved
            if not moves:
                return
        told = "\n".join(line for _, line in self.account.log[-6:])
        raise RuntimeError(f"the devices do not come to rest:\n{told}")
