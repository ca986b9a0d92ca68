"""Syncs three stores over a CalDAV server, with a phone and khal, and follows each value."""

import argparse
import collections
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import account as accounts  # noqa: E402
import server as servers  # noqa: E402
from device import Device  # noqa: E402
from world import World  # noqa: E402


def check(world, binary, place, number):
    """Violations of the promise once nothing changes any more."""
    yield from world.differences()
    # A device without a store reads everything from the server.
    fresh = Device(f"fresh{number}", binary, world.server, place)
    fresh.mirror.sync()
    fresh.merge("--adopt")
    yield from world.unlike(fresh)
    for device in world.devices:
        before = device.bytes()
        device.merge("--adopt")
        if device.bytes() != before:
            yield f"{device.name}: a second sync changes bytes"
    for khal in world.khals:
        yield from khal.missing()


def check_guard(device):
    """An emptied folder deletes nothing."""
    if any(name.endswith(".new") for name in os.listdir(device.mirror.folder)):
        return
    before, away = device.bytes(), device.mirror.folder + ".away"
    os.rename(device.mirror.folder, away)
    try:
        for makes in (False, True):
            if makes:
                os.mkdir(device.mirror.folder)
            code, output = device.try_merge()
            if code != 4 or output:
                yield f"{device.name}: exit {code} without the files of trips: {output}"
        os.rmdir(device.mirror.folder)
    finally:
        shutil.rmtree(device.mirror.folder, ignore_errors=True)
        os.rename(away, device.mirror.folder)
    if device.bytes() != before:
        yield f"{device.name}: the guard changes bytes"


def round_of(world, binary, place, number, operations):
    """Makes changes with syncs between them until nothing moves; returns violations."""
    world.begin_account()
    for _ in range(operations):
        world.act()
        if world.random.random() < 0.2:
            world.sync(
                world.random.choice(world.devices), kills=world.random.random() < 0.3,
                overlaps=world.random.random() < 0.2)
    world.settle()
    return list(check(world, binary, place, number))


def show(faults, account, where):
    print(f"error: {where}:", file=sys.stderr)
    for fault in faults[:20]:
        print(f"  {fault}", file=sys.stderr)
    shown = " ".join(faults)
    for uid, line in account.log:
        if uid in shown:
            print(f"  {uid[:12]} {line}", file=sys.stderr)


def run(settings, seed, place, server):
    """The world and its violations after all rounds, or after the first round with any."""
    rounds = settings.rounds or (40 if settings.full else 2)
    operations = 30 if settings.full else 12
    binary = os.path.abspath(settings.binary)
    world = World(binary, server, place, seed, has_server=not settings.without_server)
    totals, number, faults = collections.Counter(), 0, []
    try:
        world.begin()
        while number < rounds and not faults:
            faults = round_of(world, binary, place, number, operations)
            totals += world.account.counts
            number += 1
        faults = faults or list(check_guard(world.devices[0]))
        totals[accounts.GUARDED] += 2 + sum(device.guarded for device in world.devices)
    except (RuntimeError, subprocess.TimeoutExpired) as error:
        faults = [str(error)]
    if faults:
        show(faults, world.account, f"round {number} of seed {seed}")
    return world, totals, number, faults


def main():
    parser = argparse.ArgumentParser(prog="Scripts/check-sync")
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--without-server", action="store_true")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--rounds", type=int, default=None)
    parser.add_argument("binary")
    settings = parser.parse_args()
    # The short form is the same each time; the full one explores.
    seed = random.randrange(1 << 30) if settings.full else 1
    if settings.seed is not None:
        seed = settings.seed
    started = time.monotonic()
    # Stop the server too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    make = servers.SharedFolder if settings.without_server else servers.Server
    with tempfile.TemporaryDirectory(prefix="trips-sync-") as place, make(place) as server:
        world, totals, number, faults = run(settings, seed, place, server)
    if faults:
        return 1
    kills = sum(device.kills for device in world.devices)
    changes = sum(count for what, count in world.counts.items() if what != "syncs")
    print(
        f"{number} rounds, {changes} changes on three devices and in calendar programs, "
        f"{world.counts['syncs']} syncs, {kills} killed, {totals['conflicts']} conflicts: "
        f"nothing was lost (seed {seed}, {time.monotonic() - started:.0f} s)")
    print("values that were not kept everywhere:")
    for index, words in enumerate(accounts.EXCEPTIONS):
        print(f"{totals[index]:>6}  {index + 1}. {words}")
    for words in sorted(key for key in totals if isinstance(key, str) and key != "conflicts"):
        print(f"{totals[words]:>6}  {words}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
