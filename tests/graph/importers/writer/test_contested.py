"""Test to which office an election elects, and which source is cited for this."""

import pytest

from graph.importers.writer import write
from graph.models import Relationship
from tests.graph.importers.writer.conftest import TODAY, an_election, chamber, country, person, seat, source

pytestmark = pytest.mark.django_db


def test_an_inferred_office_cites_the_source_of_the_election():
    write(source("list-of-votes"), [country(), an_election()], today=TODAY)
    write(source("almanac", rank=90), [chamber(), seat(), person(), country()], today=TODAY)

    contested = Relationship.objects.get(type="office_elected_in_election")
    assert (contested.object.slug, contested.source.slug) == ("france-2022-legislative", "list-of-votes")
