"""Test hostile text in all fields of the admin. It is rejected or escaped, no control character is stored, and no page
fails."""

import json
from urllib.parse import urlencode

import pytest
from django.db.models import CharField, JSONField, TextField

from graph.models import DETAILS, PROXIES, Change, Citation, Entity, Identifier, OtherName, Relationship, Source
from graph.text.characters import FORBIDDEN
from tests.factories import (
    FACTORIES,
    CitationFactory,
    CountryFactory,
    IdentifierFactory,
    OtherNameFactory,
    RelationshipFactory,
)
from tests.graph.admin.pages import adding, address_of, form_on, list_of, save

pytestmark = pytest.mark.django_db

MARKUP = "<script>alert(1)</script>\"><img src=x onerror=alert(1)>'{{ 7 }}"
HOSTILE = {
    "markup": MARKUP,
    "formula": '=HYPERLINK("http://x")',
    "nul": "a\x00b",
    "escape": "a\x1b[31mb",
    "bell": "\x07",
    "zero width": "a\u200bb",
    "override": "a\u202eb",
    "surrogate": "a\ud800b",
    "not a character": "a\uffffb",
    "long": "x" * 20_000,
    "digits": "9" * 400,
    "minus": "-" + "9" * 30,
    "exponent": "1e400",
    "nan": "NaN",
    "lines": "a\r\nb\tc",
}
TABLES = (Entity, *DETAILS.values(), OtherName, Identifier, Citation, Relationship, Source, Change)
TEMPLATE_ROW = "-__prefix__-"
"""A part of the field names in the hidden row of a formset that a browser copies for "Add another". The server ignores
these fields."""
NOT_TYPED = ("csrfmiddlewaretoken", "_FORMS", "-id", "-entity", "-subject")


def stored():
    """Yield each text or JSON value that is stored in the tables that editors can write to, as JSON."""
    for table in TABLES:
        columns = [
            field for field in table._meta.concrete_fields if isinstance(field, CharField | TextField | JSONField)
        ]
        for row in table.objects.values(*(column.name for column in columns)):
            yield from (json.dumps(value, ensure_ascii=False) for value in row.values())


def post(browser, address, form, **options):
    """Send the form data as a browser does, and return the response. A lone surrogate is sent as three bytes."""
    body = urlencode(form, doseq=True, errors="surrogatepass")
    return browser.post(address, body, content_type="application/x-www-form-urlencoded", **options)


def is_safe(response):
    """Return True if the page escapes all hostile markup, so that a browser shows it as text."""
    page = response.content.decode()
    return "<script>alert" not in page and "<img src=x" not in page


@pytest.fixture
def full():
    """Return a function that creates a draft of this kind, with another name, an identifier and a source. A politician
    also gets a relationship."""

    def _full(kind):
        CountryFactory(country_code="fr") if kind != "country" else None
        entity = FACTORIES[kind](status="draft")
        OtherNameFactory(entity=entity)
        IdentifierFactory(entity=entity)
        CitationFactory(entity=entity)
        if kind == "politician":
            RelationshipFactory(subject=entity)
        return entity

    return _full


@pytest.mark.parametrize("hostile", ["markup", "surrogate"])
def test_change_page_rejects_or_escapes_hostile_text_in_each_field(hostile, as_editor, full):
    address = address_of(full("politician"))
    form = form_on(as_editor.get(address))

    typed = [name for name in form if not name.endswith((*NOT_TYPED, "version"))]
    for name in [name for name in typed if TEMPLATE_ROW not in name]:
        form["version"] = Change.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
        response = post(as_editor, address, form | {name: HOSTILE[hostile]})
        assert response.status_code in (200, 302), name
        assert is_safe(response), name

    assert not [text for text in stored() if FORBIDDEN.search(text)]
    assert is_safe(as_editor.get(list_of("politician")))
    assert is_safe(as_editor.get(address))


# Test every text with one kind, and one text with every kind, because the forms of all kinds use the same field
# classes.
CASES = [("politician", name) for name in HOSTILE] + [(kind, "nul") for kind in PROXIES if kind != "politician"]


