"""Random argument lists: no trap, no hang, documented exit codes, safe messages, whole stores."""

import os
import random
import re
import shutil

import declared
from fixtures import integrity, make_store
from grammar import Grammar
from harness import EXIT_CODES, Account, Tool, chunks, described, folder, in_parallel, is_safe_text

# Their output is for programs, which get unescaped bytes.
RAW = re.compile(rb"--json|--csv|^export$|^completions$|^man$|--format|html")


def number(settings):
    return 20_000 if settings.full else 1_500


def run(settings):
    jobs = [(settings, part) for part in chunks(number(settings), 250)]
    return in_parallel(_work, jobs)


def floors(settings):
    with folder() as place:
        paths = declared.commands(Tool(settings.binary, place))
    names = {option for options in paths.values() for option in options}
    return {
        "random argument lists": number(settings), "of these with a command": number(settings) * 3 // 4,
        "of these done": number(settings) // 20, "of these refused": number(settings) // 10,
        "commands": len(paths), "options of commands": len(names) * 9 // 10, "declared commands": 40,
        "declared options": 100}


def _work(job, place):
    settings, numbers = job
    account = Account()
    tool = Tool(settings.binary, place, TRIPS_BUSY_TIMEOUT="0.2")
    base = os.path.join(place, "base.db")
    make_store(tool, base)
    with open(base, "rb") as file:
        pristine = file.read()
    grammar = Grammar(tool)
    account.meet("declared commands", *grammar.paths)
    account.meet("declared options", *(name for options, _ in grammar.commands.values() for name in options))
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
        path = grammar.path(words)
        watches = b"watch" in words
        outcome = tool.run(*words, db=store, interrupt=0.2 if watches else None)
        account.count("random argument lists")
        account.count("of these with a command", path != ())
        account.count("of these done", outcome.code == 0)
        account.count("of these refused", outcome.code == 2)
        account.meet("commands", *(path[:n] for n in range(1, len(path) + 1)))
        typed = {word.split(b"=")[0].decode("utf-8", "replace") for word in words}
        account.meet("options of commands", *typed & set(grammar.commands[path][0]))
        for problem in _judge(words, path, outcome, store, pristine, watches):
            account.fail(described(words, outcome, f"[{number}] {problem}"))
    return account


def _judge(words, path, outcome, store, pristine, watches):
    if outcome.code not in EXIT_CODES | ({130} if watches else set()):
        yield "ends with an undocumented exit code"
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
        reads = " ".join(path) in declared.READERS
        if outcome.code != 0 and not diagnoses or reads or b"--dry-run" in words:
            yield "changed the store"
        wrong = integrity(store)
        if wrong:
            yield wrong
