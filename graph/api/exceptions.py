"""Errors that API views raise about entities; each names its problem type and the members of its problem document."""

from rest_framework.exceptions import APIException

from config.http.exceptions import truncate


class UnknownEntity(APIException):
    """404; ``suggestions`` are published slugs with a similar spelling."""

    status_code = 404
    problem = "not-found"

    def __init__(self, slug: str, suggestions: list[str], noun: str = "entity"):
        super().__init__(f"No {noun} has the slug '{truncate(slug)}'.")
        self.members = {"suggestions": suggestions}


class WithdrawnEntity(APIException):
    """410; the slug belonged to a published entity that an editor has withdrawn."""

    status_code = 410
    problem = "withdrawn"

    def __init__(self, slug: str):
        super().__init__(f"The entity '{slug}' has been withdrawn.")
