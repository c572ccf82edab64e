"""Build the URLs of admin pages for tests."""

from django.urls import reverse


def page(model: str, name: str, *args) -> str:
    """Return the URL of an admin page. Example: ``page("prorequest", "change", request.pk)``."""
    return reverse(f"admin:accounts_{model}_{name}", args=args)
