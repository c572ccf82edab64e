"""Render simple form fields without a template, for pages with hundreds of fields."""

from django.forms.renderers import DjangoTemplates
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join

FOLDER = "django/forms/widgets/"
INPUTS = {f"{FOLDER}{name}.html" for name in ("text", "number", "date", "url", "hidden", "checkbox")}
SELECT = f"{FOLDER}select.html"
ERRORS = "django/forms/errors/list/ul.html"


class FastRenderer(DjangoTemplates):
    """Writes the same HTML as the form templates of Django, which are too slow for a long page."""

    def render(self, template_name, context, request=None):
        # The context is that of the templates of Django, so the HTML is the same.
        if template_name in INPUTS:
            return _input(context["widget"])
        if template_name == SELECT and not any(name for name, *_ in context["widget"]["optgroups"]):
            return _select(context["widget"])
        if template_name == ERRORS and not context["errors"]:
            return ""
        return super().render(template_name, context, request)


def _input(widget):
    value = "" if widget["value"] is None else format_html(' value="{}"', widget["value"])
    return format_html(
        '<input type="{}" name="{}"{}{}>', widget["type"], widget["name"], value, flatatt(widget["attrs"])
    )


def _select(widget):
    options = (option for _, group, _ in widget["optgroups"] for option in group)
    parts = ((option["value"], flatatt(option["attrs"]), option["label"]) for option in options)
    inside = format_html_join("", '<option value="{}"{}>{}</option>', parts)
    return format_html('<select name="{}"{}>{}</select>', widget["name"], flatatt(widget["attrs"]), inside)
