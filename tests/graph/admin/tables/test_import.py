"""A file that corrects entities and adds new ones, after a look at what it would do."""

from datetime import timedelta

import pytest
from django.utils import timezone

from graph.actions import update
from graph.models import Change, Entity, Identifier, Upload
from tests import factories
from tests.graph.admin.tables.files import confirm, csv_of, preview, rows_of, take_in, upload, xlsx_of
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
def test_a_known_entity_is_corrected_and_an_unknown_one_becomes_a_draft(content, name, macron, desk, editor):
    answer = take_in(desk, "politician", content, name)

    assert said(answer) == ["Done: 1 new, 1 changed, 0 were so already."]
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
    words = Change.objects.order_by("pk").values_list("slug", "action", "by__username", "note")
    assert sorted(words) == [
        ("emmanuel-macron", "updated", "editor", "From the register"),
        ("sanna-marin", "created", "editor", "From the register"),
    ]


def test_the_preview_tells_old_and_new_escaped_and_writes_nothing(macron, desk):
    before = whole_graph()

    shown = preview(desk, "politician", csv_of(TABLE[0], ("emmanuel-macron", "<b>Emmanuel</b> Macron", "", "", "", "")))

    page = shown.content.decode()
    assert "<del>Emmanuel</del> Macron" in page
    assert "<ins>&lt;b&gt;Emmanuel&lt;/b&gt;</ins> Macron" in page
    assert whole_graph() == before


def test_a_cell_as_it_is_already_is_no_change(macron, desk):
    shown = preview(desk, "politician", csv_of(("slug", "birth_year"), ("emmanuel-macron", "1977")))

    assert shown.context["counts"]["same"] == 1
    assert "Write all" not in text(shown)


def test_dates_are_read_as_they_are_typed(macron, desk):
    election = factories.ElectionFactory(details__date="2022")

    take_in(desk, "election", csv_of(("slug", "date"), (election.slug, "24 April 2022")))

    election.refresh_from_db()
    details = election.election_details
    assert (details.date, str(details.date_first), str(details.date_last)) == ("2022-04-24", "2022-04-24", "2022-04-24")


def test_a_new_election_needs_its_facts(macron, desk):
    headers = ("slug", "name", "country_code", "date", "kind")
    bare = preview(desk, "election", csv_of(headers, ("france-2027-presidential", "Next", "fr", "", "")))
    full = ("france-2027-presidential", "Next", "fr", "2027-04", "presidential")

    assert [row["reasons"] for row in bare.context["bad"]] == [
        ["date: An election needs one.", bare.context["bad"][0]["reasons"][1]]
    ]
    assert bare.context["bad"][0]["reasons"][1].startswith("kind: This field cannot be blank. One of: presidential")
    assert take_in(desk, "election", csv_of(headers, full)).status_code == 200
    assert Entity.objects.get(slug=full[0]).election_details.date == "2027-04"


@pytest.mark.parametrize("cell", ["-", " - "])
def test_what_an_election_must_have_is_not_emptied(cell, macron, desk):
    election = factories.ElectionFactory()

    shown = preview(desk, "election", csv_of(("slug", "date", "kind"), (election.slug, cell, cell)))

    assert len(shown.context["bad"][0]["reasons"]) == 2


def test_countries_and_ideologies_are_added_too(macron, desk):
    take_in(desk, "country", csv_of(("slug", "name", "country_code"), ("germany", "Germany", "de")))
    take_in(desk, "ideology", csv_of(("slug", "name", "spectrum"), ("agrarianism", "Agrarianism", "centre")))

    assert Entity.objects.get(slug="germany").country_code == "de"
    assert Entity.objects.get(slug="agrarianism").ideology_details.spectrum == "centre"


def test_two_rows_do_not_claim_one_identifier_or_country(macron, desk):
    claims = csv_of(
        ("slug", "name", "country_code", "identifiers"),
        ("atlantis", "Atlantis", "xa", "gec: XA\nwikidata: Q1"),
        ("avalon", "Avalon", "xa", "gec: XA\nwikidata: Q1"),
    )

    shown = preview(desk, "country", claims)

    assert shown.context["bad"][0]["reasons"] == [
        "country_code: “xa” is given in row 2 already.",
        "identifiers: “gec: XA” stands in row 2 already.",
    ]


def test_an_entity_that_changed_since_the_preview_is_looked_at_again(macron, desk):
    shown = preview(desk, "politician", csv_of(("slug", "birth_year"), ("emmanuel-macron", "1978")))
    update(entity=macron, name="Emmanuel Jean-Michel Macron")
    before = whole_graph()

    answer = confirm(desk, shown)

    assert "The graph has changed since you looked." in said(answer)[0]
    assert whole_graph() == before
    assert "Emmanuel Jean-Michel Macron" in text(answer)
    assert said(confirm(desk, answer)) == ["Done: 0 new, 1 changed, 0 were so already."]


