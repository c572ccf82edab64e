"""Test that a merge of entities also moves their rows in election results, and that undoing the merge moves them
back."""

import pytest

from graph.actions import ActionRejected, merge, unmerge
from graph.models import Change, Coverage, Entity
from tests.factories import (
    CandidacyFactory,
    CoverageFactory,
    ElectionFactory,
    OfficeFactory,
    PartyFactory,
    PoliticianFactory,
    RaceFactory,
)

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("entity_factory", "row_factory", "column"),
    [
        (PoliticianFactory, CandidacyFactory, "person"),
        (PartyFactory, CandidacyFactory, "party"),
        (OfficeFactory, RaceFactory, "office"),
        (ElectionFactory, CoverageFactory, "previous"),
    ],
)
def test_merge_and_unmerge_move_results(entity_factory, row_factory, column):
    entity, into = entity_factory.create_batch(2)
    row = row_factory(**{column: entity})

    merge(entity=entity, into=into)
    row.refresh_from_db()
    assert getattr(row, column) == into

    unmerge(change=Change.objects.get(entity=into, fields__has_key="merged"))
    row.refresh_from_db()
    assert getattr(row, column).slug == entity.slug


def test_election_with_results_is_not_merged_into_another():
    coverage = CoverageFactory()

    with pytest.raises(ActionRejected, match="has results: merge the other election into it"):
        merge(entity=coverage.election, into=ElectionFactory(country_code="gb"))

    assert Coverage.objects.get() == coverage


def test_another_election_is_merged_into_one_with_results():
    coverage = CoverageFactory()
    other = ElectionFactory(country_code="gb")

    merge(entity=other, into=coverage.election)

    assert Coverage.objects.get() == coverage
    assert not Entity.objects.filter(slug=other.slug).exists()
