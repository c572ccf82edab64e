"""Test two editors who change the same entity. The second one sees the changes of the first, and loses no input."""

import pytest

from graph.actions import withdraw
from graph.models import Entity
from tests.edits import update
from tests.factories import (
    ElectionFactory,
    OfficeFactory,
    OtherNameFactory,
    PoliticianFactory,
    RelationshipFactory,
    SourceFactory,
)
from tests.graph.admin.pages import address_of, errors, fill_in, form_on, save, with_row
from tests.reading import text

pytestmark = pytest.mark.django_db
HELD = "politician_holds_office"


@pytest.fixture
def page(merkel, as_editor):
    """Return a function that opens Merkel's page as the second editor, and returns the data of its form."""
    return lambda: form_on(as_editor.get(address_of(merkel)))


@pytest.fixture
def first(merkel, operator):
    """Return the function ``first(**typed)``. It changes these fields of Merkel as the first editor, while the second
    editor has the page open."""

    def _first(**typed):
        response = fill_in(operator, address_of(merkel), reason="The first was here.", **typed)
        assert response.redirect_chain, errors(response)

    return _first


def now(entity):
    return Entity.objects.get(pk=entity.pk)


class TestSecondEditor:
    def test_form_shows_typed_and_stored_values(self, merkel, page, first, as_editor):
        opened = page()
        first(name="Angela D. Merkel")

        response = save(as_editor, address_of(merkel), opened, name="Angela Kasner", reason="Her name.")

        assert not response.redirect_chain
        assert now(merkel).name == "Angela D. Merkel"
        assert form_on(response)["name"] == "Angela Kasner"
        assert form_on(response)["reason"] == "Her name."
        assert "Stored now: “Angela D. Merkel”" in text(response)

    def test_form_shows_the_changes_of_the_first_editor(self, merkel, page, first, superuser, as_editor):
        opened = page()
        first(facts__0__birth_year="1953")

        response = save(as_editor, address_of(merkel), opened, name="Angela Kasner", reason="Her name.")

        assert "birth_year 1954 1953 The first was here." in text(response)
        assert superuser.username in text(response)
        assert f"{now(merkel).changes.first().at:%Y-%m-%d %H:%M:%S}" in text(response)

    def test_form_is_saved_the_second_time(self, merkel, page, first, as_editor):
        opened = page()
        first(name="Angela D. Merkel")
        shown = save(as_editor, address_of(merkel), opened, name="Angela Kasner", reason="Her name.")

        response = save(as_editor, address_of(merkel), form_on(shown))

        assert response.redirect_chain, errors(response)
        assert now(merkel).name == "Angela Kasner"

    def test_form_conflicts_again_after_a_third_editor(self, merkel, page, first, as_editor):
        opened = page()
        first(name="Angela D. Merkel")
        shown = save(as_editor, address_of(merkel), opened, name="Angela Kasner", reason="Her name.")
        first(name="A. Merkel")

        response = save(as_editor, address_of(merkel), form_on(shown))

        assert not response.redirect_chain
        assert "Stored now: “A. Merkel”" in text(response)

    def test_form_does_not_undo_changes_of_the_first_editor(self, merkel, page, first, as_editor):
        opened = page()
        first(facts__0__birth_year="1953")

        shown = save(as_editor, address_of(merkel), opened, name="Angela Kasner", reason="Her name.")
        save(as_editor, address_of(merkel), form_on(shown))

        assert now(merkel).details.birth_year == 1953
        assert now(merkel).name == "Angela Kasner"

    def test_form_conflicts_after_another_action(self, merkel, page, as_editor):
        opened = page()
        withdraw(entity=merkel, note="Never was.")

        response = save(as_editor, address_of(merkel), opened, name="Angela Kasner", reason="Her name.")

        assert "Withdrawn" in text(response)
        assert "Never was." in text(response)
        assert now(merkel).name == "Angela Merkel"

    def test_form_shows_other_errors_too(self, as_editor, operator):
        election = ElectionFactory()
        opened = form_on(as_editor.get(address_of(election)))
        fill_in(operator, address_of(election), facts__0__winner="Le Pen", reason="No.")

        response = save(as_editor, address_of(election), opened, facts__0__date="3/4/2022", facts__0__turnout="80")

        shown = form_on(response)
        assert (shown["facts-0-date"], shown["facts-0-turnout"]) == ("3/4/2022", "80")
        assert shown["facts-0-winner"] == "Le Pen"

    @pytest.mark.parametrize("version", ["", "x", "-1", "9" * 40, "1e3", "٣"])
    def test_form_without_a_version_conflicts(self, version, merkel, page, first, as_editor):
        opened = page()
        first(name="Angela D. Merkel")

        response = save(
            as_editor, address_of(merkel), opened, version=version, name="Angela Kasner", reason="Her name."
        )

        assert not response.redirect_chain
        assert now(merkel).name == "Angela D. Merkel"


