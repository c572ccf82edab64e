"""Admin pages for managers and operators: pro requests and decisions, API keys, and accounts."""

from accounts.admin.keys import ApiKeyAdmin
from accounts.admin.requests import ProRequestAdmin, TierDecisionAdmin
from accounts.admin.users import UserAdmin

__all__ = ["ApiKeyAdmin", "ProRequestAdmin", "TierDecisionAdmin", "UserAdmin"]
