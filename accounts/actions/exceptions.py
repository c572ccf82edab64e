class AccountActionRefused(Exception):
    """The action would break a rule; the message says which, to whoever asked for it."""
