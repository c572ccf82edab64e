"""Run ``make run`` twice in a fresh clone, and request some pages. Exit with an error if the service is too slow,
uses too much memory, responds wrongly or does not stop."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

COUNTRIES = 196
SECONDS_FOR_THE_FIRST_START = 4 * 60
SECONDS_FOR_THE_SECOND_START = 3
SECONDS_TO_STOP = 15
MEGABYTES = 300


def main(clone):
    port = free_port()
    for start, allowed in (("first", SECONDS_FOR_THE_FIRST_START), ("second", SECONDS_FOR_THE_SECOND_START)):
        began = time.monotonic()
        service = subprocess.Popen(
            ["make", "run", f"PORT={port}"], cwd=clone, stdin=subprocess.DEVNULL, start_new_session=True
        )
        try:
            seconds = wait_until_ready(service, port, began + SECONDS_FOR_THE_FIRST_START) - began
            print(f"{start} start: {seconds:.2f} s to the first response, {allowed} allowed", flush=True)
            require(seconds <= allowed, f"the {start} start was slow")
            check_pages(port)
            check_memory(service.pid)
        finally:
            stop(service, port)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until_ready(service, port, deadline):
    """Wait until /readyz responds with the status 200, and return the time of this response. Exit with an error if the
    process ``service`` ends, or at the time ``deadline``. Both times are those of `time.monotonic`."""
    while time.monotonic() < deadline:
        require(service.poll() is None, f"make run ended with {service.returncode}")
        try:
            get(port, "/readyz")
        except (URLError, OSError):
            time.sleep(0.02)
        else:
            return time.monotonic()
    raise SystemExit("The service did not respond in time.")


def check_pages(port):
    """Request an entity, a search, the sign-in page and the list of countries. Exit with an error if a response is not
    as expected."""
    body, _ = get(port, "/api/graph/entity/france")
    document = json.loads(body)
    require(document["entity"]["name"] == "France", "France is not called France")
    require(document["relationships"], "France has no relationships")
    body, _ = get(port, "/api/search?q=ang+merkle")
    require(json.loads(body)["results"][0]["name"] == "Angela Merkel", "the search does not find Angela Merkel")
    body, _ = get(port, "/sign-in")
    require(b"Development sign-in" in body, "the development sign-in is missing")
    _, headers = get(port, "/api/graph/entities?type=country&limit=1")
    require(headers["X-Total-Count"] == str(COUNTRIES), f"{headers['X-Total-Count']} countries, not {COUNTRIES}")
    _, headers = get(port, "/api/graph/entities?limit=1")
    print(f"{int(headers['X-Total-Count']):,} entities, {COUNTRIES} countries", flush=True)


def check_memory(pid):
    """Exit with an error if the process ``pid`` and its descendants use too much memory together, for example because
    the process that loads the catalogue did not end."""
    files = [f"/proc/{process}/smaps_rollup" for process in family(pid)]
    lines = [line for file in files for line in Path(file).read_text().splitlines() if line.startswith("Pss:")]
    used = sum(int(line.split()[1]) for line in lines) // 1024
    print(f"{used} MB in {len(files)} processes, {MEGABYTES} allowed", flush=True)
    require(used <= MEGABYTES, "the service needs too much memory")


def family(pid):
    children = [child for file in Path(f"/proc/{pid}/task").glob("*/children") for child in file.read_text().split()]
    return [pid, *(process for child in children for process in family(child))]


def get(port, path):
    with urlopen(f"http://127.0.0.1:{port}{path}", timeout=10) as response:
        return response.read(), response.headers


def stop(service, port):
    """Terminate the process of ``make run``. Exit with an error if it does not end in time, or if its port still
    accepts connections."""
    service.terminate()
    try:
        service.wait(SECONDS_TO_STOP)
        is_running = is_listening(port)
    except subprocess.TimeoutExpired:
        is_running = True
    if is_running:
        os.killpg(service.pid, signal.SIGKILL)
    require(not is_running, "the service did not stop when it was terminated")


def is_listening(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def require(condition, message):
    if not condition:
        raise SystemExit(f"Failed: {message}.")


if __name__ == "__main__":
    main(sys.argv[1])
