from django.conf import settings
from django.utils.deprecation import MiddlewareMixin

from config.http.database import time_limit


class TimeLimitMiddleware(MiddlewareMixin):
    """Limit the time for which a request may use the database to ``DATABASE_SECONDS_PER_REQUEST``. Pages for editors
    have no limit."""

    def __call__(self, request):
        if request.path_info.startswith(settings.PATHS_OF_EDITORS):
            return self.get_response(request)
        time_limit.start()
        try:
            return self.get_response(request)
        finally:
            time_limit.stop()
