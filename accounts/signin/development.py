"""An identity provider for development, through which everybody can sign in without a password. ``python -m
accounts.signin.development DESCRIPTOR`` serves on the socket with this file descriptor. The standard input of this
process is a pipe from the service. When the service ends, the pipe closes, and then this process ends too."""

import os
import select
import socket
import sys
import threading

from config.http.child_process import has_parent_ended

PEOPLE = {
    "researcher": {"email": "researcher@example.org", "email_verified": True},
    "colleague": {"email": "colleague@example.org", "email_verified": True},
    "unconfirmed": {"email": "unconfirmed@example.org", "email_verified": False},
}


def main(descriptor: int) -> None:
    threading.Thread(target=_end_with_service, daemon=True).start()
    with socket.socket(fileno=descriptor) as listener:
        # Wait for the first connection, because the imports below take a second and some memory.
        select.select([listener], [], [])
        _serve(listener)


def _end_with_service():
    has_parent_ended(None)
    os._exit(0)


def _serve(listener):
    os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"
    # Production does not install these packages.
    import uvicorn
    from oidc_provider_mock import User, app

    people = [User(sub=sub, claims=claims) for sub, claims in PEOPLE.items()]
    config = uvicorn.Config(app(user_claims=people), interface="wsgi", log_level="error")
    uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main(int(sys.argv[1]))