def test_a_slug_that_was_given_since_the_preview_is_looked_at_again(macron, desk):
    shown = preview(desk, "politician", csv_of(*TABLE))
    factories.PartyFactory(slug="sanna-marin")

    answer = confirm(desk, shown)

    assert answer.context["counts"]["bad"] == 1
    assert not Change.objects.filter(note="From the register").exists()


def test_an_old_export_does_not_undo_what_was_done_since(macron, desk):
    headers, row = rows_of("csv", desk.get("/admin/graph/politician/export/csv/").getvalue())
    update(entity=macron, birth_year=1976)

    stale = preview(desk, "politician", csv_of(headers, row))
    place = headers.index("updated_at")
    deliberate = preview(desk, "politician", csv_of(headers[:place], row[:place]))

    assert "export it anew" in stale.context["bad"][0]["reasons"][0]
    assert deliberate.context["counts"]["changed"] == 1


def test_a_reason_is_asked_for(macron, desk):
    shown = preview(desk, "politician", csv_of(*TABLE))

    answer = confirm(desk, shown, reason=" ")

    assert "This field is required." in text(answer)
    assert not Change.objects.exists()


class TestTheUpload:
    @pytest.fixture
    def shown(self, macron, desk):
        return preview(desk, "politician", csv_of(*TABLE))

    def test_is_gone_once_it_is_written(self, shown, desk):
        confirm(desk, shown)

        assert "no longer there" in said(confirm(desk, shown))[0]
        assert not Upload.objects.exists()
        assert Change.objects.count() == 2

    def test_is_gone_once_it_is_discarded(self, shown, desk):
        confirm(desk, shown, discard="1")

        assert not Upload.objects.exists()
        assert not Change.objects.exists()

    def test_is_of_no_other_session_even_of_the_same_account(self, shown, editor, browser):
        other = browser(editor)

        assert "no longer there" in said(other.get(shown.request["PATH_INFO"], follow=True))[0]
        assert "no longer there" in said(confirm(other, shown))[0]
        assert not Change.objects.exists()

    def test_is_of_no_other_kind(self, shown, desk):
        address = shown.request["PATH_INFO"].replace("politician", "party")

        assert "no longer there" in said(desk.get(address, follow=True))[0]

    def test_is_kept_for_an_hour(self, shown, desk):
        Upload.objects.update(at=timezone.now() - timedelta(minutes=61))

        assert "no longer there" in said(confirm(desk, shown))[0]
        preview(desk, "party", csv_of(("slug",), ("a-fr",)))
        assert Upload.objects.get().kind == "party"

    def test_does_not_hold_the_key_of_the_session(self, shown, desk):
        assert Upload.objects.get().session != desk.session.session_key

    @pytest.mark.parametrize("page", ["0", "-1", "x", "99999999999999999999999", "\u0663"])
    def test_shows_a_page_whatever_number_is_asked_for(self, page, shown, desk):
        assert desk.get(shown.request["PATH_INFO"], {"p": page}).status_code == 200


def test_a_long_table_is_shown_page_by_page(macron, desk):
    rows = [(f"new-{place}", f"New {place}", "fr") for place in range(450)]

    shown = preview(desk, "politician", csv_of(("slug", "name", "country_code"), *rows))
    last = desk.get(shown.request["PATH_INFO"], {"p": 3})

    assert (len(shown.context["rows"]), len(last.context["rows"])) == (200, 50)
    assert "Write all 450" in text(last)


def test_the_number_of_queries_does_not_follow_the_rows(macron, desk, django_assert_max_num_queries):
    for _ in range(30):
        factories.PoliticianFactory()
    rows = [(slug, "1950", "Alias") for slug in Entity.objects.of_kind("politician").values_list("slug", flat=True)]

    with django_assert_max_num_queries(20):
        upload(desk, "politician", csv_of(("slug", "birth_year", "other_names"), *rows))


def test_identifiers_that_stay_are_the_rows_they_were(macron, desk):
    kept = factories.IdentifierFactory(entity=macron, scheme="wikidata", value="Q1")

    take_in(desk, "politician", csv_of(("slug", "identifiers"), ("emmanuel-macron", "gec: X\nwikidata: Q1")))

    assert Identifier.objects.filter(pk=kept.pk).exists()
    assert {str(row) for row in macron.identifiers.all()} == {"wikidata:Q1", "gec:X"}
