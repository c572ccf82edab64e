"""Manage the folder of the downloads. It has a folder for each set of files, and the symbolic link ``current``, which
leads to the newest set."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from fcntl import LOCK_EX, LOCK_NB, flock
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import orjson
from django.conf import settings

CURRENT, UNFINISHED, MANIFEST = "current", "unfinished", "files.json"
NAME = "%Y%m%dT%H%M%S.%fZ"
"""The format of the name of a set of files: the time when the set was built."""
ONE_DAY = timedelta(days=1)
"""The least time for which an old set of files remains available after the next one is built."""


class AnotherBuild(Exception):
    """Another process is building the downloads."""


class FileSet(NamedTuple):
    """A set of files for download. ``name`` and ``generated_at`` say when it was built. ``as_of`` is the day that the
    files show, as ISO text. ``files`` maps each file name to the fields of its `DownloadFile`, except the name and the
    URL. ``position`` is the number of a change in the journal of changes: the files have all changes up to this one."""

    name: str
    generated_at: datetime
    as_of: str
    position: int
    files: dict[str, dict]

    def path(self, name: str) -> Path:
        return settings.DOWNLOADS_FOLDER / self.name / name


def find_set(name: str = "") -> FileSet | None:
    """Return the set of download files with this name, such as "20240704T031500.000000Z", or the newest set if the name
    is "". Return None if there is no such set. Sets are cached, so the files of an old set may have been removed."""
    try:
        return _read(settings.DOWNLOADS_FOLDER, name or os.readlink(settings.DOWNLOADS_FOLDER / CURRENT))
    except (OSError, ValueError):
        return None


@lru_cache(maxsize=4)
def _read(folder, name):
    # The name may come from a client. Reject all names that are not a time.
    time = _time_of(name)
    return FileSet(name, time, **orjson.loads((folder / name / MANIFEST).read_bytes()))


def _time_of(name):
    return datetime.strptime(name, NAME).replace(tzinfo=UTC)


@contextmanager
def new_set(now: datetime) -> Iterator[Path]:
    """A context manager that builds a new set of files for download. It yields an empty folder, to which the ``with``
    block writes the files. After the block, the set gets the time ``now`` as its name, and becomes the newest set. Old
    sets are removed. If the block raises an exception, or the process is killed, the newest set does not change. Raise
    AnotherBuild if another process is building a set."""
    root = settings.DOWNLOADS_FOLDER
    root.mkdir(parents=True, exist_ok=True)
    with (root / "lock").open("w") as lock:
        try:
            flock(lock, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            raise AnotherBuild from None
        unfinished, name = root / UNFINISHED, now.strftime(NAME)
        # Remove the files of builds that were killed.
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir()
        yield unfinished
        unfinished.rename(root / name)
        _point_to(root, name)
        _remove_old(root, now)


def write_manifest(folder: Path, as_of: str, position: int, files: dict[str, dict]) -> None:
    (folder / MANIFEST).write_bytes(orjson.dumps({"as_of": as_of, "position": position, "files": files}))


def _point_to(root, name):
    # A symbolic link cannot be changed, but another one can replace it in one step.
    link = root / "next"
    link.unlink(missing_ok=True)
    link.symlink_to(name)
    link.replace(root / CURRENT)


def _remove_old(root, now):
    names = sorted(path.name for path in root.glob("*Z"))
    for name, next_name in pairwise(names):
        if now - _time_of(next_name) >= ONE_DAY:
            shutil.rmtree(root / name)
