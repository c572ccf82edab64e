"""Test the plan of a rehearsal of an election night: growing counts, three incidents such as a correction, and finally
the archived results."""

from collections import Counter, defaultdict
from itertools import pairwise

import pytest

from graph.actions.results.records import AreaRecord, RaceRecord, TallyRecord, VersionRecord
from graph.actions.results.rehearsals import plan
from graph.actions.results.stored import Parts, StoredRace
from graph.actions.results.validation import VersionRejected, total_votes, validate
from graph.results import Phase, VersionKind
from graph.standings import standing

INCIDENTS = {
    "The votes of two candidacies were exchanged.": VersionKind.CORRECTION,
    "The race is too close to call.": VersionKind.RETRACTION,
    "Recount": VersionKind.CORRECTION,
}


def archived(slug, *votes, method="plurality", **values):
    tallies = [TallyRecord(index, votes=number) for index, number in enumerate(votes)]
    values = {"phase": Phase.CERTIFIED, "is_called": True, "valid": sum(votes), "tallies": tallies} | values
    return RaceRecord("gb-2019", slug, slug, AreaRecord(slug), method, versions=[VersionRecord(**values)])


@pytest.fixture
def races():
    """Return records of archived races: two close ones, a safe one, one with reporting units, one with two rounds, and
    one without a winner."""
    rounds = [TallyRecord(*row) for row in ((0, 0, None, 300), (1, 0, None, 290), (2, 0, None, 110))]
    rounds += [TallyRecord(*row) for row in ((0, 1, None, 340), (1, 1, None, 360))]
    units = [TallyRecord(index, 0, unit, 100 * (index + 1)) for index in (0, 1) for unit in range(5)]
    return [
        archived("close", 5000, 4990, 700, electorate=15_000),
        archived("closer", 4000, 3990, 800, ballots=8900, rejected=50),
        archived("safe", 9000, 2000, 10),
        archived("counties", tallies=[TallyRecord(0, votes=500), TallyRecord(1, votes=1000), *units], valid=1500),
        archived("runoff", tallies=rounds, valid=700, method="instant-runoff"),
        archived("open", 40, 30, phase=Phase.PROVISIONAL, is_called=False),
    ]


def versions_of(steps):
    found = defaultdict(list)
    for step in steps:
        found[step.race].append(step.version)
    return found


def stored(race, current):
    tallies = race.versions[-1].tallies
    candidacies = range(1 + max(row.candidacy for row in tallies))
    parts = Parts(list(candidacies), sorted({row.unit for row in tallies} - {None}))
    return StoredRace(race.method, race.seats, race.comparability, None, list(candidacies), parts, None, 0, current)


def response(race, current, version):
    """Return what `record` would do with ``version`` if ``current`` is the newest version of the race: "rejected",
    "unchanged" or "recorded"."""
    try:
        validate(version, stored(race, current))
    except VersionRejected:
        return "rejected"
    return "unchanged" if current and current.tallies == version.tallies and current == version else "recorded"


@pytest.mark.parametrize("seed", range(5))
class TestPlan:
    def test_last_version_of_each_race_is_its_result(self, races, seed):
        last = {slug: versions[-1] for slug, versions in versions_of(plan(races, seed)).items()}

        for race in races:
            result, found = race.versions[-1], last[race.slug]
            assert (found.phase, found.is_called, found.valid) == (result.phase, result.is_called, result.valid)
            assert (found.tallies, found.ballots, found.two_party) == (result.tallies, result.ballots, result.two_party)

    def test_votes_only_grow_except_in_corrections(self, races, seed):
        for versions in versions_of(plan(races, seed)).values():
            for before, after in pairwise(versions):
                assert total_votes(before) <= total_votes(after)
                votes = {row[:3]: row.votes for row in after.tallies}
                if after.kind != VersionKind.CORRECTION:
                    assert [row for row in before.tallies if row.votes > votes[row[:3]]] == []

    def test_three_incidents_happen_once_each(self, races, seed):
        steps = plan(races, seed)

        notes = Counter((step.version.note, step.version.kind) for step in steps if step.version.note)
        assert notes == Counter(INCIDENTS.items())
        (call,) = [row.version for row in steps if (row.race, row.version.kind) == ("close", VersionKind.CALL)]
        assert standing(call.tallies).leader == 1, "not the winner"

    def test_rules_accept_what_the_plan_expects(self, races, seed):
        newest, by_slug = {}, {race.slug: race for race in races}
        for step in plan(races, seed, faults=True):
            found = response(by_slug[step.race], newest.get(step.race), step.version)
            assert found == step.expected, step
            if found == "recorded":
                newest[step.race] = step.version

    def test_steps_are_in_order_within_the_night(self, races, seed):
        times = [step.at for step in plan(races, seed)]

        assert times == sorted(times)
        assert times[0] >= 0
        assert times[-1] <= 1

    def test_same_seed_gives_the_same_night_also_with_faults(self, races, seed):
        steps = plan(races, seed)

        assert plan(races, seed) == steps
        assert plan(races, seed + 1) != steps
        good = [step for step in plan(races, seed, faults=True) if step.expected == "recorded"]
        assert versions_of(good) == versions_of(steps)


def test_plan_calls_safe_races_early(races):
    nights = [versions_of(plan(races, seed))["safe"] for seed in range(10)]

    early = [night for night in nights if any(row.kind == VersionKind.CALL for row in night)]
    assert 0 < len(early) < len(nights)


def test_plan_with_faults_is_silent_in_the_middle_of_the_night(races):
    silent = [step.at for step in plan(races, 7, faults=True) if 0.4 < step.at < 0.55]

    assert silent == []
    assert [step.at for step in plan(races, 7) if 0.4 < step.at < 0.55] != []


def test_plan_without_votes_has_the_result_only():
    race = archived("list", tallies=[TallyRecord(0, share=60.0), TallyRecord(1, share=40.0)], valid=None, method="list")

    assert [step.version.phase for step in plan([race], 7)] == ["final", "certified"]
    assert plan([archived("none")], 7)[0].version.tallies == []
    assert plan([], 7) == []
