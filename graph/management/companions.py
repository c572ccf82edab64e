"""Processes that run beside the server as long as it runs, however it ends."""

import os
import socket
import subprocess
import sys
from dataclasses import dataclass

HOST = "127.0.0.1"


@dataclass(frozen=True)
class Companion:
    """``held`` is the end of a pipe: the companion ends when nobody holds it any more."""

    address: str
    process: subprocess.Popen
    held: int


def start(module: str, port: int) -> Companion:
    """Run the module with a socket of its own at the port, or at any that is free.

    It is given the socket's file descriptor, and ends when its standard input does. That is a pipe whose other end this
    process holds, and the server that this process becomes; whatever ends the server closes it.
    """
    reading, writing = os.pipe()
    os.set_inheritable(writing, True)
    with _listening(port) as listener:
        process = subprocess.Popen(  # noqa: S603 - a module that the settings name
            [sys.executable, "-m", module, str(listener.fileno())],
            stdin=reading,
            pass_fds=[listener.fileno()],
            # Ctrl-C is for the server, whose end is told through the pipe.
            start_new_session=True,
        )
        os.close(reading)
        return Companion(f"http://{HOST}:{listener.getsockname()[1]}", process, writing)


def _listening(port):
    try:
        return socket.create_server((HOST, port))
    except OSError:
        return socket.create_server((HOST, 0))
