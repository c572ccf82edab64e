"""Exceptions that API views raise; `config.http.problems` and `config.http.views` turn them into responses."""

from rest_framework.exceptions import APIException

LONGEST_ECHO = 100


class InvalidParameters(APIException):
    """400; ``errors`` names each parameter and its error: ``[{"parameter": "limit", "detail": "…"}]``."""

    status_code = 400
    problem = "invalid-parameter"

    def __init__(self, errors: list[dict]):
        super().__init__("; ".join(f"{error['parameter']}: {error['detail']}" for error in errors[:3]))
        self.members = {"errors": errors}


class MovedPermanently(Exception):
    """308; the path argument that was requested has been replaced by ``slug``."""

    def __init__(self, slug: str):
        super().__init__(slug)
        self.slug = slug


def truncate(text: str) -> str:
    """The first 100 characters of text from a request, so that an error message does not repeat all of it."""
    return text if len(text) <= LONGEST_ECHO else f"{text[:LONGEST_ECHO]}…"
