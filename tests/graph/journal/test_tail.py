"""Test JournalTail. Each call returns the cache tags of the responses that show an entity which has changed since the
last call."""

import pytest

from config.http.cache import EVERYTHING
from graph.actions import editing, rename
from graph.journal import tail
from graph.journal.journal import journalled
from graph.journal.tail import JournalTail
from tests.edits import relate, unrelate, update
from tests.factories import CountryFactory, PartyFactory, RelationshipFactory, SourceFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def france():
    return CountryFactory(slug="france", country_code="fr")


@pytest.fixture
def party(france):
    return PartyFactory(slug="a-party", country_code="fr")


@pytest.fixture
def read(france, party):
    """Return a JournalTail that has already read all changes in the journal. Its next call returns only later
    changes."""
    update(entity=france, description="A country.")
    reader = JournalTail()
    reader()
    return reader


def test_first_call_returns_everything(france):
    update(entity=france, description="A country.")

    assert JournalTail()() is EVERYTHING


def test_call_without_changes_returns_nothing(read):
    assert read() == set()


def test_update_concerns_the_entity_and_its_country(read, party):
    update(entity=party, name="Another name")

    assert read() == {"journal", "entity/a-party", "country/fr"}
    assert read() == set()


def test_update_concerns_neighbours_of_other_countries_also_drafts(read, party):
    germany = CountryFactory(slug="germany", country_code="de", status="draft")
    RelationshipFactory(subject=party, object=germany, type="party_operates_in_country")
    update(entity=party, name="Another name")

    assert {"entity/germany", "country/de"} <= read()


def test_update_of_a_country_concerns_responses_with_its_name(read, france):
    update(entity=france, name="French Republic")

    assert "country name/fr" in read()


def test_rename_concerns_the_old_and_the_new_slug(read, party):
    rename(entity=party, slug="new-slug")

    assert {"entity/a-party", "entity/new-slug"} <= read()


def test_new_relationship_concerns_both_entities(read, party, france):
    relate(subject=party, object=france, type="party_operates_in_country", source=SourceFactory())

    assert {"entity/a-party", "entity/france"} <= read()


def test_deleted_relationship_concerns_both_entities(read, party, france):
    relationship = RelationshipFactory(subject=party, object=france, type="party_operates_in_country")
    unrelate(relationship=relationship)

    assert {"entity/a-party", "entity/france"} <= read()


@pytest.mark.parametrize("limit", ["MAX_CHANGES", "MAX_ENTITIES"])
def test_many_changes_or_neighbours_concern_everything(read, party, france, limit, monkeypatch):
    RelationshipFactory(subject=party, object=france, type="party_operates_in_country")
    update(entity=party, name="Another name")
    monkeypatch.setattr(tail, limit, 0)

    assert read() is EVERYTHING


def test_change_of_a_source_concerns_everything(read):
    source = SourceFactory()
    with journalled():
        source.name = "Another name"
        source.save()

    assert read() is EVERYTHING
    assert read() == set()


def test_change_of_a_source_and_an_entity_concerns_everything(read, party):
    source = SourceFactory()
    read()
    with editing(party):
        source.name = "Another name"
        source.save()
        party.name = "Another party"
        party.save()

    assert read() is EVERYTHING
    update(entity=party, name="A third name")
    assert "country/fr" in read()
