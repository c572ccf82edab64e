"""What a page has hundreds of, made without a template each: plain fields of rows, and errors that there are none."""

from django.forms.renderers import DjangoTemplates
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join

FOLDER = "django/forms/widgets/"
INPUTS = {f"{FOLDER}{name}.html" for name in ("text", "number", "date", "url", "hidden", "checkbox")}
SELECT = f"{FOLDER}select.html"
ERRORS = "django/forms/errors/list/ul.html"


class QuickTemplates(DjangoTemplates):
    """The same as the templates of the framework give, for the few that it knows; the templates for all others."""

    def render(self, template_name, context, request=None):
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
    told = ((option["value"], flatatt(option["attrs"]), option["label"]) for option in options)
    inside = format_html_join("", '<option value="{}"{}>{}</option>', told)
    return format_html('<select name="{}"{}>{}</select>', widget["name"], flatatt(widget["attrs"]), inside)
