class AccountActionError(Exception):
    """An action would break a rule. The message says which rule; it is shown to the person who tried."""


class AlreadySubmitted(AccountActionError):
    """The same form was submitted before."""


class SignInError(Exception):
    """Nobody was signed in.

    ``reason`` is a reason of `accounts.signin.error_pages`. ``via`` names the providers by which the account
    can be signed in to.
    """

    def __init__(self, reason: str, via: tuple[str, ...] = ()):
        super().__init__(reason)
        self.reason, self.via = reason, via
