from decimal import Decimal

from graph.actions.editing import editing
from graph.interchange.upgrade.identities import Identities
from graph.interchange.upgrade.records import Pair, Report
from graph.journal.revisions import add_many, delete_many
from graph.kinds import Kind
from graph.models import Composition, Entity, SeatShare, Source


def upgrade_compositions(pairs: dict[tuple, Pair], identities: Identities, report: Report) -> None:
    """Add, replace or remove compositions (seats of a chamber by party) in the graph, if they differ between the old
    and the new catalogue. The old catalogue is the one from which the graph was loaded or last upgraded. ``pairs`` maps
    (slug of the chamber, start date) to (old record or None, new record or None).

    A composition is skipped, and ``report`` gets a line, in three cases: somebody has changed it, the chamber is not in
    the graph, or another composition of the chamber belongs to the same election."""
    sources = dict(Source.objects.values_list("slug", "pk"))
    for key, (old, new) in pairs.items():
        chamber = Entity.objects.filter(pk=identities.reached(key[0], Kind.INSTITUTION)).first()
        row = Composition.objects.filter(institution=chamber, start_date=key[1]).first() if chamber else None
        before, after = (side and _content(side, identities, sources) for side in (old, new))
        stored = row and _stored(row)
        if stored == after:
            continue
        if chamber is None or stored != before or _has_election(chamber, row, after):
            report.skip("compositions", " ".join(key))
            continue
        with editing(chamber) as journal:
            _replace(chamber, row, key[1], after, journal.at)
        report.count("compositions", old, new)


def _content(record, identities, sources):
    """Convert the record of a composition in a dump to a pair, which can be compared with another one:

    - the tuple (election, total, day of verification, source),
    - the set of its seats as (party, name, seats, per cent of the votes or None).

    Election, party and source are primary keys, or None. If two parties were merged, their seats and votes are added
    up."""
    shares = {}
    for slug, name, seats, votes in record["shares"]:
        party = identities.reached(slug, Kind.PARTY)
        key = party or name
        _, first, others, other_votes = shares.get(key, (party, name, 0, None))
        share = None if votes is None else Decimal(str(votes)) + (other_votes or 0)
        shares[key] = (party, first, seats + others, other_votes if share is None else share)
    election = identities.reached(record.get("election"), Kind.ELECTION)
    values = (election, record["total"], record["verified_at"], sources[record["source"]])
    return values, set(shares.values())


def _stored(row):
    values = (row.election_id, row.total, str(row.verified_at), row.source_id)
    return values, set(row.shares.values_list("party_id", "name", "seats", "vote_share"))


def _has_election(chamber, row, after):
    if after is None or after[0][0] is None:
        return False
    rows = Composition.objects.filter(institution=chamber, election=after[0][0])
    return rows.exclude(pk=row and row.pk).exists()


def _replace(chamber, row, start, after, moment):
    if row is not None:
        delete_many(SeatShare, list(row.shares.values_list("pk", flat=True)))
    if after is None:
        delete_many(Composition, [row.pk])
        return
    values, shares = after
    row = row or Composition(institution=chamber, start_date=start)
    row.election_id, row.total, row.verified_at, row.source_id = values
    row.updated_at = moment
    row.save()
    names = ("party_id", "name", "seats", "vote_share")
    shares = sorted(shares, key=lambda share: (-share[2], share[1]))
    add_many(SeatShare(composition=row, **dict(zip(names, share, strict=True))) for share in shares)
