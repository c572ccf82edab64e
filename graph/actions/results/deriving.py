"""Update an election after a new count of a race: the phase of its results, its facts, its candidates, and the seats of
its chamber.

In a rehearsal (an election with the mode "test"), only the phase changes."""

from collections import defaultdict
from decimal import Decimal

from django.db.models import F, Q

from graph import standings
from graph.actions.editing import editing, record_revision
from graph.actions.results.totals import ELECTS_A_PERSON, Totals, totals
from graph.journal.journal import journalled
from graph.journal.revisions import add_many, delete_many
from graph.kinds import ElectionKind, NoParty, OfficeType
from graph.models import (
    Candidacy,
    Change,
    Composition,
    Coverage,
    ElectionDetails,
    Entity,
    Race,
    Relationship,
    SeatShare,
)
from graph.relations import RelationshipType
from graph.results import RESULTS, Mode, Phase

ELECTS_A_CHAMBER = {ElectionKind.LEGISLATIVE, ElectionKind.UPPER_HOUSE}
FACTS_NOTE = "Derived from the results."


def phase_of(coverage: Coverage) -> str:
    races = Race.objects.filter(election=coverage.election_id, is_notional=False).order_by()
    phases = races.values_list("current__phase", flat=True).distinct()
    return standings.phase_of(phase or Phase.SCHEDULED for phase in phases).value


def update_phase(coverage: Coverage, of_race: str, *, by=None, note="") -> None:
    """Set the phase of an election in its row ``coverage``, but do not save the row. ``of_race`` is the phase of the
    race that was counted last. If it is "counting", the election has the phase "counting" too. Otherwise, the phase is
    computed from the phases of all races. A changed phase is recorded in the journal, except for a rehearsal (a test
    election)."""
    # While one race is being counted, the phase of the election is "counting". The phases of the other races do not
    # matter.
    old, coverage.phase = coverage.phase, Phase.COUNTING.value if of_race == Phase.COUNTING else phase_of(coverage)
    if old == coverage.phase or coverage.mode == Mode.TEST:
        return
    with journalled(by=by, note=note[:300]) as journal:
        journal.record(coverage.election_id, Change.Action.UPDATED, {RESULTS: [old, coverage.phase]})


def derive_election(coverage: Coverage, *, by=None) -> None:
    """Write to the graph what follows from the final results of an election: its winner, turnout and margin. If the
    results have a source, also write the candidates, and the seats of the chamber that the election elects. If the
    turnout or margin cannot be computed, the stored value remains. If the number of seats is unknown, the stored winner
    remains.

    If the results are not final, set winner, turnout and margin to unknown, remove the role "winner" from the
    candidates, and remove the seats that came from the results. Do nothing for a rehearsal (a test election)."""
    if coverage.mode == Mode.TEST:
        return
    election = coverage.election
    if not coverage.is_final:
        _set_facts(election, {"winner": "", "turnout": None, "result_margin": None}, by)
        _remove_winners(election, by)
        _remove_composition(election, by)
        return
    found = totals(coverage)
    facts = {
        "winner": found.winner.name if found.winner else None if found.seats is None else "",
        "turnout": found.turnout,
        "result_margin": found.margin,
    }
    # If the counts do not give a fact, keep its stored value. For example, there is no turnout without an electorate.
    _set_facts(election, {name: fact for name, fact in facts.items() if fact is not None}, by)
    source = next((race.current.source for race in _races(election) if race.current and race.current.source), None)
    if source is not None:
        _derive_candidates(election, found, source, by)
        _derive_composition(election, found, source, by)


def _set_facts(election, facts, by):
    with editing(election, by=by, note=FACTS_NOTE):
        details = ElectionDetails.objects.get(pk=election.pk)
        for name, value in facts.items():
            # The float is rounded to two decimals, like the column.
            setattr(details, name, Decimal(str(value)) if isinstance(value, float) else value)
        details.full_clean(exclude=["entity"])
        details.save()


def _races(election):
    return Race.objects.filter(election=election, is_notional=False).select_related("current__source")


def _derive_candidates(election, found: Totals, source, by):
    """Store a relationship to the election for each politician who was a candidate. Its role is "winner" for winners
    and "" for others, and it cites ``source``. ``found`` has the totals of the results.

    If a politician already has one relationship with the election, it changes only if the role "winner" must be added
    or removed. If a politician already has several, they do not change."""
    roles = _roles(election, found)
    known = defaultdict(list)
    type_ = RelationshipType.PARTICIPATED_IN_ELECTION.value
    for row in Relationship.objects.filter(object=election, type=type_, subject__in=list(roles)):
        known[row.subject_id].append(row)
    with journalled(by=by, note=FACTS_NOTE, separate_revisions=True) as journal:
        day = election.details.date
        for person, role in roles.items():
            rows = known[person]
            if not rows:
                rows = [Relationship(subject_id=person, object=election, type=type_, start_date=day, end_date=day)]
            if len(rows) == 1 and (rows[0]._state.adding or (rows[0].role == "winner") != (role == "winner")):
                rows[0].role, rows[0].source, rows[0].verified_at = role, source, source.retrieved
                rows[0].save()
        record_revision(journal)


