"""Syncs three stores through a folder or a CalDAV server, with a phone, and follows each value."""

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import server as servers  # noqa: E402
from device import Device  # noqa: E402
from world import World, unlike  # noqa: E402


def check(world, binary, place, number):
    """Violations of the promise once nothing changes any more."""
    yield from world.faults()
    if world.phone.shows_all():
        # A device without a store reads everything from the calendar.
        fresh = Device(f"fresh{number}", binary, world.server, place)
        fresh.mirror.sync()
        fresh.merge()
        yield from unlike("ann", world.devices[0].trips(), fresh.name, fresh.trips())
    for device in world.devices:
        before = device.bytes()
        device.merge()
        if device.bytes() != before:
            yield f"{device.name}: a second sync changes bytes"


def check_guard(device):
    """A folder that is empty or missing deletes nothing."""
    before, away = device.bytes(), device.mirror.folder + ".away"
    os.rename(device.mirror.folder, away)
    try:
        for makes in (False, True):
            if makes:
                os.mkdir(device.mirror.folder)
            code, output = device.try_merge()
            if code != 4 or output:
                yield f"{device.name}: exit {code} without the files of trips: {output}"
    finally:
        shutil.rmtree(device.mirror.folder, ignore_errors=True)
        os.rename(away, device.mirror.folder)
    if device.bytes() != before:
        yield f"{device.name}: the guard changes bytes"


def round_of(world, binary, place, number, operations):
    """Makes changes with syncs between them until nothing changes; returns violations."""
    # Not promised together: a server that rewrites UIDs and drops X-TRIPS-ID.
    world.begin_round(strips=number % 3 == 2 and not world.phone.rewrites)
    for _ in range(operations):
        world.act()
        if world.random.random() < 0.2:
            world.sync(world.random.choice(world.devices), kills=world.random.random() < 0.3)
    world.end_round()
    world.settle()
    return list(check(world, binary, place, number))


# What six rounds do at least, in proportion in more or fewer.
FLOORS = {
    "changes on three devices and a phone": 90, "of these on the phone": 25, "syncs": 60, "syncs killed": 2,
    "typed values followed": 90, "kinds of changes on devices": 14, "kinds of changes on the phone": 10}


def account(world, rounds):
    """Prints what was done, and returns what was too little of it."""
    kinds = {what for what, count in world.counts.items() if count and what != "syncs"}
    phone = {what for what in kinds if what.startswith("phone: ")}
    found = {
        "changes on three devices and a phone": sum(world.counts[what] for what in kinds),
        "of these on the phone": sum(world.counts[what] for what in phone), "syncs": world.counts["syncs"],
        "syncs killed": sum(device.kills for device in world.devices),
        "typed values followed": world.minted.count, "kinds of changes on devices": len(kinds - phone),
        "kinds of changes on the phone": len(phone)}
    for what, least in FLOORS.items():
        least = least * min(rounds, 6) // 6 if what.startswith("kinds") else least * rounds // 6
        print(f"{found[what]:>7,} {what} (at least {least:,})")
        if found[what] < least:
            yield f"only {found[what]:,} {what}, not {least:,}"


def run(settings, seed, place, server):
    """The world, the rounds, and the violations of the first round with any."""
    rounds = settings.rounds or (40 if settings.full else 6)
    operations = 40 if settings.full else 25
    binary = os.path.abspath(settings.binary)
    world = World(binary, server, place, seed)
    number, faults = 0, []
    try:
        world.begin()
        while number < rounds and not faults:
            faults = round_of(world, binary, place, number, operations)
            number += 1
        faults = faults or list(check_guard(world.devices[0]))
    except (RuntimeError, subprocess.TimeoutExpired) as error:
        faults = [str(error)]
    if faults:
        print(f"error: round {number} of seed {seed}:", file=sys.stderr)
        for fault in faults[:20]:
            print(f"  {fault}", file=sys.stderr)
        if settings.log:
            with open(settings.log, "w", encoding="utf-8") as file:
                file.write("\n".join(world.log))
        shown = " ".join(faults)
        for line in world.log:
            if any(word in shown for word in line.split() if len(word) > 3):
                print(f"    {line[:1500]}", file=sys.stderr)
    return world, number, faults


def main():
    parser = argparse.ArgumentParser(prog="Scripts/check-sync")
    parser.add_argument("--full", action="store_true", help="over a CalDAV server")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--rounds", type=int, default=None)
    parser.add_argument("--log", default=None, help="a file for all that happened before a fault")
    parser.add_argument("binary")
    settings = parser.parse_args()
    # The short form is the same each time; the full one explores.
    seed = random.randrange(1 << 30) if settings.full else 1
    if settings.seed is not None:
        seed = settings.seed
    started = time.monotonic()
    # Stop the server too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    make = servers.Server if settings.full else servers.SharedFolder
    with tempfile.TemporaryDirectory(prefix="trips-sync-") as place, make(place) as server:
        world, number, faults = run(settings, seed, place, server)
    if faults:
        return 1
    lacking = list(account(world, number))
    for what in lacking:
        print(f"FAILED: {what}")
    if not lacking:
        print(f"sync: {number} rounds: nothing was lost (seed {seed}, {time.monotonic() - started:.0f} s)")
    return 1 if lacking or number == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
