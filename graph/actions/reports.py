from datetime import timedelta

from django.utils import timezone

from graph.actions import ActionRejected
from graph.models import Entity, ErrorReport
from graph.models.reports import MOST_A_DAY


def report_error(*, path: str, text: str, source: str = "", email: str = "") -> ErrorReport:
    """Store what a visitor reports about the page ``path``, and return the stored report. ``source`` is the URL of a
    web page that shows the right fact, and ``email`` is the visitor's address. If the same text about the same page was
    sent in the last 24 hours, return the earlier report instead. Raise ActionRejected after `MOST_A_DAY` reports in 24
    hours."""
    today = ErrorReport.objects.filter(at__gt=timezone.now() - timedelta(days=1))
    same = today.filter(path=path, text=text).first()
    if same:
        return same
    # The limit is for the reports from all IP addresses together. Each IP address has another limit.
    if today.count() >= MOST_A_DAY:
        raise ActionRejected("Too many errors were reported today. Please come back tomorrow.")
    return ErrorReport.objects.create(entity=_entity(path), path=path, text=text, source=source, email=email)


def decide(reports, status: ErrorReport.Status, *, by) -> int:
    """Set the status of these error reports to accepted or rejected, except those that are already decided. ``reports``
    is a query set, and ``by`` is the editor. Return the number of changed reports."""
    return reports.filter(status=ErrorReport.Status.OPEN).update(
        status=status, decided_by=by, decided_at=timezone.now()
    )


def _entity(path):
    """Return the entity whose page has the URL path ``path``, or None. For a page of election results, such as the page
    of a race, return the election."""
    _, area, slug, *_ = [*path.split("/"), "", ""]
    return Entity.objects.filter(slug=slug).first() if area in ("entity", "elections") else None
