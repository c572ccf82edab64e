"""Test how /feed describes each action of an editor."""

from datetime import date
from html import unescape

import feedparser
import pytest

from graph.actions import (
    EntityEdit,
    editing,
    merge,
    rename,
    restore,
    revert,
    unmerge,
    verify,
    versions_of,
    withdraw,
    write_entities,
)
from graph.models import Change, OtherName
from tests.edits import relate, unrelate, update
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
def summary(client):
    """Return the summary of the only item in the feed."""

    def _summary():
        (item,) = feedparser.parse(client.get("/feed").content).entries
        paragraph = item.description.partition("</p>")[0].removeprefix("<p>")
        return unescape(paragraph).removesuffix(".")

    return _summary


def test_feed_describes_an_added_and_a_removed_name(macron, summary):
    with editing(macron):
        name = OtherNameFactory(entity=macron, name="Manu", lang="fr")
    assert summary() == "Also called Manu (fr)"

    with editing(macron):
        name.delete()
    assert summary() == "Also called Manu (fr); no longer called Manu (fr)"


def test_feed_describes_another_spelling_of_a_name(macron, summary):
    name = OtherNameFactory(entity=macron, name="Mano", lang="")
    with editing(macron):
        name.name = "Manu"
        name.save()

    assert summary() == "Also called Manu, no longer called Mano"


@pytest.mark.parametrize(
    ("factory", "name"),
    [(IdentifierFactory, "Identifiers"), (CitationFactory, "Sources")],
    ids=["identifier", "source"],
)
def test_feed_describes_added_and_removed_parts(factory, name, macron, summary):
    with editing(macron):
        row = factory(entity=macron)
    assert summary() == f"{name} added"

    with editing(macron):
        row.delete()
    assert summary() == f"{name} added; {name.lower()} removed"


def test_feed_does_not_quote_the_key_of_an_import(macron, summary):
    with editing(macron):
        IdentifierFactory(entity=macron, scheme="record:reign", value="macron")

    assert summary() == "Identifiers revised"


def test_feed_describes_added_and_removed_positions(macron, summary):
    position = {"topic": "Taxes", "position": "Lower", "source": "https://programme.example"}
    update(entity=macron, political_positions=[position])
    assert summary() == "Political positions added"

    update(entity=macron, political_positions=[])
    assert summary() == "Political positions added; political positions removed"


def test_feed_describes_an_emptied_field(macron, summary):
    update(entity=macron, birth_year=None)

    assert summary() == "Birth year removed"


def test_feed_describes_an_added_and_a_removed_relationship(macron, summary):
    party = PartyFactory(name="Horizons")
    relationship = relate(subject=macron, type=MEMBER, object=party, source=SourceFactory())
    assert summary() == "Member of: Horizons"

    unrelate(relationship=relationship)
    assert summary() == "Member of: Horizons; member of: Horizons, no longer stated"


def test_feed_describes_a_corrected_relationship(macron, summary):
    renaissance = PartyFactory(name="Renaissance")
    relationship = RelationshipFactory(subject=macron, type=MEMBER, object=PartyFactory(name="Horizons"))
    with editing(macron):
        relationship.role = "founder"
        relationship.save()
    assert summary() == "Member of: Horizons, revised"

    with editing(macron):
        relationship.object = renaissance
        relationship.save()
    assert summary() == "Member of: Horizons, revised; member of: Renaissance instead of Horizons"


def test_feed_describes_verified_relationships(macron, summary):
    RelationshipFactory(subject=macron, type=MEMBER, object=PartyFactory(name="Horizons"))

    verify(entity=macron, day=date(2026, 6, 1))

    assert summary() == "Member of: Horizons, revised"


def test_feed_describes_a_merge_and_its_reversal(macron, summary):
    merge(entity=PoliticianFactory(name="E. Macron", slug="e-macron"), into=macron)
    assert summary() == "Merged with e-macron"

    change = Change.objects.get(entity=macron)
    double = unmerge(change=change)
    withdraw(entity=double)
    assert summary() == "Merged with e-macron; parted again from e-macron"


def test_feed_describes_a_restored_version(macron, summary):
    for year in (1978, 1979):
        update(entity=macron, birth_year=year)

    revert(entity=macron, to=Change.objects.earliest("pk"))

    assert summary() == "Birth year 1978 (was 1977); birth year 1979 (was 1978); birth year 1978 (was 1979)"


def test_feed_describes_names_from_a_table(macron, summary):
    wanted = EntityEdit(macron, {}, other_names=[OtherName(name="Manu"), OtherName(name="Jupiter")])
    write_entities([wanted], seen=versions_of([macron.pk]))

    assert summary() == "Also called Jupiter, Manu"


def test_feed_describes_renaming_withdrawal_and_restoration(macron, summary):
    moved = rename(entity=macron, slug="emmanuel-jean-michel-macron")
    withdraw(entity=moved)
    restore(entity=moved)

    assert summary() == "Now at emmanuel-jean-michel-macron; withdrawn; restored"
