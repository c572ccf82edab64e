"""The three tiers: how many requests a caller has in a minute, and what is asked for them (contract, section 7)."""

from dataclasses import dataclass

PERIOD = 60
"""Seconds that an allowance is for."""


@dataclass(frozen=True)
class Tier:
    """``allowance`` is in requests per minute, over all counted endpoints together."""

    name: str
    allowance: int
    must_attribute: bool


ANONYMOUS = Tier("anonymous", 120, must_attribute=True)
RESEARCHER = Tier("researcher", 500, must_attribute=True)
PRO = Tier("pro", 2_000, must_attribute=False)
TIERS = {tier.name: tier for tier in (ANONYMOUS, RESEARCHER, PRO)}
