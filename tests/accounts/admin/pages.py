"""URLs of admin pages."""

from django.urls import reverse


def page(model: str, name: str, *args) -> str:
    """The URL of an admin page: ``page("prorequest", "change", request.pk)``."""
    return reverse(f"admin:accounts_{model}_{name}", args=args)
