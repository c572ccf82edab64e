from django import template
from django.utils.html import format_html, format_html_join

from graph.text.folding import fold

register = template.Library()


@register.filter
def mark_words(name: str, query: str) -> str:
    """Return a name as HTML, in which the words that begin with a word of the query are marked. All text is escaped."""
    typed = tuple(fold(query).split())
    words = ((format_html("<mark>{}</mark>", word) if _begins(word, typed) else word,) for word in name.split())
    return format_html_join(" ", "{}", words)


def _begins(word, typed):
    return bool(typed) and any(part.startswith(typed) for part in fold(word).split())
