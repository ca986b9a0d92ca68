"""Runs vdirsyncer in a child for each line that it reads: most of a sync's time is loading it.

A line is JSON: the arguments, and the answers to its questions. The answer is a line too: the exit
code, and what it printed. Started by the Python that vdirsyncer is installed for.
"""

import json
import os
import sys
import tempfile

import vdirsyncer.cli
import vdirsyncer.cli.tasks  # noqa: F401
import vdirsyncer.storage.dav  # noqa: F401
import vdirsyncer.storage.filesystem  # noqa: F401


def _run(words):
    """The exit code of a command."""
    sys.argv = ["vdirsyncer", *words]
    try:
        vdirsyncer.cli.main()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    return 0


def _end(code):
    # Freeing what was loaded takes longer than a sync.
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def main():
    for line in sys.stdin:
        words, answers = json.loads(line)
        with tempfile.TemporaryFile() as asked, tempfile.TemporaryFile() as printed:
            asked.write(answers.encode())
            asked.seek(0)
            child = os.fork()
            if child == 0:
                os.dup2(asked.fileno(), 0)
                os.dup2(printed.fileno(), 1)
                os.dup2(printed.fileno(), 2)
                sys.stdin = open(0, encoding="utf-8", closefd=False)
                _end(_run(words))
            code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            printed.seek(0)
            print(json.dumps([code, printed.read().decode("utf-8", "replace")]), flush=True)


if __name__ == "__main__":
    main()
