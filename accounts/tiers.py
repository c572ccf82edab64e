"""Define the three tiers of callers: requests per minute, and the duty to attribute (API contract, section 7)."""

from dataclasses import dataclass

PERIOD = 60
"""Length of a time window of the rate limit, in seconds."""


@dataclass(frozen=True)
class Tier:
    """A kind of caller. ``allowance`` is the number of requests per minute, over all counted endpoints together."""

    name: str
    allowance: int
    must_attribute: bool


ANONYMOUS = Tier("anonymous", 120, must_attribute=True)
RESEARCHER = Tier("researcher", 500, must_attribute=True)
PRO = Tier("pro", 2_000, must_attribute=False)
TIERS = {tier.name: tier for tier in (ANONYMOUS, RESEARCHER, PRO)}
