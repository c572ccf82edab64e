from accounts.models.keys import ApiKey
from accounts.models.pro import ProRequest, TierDecision
from accounts.models.use import KeyUse
from accounts.models.users import User

__all__ = ["ApiKey", "KeyUse", "ProRequest", "TierDecision", "User"]
