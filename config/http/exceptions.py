"""Define exceptions for API views. `config.http.problems` and `config.http.views` turn them into responses."""

from rest_framework.exceptions import APIException

LONGEST_ECHO = 100


class InvalidParameters(APIException):
    """Raised for invalid parameters (400). ``errors`` is like ``[{"parameter": "limit", "detail": "…"}]``."""

    status_code = 400
    problem = "invalid-parameter"

    def __init__(self, errors: list[dict]):
        super().__init__("; ".join(f"{error['parameter']}: {error['detail']}" for error in errors[:3]))
        self.members = {"errors": errors}


class MovedPermanently(Exception):
    """Raised if ``slug`` has replaced the slug or code in the path. The response redirects to ``slug`` with 308."""

    def __init__(self, slug: str):
        super().__init__(slug)
        self.slug = slug


def truncate(text: str) -> str:
    """Return a text, cut after 100 characters and with "…" if it is longer. Error messages quote requests like this."""
    return text if len(text) <= LONGEST_ECHO else f"{text[:LONGEST_ECHO]}…"
