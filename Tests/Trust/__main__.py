"""Checks of trust: drives the built binary from outside with faults, floods and hostile input.

Usage: python3 Tests/Trust BINARY DEBUG-BINARY SHIM [--full] [--only NAME] [--seed N]
Scripts/check-trust builds the three and calls this. It needs Python 3.9 or later with its sqlite3.
"""

import argparse
import importlib
import os
import random
import sys
import time

from harness import Account, Settings

CHECKS = [
    "faults", "calendars", "load", "arguments", "documents", "stores", "tables", "streams", "files",
    "model", "hostile", "writers", "past"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("debug")
    parser.add_argument("shim")
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--only", choices=CHECKS)
    parser.add_argument("--seed", type=int)
    options = parser.parse_args()
    # The short form is the same for the same tree each time; the full one explores.
    if options.seed is None:
        options.seed = random.SystemRandom().randrange(1_000_000) if options.full else 1
    here = os.path.dirname(os.path.abspath(__file__))
    settings = Settings(
        os.path.realpath(options.binary), os.path.realpath(options.debug),
        os.path.realpath(options.shim), os.path.join(here, "..", "..", "Migrations"),
        options.full, options.seed)
    # Stores as the tool itself makes them: the doctor would report problems in others.
    os.umask(0o077)
    print(f"seed {options.seed}", flush=True)
    total = Account()
    for name in [options.only] if options.only else CHECKS:
        started = time.monotonic()
        account = importlib.import_module(name).run(settings)
        total.add(account)
        state = f"{len(account.failures)} FAILED" if account.failures else "passed"
        print(f"{name}: {state}, {time.monotonic() - started:.0f} s", flush=True)
        for what in account.notes:
            print(f"  {what}")
        for what in account.failures[:15]:
            print(f"  FAILED: {what}", flush=True)
    print()
    for what, number in total.counts.items():
        print(f"{number:>9,} {what}")
    print(f"{len(total.failures):>9,} failures")
    return 1 if total.failures else 0


if __name__ == "__main__":
    sys.exit(main())
