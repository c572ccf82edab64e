"""By whom the owners of accounts are vouched for."""


def with_providers(rows, *, through: str = ""):
    """The rows with the providers of their accounts, in one query for all."""
    path = "__".join(filter(None, [through, "socialaccount_set"]))
    return rows.prefetch_related(path)


def signed_in_by(user) -> str:
    """The identity providers its owner came in by, and "password" where it has one, as that of staff."""
    providers = {account.provider for account in user.socialaccount_set.all()}
    if user.has_usable_password():
        providers.add("password")
    return ", ".join(sorted(providers)) or "nothing yet"
