"""Check the OpenAPI document and the service: lint the document, generate a client in Python and one in TypeScript,
send requests with both clients, audit pages with Lighthouse, and send generated requests."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

SECONDS_TO_START = 30
COMMANDS = (
    "{node}/spectral lint --ruleset spectral.yaml --fail-severity warn {schema}",
    "{node}/redocly lint {schema}",
    "{python}/openapi-python-client generate --fail-on-warning --meta none --config generator.yaml --path {schema} "
    "--output-path political_graph",
    "{python}/python client.py {server}",
    "{node}/openapi-typescript {schema} --output schema.ts",
    "{node}/tsc",
    "node client.js {server}",
    "{python}/python audit.py {server}",
    "{python}/schemathesis run {server}/api/schema --checks all --phases examples,coverage,fuzzing --max-examples 5 "
    "--generation-deterministic --workers 2 --continue-on-failure",
)


def main(clone, work):
    """Start a server in the checkout ``clone``, and run all ``COMMANDS`` against it. They run in the folder ``work``, a
    copy of this folder with the npm packages. Raise CalledProcessError if a command fails."""
    port, python = str(free_port()), Path(sys.executable).parent
    server = f"http://127.0.0.1:{port}"
    granian = [python / "granian", "--interface", "wsgi", "--port", port, "--blocking-threads", "2"]
    service = subprocess.Popen(
        [*granian, "config.wsgi:application"], cwd=clone, env=os.environ | {"TRUSTED_PROXIES": "1"}
    )
    try:
        schema = Path(work) / "openapi.json"
        schema.write_bytes(read(f"{server}/api/schema"))
        for command in COMMANDS:
            run(command.format(node="node_modules/.bin", python=python, schema=schema.name, server=server), work)
    finally:
        service.send_signal(signal.SIGTERM)
        service.wait()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def read(url):
    deadline = time.monotonic() + SECONDS_TO_START
    while True:
        try:
            with urlopen(url, timeout=10) as response:
                return response.read()
        except (URLError, OSError):
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


def run(command, work):
    began = time.monotonic()
    subprocess.run(
        command.split(), cwd=work, check=True, env=os.environ | {"PYTHONPATH": ".", "SCHEMATHESIS_HOOKS": "hooks"}
    )
    print(f"{time.monotonic() - began:.1f} s: {command}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
