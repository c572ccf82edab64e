"""Test `record`, which numbers result versions, does not store equal ones again, and rejects late ones."""

from dataclasses import replace

import pytest

from graph.actions import withdraw
from graph.actions.preconditions import ActionRejected
from graph.actions.results import LateVersion, VersionRejected, record, recorded
from graph.actions.results.records import TallyRecord
from graph.models import Race, ResultVersion, Tally
from tests.factories import (
    CandidacyFactory,
    CoverageFactory,
    RaceFactory,
    RedirectFactory,
    ReportingUnitFactory,
    SourceFactory,
    UserFactory,
)
from tests.graph.actions.results.conftest import add_candidacies, at, counted

pytestmark = pytest.mark.django_db


def votes_of(race):
    race.refresh_from_db()
    return list(race.current.tallies.filter(unit=None).order_by("candidacy").values_list("votes", flat=True))


def test_record_stores_the_first_version(race, coverage):
    SourceFactory(slug="a-source")
    user = UserFactory()
    version = record(race, counted(100, 60, 20, valid_from=at(0), source="a-source", note="First boxes."), by=user)

    race.refresh_from_db()
    coverage.refresh_from_db()
    assert (version.number, version.sequence, coverage.sequence) == (1, 1, 1)
    assert (race.current, race.source_time) == (version, at(0))
    assert (version.source.slug, version.by, version.note) == ("a-source", user, "First boxes.")
    assert votes_of(race) == [100, 60, 20]


def test_record_computes_leader_and_margin(race):
    version = record(race, counted(100, 60, 20))

    assert version.leader.name == race.candidacies.first().name
    assert (version.margin_votes, float(version.margin), version.outcome) == (40, 22.22, "undecided")


def test_record_rejects_results_of_a_withdrawn_election(race, coverage):
    withdraw(entity=coverage.election, note="Never held.")

    with pytest.raises(ActionRejected, match="withdrawn"):
        record(race, counted(100, 60, 20))
    assert not ResultVersion.objects.exists()


def test_record_numbers_versions_by_race_and_by_election(race, coverage):
    other = RaceFactory(election=coverage.election)
    add_candidacies(other, "Labour", "Conservative")

    record(race, counted(100, 60, 20))
    record(other, counted(5, 6))
    record(race, counted(101, 60, 20))

    numbers = ResultVersion.objects.order_by("sequence").values_list("race", "number", "sequence")
    assert list(numbers) == [(race.pk, 1, 1), (other.pk, 1, 2), (race.pk, 2, 3)]


@pytest.mark.parametrize("values", [{}, {"valid_from": at(0)}, {"valid_from": at(5)}, {"note": "Sent again."}])
def test_record_does_not_store_an_equal_version_again(race, first_count, values):
    assert record(race, counted(100, 60, 20, **values)) is None

    assert ResultVersion.objects.get() == first_count


def test_record_rejects_a_late_count(race, first_count):
    record(race, counted(300, 90, 30, valid_from=at(20)))

    with pytest.raises(LateVersion, match="22:20:00"):
        record(race, counted(200, 80, 25, valid_from=at(10)))

    assert votes_of(race) == [300, 90, 30]


def test_record_remembers_when_the_source_repeated_a_count(race, first_count):
    record(race, counted(100, 60, 20, valid_from=at(20)))

    with pytest.raises(LateVersion):
        record(race, counted(101, 60, 20, valid_from=at(10)))


def test_record_accepts_fewer_votes_at_a_later_time_of_the_source(race, first_count):
    record(race, counted(90, 60, 20, valid_from=at(20)))

    assert votes_of(race) == [90, 60, 20]


def test_record_adds_up_reporting_units(race):
    ReportingUnitFactory.create_batch(2, race=race)
    tallies = [TallyRecord(0, 0, 0, 10), TallyRecord(0, 0, 1, 5), TallyRecord(1, 0, 0, 7), TallyRecord(2, 0, 1, 1)]

    record(race, counted(tallies=tallies))

    assert votes_of(race) == [15, 7, 1]
    assert Tally.objects.filter(unit__isnull=False).count() == 4


def test_recorded_returns_what_was_recorded(race):
    ReportingUnitFactory(race=race)
    SourceFactory(slug="a-source")
    tallies = [TallyRecord(0, 0, None, 10, 62.5, True, 1), TallyRecord(1, 1, None, 6), TallyRecord(0, 0, 0, 9)]
    version = counted(tallies=tallies, phase="final", received_at=at(1), source="a-source", ballots=20, note="All.")

    assert recorded(record(race, version)) == version


