"""Read the rows of one race, and compare its parties with those of the same race in the previous election."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cached_property

from graph.results import Comparability, Method
from snapshots.results import rows, states
from snapshots.results.figures import change, shares, value_before
from snapshots.results.states import list_of
from snapshots.results.totals import Group, keys_of_members, totals


@dataclass
class RaceFacts:
    """The rows from which the JSON of a race is built. The key of a party or alliance is (primary key, "") or, if the
    graph does not have the party, (None, label).

    - ``before`` is the same race in the previous election, and ``totals_before`` has the results of its parties.
    - ``members`` maps the key of each party or alliance to a set with the keys of its member parties. The set of a
      party that is no alliance is empty.

    If the two races cannot be compared, ``before`` is None, and ``totals_before`` and ``members`` are empty."""

    election: states.Election
    race: rows.RaceRow
    version: rows.VersionRow
    candidacies: list[rows.CandidacyRow]
    tallies: list[rows.TallyRow]
    before: rows.RaceBefore | None
    totals_before: list[rows.TotalRow]
    members: dict[tuple, set[tuple]]

    @cached_property
    def first_tallies(self) -> dict[int, rows.TallyRow]:
        """Map primary keys of candidacies to their tallies (votes) in the first round."""
        return {tally.candidacy: tally for tally in self.tallies if tally.round == 0}

    @cached_property
    def shares(self) -> dict[int, float]:
        """Map candidacies, by primary key, to their shares of the first-round votes in per cent, not rounded. If no
        votes are known, these are the shares that the source gives."""
        tallies = self.first_tallies.values()
        valid = _valid_of_first_round(self.race)
        return shares(valid, ((tally.candidacy, tally.votes, tally.share) for tally in tallies))

    @cached_property
    def two_party(self) -> list:
        return list_of(self.version.two_party)

    @cached_property
    def parties(self) -> dict[str, dict]:
        """Map the slugs of parties to their short form (name, description and so on). These are the parties of the
        race, of the same race in the previous election, and of the two-party-preferred count."""
        known = {row.party["slug"]: row.party for row in (*self.totals_before, *self.candidacies) if row.party}
        return known | rows.parties({slug for slug, _ in self.two_party} - known.keys())

    @cached_property
    def shares_of_parties(self) -> dict[tuple, float]:
        sums = defaultdict(float)
        for row in self.candidacies:
            if row.pk in self.shares:
                sums[row.party_id, row.party_label] += self.shares[row.pk]
        return sums

    @cached_property
    def not_parties(self) -> set[tuple]:
        """Return the keys (None, label) of labels that name no party, such as "Independent". A label names no party if
        several candidacies without a party in the graph have it, in this race or in the same race of the previous
        election."""
        # Candidacies with the same label cannot be compared with the previous election, because the label does not say
        # which of them belong together.
        now = Counter((row.party_id, row.party_label) for row in self.candidacies)
        before = Counter({row.key: row.candidacies for row in self.totals_before})
        return {key for key, number in (now | before).items() if key[0] is None and number > 1}

    def share_change(self, party: tuple) -> float | None:
        """Return the change of a party's share since the previous election in percentage points. Return None if it is
        unknown, or if ``party`` is in `not_parties`. ``party`` is the key (primary key or None, label)."""
        # The change is that of the whole party. If the party has two candidacies in the race, both show the same
        # change.
        if party in self.not_parties:
            return None
        before = value_before(party, self.members.get(party, ()), self.shares_of_parties, self.shares_before)
        return change(self.shares_of_parties.get(party), before)

    @cached_property
    def shares_before(self) -> dict[tuple, float]:
        rows_before = ((row.key, row.votes, row.share) for row in self.totals_before)
        valid = self.before and _valid_of_first_round(self.before)
        return shares(valid, rows_before)


def race_facts(election: states.Election, race: rows.RaceRow, version: rows.VersionRow) -> RaceFacts:
    """Read the candidacies and votes of a race, and return them together with ``election``, ``race`` and ``version``.
    If the race can be compared with the previous election, also read the same race of that election.

    ``race`` and ``version`` are a pair from `rows.race_in_full`. Both describe the same result version. ``race`` has
    the columns that lists of races also show, such as the phase. ``version`` has the other columns, such as the note
    and the source."""
    # Even a race that is not comparable may have a previous race.
    is_comparable = race.comparability != Comparability.NONE and race.previous_id is not None
    before = rows.race_before(race.previous_id) if is_comparable else None
    candidacies = rows.candidacies(race.pk)
    return RaceFacts(
        election,
        race,
        version,
        candidacies,
        rows.tallies(race.version_id) if race.version_id else [],
        before,
        totals(election.journal, Group(None, frozenset({(before.version, True)})))[0] if before else [],
        _members(election, candidacies) if before else {},
    )


def _valid_of_first_round(race):
    # After a second round, the valid votes are those of the second round.
    return None if race.method == Method.TWO_ROUND else race.valid


def _members(election, candidacies):
    """Map each party or alliance of the ``candidacies`` to the set of its member parties. The set of a party that is no
    alliance is empty. All parties and alliances are given as pairs (primary key or None, label)."""
    slugs = {(row.party_id, row.party_label): list_of(row.members) for row in candidacies}
    keys = keys_of_members(election.journal, {slug for found in slugs.values() for slug in found})
    return {party: {keys[slug] for slug in found if slug in keys} for party, found in slugs.items()}