class TestRows:
    @pytest.fixture
    def terms(self, merkel):
        """Return two terms of office of Merkel: as a minister from 1991, and as chancellor from 2005."""
        source = SourceFactory()
        minister = OfficeFactory(name="Minister of Germany", country_code="de", slug="minister-of-germany")
        chancellor = OfficeFactory(name="Chancellor of Germany", country_code="de", slug="chancellor-of-germany")
        return [
            RelationshipFactory(subject=merkel, object=office, start_date=start, source=source)
            for office, start in ((minister, "1991"), (chancellor, "2005"))
        ]

    def test_rows_show_typed_and_stored_values(self, merkel, terms, page, first, as_editor):
        opened = page()
        first(**{f"{HELD}__1__end_date": "2021"})

        response = save(as_editor, address_of(merkel), opened, **{f"{HELD}__1__end_date": "2020-05"}, reason="Over.")

        shown = form_on(response)
        assert shown[f"{HELD}-1-end_date"] == "2020-05"
        assert "Stored now: “2021”" in text(response)
        save(as_editor, address_of(merkel), shown)
        assert now(merkel).outgoing.get(start_date="2005").end_date == "2020-05"

    def test_rows_show_the_stored_entity_and_the_stored_lines(self, merkel, terms, page, first, as_editor):
        opened, others = page(), [OfficeFactory(name=name, country_code="de").pk for name in ("Speaker", "Mayor")]
        here, there = f"{HELD}__0__object", "facts__0__political_positions"
        first(**{here: others[0], there: "Euro | for | Bundestag"})

        response = save(as_editor, address_of(merkel), opened, **{here: others[1], there: "a | b | c"}, reason="So.")

        assert "Stored now: “Speaker (DE)”" in text(response)
        assert "Stored now: “Euro | for | Bundestag”" in text(response)

    def test_rows_that_were_added_stay(self, merkel, terms, page, first, as_editor):
        opened = page()
        first(name="A. Merkel")
        row = {"object": terms[0].object_id, "source": terms[0].source_id, "position": "0", "start_date": "May 2030"}

        response = save(as_editor, address_of(merkel), with_row(opened, HELD, **row), reason="Back.")

        shown = form_on(response)
        assert shown[f"{HELD}-2-start_date"] == "May 2030"
        assert save(as_editor, address_of(merkel), shown).redirect_chain
        assert now(merkel).outgoing.filter(start_date="2030-05").exists()

    def test_rows_of_the_first_editor_are_added(self, merkel, terms, page, first, as_editor, operator):
        opened = page()
        row = {"object": terms[0].object_id, "source": terms[0].source_id, "position": "0", "start_date": "1980"}
        save(operator, address_of(merkel), with_row(page(), HELD, **row), reason="Early.")

        shown = save(as_editor, address_of(merkel), opened, **{f"{HELD}__1__end_date": "2021"}, reason="Over.")
        response = save(as_editor, address_of(merkel), form_on(shown))

        assert response.redirect_chain, errors(response)
        shown = set(now(merkel).outgoing.values_list("start_date", "end_date"))
        assert shown == {("1980", ""), ("1991", ""), ("2005", "2021")}

    def test_rows_deleted_by_the_first_editor_stay_deleted(self, merkel, terms, page, first, as_editor):
        opened = page()
        first(**{f"{HELD}__0__DELETE": "on"})

        shown = save(as_editor, address_of(merkel), opened, **{f"{HELD}__1__end_date": "2021"}, reason="Over.")
        response = save(as_editor, address_of(merkel), form_on(shown))

        assert response.redirect_chain, errors(response)
        assert set(now(merkel).outgoing.values_list("start_date", "end_date")) == {("2005", "2021")}

    def test_rows_deleted_by_the_first_editor_come_back_if_the_second_changed_them(
        self, merkel, terms, page, first, as_editor
    ):
        opened = page()
        first(**{f"{HELD}__0__DELETE": "on"})

        shown = save(as_editor, address_of(merkel), opened, **{f"{HELD}__0__end_date": "1998"}, reason="Over.")

        assert form_on(shown)[f"{HELD}-1-end_date"] == "1998"
        response = save(as_editor, address_of(merkel), form_on(shown))
        assert response.redirect_chain, errors(response)
        assert set(now(merkel).outgoing.values_list("start_date", "end_date")) == {("1991", "1998"), ("2005", "")}

    def test_rows_that_both_deleted_stay_deleted(self, merkel, terms, page, first, as_editor):
        opened = page()
        first(**{f"{HELD}__0__DELETE": "on"})

        shown = save(as_editor, address_of(merkel), opened, **{f"{HELD}__0__DELETE": "on"}, reason="Over.")
        response = save(as_editor, address_of(merkel), form_on(shown))

        assert response.redirect_chain, errors(response)
        assert now(merkel).outgoing.count() == 1

    def test_rows_marked_for_deletion_stay_marked(self, merkel, terms, page, first, as_editor):
        opened = page()
        first(name="A. Merkel")

        shown = save(as_editor, address_of(merkel), opened, **{f"{HELD}__0__DELETE": "on"}, reason="Over.")

        assert form_on(shown)[f"{HELD}-0-DELETE"] == ["on"]

    def test_rows_of_other_tables_are_merged(self, merkel, page, first, as_editor):
        OtherNameFactory(entity=merkel, name="Angie", lang="en")
        opened = page()
        first(other_names__0__lang="de")

        shown = save(as_editor, address_of(merkel), opened, other_names__0__name="Angie!", reason="So.")

        assert form_on(shown)["other_names-0-name"] == "Angie!"
        assert form_on(shown)["other_names-0-lang"] == "de"

    def test_facts_that_both_added_become_one_row(self, as_editor, operator):
        politician = PoliticianFactory(details=None)
        opened = form_on(as_editor.get(address_of(politician)))
        fill_in(operator, address_of(politician), facts__0__birth_year="1950", reason="Found.")

        shown = save(as_editor, address_of(politician), opened, facts__0__birth_year="1951", reason="Found.")
        response = save(as_editor, address_of(politician), form_on(shown))

        assert response.redirect_chain, errors(response)
        assert now(politician).details.birth_year == 1951


