"""Every kind of file as a store: exit code, message, and nothing changed."""

import contextlib
import os
import shutil
import socket
import sqlite3
import stat
import subprocess

from fixtures import integrity, make_store, make_v1_store
from harness import Account, Tool, folder, is_safe_text, told

NOBODY = 65534
READERS = ["list", "list --json", "show 1", "next", "list --count"]
WRITERS = ["add X", "edit 1 --name Y", "delete 1"]


def run(settings):
    account = Account()
    with folder() as place:
        os.chmod(place, 0o755)
        os.chdir(place)
        desk = Desk(settings, place, account)
        for check in CHECKS:
            os.chdir(place)
            check(desk)
        os.chdir("/")
    return account


class Desk:
    def __init__(self, settings, place, account):
        self.settings, self.place, self.account = settings, place, account
        self.tool = Tool(settings.binary, place, TRIPS_BUSY_TIMEOUT="0.3")
        self.store = os.path.join(place, "good.db")
        make_store(self.tool, self.store)

    def path(self, name):
        return os.path.join(self.place, name)

    def copy(self, name):
        shutil.copy(self.store, self.path(name))
        return self.path(name)

    def expect(self, words, code, message=None, path=None, tool=None, **extra):
        """The command must exit with the code and, if it fails, print this message."""
        words = words.split() if isinstance(words, str) else words
        if path is not None:
            words = ["--db", path, *words]
        outcome = (tool or self.tool).run(*words, **extra)
        codes = code if isinstance(code, tuple) else (code,)
        self.account.count("kinds of files and places")
        right = outcome.code in codes and is_safe_text(outcome.err)
        if outcome.code not in (0, None):
            right = right and outcome.err.startswith(b"error: ")
            right = right and (message is None or message in outcome.err.decode())
        self.account.expect(right, told(words, outcome, f"instead of {codes}, {message!r}"))
        return outcome

    def all_commands(self, path, code, message=None):
        before = snapshot(path)
        for words in READERS + WRITERS:
            self.expect(words, code, message, path)
            self.account.expect(snapshot(path) == before, f"'{words}' changed {path}")


def snapshot(path):
    """The kind and contents of a file; FIFOs and devices are not read."""
    status = os.lstat(path)
    data = None
    if stat.S_ISREG(status.st_mode) and os.access(path, os.R_OK):
        with open(path, "rb") as file:
            data = file.read()
    return status.st_mode, status.st_size, data, sorted(os.listdir(os.path.dirname(path)))


def no_stores(desk):
    with open(desk.path("text"), "w") as file:
        file.write("These are no trips.\n" * 300)
    desk.all_commands(desk.path("text"), 5, "is not an SQLite file")
    with open(desk.path("short"), "w") as file:
        file.write("x")
    desk.all_commands(desk.path("short"), 5, "is not an SQLite file")
    os.mkdir(desk.path("folder"))
    desk.all_commands(desk.path("folder"), 5, "is a folder")
    os.mkfifo(desk.path("fifo"))
    desk.all_commands(desk.path("fifo"), 5, "is a FIFO")
    with contextlib.closing(socket.socket(socket.AF_UNIX)) as server:
        server.bind("socket")
        desk.all_commands(desk.path("socket"), 5, "is a socket")
    for words in READERS + WRITERS:
        for device in ("/dev/null", "/dev/zero", "/dev/full", "/dev/tty"):
            if os.path.exists(device):
                desk.expect(words, 5, "is a device", device)
    desk.expect("list", 5, None, desk.path("text/x.db"))
    desk.expect("add x", 5, None, desk.path("text/x.db"))


