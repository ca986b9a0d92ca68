"""Where the devices meet: a folder that all share, or Radicale, with vdirsyncer for each."""

import http.client
import json
import os
import re
import select
import shutil
import socket
import subprocess
import time

USER = "me"
COLLECTION = f"/{USER}/trips/"


class Server:
    """A CalDAV server on the loopback address that stops at the end of the block."""

    def __init__(self, place):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.place = os.path.join(place, "server")
        os.makedirs(self.place)
        self._vdirsyncer = None
        # The text of each event by its address and etag.
        self._texts = {}
        self._config = os.path.join(self.place, "config")
        with open(self._config, "w", encoding="utf-8") as file:
            file.write(
                f"[server]\nhosts = 127.0.0.1:{self.port}\n[auth]\ntype = none\n"
                f"[storage]\nfilesystem_folder = {self.place}/data\n"
                "[logging]\nlevel = error\n")

    def __enter__(self):
        self._process = subprocess.Popen(
            ["radicale", "--config", self._config], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(400):
            try:
                self._request("GET", "/.web")
                return self
            except OSError:
                time.sleep(0.05)
        self._process.kill()
        raise RuntimeError("Radicale does not start")

    def __exit__(self, *_):
        if self._vdirsyncer:
            self._vdirsyncer.end()
        self._process.terminate()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def mirror(self, place):
        if not self._vdirsyncer:
            self._vdirsyncer = Vdirsyncer(self.place)
        return Mirror(self._vdirsyncer, self.port, place)

    def events(self):
        """The text and the etag of each event, by its address."""
        status, _, body = self._request(
            "PROPFIND", COLLECTION,
            b'<?xml version="1.0"?><propfind xmlns="DAV:"><prop><getetag/></prop></propfind>',
            Depth="1", Content_Type="application/xml")
        if status == 404:
            return {}
        found = {}
        for address, etag in re.findall(
                r"<href>([^<]+\.ics)</href>.*?<getetag>([^<]+)</getetag>", body.decode(), re.DOTALL):
            if (address, etag) not in self._texts:
                _, _, text = self._request("GET", address)
                self._texts[address, etag] = text.decode()
            found[address] = (self._texts[address, etag], etag)
        return found

    def put(self, name, text, etag=None):
        """Replaces the event that has the etag, or adds one."""
        address = name if etag else COLLECTION + name
        headers = {"If_Match": etag} if etag else {"If_None_Match": "*"}
        status, _, body = self._request(
            "PUT", address, text.encode(), Content_Type="text/calendar; charset=utf-8", **headers)
        if status not in (200, 201, 204):
            raise RuntimeError(f"PUT {address}: {status} {body[:300]}\n{text}")

    def delete(self, address, etag):
        status, _, body = self._request("DELETE", address, If_Match=etag)
        if status not in (200, 204):
            raise RuntimeError(f"DELETE {address}: {status} {body[:300]}")

    def _request(self, method, path, body=b"", **headers):
        """Status, headers and body; every call is a separate client."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            sent = {"Authorization": "Basic bWU6eA=="}  # me:x
            sent.update({name.replace("_", "-"): value for name, value in headers.items()})
            connection.request(method, path, body, sent)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        finally:
            connection.close()


class Vdirsyncer:
    """vdirsyncer, loaded once: see loaded.py."""

    # A sync takes less than a second.
    PATIENCE = 120

    def __init__(self, home):
        with open(shutil.which("vdirsyncer"), encoding="utf-8") as file:
            python = file.readline().removeprefix("#!").split()
        loaded = os.path.join(os.path.dirname(os.path.abspath(__file__)), "loaded.py")
        self._process = subprocess.Popen(
            [*python, loaded], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
            env={"HOME": home, "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "TZ": "UTC"})

    def run(self, *words, answers=""):
        """The exit code of a command, and what it printed."""
        self._process.stdin.write(json.dumps([words, answers]) + "\n")
        if not select.select([self._process.stdout], [], [], self.PATIENCE)[0]:
            raise RuntimeError(f"vdirsyncer {' '.join(words)} hangs")
        return json.loads(self._process.stdout.readline())

    def end(self):
        self._process.kill()
        self._process.communicate()


class Mirror:
    """vdirsyncer between the server and one folder."""

    def __init__(self, vdirsyncer, port, place):
        self.folder = os.path.join(place, "calendars", "trips")
        os.makedirs(self.folder)
        self._config = os.path.join(place, "vdirsyncer.conf")
        with open(self._config, "w", encoding="utf-8") as file:
            file.write(VDIRSYNCER.format(place=place, port=port))
        self._vdirsyncer = vdirsyncer
        vdirsyncer.run("-c", self._config, "discover", answers="y\ny\ny\n")

    def sync(self):
        code, printed = self._vdirsyncer.run("-c", self._config, "sync")
        if code != 0:
            raise RuntimeError(f"vdirsyncer: {printed[-2000:]}")


class SharedFolder:
    """One folder for all devices, without a server and other programs."""

    def __init__(self, place):
        self.folder = os.path.join(place, "calendar")
        os.makedirs(self.folder)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def mirror(self, place):
        return self if os.path.basename(place)[:5] != "fresh" else FolderCopy(self.folder, place)

    def sync(self):
        pass

    def events(self):
        found = {}
        for name in sorted(os.listdir(self.folder)):
            if name.endswith(".ics"):
                with open(os.path.join(self.folder, name), encoding="utf-8", newline="") as file:
                    found[name] = (file.read(), name)
        return found

    def put(self, name, text, etag=None):
        path = os.path.join(self.folder, name)
        with open(path + ".new", "w", encoding="utf-8", newline="") as file:
            file.write(text)
        os.rename(path + ".new", path)

    def delete(self, address, etag):
        os.unlink(os.path.join(self.folder, address))


class FolderCopy:
    def __init__(self, folder, place):
        self.folder = os.path.join(place, "calendar")
        shutil.copytree(folder, self.folder)

    def sync(self):
        pass


# The README's configuration, with the paths of this check.
VDIRSYNCER = """\
[general]
status_path = "{place}/status/"
[pair trips]
a = "folder"
b = "server"
collections = ["trips"]
conflict_resolution = null
[storage folder]
type = "filesystem"
path = "{place}/calendars/"
fileext = ".ics"
[storage server]
type = "caldav"
url = "http://127.0.0.1:{port}/me/"
username = "me"
password = "x"
"""
