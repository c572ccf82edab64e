"""Provide the WSGI application for the web server."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

django_application = get_wsgi_application()


def application(environ, start_response):
    """Return a whole body as one part, so that the server sends Content-Length. Streaming responses are unchanged."""
    response = django_application(environ, start_response)
    if response.streaming:
        return response
    body = response.content
    response.close()
    return [body]
