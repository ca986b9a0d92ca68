"""The programs of others: Radicale on the loopback address, vdirsyncer between it and a folder."""

import http.client
import os
import re
import shutil
import socket
import subprocess
import time

USER = "me"
COLLECTION = f"/{USER}/trips/"


def missing():
    """What is not installed, of what the check needs."""
    return [name for name in ("radicale", "vdirsyncer", "khal") if not shutil.which(name)]


class Server:
    """A CalDAV server that only this machine reaches; it ends with the block."""

    def __init__(self, place):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.place = os.path.join(place, "server")
        os.makedirs(self.place)
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
        for _ in range(200):
            try:
                self.request("GET", "/.web")
                return self
            except OSError:
                time.sleep(0.05)
        self._process.kill()
        raise RuntimeError("Radicale does not start")

    def __exit__(self, *_):
        self._process.terminate()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def request(self, method, path, body=b"", **headers):
        """Status, headers and body; every call is a client of its own."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            sent = {"Authorization": "Basic bWU6eA=="}  # me:x
            sent.update({name.replace("_", "-"): value for name, value in headers.items()})
            connection.request(method, path, body, sent)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        finally:
            connection.close()

    def events(self):
        """The text and the etag of each event, by its address."""
        status, _, body = self.request(
            "PROPFIND", COLLECTION,
            b'<?xml version="1.0"?><propfind xmlns="DAV:"><prop><getetag/></prop></propfind>',
            Depth="1", Content_Type="application/xml")
        if status == 404:
            return {}
        found = {}
        for address in re.findall(r"<href>([^<]+\.ics)</href>", body.decode()):
            status, headers, text = self.request("GET", address)
            if status == 200:
                found[address] = (text.decode(), headers["ETag"])
        return found


class Mirror:
    """vdirsyncer between the server and one folder."""

    def __init__(self, server, place):
        self.folder = os.path.join(place, "calendars", "trips")
        os.makedirs(self.folder)
        self._config = os.path.join(place, "vdirsyncer.conf")
        with open(self._config, "w", encoding="utf-8") as file:
            file.write(RECIPE.format(place=place, port=server.port))
        self._environment = {"HOME": place, "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"}
        self._run("discover", answers=b"y\ny\ny\n")

    def sync(self):
        self._run("sync")

    def _run(self, command, answers=b""):
        done = subprocess.run(
            ["vdirsyncer", "-c", self._config, command], input=answers, capture_output=True,
            env=self._environment, timeout=120)
        if done.returncode != 0:
            raise RuntimeError(f"vdirsyncer {command}: {done.stderr.decode()[-2000:]}")


# The configuration that the README gives, with the places of the check.
RECIPE = """\
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