@pytest.mark.parametrize("key", ["9" * 5000, "1e3", "٣", ""])
def test_form_conflicts_although_a_row_has_an_invalid_key(key, merkel, page, first, as_editor):
    OtherNameFactory(entity=merkel, name="Angie", lang="en")
    opened = page() | {"other_names-0-id": key}
    first(name="Angela D. Merkel")

    response = save(as_editor, address_of(merkel), opened, other_names__0__name="Angie!", reason="So.")

    assert response.status_code == 200
    assert not response.redirect_chain
    assert merkel.other_names.get().name == "Angie"


def test_form_conflicts_after_an_import(merkel, page, as_editor):
    """An import stores no row versions, so it is unknown which fields it changed. The page shows all fields that differ
    from the form."""
    from graph.journal.journal import journalled

    opened = page()
    with journalled(via="corrections") as journal:
        Entity.objects.filter(pk=merkel.pk).update(name="A. Merkel")
        journal.record(merkel.pk, "updated", {"name": ["Angela Merkel", "A. Merkel"]})

    response = save(as_editor, address_of(merkel), opened, facts__0__birth_year="1950", reason="So.")

    assert form_on(response)["name"] == "Angela Merkel"
    assert "Stored now: “A. Merkel”" in text(response)
    assert "corrections" in text(response)


def test_form_conflicts_with_a_change_between_check_and_lock(merkel, page, as_editor, monkeypatch):
    from graph.admin import editing

    opened = page()
    update(entity=merkel, name="A. Merkel")
    versions = iter([int(opened["version"])])
    real = editing.version_of
    monkeypatch.setattr(editing, "version_of", lambda entity: next(versions, None) or real(entity))

    response = save(as_editor, address_of(merkel), opened, name="Angela Kasner", reason="So.")

    assert "Stored now: “A. Merkel”" in text(response)
    assert now(merkel).name == "A. Merkel"
