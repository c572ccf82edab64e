"""What the checks find, kept: they take some seconds."""

from collections import Counter

from graph.batches import batches
from graph.checks import findings
from graph.checks.exceptions import listed, unexcused
from graph.models import Entity, WorkList
from graph.worklists.row import Row

MOST_KEPT = 10_000


def find(day):
    """Counts by kind, and [kind, slug, sentence] of each finding."""
    found = sorted(unexcused(findings(day), listed()))
    kinds = _kinds({finding.slug for finding in found})
    rows = [[kinds.get(finding.slug, ""), finding.slug, finding.sentence] for finding in found]
    return dict(Counter(kind for kind, *_ in rows)), rows[:MOST_KEPT]


def rows(kinds, day):
    kept = WorkList.objects.filter(name="checks").values_list("rows", flat=True).first() or []
    return [row for row in kept if row[0] in kinds]


def tell(rows, day):
    """Whom it was about may have been merged into another since."""
    known = {row.slug: row for row in Entity.objects.filter(slug__in=[slug for _, slug, _ in rows])}
    return [Row(known[slug], sentence) for _, slug, sentence in rows if slug in known]


def _kinds(slugs):
    rows = (Entity.objects.filter(slug__in=batch).values_list("slug", "kind") for batch in batches(slugs))
    return {slug: kind for batch in rows for slug, kind in batch}
