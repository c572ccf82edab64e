"""The WSGI application."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

django_application = get_wsgi_application()


def application(environ, start_response):
    """Pass a complete body as one part: the server then sends Content-Length instead of chunks."""
    response = django_application(environ, start_response)
    if response.streaming:
        return response
    body = response.content
    response.close()
    return [body]
