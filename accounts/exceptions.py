class AccountActionError(Exception):
    """An action is not allowed. The message explains the reason to the user."""


class AlreadySubmitted(AccountActionError):
    """The user has submitted the same form twice. Raised so that no second API key is created."""


class SignInError(Exception):
    """The person may not sign in. ``reason`` names a row of ``signin/error_pages.csv``. ``via`` has the identity
    providers through which the person can sign in."""

    def __init__(self, reason: str, via: tuple[str, ...] = ()):
        super().__init__(reason)
        self.reason, self.via = reason, via
