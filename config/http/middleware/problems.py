from config.http.problem_types import code_of_status
from config.http.problems import DATABASE_ERRORS, MEDIA_TYPE, database_unavailable, is_api_path, problem_response

COPIED_HEADERS = ("Allow", "Retry-After", "WWW-Authenticate", "Vary")


class ProblemMiddleware:
    """Turn errors from outside Django REST framework into problem documents below /api and /feed."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        response = self.get_response(request)
        if response.status_code < 400 or not is_api_path(request.path_info) or _is_problem(response):
            return response
        headers = {name: response[name] for name in COPIED_HEADERS if name in response}
        return problem_response(request, code_of_status(response.status_code), headers=headers)

    def process_exception(self, request, exception):
        """Respond with 503 instead of 500 when a view outside the framework loses the database."""
        return database_unavailable(request, exception) if isinstance(exception, DATABASE_ERRORS) else None


def _is_problem(response):
    return response.get("Content-Type", "").startswith(MEDIA_TYPE)
