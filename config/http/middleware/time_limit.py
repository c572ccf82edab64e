from django.conf import settings

from config.http.database import time_limit


class TimeLimitMiddleware:
    """Limit the seconds that a request may use the database, except on pages for editors."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        if request.path_info.startswith(settings.PATHS_OF_EDITORS):
            return self.get_response(request)
        time_limit.start()
        try:
            return self.get_response(request)
        finally:
            time_limit.stop()
