"""Shared by all checks of this folder: running the tool, and counting results."""

import collections
import contextlib
import multiprocessing
import os
import re
import shlex
import shutil
import signal
import tempfile
import time

TODAY = "2026-11-21"
# SPEC: 0 done, 1 failed, 2 usage, 3 no trip, 4 refused, 5 the store, 6 a token; 130 is for ^C.
EXIT_CODES = {0, 1, 2, 3, 4, 5, 6}
SECONDS = 10

Outcome = collections.namedtuple("Outcome", "code out err seconds")
Settings = collections.namedtuple("Settings", "binary debug shim migrations full seed")


class Account:
    """Counts the attempts and collects the failures."""

    def __init__(self):
        self.counts = collections.Counter()
        # Things that were met, however often.
        self.met = collections.defaultdict(set)
        self.failures = []

    def count(self, what, number=1):
        self.counts[what] += number

    def meet(self, what, *things):
        self.met[what].update(things)

    def number(self, what):
        return len(self.met[what]) if what in self.met else self.counts[what]

    def floor(self, what, least):
        """A check that met fewer of these has not checked what it claims to."""
        found = self.number(what)
        self.expect(found >= least, f"only {found:,} {what}, not {least:,}")
        return f"{found:>9,} {what} (at least {least:,})"

    def fail(self, what):
        self.failures.append(what)

    def expect(self, truth, what):
        if not truth:
            self.fail(what() if callable(what) else what)
        return truth

    def add(self, other):
        self.counts.update(other.counts)
        for what, things in other.met.items():
            self.met[what] |= things
        self.failures += other.failures


def environment(home, **extra):
    base = {
        "HOME": home, "PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC",
        "TERM": "xterm", "TRIPS_TODAY": TODAY,
    }
    base.update(extra)
    return {name: value for name, value in base.items() if value is not None}


class Tool:
    """Runs one binary in a separate folder, one process at a time, and collects its output."""

    def __init__(self, binary, folder, limits=None, **extra):
        """limits: the seconds of processor time and the MB of memory after which the system ends it."""
        self.binary = binary
        self.limits = limits
        self.folder = folder
        self.environment = environment(folder, **extra)
        self._out = tempfile.TemporaryFile()
        self._err = tempfile.TemporaryFile()

    def run(self, *arguments, db=None, stdin=b"", seconds=SECONDS, interrupt=None, **extra):
        """Runs the tool; a code below zero is the signal that ended it, None a hang.

        interrupt: seconds after which ^C comes.
        """
        words = [self.binary, *arguments]
        surroundings = dict(self.environment, **extra) if extra else self.environment
        surroundings = {k: v for k, v in surroundings.items() if v is not None}
        if db:
            surroundings["TRIPS_DB"] = db
        for stream in (self._out, self._err):
            stream.seek(0)
            stream.truncate()
        source = os.open("/dev/null", os.O_RDONLY) if not stdin else _file_of(stdin)
        program = self.binary
        if self.limits:
            program = "/bin/sh"
            limits = f"ulimit -S -t {self.limits[0]} && ulimit -v {self.limits[1] * 1024}"
            words = [program, "-c", f'{limits} && exec "$0" "$@"', *words]
        started = time.monotonic()
        child = os.posix_spawn(
            program, words, surroundings,
            file_actions=[
                (os.POSIX_SPAWN_DUP2, source, 0),
                (os.POSIX_SPAWN_DUP2, self._out.fileno(), 1),
                (os.POSIX_SPAWN_DUP2, self._err.fileno(), 2),
            ],
            # A shell starts background processes with ^C ignored, and trips keeps it ignored.
            setsigdef=[signal.SIGPIPE, signal.SIGINT])
        os.close(source)
        code = _wait(child, seconds, interrupt)
        took = time.monotonic() - started
        return Outcome(code, _content(self._out), _content(self._err), took)


def _file_of(data):
    descriptor = os.memfd_create("input")
    os.write(descriptor, data)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


def _content(stream):
    stream.seek(0)
    return stream.read()


def _wait(child, seconds, interrupt=None):
    """Waits for a child; the alarm kills one that hangs."""
    hangs = []

    def ring(*_):
        if interrupt and not hangs:
            hangs.append(False)
            os.kill(child, signal.SIGINT)
        else:
            hangs.append(True)
            # It may have ended just now.
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)

    previous = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, interrupt or seconds, seconds)
    try:
        _, status = os.waitpid(child, 0)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
    if True in hangs:
        return None
    code = os.waitstatus_to_exitcode(status)
    # Before the process has installed its handlers, the signal kills it.
    return 130 if hangs and code == -signal.SIGINT else code


def described(arguments, outcome, more=""):
    """A failure as a command line that can be rerun."""
    words = " ".join(shlex.quote(os.fsdecode(word)) for word in arguments)
    end = {None: "hangs", -24: "exceeds its processor time"}.get(outcome.code, f"exit {outcome.code}")
    first = outcome.err.decode("utf-8", "backslashreplace").strip().split("\n")[0][:300]
    return f"trips {words[:600]}: {end} {first!r} {more}"


# Bytes that must not reach a terminal or forge a line: C0 except TAB and LF, DEL, C1, bidi
# controls, line and paragraph separators, the byte order mark, zero-width space.
RAW_CONTROL = re.compile(
    rb"[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\x8b\x8e\x8f\xa8-\xae]|"
    rb"\xe2\x81[\xa6-\xa9]|\xef\xbb\xbf|\xd8\x9c")


def is_safe_text(data):
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return RAW_CONTROL.search(data) is None


def kept(name):
    """The path where the input that caused a failure is kept."""
    place = os.path.join(tempfile.gettempdir(), "trips-trust-failures")
    os.makedirs(place, exist_ok=True)
    return os.path.join(place, name)


# Parallel work


def in_parallel(work, jobs):
    """Calls work(job) in one process per core; adds up the results."""
    total = Account()
    with multiprocessing.get_context("fork").Pool(os.cpu_count()) as pool:
        for account in pool.imap_unordered(_Guarded(work), jobs):
            total.add(account)
    return total


class _Guarded:
    def __init__(self, work):
        self.work = work

    def __call__(self, job):
        with folder(in_memory=True) as place:
            os.chdir(place)
            try:
                return self.work(job, place)
            finally:
                os.chdir("/")


@contextlib.contextmanager
def folder(in_memory=False):
    """A temporary folder; in memory, where syncs cost nothing, if possible."""
    parent = "/dev/shm" if in_memory and os.access("/dev/shm", os.W_OK) else None
    place = os.path.realpath(tempfile.mkdtemp(prefix="trips-trust-", dir=parent))
    try:
        yield place
    finally:
        for root, folders, _ in os.walk(place):
            for name in folders:
                with contextlib.suppress(OSError):
                    os.chmod(os.path.join(root, name), 0o700)
        shutil.rmtree(place, ignore_errors=True)


def chunks(number, size):
    """The ranges of `size` numbers that make up 0 ..< number."""
    return [range(start, min(start + size, number)) for start in range(0, number, size)]
