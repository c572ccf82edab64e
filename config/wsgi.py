"""The WSGI application. A body that is whole is handed over whole: the server then sends its length, not chunks."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

_django = get_wsgi_application()


def application(environ, start_response):
    """WSGI entry; streaming responses go through as they are."""
    response = _django(environ, start_response)
    if response.streaming:
        return response
    body = response.content
    response.close()
    return [body]
