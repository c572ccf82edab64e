"""Merge imported compositions (the seats of a chamber by party) with stored ones. If two sources have the composition
after the same election, that of the source with the higher rank is stored."""

from collections import defaultdict
from dataclasses import replace

from graph.importers.matching.nodes import Node
from graph.importers.records import CompositionRecord, SourceRecord
from graph.importers.writer.entities import is_believed_more
from graph.importers.writer.report import Report
from graph.importers.writer.state import CompositionNode, Share, State
from graph.importers.writer.validation import HIGHEST_PERCENTAGE, percentage, why_no_composition
from graph.kinds import Kind, NoParty, OfficeType
from graph.relations import RelationshipType
from graph.seats import COMPOSITION
from graph.text import dates


class _Unusable(Exception):
    """A `CompositionRecord` cannot be stored. The message is the reason."""


class Compositions:
    """Merges imported compositions into the graph in memory. ``nodes`` maps record keys to entities in memory."""

    def __init__(self, state: State, source: SourceRecord, report: Report, nodes: dict[str, Node]):
        self.state, self.source, self.report, self.nodes = state, source, report, nodes
        # Maps each election to the chambers whose legislators it elects. Other offices of a chamber do not count.
        self._chambers = defaultdict(set)
        for office, election in state.edges_of_type(RelationshipType.ELECTED_IN_ELECTION):
            if office.institution and office.get("office_type") == OfficeType.LEGISLATOR:
                self._chambers[election].add(office.institution)
        self._written: set[CompositionNode] = set()

    def merge(self, record: CompositionRecord) -> None:
        """Merge an imported composition with the stored one (see `_known`), or add it, or report it as rejected."""
        try:
            if reason := why_no_composition(record):
                raise _Unusable(reason)
            self._merge(self._composition(record))
        except _Unusable as reason:
            self.report.reject(str(reason), record.line)

    def _composition(self, record):
        election = self._node(record.election, Kind.ELECTION)
        return CompositionNode(
            institution=self._node(record.institution, Kind.INSTITUTION) or self._chamber(election),
            election=election,
            start_date=record.start_date or (election.get("date") if election else ""),
            total=record.total,
            shares=self._shares(record),
            verified_at=record.verified_at or self.source.retrieved,
            source=self.source.slug,
            rank=self.source.rank,
        )

    def _node(self, key, kind):
        if not key:
            return None
        if (node := self.nodes.get(key)) is None:
            raise _Unusable(f"it refers to {key!r}, which does not exist")
        if node.kind != kind:
            raise _Unusable(f"{key!r} is of the kind {node.kind}, not {kind}")
        return node

    def _chamber(self, election):
        if len(chambers := self._chambers.get(election, ())) != 1:
            raise _Unusable("it is not known which chamber it is of")
        return next(iter(chambers))

    def _shares(self, record):
        shares = {}
        for given in record.shares:
            party = self._node(given.party, Kind.PARTY)
            share = Share(party, given.name, given.seats, percentage(given.vote_share))
            known = shares.get(party or given.name)
            shares[party or given.name] = _sum(known, share) if known else share
        if left := record.total - sum(share.seats for share in shares.values()):
            others = shares.get(NoParty.OTHERS, Share(None, NoParty.OTHERS.value, 0, None))
            shares[NoParty.OTHERS] = replace(others, seats=others.seats + left)
        return list(shares.values())

    def _merge(self, new):
        known = self._known(new)
        if known is None:
            self._reject_second_start(new.start_date, new)
            self.state.compositions[new.institution].append(new)
            self._written.add(new)
            self.report.created[COMPOSITION] += 1
        elif known in self._written:
            if set(known.shares) != set(new.shares):
                raise _Unusable("the source has it twice, with different seats")
            self.report.matched[COMPOSITION] += 1
        elif is_believed_more(known, new):
            self._complete(known, new)
        else:
            self._replace(known, new)

    def _known(self, new):
        """Return the stored composition of the same chamber that is the same as ``new``, or None. First search for the
        same election. Then compare start dates, if the election of one of the two is unknown. Search for the same date
        first, and then for a date that can mean the same day, such as "2022" and "2022-05"."""
        known = self.state.compositions[new.institution]
        unclear = [row for row in known if not (row.election and new.election)]
        same_election = [row for row in known if new.election and row.election is new.election]
        same_start = [row for row in unclear if row.start_date == new.start_date]
        near = [row for row in unclear if dates.overlap(row.start_date, new.start_date)]
        return next(iter(same_election or same_start or near), None)

    def _complete(self, known, new):
        """Complete the stored composition ``known`` with the imported composition ``new``. If ``known`` has no
        election, copy the election. If it has no start, copy the start, unless another composition of the chamber has
        this start. If both have the same seats by party, ``known`` gets the later of the two days of confirmation."""
        before = known.values()
        known.election = known.election or new.election
        if not known.start_date and not self._has_start(new.start_date, known):
            known.start_date = new.start_date
        if known.seats() == new.seats():
            known.verified_at = max(known.verified_at, new.verified_at)
        self.report.count_change(COMPOSITION, known, before)

    def _replace(self, known, new):
        self._reject_second_start(new.start_date or known.start_date, known)
        before = known.values()
        same = known.seats() == new.seats()
        known.verified_at = max(known.verified_at, new.verified_at) if same else new.verified_at
        known.election, known.start_date = new.election or known.election, new.start_date or known.start_date
        known.total, known.shares = new.total, new.shares
        known.source, known.rank = new.source, new.rank
        self._written.add(known)
        self.report.count_change(COMPOSITION, known, before)

    def _reject_second_start(self, start, composition):
        if self._has_start(start, composition):
            raise _Unusable(f"another composition of the chamber begins on {start or 'a day unknown'!r}")

    def _has_start(self, start, composition):
        known = self.state.compositions[composition.institution]
        return any(row.start_date == start for row in known if row is not composition)


def _sum(one, other):
    """Return a share with the sums of the seats and votes in two shares of the same party. If the votes in one of the
    shares are unknown, their sum is None. Raise _Unusable if the sum of the votes is more than 100 per cent."""
    votes = None if None in (one.vote_share, other.vote_share) else one.vote_share + other.vote_share
    if votes is not None and votes > HIGHEST_PERCENTAGE:
        raise _Unusable(f"{one.name!r} and {other.name!r} are one party, and have {votes} % of the votes")
    greater = max(one, other, key=lambda share: share.seats)
    return replace(greater, seats=one.seats + other.seats, vote_share=votes)
