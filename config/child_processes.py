"""Start the child processes of ``make run``. They end when the server ends, even if it is killed."""

import os
import socket
import subprocess
import sys
from typing import NamedTuple

HOST = "127.0.0.1"


class ChildProcess(NamedTuple):
    """A running child process with its URL. It ends when no process has the file descriptor ``pipe`` open."""

    address: str
    process: subprocess.Popen
    pipe: int


def start(module: str, port: int) -> ChildProcess:
    """Run the module in a child process that listens on this port. If the port is in use, take another free port."""
    read_end, write_end = os.pipe()
    os.set_inheritable(write_end, True)
    try:
        listener = socket.create_server((HOST, port))
    except OSError:
        listener = socket.create_server((HOST, 0))
    with listener:
        process = subprocess.Popen(  # noqa: S603 - the settings name the module
            [sys.executable, "-m", module, str(listener.fileno())],
            stdin=read_end,
            pass_fds=[listener.fileno()],
            # Ctrl-C must reach the server only; the child process ends through the pipe.
            start_new_session=True,
        )
        os.close(read_end)
        return ChildProcess(f"http://{HOST}:{listener.getsockname()[1]}", process, write_end)


def start_background(module: str, argument: str) -> ChildProcess:
    """Run the module in a child process that listens at no port. It ends when its standard input is closed."""
    read_end, write_end = os.pipe()
    os.set_inheritable(write_end, True)
    command = [sys.executable, "-m", module, argument]
    process = subprocess.Popen(command, stdin=read_end, start_new_session=True)  # noqa: S603 - the settings name it
    os.close(read_end)
    return ChildProcess("", process, write_end)
