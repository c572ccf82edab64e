"""What each deed of an editor is called in /feed, by the words that it leaves in the journal."""

from datetime import date

import feedparser
import pytest

from graph.actions import (
    EntityEdit,
    editing,
    merge,
    relate,
    rename,
    restore,
    revert,
    unmerge,
    unrelate,
    update,
    verify,
    versions_of,
    withdraw,
    write_entities,
)
from graph.models import Change, OtherName
from tests.factories import (
    CitationFactory,
    IdentifierFactory,
    OtherNameFactory,
    PartyFactory,
    PoliticianFactory,
    RelationshipFactory,
    SourceFactory,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]
MEMBER = "politician_member_of_party"


@pytest.fixture
def macron():
    return PoliticianFactory(name="Emmanuel Macron", slug="emmanuel-macron", details__birth_year=1977)


@pytest.fixture
def told(client):
    """What the only item of the feed says happened."""

    def _told():
        (item,) = feedparser.parse(client.get("/feed").content).entries
        return item.title.removeprefix("Emmanuel Macron: ")

    return _told


def test_another_name_comes_and_goes(macron, told):
    with editing(macron):
        name = OtherNameFactory(entity=macron, name="Manu", lang="fr")
    assert told() == "Also called Manu (fr)"

    with editing(macron):
        name.delete()
    assert told() == "Also called Manu (fr); no longer called Manu (fr)"


def test_another_name_is_spelled_otherwise(macron, told):
    name = OtherNameFactory(entity=macron, name="Mano", lang="")
    with editing(macron):
        name.name = "Manu"
        name.save()

    assert told() == "Also called Manu, no longer called Mano"


@pytest.mark.parametrize(
    ("factory", "name"),
    [(IdentifierFactory, "Identifiers"), (CitationFactory, "Sources")],
    ids=["identifier", "source"],
)
def test_what_is_told_in_outline_comes_and_goes(factory, name, macron, told):
    with editing(macron):
        row = factory(entity=macron)
    assert told() == f"{name} added"

    with editing(macron):
        row.delete()
    assert told() == f"{name} added; {name.lower()} removed"


def test_a_key_of_an_import_is_told_as_no_more_than_that(macron, told):
    with editing(macron):
        IdentifierFactory(entity=macron, scheme="record:reign", value="macron")

    assert told() == "Identifiers revised"


def test_positions_come_and_go(macron, told):
    position = {"topic": "Taxes", "position": "Lower", "source": "https://programme.example"}
    update(entity=macron, political_positions=[position])
    assert told() == "Political positions added"

    update(entity=macron, political_positions=[])
    assert told() == "Political positions added; political positions removed"


def test_a_fact_is_emptied(macron, told):
    update(entity=macron, birth_year=None)

    assert told() == "Birth year removed"


def test_a_statement_is_made_and_taken_back(macron, told):
    party = PartyFactory(name="Horizons")
    statement = relate(subject=macron, type=MEMBER, object=party, source=SourceFactory())
    assert told() == "Member of: Horizons"

    unrelate(relationship=statement)
    assert told() == "Member of: Horizons; member of: Horizons, no longer stated"


def test_a_statement_is_corrected(macron, told):
    renaissance = PartyFactory(name="Renaissance")
    statement = RelationshipFactory(subject=macron, type=MEMBER, object=PartyFactory(name="Horizons"))
    with editing(macron):
        statement.role = "founder"
        statement.save()
    assert told() == "Member of: Horizons, revised"

    with editing(macron):
        statement.object = renaissance
        statement.save()
    assert told() == "Member of: Horizons, revised; member of: Renaissance instead of Horizons"


def test_statements_are_verified(macron, told):
    RelationshipFactory(subject=macron, type=MEMBER, object=PartyFactory(name="Horizons"))

    verify(entity=macron, day=date(2026, 6, 1))

    assert told() == "Member of: Horizons, revised"


def test_a_merge_is_taken_back(macron, told):
    merge(entity=PoliticianFactory(name="E. Macron", slug="e-macron"), into=macron)
    assert told() == "Merged with e-macron"

    change = Change.objects.get(entity=macron)
    double = unmerge(change=change)
    withdraw(entity=double)
    assert told() == "Merged with e-macron; parted again from e-macron"


def test_an_earlier_version_is_put_back(macron, told):
    for year in (1978, 1979):
        update(entity=macron, birth_year=year)

    revert(entity=macron, to=Change.objects.earliest("pk"))

    assert told() == "Birth year 1978 (was 1977); birth year 1979 (was 1978); birth year 1978 (was 1979)"


def test_a_table_writes_names(macron, told):
    wanted = EntityEdit(macron, {}, other_names=[OtherName(name="Manu"), OtherName(name="Jupiter")])
    write_entities([wanted], seen=versions_of([macron.pk]))

    assert told() == "Also called Jupiter, Manu"


def test_it_moves_goes_and_comes_back(macron, told):
    moved = rename(entity=macron, slug="emmanuel-jean-michel-macron")
    withdraw(entity=moved)
    restore(entity=moved)

    assert told() == "Now at emmanuel-jean-michel-macron; withdrawn; restored"
