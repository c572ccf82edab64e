"""The three tiers of callers: their requests per minute, and whether they must attribute (contract, section 7)."""

from dataclasses import dataclass

PERIOD = 60
"""The seconds that an allowance is for."""


@dataclass(frozen=True)
class Tier:
    """``allowance`` is the number of requests per minute, over all counted endpoints together."""

    name: str
    allowance: int
    must_attribute: bool


ANONYMOUS = Tier("anonymous", 120, must_attribute=True)
RESEARCHER = Tier("researcher", 500, must_attribute=True)
PRO = Tier("pro", 2_000, must_attribute=False)
TIERS = {tier.name: tier for tier in (ANONYMOUS, RESEARCHER, PRO)}
