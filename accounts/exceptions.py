class AccountActionError(Exception):
    """The action would break a rule; the message says which, to whoever asked for it."""


class SignInError(Exception):
    """Nobody is signed in. ``reason`` says why in a word, ``via`` by which providers the account is signed in to."""

    def __init__(self, reason: str, via: tuple[str, ...] = ()):
        super().__init__(reason)
        self.reason, self.via = reason, via


class AlreadySubmitted(AccountActionError):
    """The same was asked for before: a form was sent a second time."""
