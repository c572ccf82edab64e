"""Every type of problem the service answers with: one table for the documents, the pages and the OpenAPI document."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ProblemType:
    """The title is the same each time; ``meaning`` and ``remedy`` are what the page at ``/problems/<code>`` tells."""

    code: str
    status: int
    title: str
    meaning: str
    remedy: str


PROBLEM_TYPES = {
    problem.code: problem
    for problem in (
        ProblemType(
            "bad-request",
            400,
            "Bad request",
            "The request could not be understood as HTTP or holds more than the service reads.",
            "Compare it with the examples of the documentation.",
        ),
        ProblemType(
            "invalid-character",
            400,
            "Invalid character",
            "The path or the query holds a NUL, another control character, or bytes that are not UTF-8.",
            "Percent-encode text as UTF-8 and leave control characters out.",
        ),
        ProblemType(
            "invalid-parameter",
            400,
            "Invalid parameter",
            "A query parameter is unknown, repeated, empty or out of range. Unknown ones are refused, so that a slip "
            "of the pen never passes for an answer.",
            "The member errors names each parameter and what is wrong with it.",
        ),
        ProblemType(
            "unknown-host",
            400,
            "Unknown host",
            "The Host header names a host that this service does not answer for.",
            "Use the address the service is published at.",
        ),
        ProblemType(
            "unauthorized",
            401,
            "Unauthorized",
            "The request carries credentials that are not valid, or carries none where they are needed.",
            "Check the key, or leave the Authorization header out to ask anonymously.",
        ),
        ProblemType(
            "forbidden",
            403,
            "Forbidden",
            "The resource exists but belongs to someone else, or the request was not made from one of our pages.",
            "Sign in with the account it belongs to.",
        ),
        ProblemType(
            "not-found",
            404,
            "Entity not found",
            "No published entity has this slug.",
            "The member suggestions holds up to three slugs that are spelled nearly like it; the list at "
            "/api/graph/entities holds all of them.",
        ),
        ProblemType(
            "no-such-path",
            404,
            "No such path",
            "Nothing is answered at this path.",
            "The OpenAPI document at /api/schema holds every path.",
        ),
        ProblemType(
            "method-not-allowed",
            405,
            "Method not allowed",
            "The service is read-only; the path does not take this method.",
            "The Allow header names the methods it takes.",
        ),
        ProblemType(
            "not-acceptable",
            406,
            "Not acceptable",
            "The Accept header excludes every format in which this path can answer.",
            "Accept application/json, or send no Accept header.",
        ),
        ProblemType(
            "withdrawn",
            410,
            "Entity withdrawn",
            "The entity was published and has been withdrawn; its slug will not be given to another.",
            "Remove it from what you keep.",
        ),
        ProblemType(
            "precondition-failed",
            412,
            "Precondition failed",
            "A condition of the request (If-Match, If-Unmodified-Since) does not hold.",
            "Ask again without the condition.",
        ),
        ProblemType(
            "too-many-requests",
            429,
            "Too many requests",
            "The requests that the caller has in a minute are used up.",
            "Ask again after the seconds that the Retry-After header names; a key brings a larger allowance.",
        ),
        ProblemType(
            "internal-error",
            500,
            "Internal error",
            "The service failed. The fault is ours and has been logged.",
            "Ask again later; when you report it, tell the request_id.",
        ),
        ProblemType(
            "database-unavailable",
            503,
            "Database unavailable",
            "The service cannot reach its database at the moment.",
            "Ask again after the seconds that the Retry-After header names.",
        ),
        ProblemType(
            "query-timeout",
            503,
            "Query timed out",
            "The database did not finish the query in the time allowed.",
            "Ask again after the seconds that the Retry-After header names, with narrower parameters.",
        ),
    )
}

CODES_BY_STATUS = {
    400: "bad-request",
    401: "unauthorized",
    403: "forbidden",
    404: "no-such-path",
    405: "method-not-allowed",
    406: "not-acceptable",
    412: "precondition-failed",
    429: "too-many-requests",
    503: "database-unavailable",
}
"""What an error is when nothing tells more than its status."""


def code_of_status(status: int) -> str:
    """The problem type for a bare status; every other client error is a bad request, the rest internal errors."""
    return CODES_BY_STATUS.get(status) or ("bad-request" if status < 500 else "internal-error")
