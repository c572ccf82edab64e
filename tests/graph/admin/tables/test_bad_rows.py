"""Five thousand rows of which fifty are bad, in every way there is: each is named, and nothing is written."""

import time

import pytest

from graph.models import Change, Entity, PoliticianDetails
from tests import factories
from tests.graph.admin.tables.files import confirm, csv_of, preview
from tests.graph.admin.tables.graph import whole_graph
from tests.reading import text

pytestmark = pytest.mark.django_db

ROWS = 5000
EACH = 100
HEADERS = ("slug", "name", "country_code", "status", "birth_year", "overview", "other_names", "identifiers")
SORTS = [
    ({"slug": ""}, "slug: It is missing."),
    ({"slug": "Not A Slug"}, "is no slug of a politician"),
    ({"slug": "politician-1"}, "stands in row 3 already"),
    ({"slug": "a-party-fr"}, "is a party"),
    ({"slug": "a-former-slug"}, "is a former slug of “merged-into”"),
    ({"birth_year": "19x7"}, "is no whole number"),
    ({"birth_year": "999"}, "greater than or equal to 1000"),
    ({"name": "n" * 301}, "at most 300 characters"),
    ({"name": "-"}, "name: This field cannot be blank."),
    ({"name": "A\u200bname"}, "a character that cannot be stored after “A”"),
    ({"status": "withdrawn"}, "that is done by publishing and withdrawing"),
    ({"country_code": "de"}, "no table changes it"),
    ({"other_names": "Name [klingon]"}, "is followed by its language or kind"),
    ({"other_names": "Twice\nTwice"}, "told twice"),
    ({"identifiers": "Q567"}, "An identifier is a scheme"),
    ({"identifiers": "bioguide: OTHERS"}, "is an identifier of merged-into"),
    ({"slug": "new-without-name", "name": ""}, "name: A new entity needs one."),
    ({"slug": "new-in-no-country", "country_code": "xx"}, "“xx” is the code of no country"),
    ({"slug": "new-and-published", "status": "published"}, "What is new begins as a draft."),
    ({"birth_year": "1" * 40}, "is no whole number"),
]


def politicians(number):
    rows = [Entity(kind="politician", name=f"Person {place}", slug=f"politician-{place}", country_code="fr")
            for place in range(number)]  # fmt: skip
    rows = Entity.objects.bulk_create(rows)
    PoliticianDetails.objects.bulk_create([PoliticianDetails(entity=row) for row in rows])


@pytest.fixture
def graph():
    factories.CountryFactory(country_code="fr")
    factories.PartyFactory(slug="a-party-fr")
    known = factories.PoliticianFactory(slug="merged-into")
    factories.RedirectFactory(slug="a-former-slug", entity=known)
    factories.IdentifierFactory(entity=known, scheme="bioguide", value="OTHERS")
    politicians(ROWS)


def good(place):
    return {"slug": f"politician-{place}", "birth_year": str(1900 + place % 100)}


def table(bad):
    """Row 3 is the second; every hundredth is bad from row 10 on."""
    rows = [good(place) for place in range(ROWS)]
    for place, (wrong, _) in bad.items():
        rows[place] |= wrong
    return csv_of(HEADERS, *([row.get(name, "") for name in HEADERS] for row in rows))


def test_fifty_bad_rows_of_five_thousand_are_named_and_nothing_is_written(graph, desk):
    bad = {8 + place * EACH: SORTS[place % len(SORTS)] for place in range(50)}
    before, begun = whole_graph(), time.monotonic()

    shown = preview(desk, "politician", table(bad))

    took = time.monotonic() - begun
    told = {row["number"]: row["reasons"] for row in shown.context["bad"]}
    assert set(told) == {place + 2 for place in bad}
    for place, (_, reason) in bad.items():
        assert any(reason in said for said in told[place + 2]), (told[place + 2], reason)
    words = text(shown)
    assert all(f"{place + 2} " in words for place in bad)
    assert "Write all" not in words
    confirm(desk, shown)
    assert whole_graph() == before
    assert took < 20


def test_once_they_are_mended_all_is_written(graph, desk):
    answer = confirm(desk, preview(desk, "politician", table({})))

    assert "Done: 0 new, 5000 changed, 0 were so already." in text(answer)
    assert Change.objects.filter(action="updated", note="From the register").count() == ROWS
    years = PoliticianDetails.objects.filter(entity__slug__startswith="politician-").values_list(
        "entity__slug", "birth_year"
    )
    assert dict(years) == {f"politician-{place}": 1900 + place % 100 for place in range(ROWS)}


def test_all_reasons_of_a_row_are_told(graph, desk):
    row = {"slug": "new", "birth_year": "x", "status": "published", "country_code": "xx", "other_names": "[a]"}

    shown = preview(desk, "politician", csv_of(HEADERS, [row.get(name, "") for name in HEADERS]))

    (told,) = shown.context["bad"]
    assert [reason.split(":")[0] for reason in told["reasons"]] == [
        "country_code", "name", "status", "birth_year", "other_names",
    ]  # fmt: skip
