"""Syncs three stores over a real CalDAV server, with a phone on it, and takes account of each fact."""

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import server as servers  # noqa: E402
from device import Device  # noqa: E402
from world import World  # noqa: E402


def check(world, binary, server, place, number):
    """All stores the same, the server as they, a second sync without a byte: what is not so."""
    views = [device.view() for device in world.devices]
    for device, view in zip(world.devices, views):
        for uid in set(view) | set(views[0]):
            if view.get(uid) != views[0].get(uid):
                differs = {
                    key: (view.get(uid, {}).get(key), views[0].get(uid, {}).get(key))
                    for key in set(view.get(uid, {})) | set(views[0].get(uid, {}))
                    if view.get(uid, {}).get(key) != views[0].get(uid, {}).get(key)}
                yield f"{uid} at {device.name} and at ann: {differs}"
    # A device that knows nothing reads all of it from the server.
    fresh = Device(f"fresh{number}", binary, server, place)
    fresh.mirror.sync()
    fresh.merge("--adopt")
    for uid, trip in fresh.view().items():
        ours = views[0].get(uid)
        lossy = ("perdiem", "perdiemRule", "reason", "type")
        for key in set(trip) | set(ours or {}):
            # Where a phone has lost them on the way, the server does not know these.
            if key in lossy or (key.startswith("item ") and not key.endswith("isDone")):
                continue
            if ours is None or trip.get(key) != ours.get(key):
                yield f"the server has {uid} {key} {trip.get(key)!r}, ann {(ours or {}).get(key)!r}"
    events = {one.uid: one for one, _ in world.phone.events().values()}
    # Where a phone has lost the mark, times within one day are a stranger's appointment.
    left = {
        uid for uid, one in events.items()
        if one.is_appointment() and one.get("X-TRIPS-KIND") is None}
    for uid in set(fresh.view()) ^ (set(views[0]) - left):
        text = events[uid].text() if uid in events else "no event"
        yield f"the server has other trips: {uid}:\n{text}"
    for device in world.devices:
        before = device.bytes()
        device.merge("--adopt")
        if device.bytes() != before:
            yield f"{device.name}: a second sync changes bytes"
    yield from world.account.faults(views[0])


def round_of(world, binary, server, place, number, operations):
    """Changes with syncs between them until nothing moves: what is not as it must be then."""
    world.begin_account()
    for _ in range(operations):
        world.act()
        if world.random.random() < 0.15:
            world.sync(
                world.random.choice(world.devices), kills=world.random.random() < 0.3)
    world.settle()
    world.counts["conflicts"] += world.account.conflicts
    return list(check(world, binary, server, place, number))


def tell(faults, account, where):
    print(f"error: {where}:", file=sys.stderr)
    for fault in faults[:20]:
        print(f"  {fault}", file=sys.stderr)
    told = " ".join(faults)
    for uid, line in account.log:
        if uid in told:
            print(f"  {uid[:8]} {line}", file=sys.stderr)


def main():
    parser = argparse.ArgumentParser(prog="Scripts/check-sync")
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--rounds", type=int, default=None)
    parser.add_argument("binary")
    settings = parser.parse_args()
    # The short form does the same each time; the full one goes looking.
    seed = random.randrange(1 << 30) if settings.full else 1
    if settings.seed is not None:
        seed = settings.seed
    random.seed(seed)
    rounds = settings.rounds or (40 if settings.full else 2)
    operations = 30 if settings.full else 12
    binary = os.path.abspath(settings.binary)
    started = time.monotonic()
    # So that the server ends too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with tempfile.TemporaryDirectory(prefix="trips-sync-") as place:
        with servers.Server(place) as server:
            world = World(binary, server, place, seed)
            number, faults = -1, []
            try:
                world.begin()
                for number in range(rounds):
                    faults = round_of(world, binary, server, place, number, operations)
                    if faults:
                        break
            except (RuntimeError, subprocess.TimeoutExpired) as error:
                faults = [str(error)]
            if faults:
                tell(faults, world.account, f"round {number} of seed {seed}")
                return 1
            kills = sum(device.kills for device in world.devices)
    acts = sum(count for what, count in world.counts.items() if what not in ("syncs", "conflicts"))
    print(
        f"{rounds} rounds, {acts} changes on three devices and a phone, {world.counts['syncs']} syncs, "
        f"{kills} killed, {world.counts['conflicts']} conflicts: nothing was lost "
        f"(seed {seed}, {time.monotonic() - started:.0f} s)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
