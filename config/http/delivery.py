"""Make the response to a request from a cached response. Add what depends on the request: the status (200 or 304), the
compression, and some headers."""

import re
from functools import cache, lru_cache
from io import BytesIO
from random import getrandbits
from types import SimpleNamespace

from django.conf import settings
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.http import parse_etags
from django.utils.module_loading import import_string

from config.http.cache import StoredResponse
from config.http.problems import is_api_path

CONDITIONS = frozenset({"HTTP_IF_NONE_MATCH", "HTTP_IF_MODIFIED_SINCE", "HTTP_IF_MATCH", "HTTP_IF_UNMODIFIED_SINCE"})
PRECONDITIONS = ("HTTP_IF_MATCH", "HTTP_IF_UNMODIFIED_SINCE")
BODY_HEADERS = ("Content-Type", "Content-Length", "Content-Encoding", "Content-Disposition")
ACCEPTS_GZIP = re.compile(r"\bgzip\b")
GZIP_EXCLUDED = re.compile(r"\bgzip\s*;\s*q=0(?:\.0{0,3})?\s*(?:,|$)")
REQUEST_ID = re.compile(r"[A-Za-z0-9-]{8,64}")

Delivery = tuple[int, dict[str, str], bytes]
"""A response: (status, headers, body)."""


def cache_key(meta: dict) -> tuple:
    """Return the key of a GET or HEAD request in the response cache: all parts of the request that can change the
    response, such as the path, the query and the host. ``meta`` is the WSGI environment."""
    accept = meta.get("HTTP_ACCEPT", "*/*")
    return (
        meta["PATH_INFO"],
        meta.get("QUERY_STRING", ""),
        meta.get("HTTP_HOST") or (meta.get("SERVER_NAME"), meta.get("SERVER_PORT")),
        meta.get("wsgi.url_scheme"),
        meta.get("HTTP_X_FORWARDED_PROTO"),
        "" if accept == "*/*" else accept,
    )


def request_id(meta: dict) -> str:
    """Return the client's request ID if it has 8 to 64 letters, digits or hyphens, otherwise a random UUID."""
    given = meta.get("HTTP_X_REQUEST_ID", "")
    if given and REQUEST_ID.fullmatch(given):
        return given
    # The function uuid4 would take three times as long. It asks the operating system for random bits, but an ID is no
    # secret.
    digits = f"{getrandbits(128):032x}"
    return f"{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-a{digits[17:20]}-{digits[20:]}"


def deliver(meta: dict, stored: StoredResponse, headers: dict[str, str]) -> Delivery | None:
    """Return (status, headers, body) of the response to a request, made from a stored response. ``meta`` is the WSGI
    environment. ``headers`` are added to the stored headers. Return None if a precondition of the request fails: then
    Django must make the response, with status 412."""
    status, etag, body = 200, stored.etag, stored.body
    if not CONDITIONS.isdisjoint(meta):
        status = _conditional_status(meta, stored)
        if status == 412:
            return None
    merged = stored.headers | headers
    if "Link" in stored.headers and "Link" in headers:
        merged["Link"] = f"{stored.headers['Link']}, {headers['Link']}"
    if status == 304:
        body, etag = b"", _etag_of_client(meta, etag)
        for name in BODY_HEADERS:
            merged.pop(name, None)
    elif accepts_gzip(meta.get("HTTP_ACCEPT_ENCODING", "")) and (compressed := stored.gzipped()):
        body = compressed
        merged["Content-Encoding"] = "gzip"
        etag = f"W/{etag}"
    merged["ETag"] = etag
    merged.update(constant_headers(stored.is_secure, is_read_by_scripts(meta)))
    return status, merged, body


@lru_cache(maxsize=1000)
def accepts_gzip(accept_encoding: str) -> bool:
    return bool(ACCEPTS_GZIP.search(accept_encoding)) and not GZIP_EXCLUDED.search(accept_encoding)


def is_read_by_scripts(meta: dict) -> bool:
    """Return True if the request is to the API and has the header Origin. Browsers send this header for scripts of
    other websites, which may use the API (CORS)."""
    return bool(meta.get("HTTP_ORIGIN")) and is_api_path(meta["PATH_INFO"])


@cache
def constant_headers(is_secure: bool, has_origin: bool) -> dict[str, str]:
    """Return the headers that are the same for all responses of the API and of public pages. The result is cached, so
    do not change it. The middlewares in settings.CONSTANT_HEADERS set these headers. ``is_secure`` is True for a
    request by HTTPS. With ``has_origin``, the headers of CORS are included."""
    scheme = "https" if is_secure else "http"
    environ = {"REQUEST_METHOD": "GET", "PATH_INFO": "/api", "wsgi.url_scheme": scheme, "wsgi.input": BytesIO()}
    if settings.SECURE_PROXY_SSL_HEADER:
        environ[settings.SECURE_PROXY_SSL_HEADER[0]] = scheme
    if has_origin:
        environ["HTTP_ORIGIN"] = "https://example.org"
    handle = _empty_response
    for path in reversed(settings.CONSTANT_HEADERS):
        handle = import_string(path)(handle)
    response = handle(WSGIRequest(environ))
    return {name: value for name, value in response.items() if name not in ("Content-Type", "Vary")}


def _empty_response(request):
    return HttpResponse()


def _conditional_status(meta, stored):
    # Most clients send one ETag and no other precondition, which needs no parser of headers.
    if _is_only_etag(meta.get("HTTP_IF_NONE_MATCH"), stored.etag) and meta.keys().isdisjoint(PRECONDITIONS):
        return 304
    request = SimpleNamespace(META=meta, method=meta["REQUEST_METHOD"], path=meta["PATH_INFO"])
    response = get_conditional_response(request, stored.etag, stored.modified)
    return response.status_code if response else 200


def _etag_of_client(meta, etag):
    # The ETag of a compressed body is weak (W/"…"). A 304 response must have the ETag that the client has (RFC 9111,
    # 4.3.4).
    given = meta.get("HTTP_IF_NONE_MATCH", "")
    if _is_only_etag(given, etag):
        return given
    etags = parse_etags(given)
    return f"W/{etag}" if f"W/{etag}" in etags and etag not in etags else etag


def _is_only_etag(header, etag):
    return header in (etag, f"W/{etag}")
