"""What people do with accounts and keys: verbs, each one transaction; letters go out when it is done."""

from accounts.actions.account import delete_account, tell_of_keys
from accounts.actions.exceptions import AccountActionRefused, AskedTwice, SignInRefused
from accounts.actions.issuing import issue_key
from accounts.actions.keys import create_key, revoke_key, roll_key
from accounts.actions.pro import approve_pro, decline_pro, grant_pro, request_pro, revoke_pro
from accounts.actions.reminders import remind_of_expiry
from accounts.actions.sign_in import admit

__all__ = [
    "AccountActionRefused",
    "AskedTwice",
    "SignInRefused",
    "admit",
    "approve_pro",
    "create_key",
    "decline_pro",
    "delete_account",
    "grant_pro",
    "issue_key",
    "remind_of_expiry",
    "request_pro",
    "revoke_key",
    "revoke_pro",
    "roll_key",
    "tell_of_keys",
]
