"""Test ResultsTail. Each call returns the cache tags of the responses whose election results have changed since the
last call."""

import pytest
from django.utils import timezone

from config.http.cache import EVERYTHING
from graph.actions.results import record
from graph.actions.results.records import TallyRecord, VersionRecord
from graph.journal import tail
from graph.journal.tail import ResultsTail
from graph.models import Coverage
from tests.factories import CandidacyFactory, CoverageFactory, RaceFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def read():
    """Return a ResultsTail that has already read all results. Its next call returns only later changes."""
    CoverageFactory(election__slug="an-older-election")
    reader = ResultsTail()
    reader()
    return reader


def test_first_call_returns_everything():
    assert ResultsTail()() is EVERYTHING


def test_call_without_changes_returns_nothing(read):
    assert read() == set()


def test_new_version_concerns_its_election(read):
    candidacy = CandidacyFactory(race__election=CoverageFactory(election__slug="a-covered-election").election)
    assert read() == {"results", "results/a-covered-election"}

    record(candidacy.race, VersionRecord(tallies=[TallyRecord(0, votes=1)]))

    assert read() == {"results", "results/a-covered-election"}
    assert read() == set()


def test_changed_coverage_concerns_its_election(read):
    Coverage.objects.update(updated_at=timezone.now())

    assert read() == {"results", "results/an-older-election"}


def test_followed_source_concerns_its_election(read):
    Coverage.objects.update(follow_interval=10, followed_at=timezone.now())
    assert read() == {"results", "results/an-older-election"}

    Coverage.objects.update(followed_at=timezone.now())
    assert read() == set()


def test_new_race_is_no_change_of_other_elections(read):
    RaceFactory()

    assert "results/an-older-election" not in read()


@pytest.mark.parametrize("is_oldest", [True, False])
def test_deleted_election_concerns_everything(read, is_oldest):
    CoverageFactory(mode="test")
    read()

    Coverage.objects.order_by("updated_at" if is_oldest else "-updated_at").first().election.delete()

    assert read() is EVERYTHING


def test_election_that_is_no_longer_among_the_newest_is_not_taken_for_deleted(read, monkeypatch):
    monkeypatch.setattr(tail, "NEWEST", 2)
    monkeypatch.setattr(tail, "NEWEST_RESULTS", tail.NEWEST_RESULTS.replace("LIMIT 100", "LIMIT 2"))
    CoverageFactory()
    read()

    CoverageFactory(election__slug="a-newer-election")

    assert read() == {"results", "results/a-newer-election"}


def test_very_many_changes_concern_everything(read, monkeypatch):
    monkeypatch.setattr(tail, "NEWEST", 2)
    CoverageFactory.create_batch(2)

    assert read() is EVERYTHING


def test_tail_needs_one_query(read, django_assert_num_queries):
    with django_assert_num_queries(1):
        read()