def _roles(election, found):
    """Return {primary key: role} of the politicians who were candidates. The role is "winner" or "". ``found`` has the
    totals of the results. If the election elects one person, only the person with the most seats in all races is a
    winner. Otherwise, everybody who leads a race or is elected in it is a winner."""
    people = Candidacy.objects.filter(race__election=election, race__is_notional=False, person__isnull=False)
    if election.details.kind in ELECTS_A_PERSON:
        winners = {found.winner.person_id} if found.winner else set()
    else:
        # In a race with several seats, other candidacies than the leader are elected too.
        elected = Q(tallies__is_elected=True, tallies__unit=None, tallies__version=F("race__current"))
        is_winner = Q(pk=F("race__current__leader")) | elected
        winners = set(people.filter(is_winner).values_list("person", flat=True))
    return {pk: "winner" if pk in winners else "" for pk in people.values_list("person", flat=True).distinct()}


def _remove_winners(election, by):
    """Remove the role "winner" from the candidates of the election, because its result is not known. Relationships of
    politicians without a candidacy in the results do not change."""
    type_ = RelationshipType.PARTICIPATED_IN_ELECTION.value
    # Do this only for relationships that came from results. Editors and importers made the others, and no later result
    # would restore their role.
    people = Candidacy.objects.filter(race__election=election, race__is_notional=False).values("person")
    with journalled(by=by, note=FACTS_NOTE, separate_revisions=True) as journal:
        for row in Relationship.objects.filter(object=election, type=type_, role="winner", subject__in=people):
            row.role = ""
            row.save()
        record_revision(journal)


def _derive_composition(election, found: Totals, source, by):
    """Store the composition (seats by party) of the chamber that the election elects. The composition cites ``source``.
    ``found`` has the totals of the results. Do nothing in these cases:

    - The election does not elect exactly one chamber.
    - The number of seats of a race is unknown, or some seats are not won yet.
    - The chamber has another number of seats.
    - The same seats are stored already.
    """
    chamber = _chamber(election)
    won = sum(row.seats for row in found.contenders)
    if chamber is None or won != found.seats or chamber.details.seats not in (None, won):
        return
    wanted = _shares(found)
    with editing(chamber, by=by, note=FACTS_NOTE) as journal:
        composition = Composition.objects.filter(institution=chamber, election=election).first()
        if composition is None:
            composition = Composition(institution=chamber, election=election, start_date=election.details.date)
        stored = {(row.party_id, row.name): row.seats for row in composition.shares.all()} if composition.pk else {}
        if _seats(stored) == _seats({key: seats for key, (seats, _) in wanted.items()}):
            return
        composition.total, composition.source, composition.verified_at = won, source, source.retrieved
        composition.updated_at = journal.at
        composition.save()
        delete_many(SeatShare, list(composition.shares.values_list("pk", flat=True)))
        add_many(
            SeatShare(composition=composition, party_id=party, name=name, seats=seats, vote_share=share)
            for (party, name), (seats, share) in wanted.items()
        )


def _remove_composition(election, by):
    """Delete the compositions (seats by party) that were made from the results of the election. These are the
    compositions that name the election and cite a source of its results. Other compositions remain."""
    sources = {race.current.source_id for race in _races(election) if race.current}
    for row in Composition.objects.filter(election=election, source__in=sources - {None}).select_related("institution"):
        with editing(row.institution, by=by, note=FACTS_NOTE):
            delete_many(SeatShare, list(row.shares.values_list("pk", flat=True)))
            delete_many(Composition, [row.pk])


def _chamber(election):
    """Return the chamber that the election elects, or None if there is not exactly one."""
    if election.details.kind not in ELECTS_A_CHAMBER:
        return None
    elected = Relationship.objects.filter(
        object=election,
        type=RelationshipType.ELECTED_IN_ELECTION,
        subject__office_details__office_type=OfficeType.LEGISLATOR,
    )
    contains = Relationship.objects.filter(type=RelationshipType.CONTAINS_OFFICE, object__in=elected.values("subject"))
    chambers = list(Entity.objects.filter(pk__in=contains.values("subject"))[:2])
    return chambers[0] if len(chambers) == 1 else None


def _shares(found):
    """Return {(primary key of a party or None, name): (seats, per cent of the votes)}. Parties without seats are
    combined as "Others". ``found`` has the totals of the results."""
    share_of, wanted, without_seat = found.share_of, {}, 0
    for row in found.contenders:
        if row.seats:
            wanted[row.party_id, row.name] = row.seats, share_of.get(row.name)
        else:
            without_seat += share_of.get(row.name) or 0
    if without_seat:
        wanted.setdefault((None, NoParty.OTHERS.value), (0, min(round(without_seat, 2), 100)))
    return wanted


def _seats(shares):
    """Return {party: number of seats}. A party is its primary key or, if this is None, its name. ``shares`` maps pairs
    (primary key of the party or None, name) to seats. Parties without seats are left out."""
    return {(party or name): seats for (party, name), seats in shares.items() if seats}
