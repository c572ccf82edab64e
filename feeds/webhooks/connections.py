"""Send webhook requests, but only to public addresses. Redirects are not followed. The duration of a request and the
size of its response are limited."""

import socket
import ssl
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from urllib.parse import urlsplit

from django.conf import settings
from requests import RequestException, Response, certs
from requests_hardened.client import HTTPSession
from requests_hardened.config import Config
from requests_hardened.ip_filter_adapter import IPFilterAdapter
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.exceptions import HTTPError
from urllib3.util.ssl_ import create_urllib3_context

from config.http.links import server_url
from feeds.models import LONGEST_RESPONSE
from feeds.webhooks.addresses import ForbiddenAddress, check_address, check_url, resolve

SECONDS_TO_CONNECT, SECONDS_IN_ALL = 5, 15
MOST_RESPONSE_BYTES = 65_536
TIMED_OUT = f"No response within {SECONDS_IN_ALL} seconds."

_thread = threading.local()


@dataclass
class Attempt:
    """One HTTP request that delivers an event, and its outcome. ``status`` is the HTTP status, and ``response`` has the
    first 200 printable characters of the body. If there was no response, ``status`` is None, and ``error`` is the
    reason. ``started`` is a monotonic time."""

    status: int | None = None
    error: str = ""
    response: str = ""
    retry_after: str = ""
    milliseconds: int = 0
    started: float = field(default_factory=time.monotonic)
    is_aborted: bool = False
    _socket: socket.socket | None = None

    @property
    def is_success(self) -> bool:
        return self.status is not None and 200 <= self.status < 300 and not self.error

    @property
    def is_overdue(self) -> bool:
        return time.monotonic() - self.started > SECONDS_IN_ALL

    def abort(self) -> None:
        """Close the connection. Another thread calls this at the time limit. The timeout of a socket is not enough,
        because it does not end a response that sends one byte a second."""
        self.is_aborted = True
        if self._socket:
            with suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)


class _Abortable:
    """A mixin for a connection. It gives the socket to the `Attempt` of this thread, so that `Attempt.abort` can close
    the connection. Each attempt has its own connection."""

    def _new_conn(self):
        connection = super()._new_conn()
        # TLS replaces the socket object, so `abort` needs a duplicate of it.
        _thread.attempt._socket = connection.dup()
        # The time limit may have passed while the host name was resolved.
        if _thread.attempt.is_aborted:
            _thread.attempt.abort()
        return connection


class _Pool(HTTPConnectionPool):
    class ConnectionCls(_Abortable, HTTPConnection):
        pass


class _TLSPool(HTTPSConnectionPool):
    class ConnectionCls(_Abortable, HTTPSConnection):
        pass


class PublicAdapter(IPFilterAdapter):
    """A transport adapter for HTTP sessions of `requests`. It resolves the host name once, checks the network address,
    and connects to exactly this address. It does not resolve the host name again, because the second result could be a
    private address."""

    def init_poolmanager(self, *args, **kwargs):
        super().init_poolmanager(*args, **kwargs)
        self.poolmanager.pool_classes_by_scheme = {"http": _Pool, "https": _TLSPool}

    def build_connection_pool_key_attributes(self, request, verify, cert=None):
        host, pool = super().build_connection_pool_key_attributes(request, verify, cert)
        # IPFilterAdapter checks this address too, but allows some that are not public, such as ::127.0.0.1 and fec0::1.
        check_address(host["host"])
        if self._is_https_proto:
            pool["ssl_context"] = _tls_context()
        return host, pool

    def cert_verify(self, conn, url, verify, cert):
        # Otherwise, the library would read the file of certificates for each connection, which takes 10 ms.
        conn.cert_reqs = "CERT_REQUIRED"


@cache
def _tls_context():
    context = create_urllib3_context(cert_reqs=ssl.CERT_REQUIRED)
    context.load_verify_locations(certs.where())
    return context


def _session():
    """Return a new HTTP session (`requests.Session`). The caller sends one request with it, then closes it. The session
    connects only to public addresses, and does not follow redirects."""
    config = Config(
        ip_filter_enable=True,
        ip_filter_allow_loopback_ips=settings.WEBHOOK_ALLOW_LOOPBACK,
        never_redirect=True,
        default_timeout=(SECONDS_TO_CONNECT, SECONDS_IN_ALL),
        user_agent_override=f"Political-Knowledge-Graph-Webhooks/1 (+{server_url()}/docs/webhooks)",
    )
    session = HTTPSession(config)
    for is_https, prefix in ((False, "http://"), (True, "https://")):
        session.mount(prefix, PublicAdapter(is_https, settings.WEBHOOK_ALLOW_LOOPBACK))
    # Ignore proxies in the environment and passwords in ~/.netrc.
    session.trust_env = False
    if settings.WEBHOOK_PROXY:
        session.proxies = dict.fromkeys(("http", "https"), settings.WEBHOOK_PROXY)
    return session


def post(url: str, body: bytes, headers: dict[str, str], attempt: Attempt) -> None:
    """Send a POST request with ``body`` to the URL, and store the outcome in ``attempt``. If the receiver or the
    network fails, or the URL or its address is not allowed, no exception is raised: ``attempt.error`` has the
    reason."""
    _thread.attempt = attempt
    try:
        # Check the URL again, because the rules may have changed since the owner entered it.
        check_url(url)
        # All addresses of a host name must be public, although the connection uses only one.
        resolve(urlsplit(url).hostname)
        with _session() as session, session.post(url, data=body, headers=headers, stream=True) as response:
            _read(response, attempt)
    except ForbiddenAddress as error:
        attempt.error = str(error)
    except (RequestException, HTTPError, OSError, ValueError) as error:
        attempt.error = TIMED_OUT if attempt.is_aborted or attempt.is_overdue else _explain(error)
    finally:
        attempt.milliseconds = round((time.monotonic() - attempt.started) * 1000)
        if attempt._socket:
            attempt._socket.close()


def _read(response: Response, attempt):
    if attempt.is_aborted:
        # The connection was closed at the time limit, so the headers may be incomplete.
        attempt.error = TIMED_OUT
        return
    attempt.status, attempt.retry_after = response.status_code, response.headers.get("Retry-After", "")
    # Only the status decides whether the delivery succeeds. An incomplete or invalid body does not matter.
    with suppress(RequestException, HTTPError, OSError, ValueError):
        text = response.raw.read(MOST_RESPONSE_BYTES, decode_content=False)
        attempt.response = printable(text.decode(errors="replace"))


def printable(text: str) -> str:
    """Return the first 200 printable characters of a text. Only its first 4,000 characters are read."""
    return "".join(c for c in text[: 20 * LONGEST_RESPONSE] if c.isprintable())[:LONGEST_RESPONSE]


EXPLANATIONS = {
    "InvalidIPAddress": "The host name leads to an address that is not public.",
    "gaierror": "The host name cannot be resolved.",
    "SSLError": "The certificate or the encryption is not valid.",
    "ConnectTimeout": f"No connection within {SECONDS_TO_CONNECT} seconds.",
    "ReadTimeout": TIMED_OUT,
    "ConnectionError": "The connection failed, or was closed without a response.",
}


def _explain(error):
    # The messages of exceptions may contain internal addresses, so the owner sees only the kind of error.
    names = (class_.__name__ for class_ in type(error).__mro__)
    return next((EXPLANATIONS[name] for name in names if name in EXPLANATIONS), "The response is not valid HTTP.")
