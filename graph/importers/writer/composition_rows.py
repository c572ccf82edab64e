"""The compositions that a run has changed in memory, written to the database with their journal."""

from graph.models import Change, Composition, SeatShare
from graph.seats import COMPOSITION, in_order

BATCH = 2000


class CompositionRows:
    """Writes for a store: its sources, its moment and its journal are used."""

    def __init__(self, store):
        self.store = store

    def write(self) -> None:
        """Write what differs; what has changed is written anew, as one with its shares."""
        tallies = [tally for told in self.store.state.compositions.values() for tally in told]
        changed = [tally for tally in tallies if tally.pk is None or tally.changed]
        # All the old ones go first: one of them may have begun when another begins now.
        Composition.objects.filter(pk__in=[tally.pk for tally in changed if tally.pk]).delete()
        rows = Composition.objects.bulk_create([self._row(tally) for tally in changed], BATCH)
        shares = [_share(row, share) for row, tally in zip(rows, changed, strict=True) for share in tally.shares]
        SeatShare.objects.bulk_create(shares, BATCH)
        self._journal(changed)

    def _row(self, tally):
        return Composition(
            institution_id=tally.institution.pk,
            election_id=tally.election.pk if tally.election else None,
            start_date=tally.start,
            total=tally.total,
            verified_at=tally.verified_at,
            source=self.store.sources[tally.source],
            updated_at=self.store.moment,
        )

    def _journal(self, changed):
        """A chamber made in this run needs no word on its seats: its creation says it all."""
        known = [tally for tally in changed if tally.institution.pk not in self.store.created]
        for tally in known:
            before = _plain(tally.before) if tally.before is not None else None
            fields = {COMPOSITION: [before, _plain(tally.shares)]}
            self.store.journal.record(tally.institution.pk, Change.Action.UPDATED, fields)


def _share(row, share):
    return SeatShare(
        composition=row,
        party_id=share.party.pk if share.party else None,
        name=share.name,
        seats=share.seats,
        vote_share=share.vote_share,
    )


def _plain(shares):
    return in_order((share.name, share.seats) for share in shares)
