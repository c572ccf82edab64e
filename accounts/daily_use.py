"""What keys were used for, day by day: each of the last days, also those on which nobody asked."""

from dataclasses import dataclass, field
from datetime import date, timedelta

from django.db.models import Max, Sum

DAYS_SHOWN = 30


@dataclass
class DayOfUse:
    """Requests of one day (UTC): the served by endpoint, and those past the allowance."""

    day: date
    served: dict[str, int] = field(default_factory=dict)
    throttled: int = 0
    busiest_minute: int = 0
    """The most requests of the whole account in one minute."""

    @property
    def served_in_all(self) -> int:
        return sum(self.served.values())

    @property
    def is_empty(self) -> bool:
        return not (self.served_in_all or self.throttled)


def days_of_use(use, *, until: date) -> list[DayOfUse]:
    """The last 30 days in order, ``until`` the last of them. ``use``: the rows (a query set of KeyUse) to read."""
    first = until - timedelta(days=DAYS_SHOWN - 1)
    days = {day: DayOfUse(day) for day in (first + timedelta(days=number) for number in range(DAYS_SHOWN))}
    counted = use.filter(day__range=(first, until)).order_by().values("day", "endpoint")
    for row in counted.annotate(Sum("served"), Sum("throttled"), Max("busiest_minute")):
        one = days[row["day"]]
        one.served[row["endpoint"]] = row["served__sum"]
        one.throttled += row["throttled__sum"]
        one.busiest_minute = max(one.busiest_minute, row["busiest_minute__max"])
    return list(days.values())


def endpoints_of(days: list[DayOfUse]) -> list[str]:
    """Those that were asked in these days, in the order of the alphabet."""
    return sorted({endpoint for day in days for endpoint in day.served})
