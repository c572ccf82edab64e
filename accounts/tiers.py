"""The tiers of callers: anonymous, researcher and pro. A tier says how many requests per minute a caller may send."""

from dataclasses import dataclass

PERIOD = 60
"""The time window of the rate limit, in seconds."""


@dataclass(frozen=True)
class Tier:
    """A group of callers with the same rate limit. ``allowance`` is how many requests each of them may send per minute.
    ``must_attribute`` is True if they must name the service as their source."""

    name: str
    allowance: int
    must_attribute: bool


ANONYMOUS = Tier("anonymous", 120, must_attribute=True)
RESEARCHER = Tier("researcher", 500, must_attribute=True)
PRO = Tier("pro", 2_000, must_attribute=False)
TIERS = {tier.name: tier for tier in (ANONYMOUS, RESEARCHER, PRO)}
