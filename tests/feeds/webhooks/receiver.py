"""A receiver of webhooks on this machine. It stores the requests, and responds as the test decides."""

import threading
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import orjson
from standardwebhooks import Webhook


@dataclass
class Request:
    path: str
    headers: dict
    body: bytes

    @property
    def uid(self) -> str:
        return self.headers["webhook-id"]

    @property
    def event(self) -> dict:
        return orjson.loads(self.body)

    def verify(self, secret: str) -> None:
        """Raise WebhookVerificationError unless the signature is valid."""
        Webhook(secret).verify(self.body, self.headers)


@dataclass
class Receiver:
    """A webhook server, which stores its requests. Set ``respond(handler, request)`` to write other responses than the
    default 204."""

    url: str
    requests: list[Request] = field(default_factory=list)
    respond: Callable | None = None
    server: ThreadingHTTPServer | None = None

    def statuses(self, *statuses: int, **headers: str) -> None:
        """Respond to the next requests with these status codes, one after another, and to all further requests with the
        last one."""
        left = list(statuses)

        def respond(handler, request):
            empty(handler, left.pop(0) if len(left) > 1 else left[0], **headers)

        self.respond = respond

    @property
    def types(self) -> list[str]:
        return [request.event["type"] for request in self.requests]


def empty(handler, status, **headers):
    handler.send_response(status)
    for name, value in headers.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.send_header("Content-Length", "0")
    handler.end_headers()


@contextmanager
def receiving():
    receiver = Receiver("")

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            request = Request(self.path, {name.lower(): value for name, value in self.headers.items()}, body)
            receiver.requests.append(request)
            (receiver.respond or (lambda handler, request: empty(handler, 204)))(self, request)

        def log_message(self, *args):
            """Write no log messages."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    receiver.server = server
    receiver.url = f"http://127.0.0.1:{server.server_address[1]}/hook"
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
