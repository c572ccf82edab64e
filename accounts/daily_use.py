"""Sum up the use of keys on each of the last 30 days, including days without use."""

from dataclasses import dataclass, field
from datetime import date, timedelta

DAYS_SHOWN = 30


@dataclass(frozen=True)
class Counts:
    """The number of requests within the allowance (``served``) and above it (``throttled``)."""

    served: int = 0
    throttled: int = 0


@dataclass
class DayOfUse:
    """The use of keys on a day (UTC). ``busiest_minute`` is the most requests of the whole account in one minute."""

    day: date
    endpoints: dict[str, Counts] = field(default_factory=dict)
    busiest_minute: int = 0

    @property
    def served(self) -> int:
        return sum(counts.served for counts in self.endpoints.values())

    @property
    def throttled(self) -> int:
        return sum(counts.throttled for counts in self.endpoints.values())

    def served_by(self, endpoint: str) -> int:
        return self.endpoints.get(endpoint, Counts()).served


def days_of_use(use, *, until: date) -> list[DayOfUse]:
    """Return 30 days in order of time; the last is ``until``. ``use`` is a query set of KeyUse."""
    first = until - timedelta(days=DAYS_SHOWN - 1)
    days = {day: DayOfUse(day) for day in (first + timedelta(days=number) for number in range(DAYS_SHOWN))}
    for row in use.filter(day__range=(first, until)).by_day_and_endpoint():
        day = days[row["day"]]
        day.endpoints[row["endpoint"]] = Counts(row["served"], row["throttled"])
        day.busiest_minute = max(day.busiest_minute, row["busiest_minute"])
    return list(days.values())


def endpoints_of(days: list[DayOfUse]) -> list[str]:
    """Return the endpoints that were used on these days, in alphabetical order."""
    return sorted({endpoint for day in days for endpoint in day.endpoints})
