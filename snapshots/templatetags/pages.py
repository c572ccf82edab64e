from calendar import month_name

import orjson
from django import template
from django.utils.safestring import mark_safe

register = template.Library()
IN_MARKUP = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})


@register.filter
def partial_date(text: str | None) -> str:
    """Return a partial date in words: "24 April 2022" for ``2022-04-24``, "April 2022" for ``2022-04``, "" for None."""
    year, *parts = (text or "").split("-")
    words = [str(int(parts[1]))] if len(parts) == 2 else []
    return " ".join([*words, *([month_name[int(parts[0])]] if parts else []), year])


@register.filter
def signed(number: float | None) -> str:
    """Return a change with its sign, such as "+1.2", "−7.9" or "0". Return "" for None."""
    if number is None:
        return ""
    return f"{number:+,}".replace("-", "−") if number else "0"


@register.filter
def json_ld(document: dict) -> str:
    """Return the document as JSON that is safe inside a script element."""
    return mark_safe(orjson.dumps(document).decode().translate(IN_MARKUP))  # noqa: S308 - no markup is left
