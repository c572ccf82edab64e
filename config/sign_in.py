"""Read the identity providers from the environment variables, as settings for allauth."""

from django.core.exceptions import ImproperlyConfigured

from config import env

GOOGLE = "https://accounts.google.com"
OWN_PROTOCOLS = {"github": ("GITHUB", "GitHub", ["user:email"]), "orcid": ("ORCID", "ORCID", ["/authenticate"])}
PKCE = {"oauth_pkce_enabled": True}


def allauth_providers() -> dict:
    """Return allauth's setting SOCIALACCOUNT_PROVIDERS, with the identity providers for which environment variables are
    set. Raise ImproperlyConfigured if a provider lacks some of its variables or, in production, if the URL of a
    provider does not begin with https."""
    apps = {"openid_connect": _openid_connect()}
    for kind, (prefix, name, scope) in OWN_PROTOCOLS.items():
        apps[kind] = [{"name": name, **client, "settings": PKCE | {"scope": scope}} for client in _clients(prefix)]
    return {kind: {"APPS": found} for kind, found in apps.items() if found}


def needs_development_provider() -> bool:
    """Return True in development if no identity provider is set. Then nobody could sign in without a provider for
    development."""
    return not env.PRODUCTION and not allauth_providers()


def names(providers: dict) -> dict[str, str]:
    """Return a mapping from the id of each identity provider to its name, such as {"github": "GitHub"}. URLs contain
    the id, and the sign-in page shows the name. ``providers`` is the setting SOCIALACCOUNT_PROVIDERS."""
    return {app.get("provider_id", kind): app["name"] for kind, config in providers.items() for app in config["APPS"]}


def _openid_connect():
    apps = [_app("google", "Google", GOOGLE, client) for client in _clients("GOOGLE")]
    for client in _clients("OIDC", "OIDC_SERVER_URL"):
        url = env.read.str("OIDC_SERVER_URL").rstrip("/")
        if env.PRODUCTION and not url.startswith("https://"):
            raise ImproperlyConfigured("OIDC_SERVER_URL must begin with https:// in production.")
        apps.append(_app("oidc", env.read.str("OIDC_NAME", default="") or "OpenID Connect", url, client))
    if url := env.development_provider_url():
        client = {"client_id": "political-knowledge-graph", "secret": "not secret"}
        apps.append(_app("development", "Development sign-in", url, client))
    return apps


def _app(provider_id, name, server_url, client):
    return {"provider_id": provider_id, "name": name, **client, "settings": PKCE | {"server_url": server_url}}


def _clients(prefix, *more):
    """Return a list with the OAuth client of a provider: a dictionary with the ID and the secret of the client.
    ``prefix`` is the beginning of the names of the provider's environment variables, such as "GITHUB". ``more`` are the
    full names of variables that only this provider needs.

    Return an empty list if none of the variables is set. Raise ImproperlyConfigured if only some are set."""
    variables = [f"{prefix}_CLIENT_ID", f"{prefix}_CLIENT_SECRET", *more]
    values = {variable: env.read.str(variable, default="") for variable in variables}
    missing = [variable for variable, value in values.items() if not value]
    if len(missing) == len(values):
        return []
    if missing:
        raise ImproperlyConfigured(f"Sign-in through {prefix} also needs {' and '.join(missing)}.")
    return [{"client_id": values[variables[0]], "secret": values[variables[1]]}]
