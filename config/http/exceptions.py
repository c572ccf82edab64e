from rest_framework.exceptions import APIException

LONGEST_ECHO = 100


class InvalidParameters(APIException):
    """Raised for invalid query parameters; the response has status 400. ``errors`` is a list such as ``[{"parameter":
    "limit", "detail": "…"}]``."""

    status_code = 400
    problem = "invalid-parameter"

    def __init__(self, errors: list[dict]):
        super().__init__("; ".join(f"{error['parameter']}: {error['detail']}" for error in errors[:3]))
        self.members = {"errors": errors}


class MovedPermanently(Exception):
    """Raised if a URL contains an old slug, or a country code instead of a slug. The response is a 308 redirect to the
    URL with the current ``slug``."""

    def __init__(self, slug: str):
        super().__init__(slug)
        self.slug = slug


def truncate(text: str) -> str:
    return text if len(text) <= LONGEST_ECHO else f"{text[:LONGEST_ECHO]}…"
