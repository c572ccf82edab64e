"""Define the tiers of callers: how many requests per minute each may send, and whether it must name us as the source.

See section 7 of the API contract.
"""

from dataclasses import dataclass

PERIOD = 60
"""The length of a time window of the rate limit, in seconds."""


@dataclass(frozen=True)
class Tier:
    """A tier of callers, such as researcher. ``allowance`` is how many requests per minute a caller may send.

    ``must_attribute`` says whether the caller must name the service as the source.
    """

    name: str
    allowance: int
    must_attribute: bool


ANONYMOUS = Tier("anonymous", 120, must_attribute=True)
RESEARCHER = Tier("researcher", 500, must_attribute=True)
PRO = Tier("pro", 2_000, must_attribute=False)
TIERS = {tier.name: tier for tier in (ANONYMOUS, RESEARCHER, PRO)}
