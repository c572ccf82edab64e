from accounts.admin.keys import ApiKeyAdmin
from accounts.admin.requests import ProRequestAdmin, TierDecisionAdmin
from accounts.admin.users import UserAdmin