def test_record_rejects_an_unknown_source(race):
    with pytest.raises(VersionRejected, match="The source is unknown: 'nobody'"):
        record(race, counted(1, 2, 3, source="nobody"))

    assert not ResultVersion.objects.exists()


def test_record_needs_the_same_number_of_queries_for_any_number_of_versions(race, django_assert_num_queries):
    for votes in range(5):
        record(race, counted(100 + votes, 60, 20))

    with django_assert_num_queries(8):
        record(race, counted(200, 60, 20))


def test_record_needs_two_queries_for_an_equal_count(race, first_count, django_assert_num_queries):
    with django_assert_num_queries(4):  # The other two queries begin and end a savepoint.
        assert record(race, counted(100, 60, 20)) is None


class TestOutcome:
    @pytest.fixture
    def compared(self, race, parties):
        """Return a race that is compared with a previous race. The first party won the previous race."""
        earlier = RaceFactory(election=CoverageFactory(election__details__date="2017-06-08").election)
        add_candidacies(earlier, parties[0], "Speaker")
        record(earlier, counted(50, 40, phase="final"))
        Race.objects.filter(pk=race.pk).update(previous=earlier, comparability="comparable")
        race.refresh_from_db()
        return race

    @pytest.mark.parametrize(
        ("version", "outcome"),
        [
            (counted(100, 60, 20), "undecided"),
            (counted(100, 60, 20, phase="provisional"), "undecided"),
            (counted(100, 60, 20, is_called=True), "hold"),
            (counted(100, 60, 20, phase="final"), "hold"),
            (counted(60, 100, 20, phase="final"), "gain"),
            (counted(100, 100, 20, phase="final"), "undecided"),
        ],
    )
    def test_outcome_compares_the_parties(self, compared, version, outcome):
        assert record(compared, version).outcome == outcome

    def test_outcome_source_and_units_need_no_more_queries(self, compared, django_assert_num_queries):
        """A version with an outcome, a source and reporting units needs eight queries, and so does a version without
        them."""
        ReportingUnitFactory(race=compared)
        SourceFactory(slug="a-source")
        tallies = [TallyRecord(index, unit=0, votes=votes) for index, votes in enumerate((100, 60, 20))]
        record(compared, counted(tallies=tallies))

        with django_assert_num_queries(8):
            assert record(compared, counted(tallies=tallies, is_called=True, source="a-source")).outcome == "hold"

    @pytest.mark.parametrize(("then", "now"), [([], [0]), ([1], []), ([2], [2]), ([2], [0])])
    def test_outcome_knows_the_members_of_alliances(self, compared, parties, then, now):
        """The first party won before, and the second wins now. The result is a hold if one of them is an alliance with
        the other as a member, or if both have a common member. ``then`` and ``now`` are the members of both winners, as
        indices of ``parties``."""
        for race, winner, members in ((compared.previous, parties[0], then), (compared, parties[1], now)):
            slugs = [parties[number].slug for number in members]
            race.candidacies.filter(party=winner).update(members=slugs)

        assert record(compared, counted(60, 100, 20, phase="final")).outcome == "hold"

    def test_outcome_knows_members_by_their_old_slugs(self, compared, parties):
        RedirectFactory(slug="former-name", entity=parties[0])
        compared.candidacies.filter(party=parties[1]).update(members=["former-name"])

        assert record(compared, counted(60, 100, 20, phase="final")).outcome == "hold"

    def test_outcome_is_new_without_a_comparable_race(self, compared):
        Race.objects.filter(pk=compared.pk).update(comparability="not-comparable")

        assert record(compared, counted(100, 60, 20, phase="final")).outcome == "new"

    def test_outcome_compares_labels_without_entities(self, race):
        earlier = RaceFactory()
        add_candidacies(earlier, "Speaker", "Green")
        record(earlier, counted(50, 40, phase="final"))
        later = RaceFactory(election=race.election, previous=earlier, comparability="notional")
        add_candidacies(later, "green", "SPEAKER")

        assert record(later, counted(40, 50, phase="final")).outcome == "hold"


def test_recorded_version_becomes_a_call(race, first_count):
    call = replace(recorded(first_count), kind="call", is_called=True, received_at=None)

    assert record(race, call).number == 2


def test_candidacy_added_later_gets_the_next_index(race, first_count):
    new = CandidacyFactory(race=race)

    record(race, counted(100, 60, 20, 7))

    assert Tally.objects.get(version__number=2, candidacy=new).votes == 7
