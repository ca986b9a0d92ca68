"""Random argument lists: no trap, no hang, documented exit codes, safe messages, whole stores."""

import os
import random
import re
import shutil

from fixtures import integrity, make_store
from grammar import Grammar
from harness import EXIT_CODES, Account, Tool, chunks, in_parallel, is_safe_text, told

# Commands that change nothing, whatever their options.
READERS = {
    "list", "ls", "show", "next", "export", "calendar", "stats", "completions", "man", "help"}
# Their output is for programs, which get unescaped bytes.
RAW = re.compile(rb"--json|--csv|^export$|^completions$|^man$|--format|html")


def run(settings):
    number = 20_000 if settings.full else 1_500
    jobs = [(settings, part) for part in chunks(number, 250)]
    return in_parallel(_work, jobs)


def _work(job, place):
    settings, numbers = job
    account = Account()
    tool = Tool(settings.binary, place, TRIPS_BUSY_TIMEOUT="0.2")
    base = os.path.join(place, "base.db")
    make_store(tool, base)
    with open(base, "rb") as file:
        pristine = file.read()
    grammar = Grammar(tool)
    grammar.tokens.append(tool.run("history", "--token", db=base).out.decode().strip())
    desk = os.path.join(place, "desk")
    for number in numbers:
        shutil.rmtree(desk, ignore_errors=True)
        os.mkdir(desk)
        os.chdir(desk)
        store = os.path.join(desk, "trips.db")
        with open(store, "wb") as file:
            file.write(pristine)
        chance = random.Random(f"{settings.seed} arguments {number}")
        words = grammar.line(chance)
        watches = b"watch" in words
        outcome = tool.run(*words, db=store, interrupt=0.2 if watches else None)
        account.count("random argument lists")
        for problem in _judge(words, outcome, store, pristine, watches):
            account.fail(told(words, outcome, f"[{number}] {problem}"))
    return account


def _judge(words, outcome, store, pristine, watches):
    if outcome.code not in EXIT_CODES | ({130} if watches else set()):
        yield "is no documented end"
        return
    if any(b"--color" in word for word in words):
        # Our own colours are not stored text.
        colour = re.compile(rb"\x1b\[[0-9;]*m")
        outcome = outcome._replace(
            out=colour.sub(b"", outcome.out), err=colour.sub(b"", outcome.err))
    if not is_safe_text(outcome.err):
        yield f"unsafe message {outcome.err[:200]!r}"
    if not any(RAW.search(word) for word in words) and not is_safe_text(outcome.out):
        yield f"unsafe output {outcome.out[:200]!r}"
    # Problems that the doctor finds are not errors of the doctor, and some may be repaired.
    diagnoses = b"doctor" in words
    if outcome.code not in (0, 1, 130) and outcome.out and not diagnoses:
        yield f"an error, and output {outcome.out[:80]!r}"
    if outcome.code not in (0, 130) and not outcome.err:
        yield "fails and does not say why"
    if b"Fatal error" in outcome.err or b"Swift." in outcome.err or b"SQLite error" in outcome.err:
        yield "says what no user understands"
    if not os.path.exists(store):
        yield "the store is gone"
        return
    with open(store, "rb") as file:
        is_same = file.read() == pristine
    if not is_same:
        command = next((w for w in words if not w.startswith(b"-")), b"").decode("utf-8", "replace")
        if outcome.code != 0 and not diagnoses or command in READERS or b"--dry-run" in words:
            yield "changed the store"
        wrong = integrity(store)
        if wrong:
            yield wrong
