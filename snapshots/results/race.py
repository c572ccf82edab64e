"""Show one race in detail: candidacies, rounds, source, and a comparison with the race of the previous election."""

from itertools import groupby

from config.http.documents import BOOLEAN, COUNT, NUMBER, STRING, Document, Member, one_of
from graph.documents import ShortEntity
from graph.results import Comparability, Method
from snapshots.results import members, states
from snapshots.results.figures import butler_swing, change, percent, rounded, two_party_swing
from snapshots.results.race_facts import RaceFacts
from snapshots.results.races import RACE_SLUG, CandidacyShort, RaceShort, race_values, turnout
from snapshots.results.sources import ResultSource, source_documents
from snapshots.results.states import list_of
from snapshots.results.summary import WITH_BUTLER_SWING, SwingDocument, swing_document


class CandidacyDocument(CandidacyShort, component="Candidacy"):
    position = Member(COUNT, null=True, description="Position on the ballot or list")
    is_incumbent = Member(BOOLEAN, description="Whether the candidate held the seat before")
    votes = Member(members.VOTES, null=True, description="First preferences where there are several rounds")
    share = Member(members.SHARE, null=True)
    share_change = Member(members.SHARE_CHANGE, null=True)
    is_elected = Member(BOOLEAN, null=True, description="Whether the candidacy won a seat; null is unknown")
    seats = Member(members.SEATS, null=True)


class RoundTally(Document):
    candidacy = Member(STRING, description="The key of the candidacy")
    votes = Member(members.VOTES, null=True)
    share = Member(NUMBER, null=True, description="Per cent of the votes in the round")
    transfer = Member(
        {"type": "integer"},
        null=True,
        description="Votes gained since the round before; null in a second round, in which everybody votes again",
    )


class Round(Document):
    round = Member(COUNT, description="0 has the first preferences")
    tallies = Member(RoundTally, many=True, description="Candidacies that were still in the count")


class TwoPartyTally(Document):
    party = members.PARTY
    slug = Member(STRING, description="Slug of the party or coalition")
    votes = Member(COUNT, description="Votes after the preferences are distributed")
    share = Member(members.SHARE, null=True)


class EarlierParty(Document):
    party = members.PARTY
    name = Member(members.PARTY_NAME)
    votes = Member(members.VOTES, null=True)
    share = Member(members.SHARE, null=True)
    seats = Member(members.SEATS, null=True)


class RaceComparison(Document):
    """What changed since the race for the same seat in the previous election."""

    comparability = Member(one_of(Comparability), description="`notional`: with estimates for the new area")
    reason = Member(members.REASON, null=True)
    election = Member(ShortEntity, null=True, description="The election before")
    race = Member(RACE_SLUG, null=True, description="The slug of the race before; null for an estimate")
    turnout_change = Member(members.TURNOUT_CHANGE, null=True)
    swing = Member(SwingDocument, null=True)
    parties = Member(EarlierParty, many=True, description="The race before, by votes")


class RaceDocument(RaceShort, component="Race"):
    kind = Member(members.VERSION_KIND, null=True)
    note = Member(members.NOTE, null=True)
    valid_from = Member(members.VALID_FROM, null=True)
    electorate = Member(members.ELECTORATE, null=True)
    ballots = Member(members.BALLOTS, null=True)
    valid = Member(members.VALID, null=True)
    rejected = Member(members.REJECTED, null=True)
    candidacies = Member(CandidacyDocument, many=True, description="By votes; without votes in the order of the ballot")
    rounds = Member(Round, many=True, description="Empty where there is one round")
    two_party = Member(TwoPartyTally, many=True, description="The two-party-preferred count, if there is one")
    comparison = Member(RaceComparison)
    sources = Member(ResultSource, many=True, description="Where the figures come from")


class RaceResponse(Document, component="RaceAnswer"):
    election = Member(ShortEntity, description="The election of the race")
    mode = Member(members.MODE)
    race = Member(RaceDocument, description="The race in full")


def race_response(election: states.Election, facts: RaceFacts) -> dict:
    return RaceResponse.from_values((states.short(election), election.mode, race_document(facts)))


