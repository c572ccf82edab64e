"""Who asks for pro, whose keys there are, and who works here: the pages of managers and operators."""

from accounts.admin.decisions import TierDecisionAdmin
from accounts.admin.identities import NOT_BY_HAND
from accounts.admin.keys import ApiKeyAdmin
from accounts.admin.requests import ProRequestAdmin
from accounts.admin.users import UserAdmin

__all__ = ["NOT_BY_HAND", "ApiKeyAdmin", "ProRequestAdmin", "TierDecisionAdmin", "UserAdmin"]
