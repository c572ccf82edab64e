from collections.abc import Callable

from django.conf import settings
from django.http import HttpResponse
from django.utils.deprecation import MiddlewareMixin
from whitenoise.middleware import WhiteNoiseMiddleware

from config.http.problems import error_response

READ = ("GET", "HEAD", "OPTIONS")
EDIT = ("GET", "HEAD", "POST", "OPTIONS")


def allow(*methods: str) -> Callable:
    """Return a decorator for view functions that handle only the HTTP ``methods``, such as "GET". `MethodMiddleware`
    responds to requests with other methods, and does not call the view."""

    def mark(view):
        view.methods = methods
        return view

    return mark


read_only = allow(*READ)


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """Serve static files for GET and HEAD. Respond to OPTIONS with 204, and to all other methods with 405, as for
    pages."""

    @staticmethod
    def serve(static_file, request):
        if request.method in ("GET", "HEAD"):
            return WhiteNoiseMiddleware.serve(static_file, request)
        return _without_view(request, READ)


class MethodMiddleware(MiddlewareMixin):
    """Respond to OPTIONS with 204, and with 405 to a method that the page does not support. Both responses have the
    header ``Allow``. Views of the API check the method themselves, so this middleware does nothing for them. It also
    does nothing for views whose methods are unknown."""

    def process_view(self, request, view, args, kwargs):
        methods = EDIT if request.path_info.startswith(settings.PATHS_OF_EDITORS) else _methods_of(view)
        if methods is None or (request.method in methods and request.method != "OPTIONS"):
            return None
        return _without_view(request, methods)


def _without_view(request, methods):
    headers = {"Allow": ", ".join(methods)}
    if request.method != "OPTIONS":
        return error_response(request, "method-not-allowed", headers=headers)
    response = HttpResponse(status=204, headers=headers)
    del response["Content-Type"]
    return response


def _methods_of(view):
    """Return the HTTP methods that a view supports, such as ["GET", "HEAD"]. Return None for a view of the API, which
    checks the method itself, and for other views whose methods are unknown."""
    if hasattr(view, "methods"):
        return view.methods
    if not hasattr(view, "view_class") or getattr(view, "csrf_exempt", False):
        return None
    names = view.view_initkwargs.get("http_method_names", view.view_class.http_method_names)
    # Django adds HEAD to a view with GET when it creates the view.
    return [name.upper() for name in names if hasattr(view.view_class, "get" if name == "head" else name)]
