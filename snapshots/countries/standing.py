"""Determine the status of each row of a snapshot, such as a holder of an office. The status says whether the row is
current on the day of the snapshot, and when a source last confirmed it."""

from typing import NamedTuple

from config.http.documents import DAY, Member, one_of
from graph.models import Status

COARSE = "coarse"
STATUS = one_of([Status.CURRENT, Status.UNKNOWN]) | {
    "description": "`unknown` where no source says that it is certainly so on the day",
}
STATUS_MEMBER = Member(STATUS)
VERIFIED_AT_MEMBER = Member(DAY, null=True, description="The day a source last confirmed it")
DATES_MEMBER = Member(
    one_of([COARSE]),
    optional=True,
    description="Present where the dates are too coarse to say whether it held on the day",
)


class Standing(NamedTuple):
    """The status of a row of a snapshot, such as a holder of an office, on the day of the snapshot. The fields are
    members of the row's JSON. ``status`` is "current" or "unknown", and ``verified_at`` is an ISO day. ``dates`` is
    "coarse" if the dates are too imprecise to say whether the row is current on the day, otherwise None."""

    status: str | None
    verified_at: str | None
    dates: str | None

    @classmethod
    def of_row(cls, row) -> "Standing":
        """Return the `Standing` of a database row with ``is_current``, ``verified_at`` (an ISO day or None) and
        ``is_coarse``. ``is_coarse`` is true if the dates are too imprecise to say whether the row is current on the
        day."""
        return cls.of(row.is_current, row.verified_at, row.is_coarse)

    @classmethod
    def of(cls, is_current: bool | None, verified_at: str | None, is_coarse: bool | None) -> "Standing":
        status = Status.CURRENT if is_current else Status.UNKNOWN
        return cls(status.value, verified_at, COARSE if is_coarse else None)


def dates_of_event(last_day, day) -> str | None:
    """Return the member ``dates`` of an election in a country's snapshot: "coarse" if the election may have been held
    after ``day``, the day of the snapshot, otherwise None. ``last_day`` is the last possible day of the election, or
    None if it has no date."""
    return None if last_day is None or last_day <= day else COARSE
