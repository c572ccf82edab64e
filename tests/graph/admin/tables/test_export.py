"""A list as a file, and the file back again."""

import pytest

from graph.kinds import KINDS
from graph.models import Change, Entity
from tests import factories
from tests.graph.admin.tables.files import preview, rows_of, take_in, xlsx_of
from tests.graph.admin.tables.graph import whole_graph

pytestmark = pytest.mark.django_db

FORMULAS = ("=1+1", "+cmd|' /C calc'!A0", "-2", "@SUM(A1)", "'=quoted", "''-twice", "-", "'plain")


def export(client, kind, extension="csv", query=""):
    answer = client.get(f"/admin/graph/{kind}/export/{extension}/{query}")
    assert answer.status_code == 200
    return answer.getvalue()


@pytest.fixture
def rows():
    """Of each kind one with all that a table holds, and one with the least."""
    made = {}
    factories.CountryFactory(country_code="fr")
    for kind, factory in factories.FACTORIES.items():
        full = factory(description="Told, with a “comma”; and more", description_is_composed=False)
        factories.OtherNameFactory(entity=full, name="Nom [bis]", lang="")
        factories.OtherNameFactory(entity=full, name="Имя", lang="ru", kind="native")
        factories.IdentifierFactory(entity=full, scheme="wikidata", value="Q1: a")
        made[kind] = [full, factory()]
    politician = made["politician"][0].politician_details
    politician.political_positions = [{"topic": "Trade", "position": "For; “it”", "source": "=A speech"}]
    politician.overview, politician.overview_is_composed = "Told.", False
    politician.save()
    election = made["election"][0].election_details
    election.turnout, election.winner = "72.50", "-"
    election.save()
    return made


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("extension", ["csv", "xlsx"])
def test_what_is_exported_and_imported_again_changes_nothing(kind, extension, rows, desk):
    before = whole_graph()

    shown = preview(desk, kind, export(desk, kind, extension), f"table.{extension}")

    assert shown.context["counts"] == {"new": 0, "changed": 0, "same": len(Entity.objects.of_kind(kind)), "bad": 0}
    assert whole_graph() == before


@pytest.mark.parametrize("extension", ["csv", "xlsx"])
def test_formulas_are_escaped_on_the_way_out_and_unescaped_on_the_way_in(extension, desk):
    for place, formula in enumerate(FORMULAS):
        named = factories.PoliticianFactory(slug=f"p-{place}", name=formula)
        factories.OtherNameFactory(entity=named, name=formula, lang="")

    content = export(desk, "politician", extension)

    cells = [str(cell) for row in rows_of(extension, content)[1:] for cell in row if cell]
    assert not [cell for cell in cells if cell[0] in "=+-@"]
    counts = preview(desk, "politician", content, f"table.{extension}").context["counts"]
    assert (counts["same"], counts["changed"], counts["bad"]) == (len(FORMULAS), 0, 0)


def test_a_table_holds_the_facts_of_the_kind_and_what_all_have(rows, desk):
    headers, *told = rows_of("csv", export(desk, "election"))

    assert headers == [
        "slug", "name", "country_code", "status", "description",
        "winner", "turnout", "result_margin", "date", "kind", "election_status",
        "other_names", "identifiers", "updated_at",
    ]  # fmt: skip
    full = dict(zip(headers, next(row for row in told if row[0] == rows["election"][0].slug), strict=True))
    assert (full["turnout"], full["date"], full["status"], full["election_status"]) == (
        "72.50",
        "2022-04-24",
        "published",
        "held",
    )
    assert full["other_names"] == "Nom [bis] [alias]\nИмя [ru, native]"
    assert full["identifiers"] == "wikidata: Q1: a"


def test_a_list_is_exported_as_it_is_searched_and_filtered(desk):
    factories.PartyFactory(name="Die Grünen", status="draft")
    factories.PartyFactory(name="Grüne Liste")
    factories.PartyFactory(name="SPD", status="draft")

    searched = rows_of("csv", export(desk, "party", query="?q=Gr%C3%BCne"))
    filtered = rows_of("csv", export(desk, "party", query="?q=Gr%C3%BCne&status=draft"))

    assert {row[1] for row in searched[1:]} == {"Die Grünen", "Grüne Liste"}
    assert {row[1] for row in filtered[1:]} == {"Die Grünen"}


def test_the_list_links_to_its_export_as_it_is_searched(desk):
    factories.PartyFactory()

    page = desk.get("/admin/graph/party/?q=a&status=published").content.decode()

    assert 'href="/admin/graph/party/export/csv/?q=a&amp;status=published"' in page


@pytest.mark.parametrize("extension", ["csv", "xlsx"])
def test_the_number_of_queries_does_not_follow_the_rows(extension, desk, django_assert_max_num_queries):
    for _ in range(30):
        factories.OtherNameFactory(entity=factories.PoliticianFactory())

    with django_assert_max_num_queries(12):
        export(desk, "politician", extension)


def test_a_spreadsheet_leaves_out_what_no_cell_can_hold(desk):
    factories.PoliticianFactory(details__overview="word " * 8000, details__overview_is_composed=False)

    content = export(desk, "politician", "xlsx")

    headers, row = rows_of("xlsx", content)
    assert row[headers.index("overview")] is None
    assert preview(desk, "politician", content, "table.xlsx").context["counts"]["same"] == 1


@pytest.mark.parametrize(
    "query", ["?q=%00", "?page=99999999999999999999", "?status=nothing", "?o=9999999999999", "?e=1"]
)
def test_no_query_breaks_the_export(query, desk):
    answer = desk.get(f"/admin/graph/party/export/csv/{query}")

    assert answer.status_code in (200, 302, 400)
    assert b"".join(answer)  # else its file would stay open


def test_what_is_exported_mended_and_imported_is_written(rows, desk):
    headers, *told = rows_of("xlsx", export(desk, "politician", "xlsx"))
    told[0][headers.index("birth_year")] = 1900
    take_in(desk, "politician", xlsx_of(headers, *told), "table.xlsx")

    change = Change.objects.get(fields__has_key="birth_year")
    assert (change.slug, change.fields["birth_year"][1]) == (told[0][0], 1900)


def test_an_export_is_an_attachment_that_nobody_else_is_given(desk):
    factories.PartyFactory()

    answer = desk.get("/admin/graph/party/export/csv/", headers={"accept-encoding": "gzip"})

    assert b"".join(answer)
    assert answer["Content-Disposition"].startswith('attachment; filename="parties-2')
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert "no-store" in answer["Cache-Control"]
