"""What a power cut leaves of a folder: contents and names as of their last sync.

A name is on the disk once its folder was synced, its contents once the file was: both by the number
of the inode. The shim writes them (FAULT_DISK in faultio.c) while a command runs.
"""

import os
import shutil


class Disk:
    def __init__(self, folder, place):
        """Everything that is in the folder is on the disk."""
        self.folder, self.place = folder, place
        shutil.rmtree(place, ignore_errors=True)
        os.mkdir(place)
        for root, _, files in os.walk(folder):
            with open(self._kept(os.stat(root).st_ino), "w", encoding="utf-8") as listing:
                for entry in os.scandir(root):
                    listing.write(f"{entry.inode()} {int(entry.is_dir())} {entry.name}\n")
            for name in files:
                path = os.path.join(root, name)
                shutil.copyfile(path, self._kept(os.stat(path).st_ino))

    def _kept(self, inode):
        return os.path.join(self.place, str(inode))

    def cut(self):
        """Leaves in the folder exactly what is on the disk."""
        root = os.stat(self.folder).st_ino
        shutil.rmtree(self.folder)
        self._restore(root, self.folder)

    def _restore(self, inode, path):
        os.mkdir(path)
        if not os.path.exists(self._kept(inode)):
            return
        with open(self._kept(inode), encoding="utf-8") as listing:
            entries = [line.rstrip("\n").split(" ", 2) for line in listing]
        for number, is_folder, name in entries:
            target = os.path.join(path, name)
            if is_folder == "1":
                self._restore(number, target)
            elif os.path.exists(self._kept(number)):
                shutil.copyfile(self._kept(number), target)
            else:
                # Its name was synced, its contents never.
                open(target, "w").close()
