"""Start the child processes of ``make run``.

A child process ends when the server ends, even if the server is killed.
"""

import os
import socket
import subprocess
import sys
from dataclasses import dataclass

HOST = "127.0.0.1"


@dataclass(frozen=True)
class ChildProcess:
    """A running child process. ``address`` is the URL at which the child process listens.

    The standard input of the child process is a pipe, and ``pipe`` is the file descriptor for writing to the pipe. The
    child process ends when no process has this file descriptor open.
    """

    address: str
    process: subprocess.Popen
    pipe: int


def start(module: str, port: int) -> ChildProcess:
    """Run the module in a child process that listens at the port. If the port is taken, use any free port.

    The argument of the child process is the file descriptor of the listening socket. The standard input of the child
    process is a pipe. This process has the other end of the pipe, and so has the server that later replaces this
    process.
    """
    read_end, write_end = os.pipe()
    os.set_inheritable(write_end, True)
    with _listen(port) as listener:
        process = subprocess.Popen(  # noqa: S603 - the settings name the module
            [sys.executable, "-m", module, str(listener.fileno())],
            stdin=read_end,
            pass_fds=[listener.fileno()],
            # Ctrl-C must reach the server only; the child process ends through the pipe.
            start_new_session=True,
        )
        os.close(read_end)
        return ChildProcess(f"http://{HOST}:{listener.getsockname()[1]}", process, write_end)


def _listen(port):
    try:
        return socket.create_server((HOST, port))
    except OSError:
        return socket.create_server((HOST, 0))
