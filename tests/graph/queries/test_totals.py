"""Test that the cached numbers of published entities remain correct while the journal grows."""

import pytest

from graph import actions
from graph.journal.journal import assign_positions
from graph.models import Entity
from graph.queries import totals
from graph.queries.totals import PublishedTotals, published_total
from tests.edits import create
from tests.factories import IdeologyFactory, PoliticianFactory

pytestmark = pytest.mark.django_db


def total(**groups):
    assign_positions()
    counted = Entity.objects.published().filter(**groups).count()
    assert published_total(**groups) == counted
    return counted


@pytest.fixture(autouse=True)
def _own_totals(monkeypatch):
    monkeypatch.setattr(totals, "_totals", PublishedTotals())


def test_total_follows_every_action_that_changes_it():
    first = create(kind="politician", name="Jane Doe", slug="jane-doe", country_code="fr")
    seen = [total(kind="politician", country_code="fr")]
    second = create(kind="politician", name="Jane Roe", slug="jane-roe", country_code="fr", status="draft")
    seen.append(total(kind="politician", country_code="fr"))
    actions.publish(entity=second)
    seen.append(total(kind="politician"))
    actions.withdraw(entity=second)
    seen.append(total(country_code="fr"))
    actions.restore(entity=Entity.objects.get(pk=second.pk))
    seen.append(total())
    actions.merge(entity=Entity.objects.get(pk=second.pk), into=first)
    seen.append(total(kind="politician", country_code="fr"))

    assert seen == [1, 1, 2, 1, 2, 1]


def test_only_changed_groups_are_counted_again(django_assert_num_queries):
    create(kind="politician", name="Jane Doe", slug="jane-doe", country_code="fr")
    total()
    create(kind="politician", name="Jane Roe", slug="jane-roe", country_code="de")
    assign_positions()

    # The three queries read the newest position in the journal, the groups with changes, and the size of one group.
    with django_assert_num_queries(3):
        assert published_total(country_code="de") == 1
    with django_assert_num_queries(1):
        assert published_total() == 2


def test_total_of_ideologies_has_no_country():
    IdeologyFactory()
    PoliticianFactory()

    assert (total(kind="ideology"), total(kind="ideology", country_code=""), total()) == (1, 1, 2)
