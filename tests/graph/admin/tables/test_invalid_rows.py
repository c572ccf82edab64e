"""Test tables with invalid rows. Each error is shown with its row, and nothing is written."""

import time

import pytest

from graph.models import Change, Entity
from graph.models.details import PoliticianDetails
from tests import factories
from tests.graph.admin.tables.files import confirm, csv_of, import_table, preview
from tests.graph.admin.tables.graph import whole_graph
from tests.reading import text

pytestmark = pytest.mark.django_db

HEADERS = ("slug", "name", "country_code", "status", "birth_year", "overview", "other_names", "identifiers")
ERRORS = [
    ({"slug": ""}, "slug: It is missing."),
    ({"slug": "Not A Slug"}, "is not a valid slug of a politician"),
    ({"slug": "politician-1"}, "is already in row 3"),
    ({"slug": "a-party-fr"}, "is a party"),
    ({"slug": "old-slug"}, "redirects to “merged-into”"),
    ({"birth_year": "19x7"}, "is not a whole number"),
    ({"birth_year": "999"}, "greater than or equal to 1000"),
    ({"name": "n" * 301}, "at most 300 characters"),
    ({"name": "-"}, "name: This field cannot be blank."),
    ({"name": "A\u200bname"}, "a character that cannot be stored after “A”"),
    ({"status": "withdrawn"}, "publish or withdraw the entity instead"),
    ({"country_code": "de"}, "imports do not change it"),
    ({"other_names": "Name [klingon]"}, "brackets contain its language or kind"),
    ({"other_names": "Double\nDouble"}, "is there twice"),
    ({"other_names": "Tory [en]\nTory [en, acronym]"}, "is there twice"),
    ({"identifiers": "Q567"}, "An identifier is a scheme"),
    ({"identifiers": "bioguide: OTHERS"}, "belongs to merged-into"),
    ({"slug": "new-without-name", "name": ""}, "name: A new entity needs one."),
    ({"slug": "new-in-no-country", "country_code": "xx"}, "No country has the code “xx”"),
    ({"slug": "new-and-published", "status": "published"}, "New entities are drafts."),
    ({"birth_year": "1" * 40}, "is not a whole number"),
]


def politicians(number):
    rows = [
        Entity(kind="politician", name=f"Person {n}", slug=f"politician-{n}", country_code="fr") for n in range(number)
    ]
    rows = Entity.objects.bulk_create(rows)
    PoliticianDetails.objects.bulk_create([PoliticianDetails(entity=row) for row in rows])


@pytest.fixture
def graph():
    factories.CountryFactory(country_code="fr")
    factories.PartyFactory(slug="a-party-fr")
    known = factories.PoliticianFactory(slug="merged-into")
    factories.RedirectFactory(slug="old-slug", entity=known)
    factories.IdentifierFactory(entity=known, scheme="bioguide", value="OTHERS")


def table(number, errors):
    """Return the bytes of a CSV file with this number of rows. ``errors`` maps the index of a row, from 0 on, to
    (invalid values by column, expected message)."""
    rows = [{"slug": f"politician-{n}", "birth_year": str(1900 + n % 100)} for n in range(number)]
    for n, (values, _) in errors.items():
        rows[n] |= values
    return csv_of(HEADERS, *([row.get(name, "") for name in HEADERS] for row in rows))


def test_preview_names_every_invalid_row_and_writes_nothing(graph, as_editor):
    politicians(100)
    errors = {8 + 4 * n: error for n, error in enumerate(ERRORS)}
    before = whole_graph()

    shown = preview(as_editor, "politician", table(100, errors))

    messages = {row["number"]: row["errors"] for row in shown.context["invalid"]}
    assert set(messages) == {n + 2 for n in errors}
    for n, (_, message) in errors.items():
        assert any(message in error for error in messages[n + 2]), (messages[n + 2], message)
    assert "Import all" not in text(shown)
    confirm(as_editor, shown)
    assert whole_graph() == before


def test_preview_of_5000_rows_takes_less_than_ten_seconds(graph, as_editor):
    politicians(5000)
    started = time.process_time()

    shown = preview(as_editor, "politician", table(5000, {}))

    assert time.process_time() - started < 10
    assert shown.context["counts"]["update"] == 5000


def test_import_writes_all_rows(graph, as_editor):
    politicians(300)

    response = confirm(as_editor, preview(as_editor, "politician", table(300, {})))

    assert "Imported: 0 new, 300 changed, 0 without change." in text(response)
    assert Change.objects.filter(action="updated", note="From the register").count() == 300
    years = PoliticianDetails.objects.filter(entity__slug__startswith="politician-")
    stored = dict(years.values_list("entity__slug", "birth_year"))
    assert stored == {f"politician-{n}": 1900 + n % 100 for n in range(300)}


@pytest.mark.parametrize(
    ("column", "cell", "message"),
    [
        ("turnout", "71 %", "is not a number like 71.99"),
        ("rounds", "[{", "Rounds are JSON"),
        ("rounds", "[{}, {}]", "A round has a number"),
        ("updated_at", "yesterday", "It is not a time as in an export."),
    ],
)
def test_preview_names_invalid_facts_of_an_election(column, cell, message, as_editor):
    election = factories.ElectionFactory()

    shown = preview(as_editor, "election", csv_of(("slug", "winner", column), (election.slug, "Party A", cell)))

    assert message in shown.context["invalid"][0]["errors"][0]


def test_preview_shows_all_errors_of_a_row(graph, as_editor):
    row = {"slug": "new", "birth_year": "x", "status": "published", "country_code": "xx", "other_names": "[a]"}

    shown = preview(as_editor, "politician", csv_of(HEADERS, [row.get(name, "") for name in HEADERS]))

    (invalid,) = shown.context["invalid"]
    assert {error.split(":")[0] for error in invalid["errors"]} == {
        "country_code", "name", "status", "birth_year", "other_names",
    }  # fmt: skip


def test_preview_rejects_an_identifier_or_country_code_in_two_rows(graph, as_editor):
    claims = csv_of(
        ("slug", "name", "country_code", "identifiers"),
        ("atlantis", "Atlantis", "xa", "gec: XA\nwikidata: Q1"),
        ("avalon", "Avalon", "xa", "gec: XA\nwikidata: Q1"),
    )

    shown = preview(as_editor, "country", claims)

    assert shown.context["invalid"][0]["errors"] == [
        "country_code: “xa” is already in row 2.",
        "identifiers: “gec: XA” is already in row 2.",
    ]


def test_new_election_needs_its_date_and_kind(graph, as_editor):
    headers = ("slug", "name", "country_code", "date", "kind")
    full = ("france-2027-presidential", "Next", "fr", "2027-04", "presidential")

    (invalid,) = preview(as_editor, "election", csv_of(headers, (*full[:3], "", ""))).context["invalid"]
    import_table(as_editor, "election", csv_of(headers, full))

    assert invalid["errors"][0] == "date: An election needs one."
    assert invalid["errors"][1].startswith("kind: This field cannot be blank. One of: presidential")
    assert Entity.objects.get(slug=full[0]).election_details.date == "2027-04"


@pytest.mark.parametrize("cell", ["-", " - "])
def test_required_facts_of_an_election_cannot_be_cleared(cell, as_editor):
    election = factories.ElectionFactory()

    shown = preview(as_editor, "election", csv_of(("slug", "date", "kind"), (election.slug, cell, cell)))

    assert len(shown.context["invalid"][0]["errors"]) == 2
