class AccountActionError(Exception):
    """Raised if an action would break a rule. The message says which rule; the person who tried sees it."""


class AlreadySubmitted(AccountActionError):
    """Raised if the same form was submitted before, so that no second key is created."""


class SignInError(Exception):
    """Raised if a person cannot sign in.

    ``reason`` names a row of ``accounts/signin/error_pages.csv``. ``via`` lists the identity providers through which
    the person can sign in to the existing account.
    """

    def __init__(self, reason: str, via: tuple[str, ...] = ()):
        super().__init__(reason)
        self.reason, self.via = reason, via
