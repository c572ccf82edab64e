"""What can be wrong with a question to the graph: each names its problem type and what the answer tells beside it."""

from rest_framework.exceptions import APIException

LONGEST_ECHO = 100


class InvalidParameters(APIException):
    """``errors`` says which parameters and why: ``[{"parameter": "limit", "detail": "…"}]``."""

    status_code = 400
    problem = "invalid-parameter"

    def __init__(self, errors: list[dict]):
        super().__init__("; ".join(f"{error['parameter']}: {error['detail']}" for error in errors[:3]))
        self.members = {"errors": errors}


class UnknownEntity(APIException):
    """``suggestions`` are slugs that are spelled nearly like the one asked for."""

    status_code = 404
    problem = "not-found"

    def __init__(self, slug: str, suggestions: list[str], noun: str = "entity"):
        super().__init__(f"No {noun} has the slug '{shortened(slug)}'.")
        self.members = {"suggestions": suggestions}


class WithdrawnEntity(APIException):
    status_code = 410
    problem = "withdrawn"

    def __init__(self, slug: str):
        super().__init__(f"The entity '{slug}' has been withdrawn.")


class MovedEntity(Exception):
    """The slug asked for is a former one; ``slug`` is that of today."""

    def __init__(self, slug: str):
        super().__init__(slug)
        self.slug = slug


def shortened(text: str) -> str:
    """The text as far as it is worth repeating in an answer."""
    return text if len(text) <= LONGEST_ECHO else f"{text[:LONGEST_ECHO]}…"
