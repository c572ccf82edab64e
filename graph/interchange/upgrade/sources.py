from graph.interchange.upgrade.records import Pair, Report, merged, or_default
from graph.journal.journal import journalled
from graph.models import Source

FIELDS = ("name", "url", "licence", "retrieved", "rank")


def upgrade_sources(pairs: dict[str, Pair], report: Report) -> None:
    """Add and change sources in the database, if they differ between the old and the new catalogue (files with the
    whole graph). ``pairs`` maps slugs of sources to (old record or None, new record or None). A value that somebody has
    changed is not replaced, and ``report`` gets a line. No source is deleted, because editors may cite it. Raise
    ValidationError if a new value is invalid."""
    with journalled():
        for slug, (old, new) in pairs.items():
            if new is None:
                continue
            row = Source.objects.filter(slug=slug).first()
            now = {name: getattr(row, name) for name in FIELDS} if row else {}
            changed, skipped = merged(_values(old or {}), _values(new), _values(now))
            if changed:
                row = row or Source(slug=slug)
                for name, value in changed.items():
                    setattr(row, name, or_default(row, name, value))
                row.full_clean()
                row.save()
                report.count("sources", old, new)
            for name in sorted(skipped):
                report.skip("sources", f"{slug} {name}")


def _values(record):
    return {name: str(record[name]) if record.get(name) not in (None, "", 0) else None for name in FIELDS}
