"""An identity provider for this machine alone, so that the portal can be tried at once. It believes anybody.

``python -m accounts.signin.development DESCRIPTOR``: of a socket that listens already. It ends with its standard input,
which is a pipe that the service holds: when the service ends, however it does, so does this.
"""

import os
import select
import socket
import sys
import threading

PEOPLE = {
    "researcher": {"email": "researcher@example.org", "email_verified": True},
    "colleague": {"email": "colleague@example.org", "email_verified": True},
    "unconfirmed": {"email": "unconfirmed@example.org", "email_verified": False},
}


def main(descriptor: int) -> None:
    threading.Thread(target=_end_with_the_service, daemon=True).start()
    with socket.socket(fileno=descriptor) as listener:
        # What follows takes a second and some memory; nobody pays for it before they sign in.
        select.select([listener], [], [])
        _serve(listener)


def _end_with_the_service():
    # The file descriptor itself: an interpreter that ends would wait for the lock of sys.stdin.
    while os.read(0, 1024):
        pass
    os._exit(0)


def _serve(listener):
    os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"
    import uvicorn
    from oidc_provider_mock import User, app

    people = [User(sub=sub, claims=claims) for sub, claims in PEOPLE.items()]
    config = uvicorn.Config(app(user_claims=people), interface="wsgi", log_level="error")
    uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main(int(sys.argv[1]))
