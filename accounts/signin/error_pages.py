"""Pages for people whose sign-in came to nothing: what happened, and what they can do about it."""

import logging
from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import render

from accounts.tiers import PERIOD

logger = logging.getLogger(__name__)

SECONDS_UNTIL_AGAIN = 5
FORBIDDEN, TOO_MANY, UNAVAILABLE = 403, 429, 503


@dataclass(frozen=True)
class Refusal:
    status: int
    title: str
    text: str


REFUSALS = {
    "cancelled": Refusal(FORBIDDEN, "Sign-in cancelled", "You did not let the provider tell us who you are."),
    "lost": Refusal(
        FORBIDDEN,
        "This sign-in cannot go on",
        "It did not begin in this browser, has been used already, or took longer than ten minutes. Begin again.",
    ),
    "not-understood": Refusal(
        FORBIDDEN,
        "The provider's answer is not valid",
        "What the provider answered cannot be trusted: it is expired, meant for somebody else, or was used before.",
    ),
    "not-vouched": Refusal(
        FORBIDDEN,
        "Your e-mail address is not confirmed",
        "The provider does not vouch for an e-mail address of yours. Confirm your address there, and sign in again.",
    ),
    "staff": Refusal(
        FORBIDDEN, "Not by this way", "This account is of those who run the service. They sign in to the admin."
    ),
    "inactive": Refusal(FORBIDDEN, "This account is closed", "Ask those who run the service why."),
    "other-way": Refusal(
        FORBIDDEN,
        "This address has an account already",
        "An account belongs to the way it was made, so that nobody else gets into it.",
    ),
    "race": Refusal(FORBIDDEN, "Signed in twice at once", "Your account was being made by another tab. Begin again."),
    "too-many": Refusal(TOO_MANY, "Too many sign-ins", "Many sign-ins have begun at your address. Wait a minute."),
    "locked-out": Refusal(
        TOO_MANY, "Too many attempts", "The password was wrong too often. Wait a quarter of an hour, then try again."
    ),
    "provider-away": Refusal(
        UNAVAILABLE, "The provider does not answer", "Nothing is wrong with your account. Try again in a moment."
    ),
    "memory-away": Refusal(
        UNAVAILABLE,
        "Nobody can sign in at the moment",
        "A part of the service is away. Reading goes on; try again.",
    ),
}


def error_page(
    request, reason: str, *, provider: str = "", via: tuple[str, ...] = (), error: Exception | None = None
) -> HttpResponse:
    """The page that says so. The log gets the reason, the provider and the kind of error, and nothing that was said."""
    logger.info("Sign-in through %s refused: %s%s", provider or "no provider", reason, _kinds(error))
    refusal = REFUSALS[reason]
    page = render(
        request, "sign_in/refused.html", {"refusal": refusal, "via": via, "provider": provider}, status=refusal.status
    )
    page["Cache-Control"] = "no-store"
    if reason == "too-many":
        page["Retry-After"] = str(PERIOD)
    if refusal.status == UNAVAILABLE:
        page["Retry-After"] = str(SECONDS_UNTIL_AGAIN)
    return page


def _kinds(error):
    """The classes of the error and of what led to it; its text may be what a provider answered."""
    kinds = []
    while error:
        kinds.append(type(error).__name__)
        error = error.__cause__
    return f" ({' of '.join(kinds)})" if kinds else ""
