"""Test the import of a table: its preview, and what is written after an editor confirms it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from graph.models import Change, Entity, Identifier, Upload
from tests import factories
from tests.edits import update
from tests.graph.admin.tables.files import confirm, csv_of, import_table, preview, rows_of, upload, xlsx_of
from tests.graph.admin.tables.graph import whole_graph
from tests.reading import said, text

pytestmark = pytest.mark.django_db

TABLE = [
    ("slug", "name", "country_code", "birth_year", "description", "other_names"),
    ("emmanuel-macron", "", "", "1978", "-", "Manu\nЭмманюэль [ru, native]"),
    ("sanna-marin", "Sanna Marin", "fr", "1985", "", ""),
]


@pytest.fixture
def macron():
    factories.CountryFactory(country_code="fr")
    row = factories.PoliticianFactory(
        name="Emmanuel Macron", details__birth_year=1977, description="Long.", description_is_composed=False
    )
    factories.CitationFactory(entity=row, facts=["birth_year"])
    return row


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (csv_of(*TABLE), "table.csv"),
        (csv_of(*TABLE, encoding="utf-8-sig"), "table.CSV"),
        (csv_of(*TABLE, delimiter=";"), "table.csv"),
        (xlsx_of(*TABLE), "table.xlsx"),
    ],
    ids=["comma", "byte order mark", "semicolon", "xlsx"],
)
def test_import_changes_known_entities_and_adds_new_drafts(content, name, macron, as_editor, editor):
    response = import_table(as_editor, "politician", content, name)

    assert said(response) == ["Imported: 1 new, 1 changed, 0 without change."]
    macron.refresh_from_db()
    assert macron.politician_details.birth_year == 1978
    assert (macron.name, macron.description_is_composed) == ("Emmanuel Macron", True)
    assert macron.description == "Politician in France."
    assert {(row.name, row.lang, row.kind) for row in macron.other_names.all()} == {
        ("Manu", "", "alias"),
        ("Эмманюэль", "ru", "native"),
    }
    assert macron.citations.get().facts == []
    marin = Entity.objects.get(slug="sanna-marin")
    assert (marin.status, marin.politician_details.birth_year) == ("draft", 1985)
    entries = Change.objects.order_by("pk").values_list("slug", "action", "by__username", "note")
    assert sorted(entries) == [
        ("emmanuel-macron", "updated", "editor", "From the register"),
        ("sanna-marin", "created", "editor", "From the register"),
    ]


def test_import_page_describes_every_column(as_editor):
    page = as_editor.get("/admin/graph/politician/import/").content.decode()

    assert '<th scope="row">slug</th>' in page
    assert '<th scope="row"></th>' not in page


def test_preview_shows_escaped_differences_and_writes_nothing(macron, as_editor):
    before = whole_graph()

    shown = preview(
        as_editor, "politician", csv_of(TABLE[0], ("emmanuel-macron", "<b>Emmanuel</b> Macron", "", "", "", ""))
    )

    page = shown.content.decode()
    assert "<del>Emmanuel</del> Macron" in page
    assert "<ins>&lt;b&gt;Emmanuel&lt;/b&gt;</ins> Macron" in page
    assert whole_graph() == before


def test_preview_skips_rows_without_change(macron, as_editor):
    shown = preview(as_editor, "politician", csv_of(("slug", "birth_year"), ("emmanuel-macron", "1977")))

    assert shown.context["counts"]["skip"] == 1
    assert "Import all" not in text(shown)


def test_import_reads_dates_as_people_type_them(macron, as_editor):
    election = factories.ElectionFactory(details__date="2022")

    import_table(as_editor, "election", csv_of(("slug", "date"), (election.slug, "24 April 2022")))

    election.refresh_from_db()
    details = election.election_details
    assert (details.date, str(details.date_first), str(details.date_last)) == ("2022-04-24", "2022-04-24", "2022-04-24")


def test_import_adds_countries_and_ideologies(macron, as_editor):
    import_table(as_editor, "country", csv_of(("slug", "name", "country_code"), ("germany", "Germany", "de")))
    import_table(as_editor, "ideology", csv_of(("slug", "name", "spectrum"), ("agrarianism", "Agrarianism", "centre")))

    assert Entity.objects.get(slug="germany").country_code == "de"
    assert Entity.objects.get(slug="agrarianism").ideology_details.spectrum == "centre"


def test_confirm_shows_the_preview_again_if_an_entity_has_changed(macron, as_editor):
    shown = preview(as_editor, "politician", csv_of(("slug", "birth_year"), ("emmanuel-macron", "1978")))
    update(entity=macron, name="Emmanuel Jean-Michel Macron")
    before = whole_graph()

    response = confirm(as_editor, shown)

    assert "The data has changed since you opened the preview." in said(response)[0]
    assert whole_graph() == before
    assert "Emmanuel Jean-Michel Macron" in text(response)
    assert said(confirm(as_editor, response)) == ["Imported: 0 new, 1 changed, 0 without change."]


def test_confirm_shows_the_preview_again_if_a_slug_was_taken(macron, as_editor):
    shown = preview(as_editor, "politician", csv_of(*TABLE))
    factories.PartyFactory(slug="sanna-marin")

    response = confirm(as_editor, shown)

    assert response.context["counts"]["invalid"] == 1
    assert not Change.objects.filter(note="From the register").exists()


def test_preview_rejects_rows_that_changed_since_the_export(macron, as_editor):
    headers, row = rows_of("csv", as_editor.get("/admin/graph/politician/export/csv/").getvalue())
    update(entity=macron, birth_year=1976)

    stale = preview(as_editor, "politician", csv_of(headers, row))
    position = headers.index("updated_at")
    deliberate = preview(as_editor, "politician", csv_of(headers[:position], row[:position]))

    assert "export it again" in stale.context["invalid"][0]["errors"][0]
    assert deliberate.context["counts"]["update"] == 1


def test_confirm_requires_a_reason(macron, as_editor):
    shown = preview(as_editor, "politician", csv_of(*TABLE))

    response = confirm(as_editor, shown, reason=" ")

    assert "This field is required." in text(response)
    assert not Change.objects.exists()


class TestUpload:
    @pytest.fixture
    def shown(self, macron, as_editor):
        return preview(as_editor, "politician", csv_of(*TABLE))

    def test_is_deleted_when_it_is_written(self, shown, as_editor):
        confirm(as_editor, shown)

        assert "has expired" in said(confirm(as_editor, shown))[0]
        assert not Upload.objects.exists()
        assert Change.objects.count() == 2

    def test_is_deleted_when_it_is_discarded(self, shown, as_editor):
        confirm(as_editor, shown, discard="1")

        assert not Upload.objects.exists()
        assert not Change.objects.exists()

    def test_is_not_shown_in_another_session_of_the_same_account(self, shown, editor, browser):
        other = browser(editor)

        assert "has expired" in said(other.get(shown.request["PATH_INFO"], follow=True))[0]
        assert "has expired" in said(confirm(other, shown))[0]
        assert not Change.objects.exists()

    def test_is_not_shown_for_another_kind(self, shown, as_editor):
        address = shown.request["PATH_INFO"].replace("politician", "party")

        assert "has expired" in said(as_editor.get(address, follow=True))[0]

    def test_expires_after_an_hour(self, shown, as_editor):
        Upload.objects.update(at=timezone.now() - timedelta(minutes=61))

        assert "has expired" in said(confirm(as_editor, shown))[0]
        preview(as_editor, "party", csv_of(("slug",), ("a-fr",)))
        assert Upload.objects.get().kind == "party"

    def test_does_not_contain_the_session_key(self, shown, as_editor):
        assert Upload.objects.get().session != as_editor.session.session_key

    @pytest.mark.parametrize("page", ["0", "-1", "x", "99999999999999999999999", "\u0663"])
    def test_shows_a_page_for_any_number(self, page, shown, as_editor):
        assert as_editor.get(shown.request["PATH_INFO"], {"p": page}).status_code == 200


def test_preview_shows_long_tables_in_pages(macron, as_editor):
    rows = [(f"new-{number}", f"New {number}", "fr") for number in range(450)]

    shown = preview(as_editor, "politician", csv_of(("slug", "name", "country_code"), *rows))
    last = as_editor.get(shown.request["PATH_INFO"], {"p": 3})

    assert (len(shown.context["rows"]), len(last.context["rows"])) == (200, 50)
    assert "Import all 450" in text(last)


def test_preview_needs_few_queries_for_many_rows(macron, as_editor, django_assert_max_num_queries):
    for _ in range(30):
        factories.PoliticianFactory()
    rows = [(slug, "1950", "Alias") for slug in Entity.objects.of_kind("politician").values_list("slug", flat=True)]

    with django_assert_max_num_queries(20):
        upload(as_editor, "politician", csv_of(("slug", "birth_year", "other_names"), *rows))


def test_import_does_not_replace_identifiers_that_stay(macron, as_editor):
    unchanged = factories.IdentifierFactory(entity=macron, scheme="wikidata", value="Q1")

    import_table(as_editor, "politician", csv_of(("slug", "identifiers"), ("emmanuel-macron", "gec: X\nwikidata: Q1")))

    assert Identifier.objects.filter(pk=unchanged.pk).exists()
    assert {str(row) for row in macron.identifiers.all()} == {"wikidata:Q1", "gec:X"}
