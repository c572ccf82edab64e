"""What people do with accounts and keys: verbs, each one transaction; letters go out when it is done."""

from accounts.actions.account import announce_key_changes, delete_account
from accounts.actions.issuing import issue_key
from accounts.actions.keys import create_key, revoke_key, roll_key
from accounts.actions.pro import approve_pro, decline_pro, grant_pro, request_pro, revoke_pro
from accounts.actions.reminders import remind_of_expiry
from accounts.actions.sign_in import find_or_create_account

__all__ = [
    "announce_key_changes",
    "approve_pro",
    "create_key",
    "decline_pro",
    "delete_account",
    "find_or_create_account",
    "grant_pro",
    "issue_key",
    "remind_of_expiry",
    "request_pro",
    "revoke_key",
    "revoke_pro",
    "roll_key",
]
