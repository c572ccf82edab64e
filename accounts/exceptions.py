class AccountActionError(Exception):
    """An action would break a rule. The user sees the message, which says which rule."""


class AlreadySubmitted(AccountActionError):
    """A form is submitted a second time. So no second API key is created."""


class SignInError(Exception):
    """``reason`` is a row of ``signin/error_pages.csv``, ``via`` the providers through which the person can sign in."""

    def __init__(self, reason: str, via: tuple[str, ...] = ()):
        super().__init__(reason)
        self.reason, self.via = reason, via
