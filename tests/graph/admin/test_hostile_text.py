"""Whatever is typed into whichever field: nothing of it runs, no control character is stored, no page fails."""

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
NOT_TYPED = ("csrfmiddlewaretoken", "_FORMS", "-id", "-entity", "-subject")


def stored():
    """Every text that is stored."""
    for table in TABLES:
        columns = [
            field for field in table._meta.concrete_fields if isinstance(field, CharField | TextField | JSONField)
        ]
        for row in table.objects.values(*(column.name for column in columns)):
            yield from (json.dumps(value, ensure_ascii=False) for value in row.values())


def post(browser, address, form, **options):
    """As a browser sends a form; lone surrogates as the bytes that they would be."""
    body = urlencode(form, doseq=True, errors="surrogatepass")
    return browser.post(address, body, content_type="application/x-www-form-urlencoded", **options)


def is_safe(response):
    """Markup that was typed is text on the page."""
    page = response.content.decode()
    return "<script>alert" not in page and "<img src=x" not in page


@pytest.fixture
def full():
    """An entity of the kind, with a row of all that can belong to it."""

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


@pytest.mark.parametrize("hostile", ["markup", "nul", "surrogate", "digits"])
def test_every_field_refuses_or_escapes_it(hostile, as_editor, full):
    address = address_of(full("politician"))
    form = form_on(as_editor.get(address))

    for name in [name for name in form if not name.endswith((*NOT_TYPED, "version"))]:
        form["version"] = Change.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
        response = post(as_editor, address, form | {name: HOSTILE[hostile]})
        assert response.status_code in (200, 302), name
        assert is_safe(response), name

    assert not [text for text in stored() if FORBIDDEN.search(text)]
    assert is_safe(as_editor.get(list_of("politician")))
    assert is_safe(as_editor.get(address))


@pytest.mark.parametrize("hostile", HOSTILE)
@pytest.mark.parametrize("kind", PROXIES)
def test_every_field_of_all_at_once(kind, hostile, as_editor, full):
    address = address_of(full(kind))
    form = form_on(as_editor.get(address))
    typed = {name: HOSTILE[hostile] for name in form if not name.endswith((*NOT_TYPED, "version"))}

    response = post(as_editor, address, form | typed, follow=True)

    assert response.status_code == 200
    assert is_safe(response)
    assert not [text for text in stored() if FORBIDDEN.search(text)]


@pytest.mark.parametrize("hostile", HOSTILE)
@pytest.mark.parametrize("kind", PROXIES)
def test_adding_refuses_or_escapes_it(kind, hostile, as_editor):
    CountryFactory(country_code="fr")
    form = form_on(as_editor.get(adding(kind)))
    typed = {name: HOSTILE[hostile] for name in form if not name.endswith(NOT_TYPED)}
    # In the name alone it gets as far as it can.
    told = {"name": HOSTILE[hostile], "country_code": "fr" if kind != "country" else "xx"}
    told |= {"facts-0-date": "2020", "facts-0-kind": "european"} if kind == "election" else {}

    for sent in (typed, told):
        response = post(as_editor, adding(kind), form | sent, follow=True)
        assert response.status_code == 200
        assert is_safe(response)

    assert not [text for text in stored() if FORBIDDEN.search(text)]


@pytest.mark.parametrize("hostile", [name for name in HOSTILE if name not in ("markup", "formula", "lines")])
def test_the_forms_own_fields_are_taken_with_care(hostile, as_editor, full):
    """Keys, counters and versions, which nobody types."""
    address = address_of(full("politician"))
    form = form_on(as_editor.get(address))

    for name in [name for name in form if name.endswith(NOT_TYPED[1:])]:
        assert post(as_editor, address, form | {name: HOSTILE[hostile]}).status_code in (200, 302), name


@pytest.mark.parametrize("hostile", HOSTILE)
@pytest.mark.parametrize("step", ["withdraw", "slug"])
def test_reasons_and_slugs_are_refused_or_escaped(step, hostile, as_publisher):
    party = FACTORIES["party"]()
    address = address_of(party, "slug") if step == "slug" else address_of(party, "step", step)

    response = post(as_publisher, address, {"slug": HOSTILE[hostile], "reason": HOSTILE[hostile]}, follow=True)

    assert response.status_code == 200
    assert is_safe(response)
    assert not [text for text in stored() if FORBIDDEN.search(text)]


@pytest.mark.parametrize("key", ["9" * 30, "0", "x", "-1", "1 ", "%00", "..", "_5F"])
def test_there_is_no_page_of_what_is_no_key(key, operator):
    for what in ("change", "history", "slug", "step/publish", "delete"):
        assert operator.get(f"/admin/graph/party/{key}/{what}/").status_code in (302, 400, 403, 404, 405)
        assert operator.post(f"/admin/graph/party/{key}/{what}/", {"reason": "x"}).status_code in (302, 400, 403, 404)


def test_what_an_invisible_character_follows_is_named(as_editor):
    party = FACTORIES["party"](status="draft")

    response = save(as_editor, address_of(party), form_on(as_editor.get(address_of(party))), name="Angela\u200bMerkel")

    assert "after “Angela”: U+200B" in response.content.decode()


def test_one_page_is_not_that_of_another_kind(operator):
    politician = FACTORIES["politician"]()

    assert operator.get(f"/admin/graph/party/{politician.pk}/change/").status_code == 302
    assert operator.post(f"/admin/graph/party/{politician.pk}/step/withdraw/", {"reason": "!"}).status_code == 404