def race_document(facts: RaceFacts) -> dict:
    race, version = facts.race, facts.version
    return RaceDocument.from_values(
        (
            *race_values(race),
            version.kind,
            version.note,
            states.moment(version.valid_from),
            race.electorate,
            race.ballots,
            race.valid,
            race.rejected,
            _candidacies(facts),
            _rounds(facts),
            _two_party(facts),
            _comparison(facts),
            source_documents([version.source[:-1]]),
        )
    )


def _candidacies(facts):
    def rank(row):
        tally = facts.first_tallies.get(row.pk)
        votes, share = (tally.votes, tally.share) if tally else (None, None)
        return -(votes or 0), -(share or 0), row.position or 0, row.pk

    return [_candidacy(row, facts) for row in sorted(facts.candidacies, key=rank)]


def _candidacy(row, facts):
    tallies = [tally for tally in facts.tallies if tally.candidacy == row.pk]
    first, share = facts.first_tallies.get(row.pk), facts.shares.get(row.pk)
    # A person may be elected in any round.
    elected = [tally.is_elected for tally in tallies if tally.is_elected is not None]
    return CandidacyDocument.from_values(
        (
            row.key,
            row.name,
            row.label,
            row.person,
            row.party,
            row.position,
            bool(row.is_incumbent),
            first and first.votes,
            rounded(share),
            facts.share_change((row.party_id, row.party_label)),
            any(elected) if elected else None,
            next((tally.seats for tally in tallies if tally.seats is not None), None),
        )
    )


def _rounds(facts):
    by_round = {number: list(tallies) for number, tallies in groupby(facts.tallies, key=lambda tally: tally.round)}
    # If there is only one round, leave out the list, because the candidacies show the same votes.
    if len(by_round) < 2:
        return []
    keys, before = {row.pk: row.key for row in facts.candidacies}, {}
    documents = []
    for number, tallies in by_round.items():
        total = sum(tally.votes or 0 for tally in tallies)
        documents.append(Round.from_values((number, [_round_tally(tally, keys, total, before) for tally in tallies])))
        # An eliminated candidacy has no tally in later rounds. In a second round, everybody votes again.
        if facts.race.method != Method.TWO_ROUND:
            before |= {tally.candidacy: tally.votes for tally in tallies}
    return documents


def _round_tally(tally, keys, total, before):
    transfer = change(tally.votes, before.get(tally.candidacy))
    return RoundTally.from_values((keys[tally.candidacy], tally.votes, percent(tally.votes, total), transfer))


def _two_party(facts):
    pairs, parties = facts.two_party, facts.parties
    total = sum(votes for _, votes in pairs)
    return [TwoPartyTally.from_values((parties.get(slug), slug, votes, percent(votes, total))) for slug, votes in pairs]


def _comparison(facts):
    race, before = facts.race, facts.before
    return RaceComparison.from_values(
        (
            race.comparability,
            states.reason(race.comparability, race.comparability_reason, facts.election.comparability_reason),
            before and before.election,
            before.slug if before and not before.is_notional else None,
            change(turnout(race), before and turnout(before)),
            swing_document(_swing(facts), facts.parties) if before else None,
            [_earlier_party(row, facts) for row in sorted(facts.totals_before, key=lambda row: -(row.votes or 0))],
        )
    )


def _earlier_party(row, facts):
    name = row.party["name"] if row.party else row.label or "Unknown"
    share = rounded(facts.shares_before.get(row.key))
    return EarlierParty.from_values((row.party, name, row.votes, share, row.seats))


def _swing(facts):
    """Return the swing of a race since the previous election, or None if it cannot be computed. If the previous race
    has a two-party-preferred count, compute the swing from the two-party-preferred counts of both races. Otherwise,
    return the Butler swing, or None if this swing makes no sense for the voting method."""
    before = dict(list_of(facts.before.two_party))
    if before:
        return two_party_swing(before, dict(facts.two_party))
    if facts.race.method not in WITH_BUTLER_SWING:
        return None
    # Parties that are not in the graph have no slug, so compare their labels.
    slugs = {(row.party_id, row.party_label): row.party["slug"] for row in facts.candidacies if row.party}
    earlier = {slugs.get(key, key): share for key, share in facts.shares_before.items()}
    return butler_swing(earlier, {slugs.get(key, key): share for key, share in facts.shares_of_parties.items()})
