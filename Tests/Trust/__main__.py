"""Checks of trust: drives the built binary from outside with faults, floods and hostile input.

Usage: python3 Tests/Trust BINARY DEBUG-BINARY SHIM [--full] [--only NAME] [--seed N]
Scripts/check-trust builds the three and calls this. It needs Python 3.9 or later with its sqlite3.
"""

import argparse
import importlib
import os
import random
import subprocess
import sys
import time

from harness import Account, Settings

CHECKS = ["faults", "calendars", "load", "folders", "arguments", "documents", "stores", "hostile",
          "hostile_documents", "bookings"]
# Only in a full run: it takes minutes.
LONG_CHECKS = ["growth"]
# These are too many for a run of a few minutes: each commit tries others.
BY_COMMIT = {"faults", "calendars"}


def commit():
    """A number that each commit has of its own; 1 outside of a repository."""
    found = subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True).stdout
    return int(found[:7] or "1", 16)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("debug")
    parser.add_argument("shim")
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--only", choices=CHECKS + LONG_CHECKS)
    parser.add_argument("--seed", type=int)
    options = parser.parse_args()
    seed = 1 if options.seed is None else options.seed
    if options.seed is None and options.full:
        seed = random.SystemRandom().randrange(1_000_000)
    here = os.path.dirname(os.path.abspath(__file__))
    settings = Settings(
        os.path.realpath(options.binary), os.path.realpath(options.debug),
        os.path.realpath(options.shim), os.path.join(here, "..", "..", "Migrations"),
        options.full, seed)
    # Stores as the tool itself makes them: the doctor would report problems in others.
    os.umask(0o077)
    total = Account()
    for name in [options.only] if options.only else CHECKS + LONG_CHECKS * options.full:
        started = time.monotonic()
        if name in BY_COMMIT and options.seed is None and not options.full:
            settings = settings._replace(seed=commit())
        else:
            settings = settings._replace(seed=seed)
        check = importlib.import_module(name)
        account = check.run(settings)
        lines = [account.floor(what, least) for what, least in check.floors(settings).items()]
        total.add(account)
        state = f"{len(account.failures)} FAILED" if account.failures else "passed"
        took = time.monotonic() - started
        print(f"{name}: {state}, {took:.0f} s (--only {name} --seed {settings.seed})", flush=True)
        for line in lines:
            print(line)
        for what in account.failures[:15]:
            print(f"  FAILED: {what}", flush=True)
    print(f"{len(total.failures):>9,} failures")
    return 1 if total.failures else 0


if __name__ == "__main__":
    sys.exit(main())
