"""Without the memory that all processes share no key is made: whoever asks is told when to try again."""

from django.shortcuts import render

SECONDS_TO_WAIT = 5


def said_to_be_away(request):
    """The page that says so, and when to try again."""
    page = render(request, "account/away.html", {"seconds": SECONDS_TO_WAIT}, status=503)
    page["Retry-After"] = SECONDS_TO_WAIT
    return page
