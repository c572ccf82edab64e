"""Start a fresh clone with ``make run`` twice, ask it, end it; fail when it is late, wrong, or does not end."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from urllib.error import URLError
from urllib.request import urlopen

COUNTRIES = 196
SECONDS_FOR_THE_FIRST_START = 4 * 60
SECONDS_FOR_THE_SECOND_START = 3
SECONDS_TO_END = 15


def main(clone):
    port = free_port()
    for start, allowed in (("first", SECONDS_FOR_THE_FIRST_START), ("second", SECONDS_FOR_THE_SECOND_START)):
        began = time.monotonic()
        service = subprocess.Popen(
            ["make", "run", f"PORT={port}"], cwd=clone, stdin=subprocess.DEVNULL, start_new_session=True
        )
        try:
            answered = wait_for_answer(service, port, began + SECONDS_FOR_THE_FIRST_START) - began
            print(f"{start} start: {answered:.2f} s to the first answer, {allowed} allowed", flush=True)
            require(answered <= allowed, f"the {start} start was late")
            ask(port)
        finally:
            end(service, port)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for_answer(service, port, deadline):
    """The moment the service first answered that it is ready."""
    while time.monotonic() < deadline:
        require(service.poll() is None, f"make run ended by itself with {service.returncode}")
        try:
            get(port, "/readyz")
        except (URLError, OSError):
            time.sleep(0.02)
        else:
            return time.monotonic()
    raise SystemExit("The service did not answer in time.")


def ask(port):
    """What the README promises: an entity with what is said of it, and the countries."""
    body, _ = get(port, "/api/graph/entity/france")
    document = json.loads(body)
    require(document["entity"]["name"] == "France", "France is not called France")
    require(document["relationships"], "nothing is said of France")
    body, _ = get(port, "/api/search?q=ang+merkle")
    require(json.loads(body)["results"][0]["name"] == "Angela Merkel", "the search does not find Angela Merkel")
    body, _ = get(port, "/sign-in")
    require(b"Development sign-in" in body, "nobody can sign in to try the portal")
    _, headers = get(port, "/api/graph/entities?type=country&limit=1")
    require(headers["X-Total-Count"] == str(COUNTRIES), f"{headers['X-Total-Count']} countries, not {COUNTRIES}")
    _, headers = get(port, "/api/graph/entities?limit=1")
    print(f"{int(headers['X-Total-Count']):,} entities, {COUNTRIES} countries", flush=True)


def get(port, path):
    with urlopen(f"http://127.0.0.1:{port}{path}", timeout=10) as answer:
        return answer.read(), answer.headers


def end(service, port):
    """Ask politely, the one process that was started; whatever is left after that is a fault."""
    service.terminate()
    try:
        service.wait(SECONDS_TO_END)
        left = is_answering(port)
    except subprocess.TimeoutExpired:
        left = True
    if left:
        os.killpg(service.pid, signal.SIGKILL)
    require(not left, "the service did not end when it was told to")


def is_answering(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def require(condition, complaint):
    if not condition:
        raise SystemExit(f"Failed: {complaint}.")


if __name__ == "__main__":
    main(sys.argv[1])
