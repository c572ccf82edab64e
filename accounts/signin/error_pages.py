"""Show why a sign-in failed, and what the visitor can do. ``error_pages.csv`` has the texts."""

import csv
import logging
from pathlib import Path

from django.http import HttpResponse
from django.shortcuts import render

from accounts.tiers import PERIOD

logger = logging.getLogger(__name__)

RETRY_AFTER = {"too-many": PERIOD, "provider-unavailable": 5, "redis-unavailable": 5}
"""Seconds for the header ``Retry-After``, by the reason of the error page."""
with Path(__file__).with_suffix(".csv").open(newline="") as rows:
    ERROR_PAGES = {row["reason"]: row for row in csv.DictReader(rows)}


def error_page(
    request, reason: str, *, provider: str = "", via: tuple[str, ...] = (), error: Exception | None = None
) -> HttpResponse:
    """Return the page for that reason. The log gets the reason, the provider and the class names of the errors."""
    logger.info("Sign-in through %s failed: %s%s", provider or "no provider", reason, _error_classes(error))
    page = ERROR_PAGES[reason]
    context = {"page": page, "via": via, "provider": provider}
    response = render(request, "sign_in/error.html", context, status=int(page["status"]))
    response["Cache-Control"] = "no-store"
    if reason in RETRY_AFTER:
        response["Retry-After"] = str(RETRY_AFTER[reason])
    return response


def _error_classes(error):
    """Return the class names of the error and its causes, but no messages: a provider may have written them."""
    classes = []
    while error:
        classes.append(type(error).__name__)
        error = error.__cause__
    return f" ({' from '.join(classes)})" if classes else ""
