"""A table between its upload and the editor's word: kept in the database, so that any process can go on with it."""

from graph.actions import write_entities
from graph.admin.tables.planning import Plan, plan_table
from graph.admin.tables.reading import Table
from graph.models import Upload
from graph.models.editorial import compress_json, decompress_json, hash_session_key

LONGEST_NAME = 100
SHOWN = ("number", "slug", "name", "deed", "changes")


class GraphHasMoved(Exception):
    """What would be written is not what the editor was shown."""


def keep(request, kind: str, name: str, table: Table) -> Upload:
    """Plan the table and keep both; what lay there before of this session and kind goes. Raises UnreadableFile."""
    told = _told(plan_table(kind, table))
    session = _session_of(request)
    Upload.objects.expired().delete()
    Upload.objects.filter(user=request.user, session=hash_session_key(session), kind=kind).delete()
    return Upload.objects.create(
        user=request.user,
        session=hash_session_key(session),
        kind=kind,
        name="".join(c for c in name if c.isprintable())[:LONGEST_NAME],
        table=compress_json([table.headers, table.rows]),
        plan=compress_json(told),
    )


def kept(request, kind: str, key, *, to_write: bool = False) -> Upload | None:
    """The upload, for who made it in this session within the hour."""
    uploads = Upload.objects.of(request.user, _session_of(request)).filter(kind=kind, pk=key)
    return (uploads.select_for_update() if to_write else uploads).first()


def told_of(upload: Upload) -> dict:
    """What the editor is shown: ``rows`` as dicts, without those that stay the same, and ``counts`` by deed."""
    return decompress_json(upload.plan)


def write(upload: Upload, *, by, note: str) -> dict[str, int]:
    """Write what was shown, all of it or nothing; the numbers of rows by deed. The upload is gone then.

    Raises GraphHasMoved, ActionRejected, IntegrityError: then `look_again`.
    """
    plan = _plan_anew(upload)
    now = _told(plan)
    if compress_json(now) != bytes(upload.plan):
        raise GraphHasMoved
    write_entities(plan.wanted, seen=plan.seen, by=by, note=note)
    upload.delete()
    return now["counts"]


def look_again(upload: Upload) -> None:
    """Let the upload show what it would do to the graph as it is now."""
    upload.plan = compress_json(_told(_plan_anew(upload)))
    Upload.objects.filter(pk=upload.pk).update(plan=upload.plan)


def _plan_anew(upload):
    return plan_table(upload.kind, Table(*decompress_json(upload.table)))


def _told(plan: Plan) -> dict:
    """As JSON keeps it, so that two can be compared. The versions tell of what is changed in other columns."""
    counts = dict.fromkeys(("new", "changed", "same", "bad"), 0)
    for row in plan.rows:
        counts[row.deed] += 1
    rows = [_row_told(row) for row in plan.rows if row.deed != "same"]
    seen = sorted(plan.seen.items())
    return {"counts": counts, "rows": sorted(rows, key=lambda row: row["deed"] != "bad"), "seen": seen}


def _row_told(row):
    shown = {name: getattr(row, name) for name in SHOWN}
    return shown | {"reasons": [str(reason) for reason in row.reasons]}


def _session_of(request) -> str:
    return request.session.session_key or ""
