"""Change accounts and API keys. Each change is one transaction; e-mails and signals are sent after its commit."""

from accounts.actions.account import delete_account, find_or_create_account
from accounts.actions.keys import create_key, issue_key, remind_of_expiry, revoke_key, roll_key
from accounts.actions.locking import send_keys_changed
from accounts.actions.pro import approve_pro, decline_pro, grant_pro, request_pro, revoke_pro

__all__ = [
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
    "send_keys_changed",
]
