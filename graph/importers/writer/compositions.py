"""Composition records against the graph: a chamber's seats are told once a term, and the better source's stand."""

from collections import defaultdict
from dataclasses import replace

from graph.importers.matching.nodes import Node
from graph.importers.records import CompositionRecord, SourceRecord
from graph.importers.writer.entities import is_believed_more
from graph.importers.writer.state import Share, State, Tally
from graph.importers.writer.validation import MOST_PER_CENT, percentage, reason_to_refuse_composition
from graph.kinds import Kind, NoParty, OfficeType
from graph.relations import RelationshipType
from graph.seats import COMPOSITION
from graph.text import dates


class _Unusable(Exception):
    """The record cannot be a composition; the message is the reason."""


class Compositions:
    """Takes the composition records of one run into the state; ``nodes`` leads from the run's keys to nodes."""

    def __init__(self, state: State, source: SourceRecord, report, nodes: dict[str, Node]):
        self.state, self.source, self.report, self.nodes = state, source, report, nodes
        self._chambers = _chambers_elected(state)
        self._told: set[int] = set()

    def take(self, record: CompositionRecord) -> None:
        """Add the composition, or tell the known one what this source knows better."""
        try:
            self._place(self._tally(record))
        except _Unusable as reason:
            self.report.reject(str(reason), record.line)

    def _tally(self, record):
        reason = reason_to_refuse_composition(record)
        if reason:
            raise _Unusable(reason)
        election = self._node(record.election, Kind.ELECTION)
        return Tally(
            institution=self._node(record.institution, Kind.INSTITUTION) or self._chamber(election),
            election=election,
            start=record.start_date or (election.get("date") if election else ""),
            total=record.total,
            shares=self._shares(record),
            verified_at=record.verified_at or self.source.retrieved,
            source=self.source.slug,
            rank=self.source.rank,
        )

    def _node(self, key, kind):
        if not key:
            return None
        node = self.nodes.get(key)
        if node is None:
            raise _Unusable(f"it speaks of {key!r}, which is not there")
        if node.kind != kind:
            raise _Unusable(f"{key!r} is of the kind {node.kind}, not {kind}")
        return node

    def _chamber(self, election):
        chambers = self._chambers.get(election, ())
        if len(chambers) != 1:
            raise _Unusable("it is not known which chamber it is of")
        return next(iter(chambers))

    def _shares(self, record):
        shares = {}
        for given in record.shares:
            party = self._node(given.party, Kind.PARTY)
            share = Share(party, given.name, given.seats, percentage(given.vote_share))
            known = shares.get(party or given.name)
            shares[party or given.name] = _sum(known, share) if known else share
        left = record.total - sum(share.seats for share in shares.values())
        if left:
            others = shares.get(NoParty.OTHERS, Share(None, NoParty.OTHERS.value, 0, None))
            shares[NoParty.OTHERS] = replace(others, seats=others.seats + left)
        return list(shares.values())

    def _place(self, new):
        known = self._known(new)
        if known is None:
            self._add(new)
        elif id(known) in self._told:
            self._repeat(known, new)
        elif is_believed_more(known, new):
            self._refresh(known, new)
        else:
            self._restate(known, new)

    def _known(self, new):
        """The one that is the same: of the same election, else, where one names none, of the same time."""
        rows = self.state.compositions[new.institution]
        of_election = [row for row in rows if new.election and row.election is new.election]
        perhaps = [row for row in rows if not (row.election and new.election)]
        same_start = [row for row in perhaps if row.start == new.start]
        same_time = [row for row in perhaps if dates.overlap(row.start, new.start)]
        return next(iter(of_election + same_start + same_time), None)

    def _add(self, new):
        self._refuse_second_start(new.start, new)
        self.state.compositions[new.institution].append(new)
        self._told.add(id(new))
        self.report.created[COMPOSITION] += 1

    def _repeat(self, known, new):
        if set(known.shares) != set(new.shares):
            raise _Unusable("the source tells it twice, and not the same")
        self.report.matched[COMPOSITION] += 1

    def _refresh(self, known, new):
        """Keep what is known; fill what it leaves open, and take a later confirmation of the same seats."""
        before = _told(known)
        known.election = known.election or new.election
        if not known.start and not self._has_begun(new.start, known):
            known.start = new.start
        if _seats(known) == _seats(new):
            known.verified_at = max(known.verified_at, new.verified_at)
        self._count(known, before)

    def _restate(self, known, new):
        """This source is believed: its seats stand."""
        self._refuse_second_start(new.start or known.start, known)
        before = _told(known)
        same = _seats(known) == _seats(new)
        known.verified_at = max(known.verified_at, new.verified_at) if same else new.verified_at
        known.election, known.start = new.election or known.election, new.start or known.start
        known.total, known.shares = new.total, new.shares
        known.source, known.rank = new.source, new.rank
        self._told.add(id(known))
        self._count(known, before)

    def _refuse_second_start(self, start, tally):
        if self._has_begun(start, tally):
            raise _Unusable(f"another composition of the chamber begins on {start or 'a day unknown'!r}")

    def _has_begun(self, start, tally):
        rows = self.state.compositions[tally.institution]
        return any(row.start == start for row in rows if row is not tally)

    def _count(self, row, before):
        differs = _told(row) != before
        row.changed = row.changed or differs
        counts = self.report.updated if differs and row.pk else self.report.matched
        counts[COMPOSITION] += 1


def _chambers_elected(state):
    """The chambers to which an election elects members, by election. A head of government is of a cabinet."""
    chambers = defaultdict(set)
    for (office, kind, election), rows in state.statements.items():
        is_seat = kind == RelationshipType.ELECTED_IN_ELECTION and office.get("office_type") == OfficeType.LEGISLATOR
        if is_seat and office.institution and any(not row.removed for row in rows):
            chambers[election].add(office.institution)
    return chambers


def _sum(one, other):
    """Two shares of one party, under the name of the greater; of votes that are half known nothing is known."""
    votes = None if None in (one.vote_share, other.vote_share) else one.vote_share + other.vote_share
    if votes is not None and votes > MOST_PER_CENT:
        raise _Unusable(f"{one.name!r} and {other.name!r} are one party, and have {votes} % of the votes")
    greater = max(one, other, key=lambda share: share.seats)
    return replace(greater, seats=one.seats + other.seats, vote_share=votes)


def _seats(tally):
    """The seats by party, whatever a source calls it."""
    return {share.party or share.name: share.seats for share in tally.shares}


def _told(row):
    return (row.election, row.start, row.total, frozenset(row.shares), row.verified_at, row.source)
