class AccountActionError(Exception):
    """Raised if an action on an account or an API key is not allowed. The message explains the reason to the user."""


class AlreadySubmitted(AccountActionError):
    """Raised if the account has got an API key since the form for a new key was displayed, for example because the form
    was submitted twice. No second key is created."""


class SignInError(Exception):
    """Raised if a person may not sign in. ``reason`` names a row of ``signin/error_pages.csv``, which has the text for
    the error page. ``via`` has the ids of the identity providers through which the person can sign in instead."""

    def __init__(self, reason: str, via: tuple[str, ...] = ()):
        super().__init__(reason)
        self.reason, self.via = reason, via
