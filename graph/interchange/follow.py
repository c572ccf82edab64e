"""Record live results from a source: a folder that gets new files, or a URL that is requested repeatedly."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from io import BytesIO
from pathlib import Path
from time import monotonic
from typing import BinaryIO
from urllib.parse import urlsplit

import requests
from django.db import Error
from django.utils import timezone
from urllib3.exceptions import HTTPError

from graph.actions.results.ingest import UnreadableFile
from graph.interchange.read_nist import LARGEST_FILE
from graph.interchange.read_results import READERS, describe_report, ingest_file
from graph.journal.guard import allow_writes
from graph.models import Coverage

TIMEOUT = 20
"""Seconds after which a source that does not respond counts as unavailable."""
LONGEST_TRANSFER = 120
"""Seconds after which a source counts as unavailable if it has not sent its whole file."""
LONGEST_WAIT = 300
"""If a source is unavailable, it is requested again after this many seconds at the latest, or after its usual interval
if this is longer."""
CHUNK = 1_000_000
UNAVAILABLE = (OSError, UnreadableFile, Error)
"""The exceptions that mean that a source of results is unavailable. OSError is also the base class of the exceptions of
`requests`. Error is the base class of Django's database errors."""


class Folder:
    """A folder with files of election results. Calling the object yields (name, open file) for each CSV or JSON file
    that is new or has changed since the last call, oldest first. If a file cannot be opened, the others are yielded,
    then OSError is raised. The next call tries to open it again."""

    def __init__(self, path: Path):
        self.path = path
        self._seen: dict[Path, tuple[int, int]] = {}

    def __call__(self) -> Iterator[tuple[str, BinaryIO]]:
        failure = None
        for _, path, version in sorted(self._files()):
            if self._seen.get(path) == version:
                continue
            try:
                file = path.open("rb")
            except OSError as error:
                failure = error
                continue
            with file:
                yield path.name, file
            # If the caller raises an exception, the generator ends before this line. The file is read again.
            self._seen[path] = version
        if failure:
            raise failure

    def _files(self):
        """Yield (time of the last change, path, (time, size)) for each CSV or JSON file. The pair (time, size) shows
        whether the file has changed since an earlier call. Leave out folders and broken links."""
        for path in self.path.iterdir():
            if path.suffix.lower() in READERS and path.is_file():
                # A file can be deleted at any time.
                with suppress(FileNotFoundError):
                    stat = path.stat()
                    yield stat.st_mtime_ns, path, (stat.st_mtime_ns, stat.st_size)


class RemoteFile:
    """A file of election results at a URL. Calling the object requests the URL, and yields (name, open file), where the
    name is "results.csv" or "results.json". It yields nothing if the file has not changed since the last call (304 Not
    Modified). It raises OSError if the server is unavailable, and UnreadableFile if the file is too large."""

    def __init__(self, url: str):
        self.url = url
        self._validators: dict[str, str] = {}

    def __call__(self) -> Iterator[tuple[str, BinaryIO]]:
        with self._request() as response:
            if response.status_code == HTTPStatus.NOT_MODIFIED:
                return
            response.raise_for_status()
            yield self._name(response), _body(response)
            found = {"If-None-Match": "ETag", "If-Modified-Since": "Last-Modified"}
            # If the caller raises an exception, the generator ends before this line. The next call gets the file again.
            self._validators = {
                name: response.headers[header] for name, header in found.items() if header in response.headers
            }

    def _request(self):
        try:
            return requests.get(self.url, headers=self._validators, timeout=TIMEOUT, stream=True)
        except requests.exceptions.InvalidSchema as error:
            raise OSError("The URL redirects to an address that does not begin with http:// or https://.") from error

    def _name(self, response):
        is_csv = response.headers.get("Content-Type", "").startswith("text/csv")
        return "results.csv" if is_csv or urlsplit(self.url).path.lower().endswith(".csv") else "results.json"


def _body(response):
    """Return the content of the response as a file. Raise UnreadableFile if it is larger than LARGEST_FILE, and OSError
    if it is not complete in time."""
    body, end = bytearray(), monotonic() + LONGEST_TRANSFER
    try:
        # ``read1`` returns what has arrived. ``read`` would wait for a whole chunk, so the time limit would not end the
        # request of a source that sends a byte now and then.
        while chunk := response.raw.read1(CHUNK, decode_content=True):
            body += chunk
            if len(body) > LARGEST_FILE:
                raise UnreadableFile(f"The file is larger than {LARGEST_FILE} bytes.")
            if monotonic() > end:
                raise OSError(f"The file was not complete after {LONGEST_TRANSFER} seconds.")
    except HTTPError as error:
        raise OSError(str(error)) from error
    return BytesIO(body)


def source_at(location: str) -> Folder | RemoteFile:
    """Return the source of results at ``location``, an HTTP URL or the path of a folder, or raise ValueError."""
    if urlsplit(location).scheme in ("http", "https"):
        return RemoteFile(location)
    if not Path(location).is_dir():
        raise ValueError(f"'{location}' is neither a folder nor an HTTP URL.")
    return Folder(Path(location))


@dataclass
class Follower:
    """Records the results of one election repeatedly. ``poll`` is the source of the results, a `Folder` or a
    `RemoteFile`. Calling it yields the new files. ``interval`` is the usual number of seconds between two calls.
    ``report`` is called with a line of text about each file and each error. ``options`` are passed to
    `graph.actions.results.ingest.ingest`."""

    election: str
    poll: Callable[[], Iterator[tuple[str, BinaryIO]]]
    interval: int
    report: Callable[[str], None]
    options: dict = field(default_factory=dict)
    failures: int = 0

    def step(self) -> float:
        """Get the new files from the source once, and record their results. If the source responds, also store the time
        in the `Coverage` row of the election. Return the number of seconds to wait until the next call:

        - If the source responds, this is ``interval``.
        - If the source is unavailable, the number doubles with each call, up to LONGEST_WAIT. It is never less than
          ``interval``.
        """
        try:
            errors = [error for name, file in self.poll() if (error := self._ingest(name, file))]
            # Store that the source has just responded. From this time, the API computes whether results are stale.
            with allow_writes():
                rows = Coverage.objects.filter(election__slug=self.election)
                rows.update(followed_at=timezone.now(), follow_interval=self.interval)
        except UNAVAILABLE as error:
            self.failures += 1
            self.report(f"The source is unavailable: {error}")
            return max(self.interval, min(self.interval * 2**self.failures, LONGEST_WAIT))
        if self.failures:
            self.report("The source is available again.")
        self.failures = 0
        for error in errors:
            self.report(error)
        return self.interval

    def _ingest(self, name, file):
        """Read the open ``file``, which contains election results, and store these results in the database. Then report
        what was stored and what was rejected, and return None. If the file cannot be read, there are two cases:

        - If it is from a folder, return an error message.
        - If it is from a URL, raise UnreadableFile.
        """
        coverage = Coverage.objects.select_related("election").get(election__slug=self.election)
        try:
            found = ingest_file(coverage, file, name, **self.options)
        except UnreadableFile as error:
            if isinstance(self.poll, Folder):
                return f"{name}: {error}"
            raise
        if found.recorded or found.rejected:
            self.report(f"{name}: {describe_report(found)}")
        for where, reason in found.rejected:
            self.report(f"{name}, {where}: {reason}")
        return None