def foreign_stores(desk):
    with contextlib.closing(sqlite3.connect("foreign.db")) as db:
        db.execute("CREATE TABLE trip(id INTEGER PRIMARY KEY, name TEXT)")
        db.commit()
    desk.all_commands(desk.path("foreign.db"), 5, "database of another program")
    with contextlib.closing(sqlite3.connect("marked.db")) as db:
        db.execute("PRAGMA application_id = 1")
    desk.all_commands(desk.path("marked.db"), 5, "database of another program")
    make_v1_store(desk.path("v1.db"), desk.settings.migrations)
    desk.all_commands(desk.path("v1.db"), 5, "schema V1")
    for version, message in [(99, "schema version 99"), (0, "unknown model"), (-3, "unknown model")]:
        with contextlib.closing(sqlite3.connect(desk.copy("other.db"))) as db:
            db.execute(f"PRAGMA user_version = {version}")
        desk.all_commands(desk.path("other.db"), 5, message)
    with contextlib.closing(sqlite3.connect(desk.copy("bare.db"))) as db:
        db.executescript(
            "PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE name = 'trip'")
    desk.all_commands(desk.path("bare.db"), 5)


def empty_file(desk):
    open(desk.path("empty.db"), "w").close()
    desk.expect("list", 0, path=desk.path("empty.db"))
    desk.expect("show 1", 3, path=desk.path("empty.db"))
    desk.account.expect(os.path.getsize("empty.db") == 0, "a reader wrote to an empty file")
    desk.expect("add x", 0, path=desk.path("empty.db"))
    desk.account.expect(integrity("empty.db") is None, "a store made of an empty file is broken")
    desk.expect("list", 0, path=desk.path("missing.db"))
    desk.expect("list", 0, path=desk.path("missing/folder/x.db"))
    desk.account.expect(
        not os.path.exists("missing.db") and not os.path.exists("missing"), "a reader made a file")


def links(desk):
    desk.copy("target.db")
    os.symlink("target.db", "link.db")
    os.symlink("link.db", "chain.db")
    os.symlink(desk.path("chain.db"), "long.db")
    for name in ("link.db", "chain.db", "long.db"):
        desk.expect("list", 0, path=desk.path(name))
        desk.expect(["add", f"Through {name}"], 0, path=desk.path(name))
        desk.account.expect(os.path.islink(name), f"{name} is no link any more")
    outcome = desk.expect("list --search through --count", 0, path=desk.path("target.db"))
    desk.account.expect(outcome.out == b"3\n", "a write through a link is lost")
    os.symlink("loop.db", "loop.db")
    desk.expect("list", 5, path=desk.path("loop.db"))
    desk.expect("add x", 5, path=desk.path("loop.db"))
    os.symlink("nothing.db", "dangling.db")
    desk.expect("list", 0, path=desk.path("dangling.db"))
    desk.account.expect(not os.path.exists("nothing.db"), "a reader made a link's target")
    desk.expect("add x", 0, path=desk.path("dangling.db"))
    desk.account.expect(
        os.path.islink("dangling.db") and integrity("nothing.db") is None, "the link was replaced")
    desk.copy("one.db")
    os.link("one.db", "two.db")
    desk.expect("list", 0, path=desk.path("two.db"))
    desk.expect("add hard", 0, path=desk.path("two.db"))
    desk.account.expect(os.path.samefile("one.db", "two.db"), "a hard link was cut")
    outcome = desk.expect("list --search hard --count", 0, path=desk.path("one.db"))
    desk.account.expect(outcome.out == b"1\n", "a write through a hard link is lost")


def names(desk):
    """No character of a path is special."""
    for name in [
        "a?b", "a#b", "a%b", "a%00b", "a%41b", ":memory:", "file:x.db", "file:x.db?mode=memory",
        " ", "a b",
        "ü", "日本", "-x", "--", "a\nb", "a\x1b[31mb", "'", '"', "x" * 255, "~", "$HOME", "*",
    ]:
        os.mkdir("names")
        os.chdir("names")
        desk.expect(["add", "x"], 0 if len(name) < 240 else (0, 5), tool=desk.tool, db=name)
        found = os.listdir(".")
        if len(name) < 240:
            desk.account.expect(found == [name], f"a store named {name!r} becomes {found}")
            outcome = desk.expect(["list", "--count", f"--db={name}"], 0)
            desk.account.expect(outcome.out == b"1\n", f"the store named {name!r} is empty")
        os.chdir("..")
        shutil.rmtree("names")
    desk.expect(["add", "x"], (2, 5), path="x" * 300)
    desk.expect(["add", "x"], (2, 5), path="/".join(["y" * 200] * 30))


