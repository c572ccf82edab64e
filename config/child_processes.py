"""Start the child processes of ``make run``. They end when the server ends, even if the server is killed."""

import os
import socket
import subprocess
import sys
from typing import NamedTuple

HOST = "127.0.0.1"


class ChildProcess(NamedTuple):
    """A running child process. ``address`` is its URL, such as ``http://127.0.0.1:8001``, or "" if it has no port. A
    pipe connects the server with the child process, which reads the pipe as its standard input. ``pipe`` is the file
    descriptor of the server's end. When the server ends, the operating system closes this end, and then the child
    process ends too."""

    address: str
    process: subprocess.Popen
    pipe: int


def start(module: str, port: int) -> ChildProcess:
    """Run the module in a child process that listens on this port of 127.0.0.1 or, if the port is taken, on a free one.
    The ``address`` of the returned process contains the port. The only command-line argument of the child process is
    the file descriptor of the listening socket."""
    try:
        listener = socket.create_server((HOST, port))
    except OSError:
        listener = socket.create_server((HOST, 0))
    with listener:
        number = listener.fileno()
        return _run(module, str(number), f"http://{HOST}:{listener.getsockname()[1]}", pass_fds=[number])


def start_background(module: str, argument: str) -> ChildProcess:
    """Run the module in a child process that works in the background and listens on no port. ``argument`` is its only
    command-line argument. The ``address`` of the returned process is ""."""
    return _run(module, argument, "")


def _run(module, argument, address, **options):
    read_end, write_end = os.pipe()
    os.set_inheritable(write_end, True)
    command = [sys.executable, "-m", module, argument]
    # Ctrl-C must reach the server only; the child process ends through the pipe.
    process = subprocess.Popen(command, stdin=read_end, start_new_session=True, **options)  # noqa: S603 - the settings name it
    os.close(read_end)
    return ChildProcess(address, process, write_end)
