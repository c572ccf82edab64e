"""How tests find the pages of the admin."""

from django.urls import reverse


def page(model: str, name: str, *args) -> str:
    """The address: ``page("prorequest", "change", request.pk)``."""
    return reverse(f"admin:accounts_{model}_{name}", args=args)
