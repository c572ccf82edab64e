"""Find the admin pages of the graph in tests, and fill in their forms as a browser does."""

from html.parser import HTMLParser

from django.urls import reverse

from graph.models import Change

CHOOSABLE = {"checkbox", "radio"}


def address_of(entity, page="change", *args) -> str:
    """Return the URL of an admin page of the entity, by default the page that changes it. ``address_of(party, "slug")``
    is the page that changes its slug."""
    return reverse(f"admin:graph_{entity.kind}_{page}", args=[entity.pk, *args])


def changes_of(entity) -> list[Change]:
    """Return the changes of the entity in the journal, the oldest first."""
    return list(Change.objects.filter(entity_id=entity.pk).order_by("pk"))


def list_of(kind) -> str:
    return reverse(f"admin:graph_{kind}_changelist")


def adding(kind) -> str:
    return reverse(f"admin:graph_{kind}_add")


def form_on(response) -> dict:
    """Return the form data that a browser would send for the main form of the page if the user changed nothing."""
    parser = _Form()
    parser.feed(response.content.decode())
    return parser.sent


def fill_in(browser, address: str, **typed):
    """Open the page at this URL, change these fields of its form, and save. Return the next page.
    ``facts__0__birth_year="1954"`` changes the field ``facts-0-birth_year``."""
    return save(browser, address, form_on(browser.get(address)), **typed)


def save(browser, address: str, form: dict, **typed):
    """Submit the form data with changes to these fields. Return the page after the redirect.
    ``facts__0__birth_year="1954"`` changes the field ``facts-0-birth_year``."""
    return browser.post(address, form | {name.replace("__", "-"): value for name, value in typed.items()}, follow=True)


def with_row(form: dict, prefix: str, **row) -> dict:
    """Return the form data with one more row in the formset with this prefix, as after a click on "Add another"."""
    number = int(form[f"{prefix}-TOTAL_FORMS"])
    data = {f"{prefix}-{number}-{name}": value for name, value in row.items()}
    return form | data | {f"{prefix}-TOTAL_FORMS": str(number + 1)}


def errors(response) -> str:
    """Return a text with all errors of the forms on an admin page, or "" if there are none."""
    data = [*response.context["errors"]] if "errors" in response.context else []
    return " ".join(str(error) for error in data)


class _Form(HTMLParser):
    """Parses a page, and collects the fields and values of its main form in ``sent``. This is the form whose id ends
    with ``_form`` or ``login-form``."""

    def __init__(self):
        super().__init__()
        self.sent, self.is_inside, self.select, self.area = {}, False, None, None

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag == "form":
            self.is_inside = attrs.get("id", "").endswith(("_form", "login-form")) and attrs.get("id") != "logout-form"
        elif self.is_inside and attrs.get("name"):
            self._field(tag, attrs)
        elif tag == "option" and self.select and "selected" in attrs:
            self.sent[self.select] = attrs.get("value", "")

    def _field(self, tag, attrs):
        name = attrs["name"]
        if tag == "select":
            self.select = name
            self.sent[name] = ""
        elif tag == "textarea":
            self.area = name
            self.sent[name] = ""
        elif tag == "input" and attrs.get("type") in CHOOSABLE:
            if "checked" in attrs:
                self.sent.setdefault(name, []).append(attrs.get("value", "on"))
        elif tag == "input" and attrs.get("type") != "submit":
            self.sent[name] = attrs.get("value", "")

    def handle_data(self, data):
        if self.area:
            # A browser removes the line break at the beginning of a text area.
            self.sent[self.area] += data.removeprefix("\n") if not self.sent[self.area] else data

    def handle_endtag(self, tag):
        if tag == "form":
            self.is_inside = False
        elif tag == "select":
            self.select = None
        elif tag == "textarea":
            self.area = None
