"""Test which office an election fills, and which source is cited for this."""

import pytest

from graph.importers.records import RelationshipRecord
from graph.importers.writer import write
from graph.models import Citation, Relationship
from tests.graph.importers.writer.conftest import TODAY, an_election, chamber, country, person, seat, source

pytestmark = pytest.mark.django_db


def test_an_inferred_office_cites_the_source_of_the_election():
    write(source("list-of-votes"), [country(), an_election()], today=TODAY)
    write(source("almanac", rank=90), [chamber(), seat(), person(), country()], today=TODAY)

    contested = Relationship.objects.get(type="office_elected_in_election")
    assert (contested.object.slug, contested.source.slug) == ("france-2022-legislative", "list-of-votes")


def test_the_country_of_an_election_has_the_source_of_its_date():
    write(source("list-of-days", rank=90), [country(), an_election()], today=TODAY)
    held = RelationshipRecord("election_occurs_in_country", "election", "country:fr", "2022-06-19", "2022-06-19")

    write(source("list-of-winners", rank=50), [country(), an_election(), held], today=TODAY)

    occurs = Relationship.objects.get(type="election_occurs_in_country")
    assert (occurs.start_date, occurs.source.slug) == ("2022-06-19", "list-of-days")


def test_relationships_of_an_election_with_an_editors_date_cite_the_import():
    write(source("list-of-days", rank=20), [country(), an_election()], today=TODAY)
    Citation.objects.filter(entity__kind="election").update(facts=["name"])
    held = RelationshipRecord("election_occurs_in_country", "election", "country:fr", "2022-06-19", "2022-06-19")

    write(source("list-of-winners"), [chamber(), seat(), country(), an_election(), held], today=TODAY)

    rows = Relationship.objects.filter(type__in=["election_occurs_in_country", "office_elected_in_election"])
    assert set(rows.values_list("type", "source__slug")) == {
        ("election_occurs_in_country", "list-of-winners"),
        ("office_elected_in_election", "list-of-winners"),
    }
