from datetime import date

import pytest

from graph.actions import merge
from graph.journal.guard import allow_writes
from graph.models import Entity, Relationship
from graph.models.freshness import last_confirmed_day
from graph.renewals import renew
from tests import factories
from tests.edits import update

CONFIRMED = date(2026, 1, 22)
STALE = date(2028, 1, 22)


@pytest.mark.parametrize(
    ("start", "years", "elections", "last"),
    [
        pytest.param(None, None, [], STALE, id="two years"),
        pytest.param(date(2022, 10, 18), None, [date(2022, 9, 11)], STALE, id="election before"),
        pytest.param(date(2022, 10, 18), None, [date(2026, 9, 13), date(2030, 9, 8)], date(2026, 9, 13), id="after"),
        pytest.param(date(2017, 5, 14), 5, [], date(2027, 5, 14), id="second term"),
        pytest.param(date(2016, 6, 16), 5, [date(2015, 5, 7), date(2024, 7, 4)], STALE, id="elected again"),
        pytest.param(None, 5, [date(2022, 4, 24)], date(2027, 4, 24), id="no start, but an election"),
        pytest.param(None, 5, [], STALE, id="no start"),
        pytest.param(date(2024, 2, 29), 3, [], date(2027, 2, 28), id="leap day"),
    ],
)
def test_last_confirmed_day_is_the_earliest_of_its_limits(start, years, elections, last):
    assert last_confirmed_day(start, CONFIRMED, years, elections) == last


@pytest.mark.django_db
class TestRenew:
    @pytest.fixture
    def term(self):
        office = factories.OfficeFactory(details__office_type="head of state", details__term_length=None)
        holder = factories.PoliticianFactory()
        return factories.RelationshipFactory(
            subject=holder, object=office, start_date="2022-10-18", verified_at=CONFIRMED
        )

    @pytest.fixture
    def election(self, term):
        election = factories.ElectionFactory(details__date="2026-09", details__status="scheduled")
        factories.RelationshipFactory(subject=term.object, object=election, type="office_elected_in_election")
        return election

    def last_day(self, term, *changed):
        with allow_writes():
            renew({row.pk for row in changed} if changed else None)
        return Relationship.objects.get(pk=term.pk).current_last

    def test_an_election_that_has_no_result_yet_ends_certainty(self, term, election):
        assert self.last_day(term, election) == date(2026, 9, 30)

    @pytest.mark.parametrize(("kind", "status"), [("by-election", "held"), ("presidential", "cancelled")])
    def test_some_elections_renew_nothing(self, term, election, kind, status):
        type(election.details).objects.update(kind=kind, status=status)

        assert self.last_day(term) == STALE

    def test_a_draft_renews_nothing(self, term, election):
        Entity.objects.filter(pk=election.pk).update(status="draft")

        assert self.last_day(term) == STALE

    @pytest.mark.parametrize(
        ("office_type", "last"), [("head of government", date(2026, 9, 30)), ("other executive", STALE)]
    )
    def test_parliament_chooses_the_head_of_government(self, office_type, last):
        office = factories.OfficeFactory(details__office_type=office_type, details__term_length=None)
        term = factories.RelationshipFactory(
            subject=factories.PoliticianFactory(), object=office, start_date="2022-10-18", verified_at=CONFIRMED
        )
        factories.ElectionFactory(details__date="2026-09", details__kind="legislative", details__status="scheduled")

        assert self.last_day(term, term.subject) == last

    def test_a_term_with_an_end_is_left_alone(self, term, election):
        ended = factories.RelationshipFactory(
            subject=term.subject, object=term.object, start_date="2010", end_date="2027-01-01", verified_at=CONFIRMED
        )

        assert self.last_day(ended) == date(2027, 1, 1)

    def test_editing_an_election_or_office_changes_terms_and_texts(self, term, election):
        update(entity=election, date="2026-05-31")

        assert Relationship.objects.get(pk=term.pk).current_last == date(2026, 5, 31)
        holder = Entity.objects.get(pk=term.subject_id)
        assert ", last confirmed in 2026" in holder.description
        update(entity=election, status="cancelled")
        update(entity=term.object, term_length=4)
        assert Relationship.objects.get(pk=term.pk).current_last == date(2026, 10, 18)

    def test_merging_an_election_changes_terms(self, term, election):
        later = factories.ElectionFactory(details__date="2026-12-06", details__kind=election.details.kind)

        merge(entity=election, into=later)

        assert Relationship.objects.get(pk=term.pk).current_last == date(2026, 12, 6)
