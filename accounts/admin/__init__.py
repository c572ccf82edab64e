"""Define the admin pages of API keys, pro requests, tier decisions and accounts, for managers and operators."""

from accounts.admin.keys import ApiKeyAdmin
from accounts.admin.requests import ProRequestAdmin, TierDecisionAdmin
from accounts.admin.users import UserAdmin
