"""Run a real OpenID Connect provider as a separate process: ``python provider.py DESCRIPTOR SECONDS AUDIENCE``.

DESCRIPTOR is the file descriptor of the socket to listen on, SECONDS the lifetime of access tokens, and AUDIENCE the
audience of ID tokens or "". The provider signs in everybody. ``PUT /users/<sub>`` sets the claims about a person.
"""

import os
import socket
import sys
from datetime import timedelta

import uvicorn
from oidc_provider_mock import _app, app


def main(descriptor, seconds, audience):
    os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"
    if audience:
        _app.OpenIDCode.get_audiences = lambda self, request: [audience]
    config = uvicorn.Config(app(access_token_max_age=timedelta(seconds=seconds)), interface="wsgi", log_level="error")
    uvicorn.Server(config).run(sockets=[socket.socket(fileno=descriptor)])


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
