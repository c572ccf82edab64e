"""What people do with accounts and keys: verbs, each one transaction; letters go out when it is done."""

from accounts.actions.account import delete_account, tell_of_keys
from accounts.actions.exceptions import AccountActionRefused
from accounts.actions.keys import create_key, revoke_key, roll_key
from accounts.actions.pro import approve_pro, decline_pro, grant_pro, request_pro, revoke_pro

__all__ = [
    "AccountActionRefused",
    "approve_pro",
    "create_key",
    "decline_pro",
    "delete_account",
    "grant_pro",
    "request_pro",
    "revoke_key",
    "revoke_pro",
    "roll_key",
    "tell_of_keys",
]