def places(desk):
    """The default path of the store."""
    home = desk.path("home")
    os.mkdir(home)
    tool = Tool(desk.settings.binary, home, HOME=home)
    desk.expect("add x", 0, tool=tool)
    desk.account.expect(
        os.path.exists(home + "/.local/share/trips/trips.db"), "the store is not in its place")
    for wrong in ("", "relative"):
        outcome = desk.expect("list --count", 0, tool=tool, XDG_DATA_HOME=wrong)
        desk.account.expect(outcome.out == b"1\n", f"XDG_DATA_HOME={wrong!r} is not ignored")
    desk.expect("list", 2, "HOME is not set", tool=tool, HOME=None)
    desk.expect("add x", 2, "HOME is not set", tool=tool, HOME="")
    os.mkdir("gone")
    os.chdir("gone")
    os.rmdir("../gone")
    desk.expect("list", 0, path=desk.store)
    desk.expect("list", 2, "working directory", path="relative.db")
    desk.expect("add x", 2, "working directory", path="relative.db")
    os.chdir(desk.place)
    for mask in (0, 0o077, 0o777):
        previous = os.umask(mask)
        try:
            path = desk.path(f"mask{mask:o}/deep/x.db")
            outcome = desk.expect("add x", (0, 5) if mask == 0o777 else 0, path=path)
        finally:
            os.umask(previous)
        if outcome.code == 0 and mask != 0o777:
            modes = [os.stat(p).st_mode & 0o777 for p in (path, os.path.dirname(path))]
            desk.account.expect(modes == [0o600, 0o700], f"umask {mask:o} gives modes {modes}")


def permissions(desk):
    """Files with other modes and owners, as an unprivileged user."""
    if os.getuid() == 0 and not shutil.which("setpriv"):
        desk.account.note("skipped: permissions (root, and no setpriv to become nobody)")
        return
    binary = desk.path("trips")
    shutil.copy(desk.settings.binary, binary)
    os.chmod(binary, 0o755)
    tool = Tool(binary, desk.place, TRIPS_BUSY_TIMEOUT="0.3")
    if os.getuid() == 0:
        tool = AsNobody(binary, desk.place)
    os.mkdir("own", 0o777)
    os.chmod("own", 0o777)
    path = desk.copy("own/trips.db")
    _give(path)
    for mode, reads, writes in [(0o600, 0, 0), (0o400, 0, 5), (0o000, 5, 5), (0o200, 5, 5)]:
        os.chmod(path, mode)
        before = _bytes(path)
        desk.expect("list", reads, "no permission to read", path, tool)
        if writes:
            desk.expect("add refused", 5, "no permission", path, tool)
            desk.account.expect(_bytes(path) == before, f"mode {mode:o}: a refusal changed it")
        else:
            desk.expect("add accepted", 0, None, path, tool)
    os.chmod(path, 0o600)
    os.chmod("own", 0o555)
    desk.expect("list", 0, None, path, tool)
    desk.expect("add refused", 5, "no permission", path, tool)
    desk.expect("add refused", 5, None, desk.path("own/new.db"), tool)
    os.chmod("own", 0o000)
    desk.expect("list", 5, "no permission", path, tool)
    desk.expect("add refused", 5, None, path, tool)
    os.chmod("own", 0o777)
    if os.getuid() == 0:
        other = desk.copy("own/other.db")
        os.chmod(other, 0o644)
        desk.expect("list", 0, None, other, tool)
        desk.expect("add refused", 5, "no permission", other, tool)
        os.chmod(other, 0o600)
        desk.expect("list", 5, "no permission to read", other, tool)
    desk.expect("list", 0, None, path, tool, HOME="/nonexistent")
    desk.expect("add x", 5, "cannot create", tool=tool, HOME="/proc/nowhere")


