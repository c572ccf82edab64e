"""Test the export of a list, and the import of an unchanged export."""

import pytest

from graph.admin import EntityAdmin
from graph.kinds import KINDS
from graph.models import Change, Entity
from tests import factories
from tests.graph.admin.tables.files import import_table, preview, rows_of, xlsx_of
from tests.graph.admin.tables.graph import whole_graph

pytestmark = pytest.mark.django_db

FORMULAS = ("=1+1", "+cmd|' /C calc'!A0", "-2", "@SUM(A1)", "'=quoted", "''-double", "-", "'plain")


def export(client, kind, extension="csv", query=""):
    response = client.get(f"/admin/graph/{kind}/export/{extension}/{query}")
    assert response.status_code == 200
    return response.getvalue()


@pytest.fixture
def rows():
    """Return two new entities of each kind, by kind: one with a value in every column of the exported table, and one
    with few values."""
    entities = {}
    factories.CountryFactory(country_code="fr")
    for kind, factory in factories.FACTORIES.items():
        full = factory(description="Words, with a “comma”; and more", description_is_composed=False)
        factories.OtherNameFactory(entity=full, name="Nom [bis]", lang="")
        factories.OtherNameFactory(entity=full, name="Имя", lang="ru", kind="native")
        factories.IdentifierFactory(entity=full, scheme="wikidata", value="Q1: a")
        entities[kind] = [full, factory()]
    politician = entities["politician"][0].politician_details
    politician.political_positions = [{"topic": "Trade", "position": "For; “it”", "source": "=A speech"}]
    politician.overview, politician.overview_is_composed = "Prose.", False
    politician.save()
    election = entities["election"][0].election_details
    election.turnout, election.winner = "72.50", "-"
    election.save()
    return entities


@pytest.mark.parametrize("extension", ["csv", "xlsx"])
def test_import_of_an_unchanged_export_changes_nothing(extension, rows, as_editor):
    before = whole_graph()

    for kind in KINDS:
        shown = preview(as_editor, kind, export(as_editor, kind, extension), f"table.{extension}")
        count = len(Entity.objects.of_kind(kind))
        assert shown.context["counts"] == {"new": 0, "update": 0, "skip": count, "invalid": 0}, kind

    assert whole_graph() == before


@pytest.mark.parametrize("extension", ["csv", "xlsx"])
def test_export_escapes_formulas_and_import_unescapes_them(extension, as_editor):
    for number, formula in enumerate(FORMULAS):
        named = factories.PoliticianFactory(slug=f"p-{number}", name=formula)
        factories.OtherNameFactory(entity=named, name=formula, lang="")

    content = export(as_editor, "politician", extension)

    cells = [str(cell) for row in rows_of(extension, content)[1:] for cell in row if cell]
    assert not [cell for cell in cells if cell[0] in "=+-@"]
    counts = preview(as_editor, "politician", content, f"table.{extension}").context["counts"]
    assert counts == {"new": 0, "update": 0, "skip": len(FORMULAS), "invalid": 0}


def test_export_has_the_columns_of_the_kind(rows, as_editor):
    headers, *cells = rows_of("csv", export(as_editor, "election"))

    assert headers == [
        "slug", "name", "country_code", "status", "description",
        "winner", "turnout", "result_margin", "date", "rounds", "kind", "election_status",
        "other_names", "identifiers", "updated_at",
    ]  # fmt: skip
    full = dict(zip(headers, next(row for row in cells if row[0] == rows["election"][0].slug), strict=True))
    assert (full["turnout"], full["date"], full["status"]) == ("72.50", "2022-04-24", "published")
    assert full["election_status"] == "held"
    assert full["other_names"] == "Nom [bis] [alias]\nИмя [ru, native]"
    assert full["identifiers"] == "wikidata: Q1: a"


def test_export_follows_the_search_and_the_filters(as_editor):
    factories.PartyFactory(name="Die Grünen", status="draft")
    factories.PartyFactory(name="Grüne Liste")
    factories.PartyFactory(name="SPD", status="draft")

    searched = rows_of("csv", export(as_editor, "party", query="?q=Gr%C3%BCne"))
    filtered = rows_of("csv", export(as_editor, "party", query="?q=Gr%C3%BCne&status=draft"))

    assert {row[1] for row in searched[1:]} == {"Die Grünen", "Grüne Liste"}
    assert {row[1] for row in filtered[1:]} == {"Die Grünen"}


def test_list_links_to_the_export_with_its_filters(as_editor):
    factories.PartyFactory()

    page = as_editor.get("/admin/graph/party/?q=a&status=published").content.decode()

    assert 'href="/admin/graph/party/export/csv/?q=a&amp;status=published"' in page


@pytest.mark.parametrize("extension", ["csv", "xlsx"])
def test_export_needs_few_queries_for_many_rows(extension, as_editor, django_assert_max_num_queries):
    for _ in range(15):
        factories.OtherNameFactory(entity=factories.PoliticianFactory())

    with django_assert_max_num_queries(12):
        export(as_editor, "politician", extension)


def test_xlsx_export_leaves_out_texts_that_are_too_long_for_a_cell(as_editor):
    factories.PoliticianFactory(details__overview="text " * 8000, details__overview_is_composed=False)

    content = export(as_editor, "politician", "xlsx")

    headers, row = rows_of("xlsx", content)
    assert row[headers.index("overview")] is None
    assert preview(as_editor, "politician", content, "table.xlsx").context["counts"]["skip"] == 1


def test_export_has_two_formats(as_editor):
    assert as_editor.get("/admin/graph/party/export/ods/").status_code == 404


def test_export_of_a_page_that_the_list_lacks_leads_to_the_list(as_editor, monkeypatch):
    monkeypatch.setattr(EntityAdmin, "list_per_page", 1)
    factories.PartyFactory.create_batch(2)

    response = as_editor.get("/admin/graph/party/export/csv/?p=99")

    assert response["Location"] == "/admin/graph/party/?e=1"


@pytest.mark.parametrize("query", ["?q=%00", "?page=99999999999999999999", "?status=nothing", "?o=9999999999999"])
def test_export_responds_to_any_query(query, as_editor):
    response = as_editor.get(f"/admin/graph/party/export/csv/{query}")

    assert response.status_code in (200, 302, 400)
    assert b"".join(response)  # Read the whole response. Otherwise, its file would remain open.


def test_import_writes_an_export_that_was_edited(rows, as_editor):
    headers, *cells = rows_of("xlsx", export(as_editor, "politician", "xlsx"))
    cells[0][headers.index("birth_year")] = 1900
    import_table(as_editor, "politician", xlsx_of(headers, *cells), "table.xlsx")

    change = Change.objects.get(fields__has_key="birth_year")
    assert (change.slug, change.fields["birth_year"][1]) == (cells[0][0], 1900)


def test_export_is_an_attachment_that_is_not_cached(as_editor):
    factories.PartyFactory()

    response = as_editor.get("/admin/graph/party/export/csv/", headers={"accept-encoding": "gzip"})

    assert b"".join(response)
    assert response["Content-Disposition"].startswith('attachment; filename="parties-2')
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert "no-store" in response["Cache-Control"]
