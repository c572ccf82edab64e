class AccountActionRefused(Exception):
    """The action would break a rule; the message says which, to whoever asked for it."""


class AskedTwice(AccountActionRefused):
    """The same was asked for before: a form was sent a second time."""