@pytest.mark.parametrize(("kind", "hostile"), CASES)
def test_change_page_rejects_or_escapes_hostile_text_in_all_fields(kind, hostile, as_editor, full):
    address = address_of(full(kind))
    form = form_on(as_editor.get(address))
    typed = {name: HOSTILE[hostile] for name in form if not name.endswith((*NOT_TYPED, "version"))}

    response = post(as_editor, address, form | typed, follow=True)

    assert response.status_code == 200
    assert is_safe(response)
    assert not [text for text in stored() if FORBIDDEN.search(text)]


@pytest.mark.parametrize(("kind", "hostile"), CASES)
def test_add_page_rejects_or_escapes_hostile_text(kind, hostile, as_editor):
    CountryFactory(country_code="fr")
    form = form_on(as_editor.get(adding(kind)))
    everywhere = {name: HOSTILE[hostile] for name in form if not name.endswith(NOT_TYPED)}
    in_name = {"name": HOSTILE[hostile], "country_code": "fr" if kind != "country" else "xx"}
    in_name |= {"facts-0-date": "2020", "facts-0-kind": "european"} if kind == "election" else {}

    for typed in (everywhere, in_name):
        response = post(as_editor, adding(kind), form | typed, follow=True)
        assert response.status_code == 200
        assert is_safe(response)

    assert not [text for text in stored() if FORBIDDEN.search(text)]


# Test two texts with the keys of every table, and the other texts with the keys of the details, of one type of
# relationship and of the other names, because the formsets of the other tables use the same field classes.
THREE_TABLES = ("version", "facts-", "politician_holds_office-", "other_names-")
KEYS = [(name, "") for name in ("nul", "digits")]
KEYS += [(name, THREE_TABLES) for name in ("surrogate", "long", "minus", "exponent", "nan")]


@pytest.mark.parametrize(("hostile", "of"), KEYS)
def test_change_page_responds_to_hostile_keys_counters_and_versions(hostile, of, as_editor, full):
    address = address_of(full("politician"))
    form = form_on(as_editor.get(address))

    keys = [name for name in form if name.endswith((*NOT_TYPED[1:], "version")) and name.startswith(of)]
    together = [name for name in keys if TEMPLATE_ROW in name]
    for names in [together, *([name] for name in keys if name not in together)]:
        typed = dict.fromkeys(names, HOSTILE[hostile])
        assert post(as_editor, address, form | typed).status_code in (200, 302), names


@pytest.mark.parametrize("hostile", HOSTILE)
@pytest.mark.parametrize("page", ["action", "slug"])
def test_action_and_slug_pages_reject_or_escape_hostile_text(page, hostile, as_publisher):
    party = FACTORIES["party"]()
    address = address_of(party, "slug") if page == "slug" else "/admin/graph/party/bulk/withdraw/"

    response = post(
        as_publisher, address, {"rows": [party.pk], "slug": HOSTILE[hostile], "reason": HOSTILE[hostile]}, follow=True
    )

    assert response.status_code == 200
    assert is_safe(response)
    assert not [text for text in stored() if FORBIDDEN.search(text)]


@pytest.mark.parametrize("key", ["9" * 30, "0", "x", "-1", "1 ", "%00", "..", "_5F"])
def test_pages_respond_to_any_key(key, operator):
    for what in ("change", "history", "slug", "delete"):
        assert operator.get(f"/admin/graph/party/{key}/{what}/").status_code in (302, 400, 403, 404, 405)
        assert operator.post(f"/admin/graph/party/{key}/{what}/", {"reason": "x"}).status_code in (302, 400, 403, 404)


def test_error_names_the_text_before_an_invisible_character(as_editor):
    party = FACTORIES["party"](status="draft")

    response = save(as_editor, address_of(party), form_on(as_editor.get(address_of(party))), name="Angela\u200bMerkel")

    assert "after “Angela”: U+200B" in response.content.decode()


def test_pages_of_a_kind_show_no_entity_of_another_kind(operator):
    politician = FACTORIES["politician"]()

    assert operator.get(f"/admin/graph/party/{politician.pk}/change/").status_code == 302
    assert operator.post(f"/admin/graph/party/{politician.pk}/slug/", {"reason": "!"}).status_code == 404
