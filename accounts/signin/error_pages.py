import logging

from django.http import HttpResponse
from django.shortcuts import render

from config.http.tables import read_csv

logger = logging.getLogger(__name__)

ERROR_PAGES = {row["reason"]: row for row in read_csv(__file__, "error_pages.csv")}


def error_page(
    request, reason: str, *, provider: str = "", via: tuple[str, ...] = (), error: Exception | None = None
) -> HttpResponse:
    """Log that a sign-in has failed, and return a page that explains why. ``reason`` names a row of
    ``error_pages.csv``. ``provider`` is the identity provider that the person used, or "". ``via`` has the names of
    providers that the person can use instead. ``error`` is the exception that made the sign-in fail, if any."""
    logger.info("Sign-in through %s failed: %s%s", provider or "no provider", reason, _error_classes(error))
    page = ERROR_PAGES[reason]
    context = {"page": page, "via": via, "provider": provider}
    response = render(request, "sign_in/error.html", context, status=int(page["status"]))
    response["Cache-Control"] = "no-store"
    if page["retry_after"]:
        response["Retry-After"] = page["retry_after"]
    return response


def _error_classes(error):
    """Return the class names of an error and its causes for the log, such as " (OAuth2Error from KeyError)", or "" if
    ``error`` is None. The messages of the errors are left out, because a provider may have written them."""
    classes = []
    while error:
        classes.append(type(error).__name__)
        error = error.__cause__
    return f" ({' from '.join(classes)})" if classes else ""
