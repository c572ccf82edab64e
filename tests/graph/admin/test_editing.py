"""Test the page that changes an entity, its details, names and relationships."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from graph.models import Entity
from tests.factories import (
    FACTORIES,
    CitationFactory,
    ElectionFactory,
    IdentifierFactory,
    OtherNameFactory,
    PoliticianFactory,
    RelationshipFactory,
    SourceFactory,
)
from tests.graph.admin.pages import address_of, changes_of, errors, fill_in, form_on, save, with_row
from tests.reading import text

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("kind", FACTORIES)
class TestEveryKind:
    def test_unchanged_form_adds_nothing_to_the_journal(self, kind, as_editor, guarded):
        entity = FACTORIES[kind]()

        with guarded():
            response = fill_in(as_editor, address_of(entity), reason="Looked at.")

        assert response.redirect_chain, errors(response)
        assert changes_of(entity) == []

    def test_change_page_saves_the_name(self, kind, as_editor, editor, guarded):
        entity = FACTORIES[kind]()

        with guarded():
            response = fill_in(as_editor, address_of(entity), name="A better name", reason="As it calls itself.")

        assert response.redirect_chain, errors(response)
        entity.refresh_from_db()
        assert entity.name == "A better name"
        (change, *_) = changes_of(entity)
        assert (change.by, change.note, change.action) == (editor, "As it calls itself.", "updated")
        assert change.fields["name"][1] == "A better name"
        assert change.revision


class TestFacts:
    def test_facts_are_stored_in_the_journal_with_both_values(self, merkel, as_editor, guarded):
        with guarded():
            response = fill_in(as_editor, address_of(merkel), facts__0__birth_year="1953", reason="Typo.")

        assert response.redirect_chain, errors(response)
        merkel.refresh_from_db()
        assert merkel.details.birth_year == 1953
        assert changes_of(merkel)[0].fields == {"birth_year": [1954, 1953]}

    def test_facts_are_added_to_an_entity_without_details(self, as_editor, guarded):
        politician = PoliticianFactory(details=None)

        with guarded():
            response = fill_in(as_editor, address_of(politician), facts__0__birth_year="1953", reason="Found.")

        assert response.redirect_chain, errors(response)
        assert Entity.objects.get(pk=politician.pk).details.birth_year == 1953

    def test_facts_accept_dates_as_people_type_them(self, as_editor, guarded):
        election = ElectionFactory()

        with guarded():
            response = fill_in(as_editor, address_of(election), facts__0__date="10 April 2022", reason="First round.")

        assert response.redirect_chain, errors(response)
        assert Entity.objects.get(pk=election.pk).details.date == "2022-04-10"

    def test_facts_reject_ambiguous_dates(self, as_editor, guarded):
        election = ElectionFactory()

        with guarded():
            response = fill_in(as_editor, address_of(election), facts__0__date="3/4/2022", reason="First round.")

        assert "can be 3 April or 4 March" in text(response)
        assert Entity.objects.get(pk=election.pk).details.date == election.details.date

    def test_positions_are_typed_one_per_line(self, merkel, as_editor, guarded):
        with guarded():
            response = fill_in(
                as_editor,
                address_of(merkel),
                facts__0__political_positions="Nuclear power | against | Speech of 2011\r\nEuro | for | Bundestag",
                reason="Positions.",
            )

        assert response.redirect_chain, errors(response)
        assert Entity.objects.get(pk=merkel.pk).details.political_positions == [
            {"topic": "Nuclear power", "position": "against", "source": "Speech of 2011"},
            {"topic": "Euro", "position": "for", "source": "Bundestag"},
        ]
        assert "Nuclear power | against | Speech of 2011" in as_editor.get(address_of(merkel)).content.decode()

    @pytest.mark.parametrize(
        "typed",
        ["Only a topic", "a | b", "a | b | c | d", "a | | c", "a | b | " + "c" * 1001, "a | b | c\n" * 101],
        ids=["one part", "two", "four", "empty", "long", "many"],
    )
    def test_positions_need_three_parts(self, typed, merkel, as_editor):
        response = fill_in(as_editor, address_of(merkel), facts__0__political_positions=typed, reason="Positions.")

        assert not response.redirect_chain
        assert errors(response)

    def test_rounds_are_typed_one_per_line(self, as_editor, guarded):
        election = ElectionFactory(details__date="2022-04-24")
        typed = "10 April 2022 | 73.69 | Emmanuel Macron 27.85; Marine Le Pen\r\n24 April 2022 | | "

        with guarded():
            response = fill_in(as_editor, address_of(election), facts__0__rounds=typed, reason="Rounds.")

        assert response.redirect_chain, errors(response)
        candidates = [{"name": "Emmanuel Macron", "share": 27.85}, {"name": "Marine Le Pen", "share": None}]
        assert Entity.objects.get(pk=election.pk).details.rounds == [
            {"round": 1, "date": "2022-04-10", "turnout": 73.69, "candidates": candidates},
            {"round": 2, "date": "2022-04-24", "turnout": None, "candidates": []},
        ]
        assert (
            "2022-04-10 | 73.69 | Emmanuel Macron 27.85; Marine Le Pen"
            in as_editor.get(address_of(election)).content.decode()
        )

    @pytest.mark.parametrize(
        "typed", ["10 April 2022", "10 April | | \n24 April 2022 | | ", "2022-04-10 | many | \n2022-04-24 | | "]
    )
    def test_rounds_need_a_date_and_a_number(self, typed, as_editor):
        election = ElectionFactory(details__date="2022-04-24")

        response = fill_in(as_editor, address_of(election), facts__0__rounds=typed, reason="Rounds.")

        assert not response.redirect_chain
        assert errors(response)

    def test_description_is_composed_when_it_is_cleared(self, merkel, as_editor):
        fill_in(as_editor, address_of(merkel), description="Chancellor for sixteen years.", reason="Said better.")
        merkel.refresh_from_db()
        assert (merkel.description, merkel.description_is_composed) == ("Chancellor for sixteen years.", False)

        fill_in(as_editor, address_of(merkel), description="", reason="Composed is better.")
        merkel.refresh_from_db()
        assert merkel.description_is_composed
        assert merkel.description == "Politician."


class TestRowsOfAnEntity:
    def test_rows_of_all_parts_are_added(self, merkel, as_editor, guarded):
        source = SourceFactory()
        form = form_on(as_editor.get(address_of(merkel)))
        form = with_row(form, "other_names", name="Angela Dorothea Merkel", lang="de", kind="alias")
        form = with_row(form, "identifiers", scheme="wikidata", value="Q567")
        form = with_row(form, "citations", source=source.pk, retrieved="2026-01-22", facts=["name", "birth_year"])

        with guarded():
            response = save(as_editor, address_of(merkel), form, reason="Completed.")

        assert response.redirect_chain, errors(response)
        assert [str(row) for row in merkel.other_names.all()] == ["Angela Dorothea Merkel"]
        assert [str(row) for row in merkel.identifiers.all()] == ["wikidata:Q567"]
        assert [row.facts for row in merkel.citations.all()] == [["name", "birth_year"]]
        assert changes_of(merkel)[0].fields.keys() == {"other_names", "identifiers", "sources"}

    def test_wikidata_id_of_another_form_is_rejected(self, merkel, as_editor):
        form = with_row(form_on(as_editor.get(address_of(merkel))), "identifiers", scheme="wikidata", value="567")

        response = save(as_editor, address_of(merkel), form, reason="Completed.")

        assert "such as Q567" in str(errors(response))
        assert not merkel.identifiers.exists()

    def test_rows_are_changed_and_removed(self, merkel, as_editor, guarded):
        OtherNameFactory(entity=merkel, name="Angie", lang="en")
        IdentifierFactory(entity=merkel, value="Q567")
        CitationFactory(entity=merkel, facts=["name"])

        with guarded():
            response = fill_in(
                as_editor,
                address_of(merkel),
                other_names__0__name="Angela Kasner",
                identifiers__0__DELETE="on",
                citations__0__note="Page 4",
                reason="Tidied.",
            )

        assert response.redirect_chain, errors(response)
        assert merkel.other_names.get().name == "Angela Kasner"
        assert not merkel.identifiers.exists()
        assert merkel.citations.get().note == "Page 4"

    def test_identifier_of_another_entity_is_rejected(self, merkel, as_editor):
        IdentifierFactory(scheme="bioguide", value="M000001")
        form = with_row(form_on(as_editor.get(address_of(merkel))), "identifiers", scheme="bioguide", value="M000001")

        response = save(as_editor, address_of(merkel), form, reason="Completed.")

        assert "break a rule: identifier belongs to one entity" in errors(response)
        assert not merkel.identifiers.exists()


class TestReasons:
    def test_reason_is_required_for_published_entities(self, merkel, as_editor):
        response = fill_in(as_editor, address_of(merkel), name="Angela", reason="")

        assert "required" in errors(response)
        assert Entity.objects.get(pk=merkel.pk).name == "Angela Merkel"

    def test_reason_is_optional_for_drafts(self, as_editor):
        draft = PoliticianFactory(status="draft")

        assert fill_in(as_editor, address_of(draft), name="Angela", reason="").redirect_chain

    def test_reason_has_at_most_300_characters(self, merkel, as_editor):
        assert "at most 300" in errors(fill_in(as_editor, address_of(merkel), name="Angela", reason="x" * 301))


def test_form_has_no_kind_slug_country_and_status(merkel, as_editor):
    before = Entity.objects.filter(pk=merkel.pk).values("kind", "slug", "country_code", "status").get()

    fill_in(
        as_editor,
        address_of(merkel),
        kind="party",
        slug="another",
        country_code="fr",
        country="fr",
        status="draft",
        reason="All mine.",
    )

    assert Entity.objects.filter(pk=merkel.pk).values("kind", "slug", "country_code", "status").get() == before


def test_unchanged_rows_need_no_query(merkel, as_editor):
    def saving():
        form = form_on(as_editor.get(address_of(merkel)))
        with CaptureQueriesContext(connection) as captured:
            assert save(as_editor, address_of(merkel), form, name=f"{form['name']}!", reason="!").redirect_chain
        return len(captured)

    RelationshipFactory(subject=merkel)
    OtherNameFactory(entity=merkel)
    saving()
    few = saving()
    RelationshipFactory.create_batch(20, subject=merkel)
    saving()  # The first save needs more queries, because it also composes the texts, which the factory did not do.

    assert saving() == few