class AsNobody(Tool):
    """Permissions are checked as 'nobody', since root may do anything."""

    def __init__(self, binary, place):
        super().__init__(shutil.which("setpriv"), place, TRIPS_BUSY_TIMEOUT="0.3")
        self.words = [f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", binary]

    def run(self, *arguments, **extra):
        return super().run(*self.words, *arguments, **extra)


def _give(path):
    if os.getuid() == 0:
        os.chown(path, NOBODY, NOBODY)


def _bytes(path):
    with contextlib.suppress(PermissionError), open(path, "rb") as file:
        return file.read()


def read_only_mount(desk):
    """A mount in its own namespace, which disappears with it."""
    os.mkdir("mount")
    script = """
      mount -t tmpfs none mount && cp good.db mount/trips.db || exit 99
      mount -o remount,ro mount || exit 99
      "$0" --db mount/trips.db list >/dev/null || exit 1
      "$0" --db mount/new.db list >/dev/null || exit 2
      "$0" --db mount/trips.db add x >/dev/null 2>err; [ $? = 5 ] || exit 3
      "$0" --db mount/new.db add x >/dev/null 2>>err; [ $? = 5 ] || exit 4
      [ "$(grep -c '^error: ' err)" = 2 ] || exit 5
      mount -o remount,rw,size=300k mount && cp good.db mount/trips.db || exit 99
      long=$(printf 'x%.0s' $(seq 900))
      for i in $(seq 300); do
        "$0" --db mount/trips.db bucket add 1 "$i$long" >/dev/null 2>err && continue
        [ $? = 5 ] && grep -q 'disk .* is full' err || exit 6
        "$0" --db mount/trips.db list >/dev/null && exit 0 || exit 7
      done
      exit 8"""
    _mounted(desk, script, "a read-only or full file system", 6)


def full_temporary_folder(desk):
    """A pipe is copied before it is imported, here to a full disk."""
    os.makedirs("mount", exist_ok=True)
    with open("many.ndjson", "w") as file:
        for number in range(3_000):
            file.write('{"name":"Trip %d","startDate":"2027-01-01","endDate":"2027-01-02"}\n' % number)
    script = """
      mount -t tmpfs -o size=64k none mount || exit 99
      cp good.db kept.db && export TMPDIR=$PWD/mount
      cat many.ndjson | "$0" --db good.db import - >/dev/null 2>err; [ $? = 1 ] || exit 1
      grep -q "^error: cannot write a file in '$TMPDIR': No space" err || exit 2
      cmp good.db kept.db || exit 3"""
    _mounted(desk, script, "a full folder for temporary files", 1)


def _mounted(desk, script, what, count):
    """Runs a script that may mount, in its own namespace."""
    with contextlib.suppress(FileNotFoundError):
        os.unlink("err")
    command = ["unshare", "--mount", "--map-root-user", "sh", "-c", script, desk.settings.binary]
    if os.getuid() == 0:
        command.remove("--map-root-user")
    code = 99
    with contextlib.suppress(OSError):
        code = subprocess.run(
            command, env=dict(desk.tool.environment), stderr=subprocess.DEVNULL).returncode
    if code in (99, 1) and not os.path.exists("err"):
        desk.account.note(f"skipped: {what} (mounting is not allowed)")
        return
    desk.account.count("kinds of files and places", count)
    desk.account.expect(code == 0, f"{what}: the script's exit {code}")


CHECKS = [
    no_stores, foreign_stores, empty_file, links, names, places, permissions, read_only_mount,
    full_temporary_folder]
