"""Send the files of the downloads, as a whole or in parts (RFC 9110, section 14)."""

import re
from http import HTTPStatus

from django.http import Http404, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.http import http_date

from config.http.middleware.methods import read_only
from config.http.streams import stream
from config.http.views import MAX_AGE
from snapshots.downloads.sets import find_set

BLOCK = 256 * 1024
"""The number of bytes that are read from a file at once."""
LARGEST_BODY = 1_000_000
"""The largest number of bytes that are sent in one piece. A larger body is streamed, which occupies a thread until the
client has received all of it."""
RANGE = re.compile(r"bytes=(\d{0,18})-(\d{0,18})")


@read_only
def download(request, name, set_name=""):
    """Send the file ``name`` of the downloads, or the part that the header Range asks for. ``set_name`` is the name of
    a set of files, by default the newest. Respond with

    - 404 if there is no such file,
    - 304 if the client has it already,
    - 416 if the part is outside the file,
    - 429 if too many files are being streamed."""
    found = find_set(set_name)
    if found is None or name not in found.files or not found.path(name).is_file():
        raise Http404
    about, modified = found.files[name], int(found.generated_at.timestamp())
    headers = {
        "ETag": f'"{about["sha256"][:32]}"',
        "Last-Modified": http_date(modified),
        "Cache-Control": f"public, max-age={MAX_AGE}",
        "Accept-Ranges": "bytes",
        "Content-Disposition": f'attachment; filename="{name}"',
        "Content-Type": about["media_type"],
    }
    # Check conditional headers before ranges (RFC 9110, 13.2.2).
    conditional = get_conditional_response(request, headers["ETag"], modified, HttpResponse(headers=headers))
    if conditional.status_code != HTTPStatus.OK:
        return conditional
    return _whole_or_part(request, found.path(name), about["size"], headers)


def _whole_or_part(request, path, size, headers):
    status, (start, end) = HTTPStatus.OK, (0, size)
    part = _bounds(request.headers.get("Range", ""), size)
    # A HEAD request has no ranges.
    if part and request.method == "GET" and _is_unchanged(request, headers):
        start, end = part
        if start >= end:
            headers = headers | {"Content-Range": f"bytes */{size}"}
            return HttpResponse(status=HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE, headers=headers)
        status = HTTPStatus.PARTIAL_CONTENT
        headers = headers | {"Content-Range": f"bytes {start}-{end - 1}/{size}"}
    headers = headers | {"Content-Length": str(end - start)}
    if request.method != "GET":
        return HttpResponse(status=status, headers=headers)
    return _send(request, path, (start, end), status=status, headers=headers)


def _send(request, path, part, **options):
    start, end = part
    if end - start <= LARGEST_BODY:
        with path.open("rb") as file:
            file.seek(start)
            return HttpResponse(file.read(end - start), **options)
    return stream(request, _blocks(path, start, end), **options)


def _is_unchanged(request, headers):
    """Return True if the header If-Range allows the server to send only a part of the file, or if there is no such
    header. A client that already has a part of the file sends this header, with the ETag or Last-Modified of that part.
    If the file has changed since then, the client needs the whole file. ``headers`` are the headers of the response."""
    condition = request.headers.get("If-Range")
    return condition in (None, headers["ETag"], headers["Last-Modified"])


def _bounds(asked, size):
    """Parse ``asked``, the value of a Range header, for a file of ``size`` bytes. Return (position of the first byte,
    position after the last byte). For example, ``bytes=0-99`` gives (0, 100) if the file is long enough, and
    ``bytes=-500`` means the last 500 bytes. If the range is outside the file, the first position is not below the
    second. Return None if the header is invalid, or has several ranges: a server may ignore these."""
    found = RANGE.fullmatch(asked.strip())
    first, last = (int(digits) if digits else None for digits in found.groups()) if found else (None, None)
    if first is None:
        return None if last is None else (max(0, size - last), size)
    if last is None:
        return first, size
    return None if last < first else (first, min(last + 1, size))


def _blocks(path, start, end):
    """Yield the bytes of a file from the position ``start`` to before ``end``, in blocks of at most BLOCK bytes."""
    with path.open("rb") as file:
        file.seek(start)
        while block := file.read(min(BLOCK, end - start)):
            start += len(block)
            yield block
