"""The identity providers that the environment switches on; allauth's settings are made of them."""

from django.core.exceptions import ImproperlyConfigured

from config import env

GOOGLE = "https://accounts.google.com"
OWN_PROTOCOLS = {"github": ("GITHUB", "GitHub", ["user:email"]), "orcid": ("ORCID", "ORCID", ["/authenticate"])}
PKCE = {"oauth_pkce_enabled": True}


def allauth_providers() -> dict:
    """The value of SOCIALACCOUNT_PROVIDERS."""
    apps = {"openid_connect": _openid_connect()}
    for kind, (prefix, name, scope) in OWN_PROTOCOLS.items():
        apps[kind] = [{"name": name, **client, "settings": PKCE | {"scope": scope}} for client in _clients(prefix)]
    return {kind: {"APPS": found} for kind, found in apps.items() if found}


def names(providers: dict) -> dict[str, str]:
    """What each provider is called on the sign-in page, by the id that stands in its addresses."""
    return {app.get("provider_id", kind): app["name"] for kind, config in providers.items() for app in config["APPS"]}


def form_action(development_url: str) -> list[str]:
    """Where the buttons of the sign-in page may lead: a provider sends people on to hosts that only it knows."""
    return ["https:", *([development_url] if development_url else [])]


def _openid_connect():
    apps = [_app("google", "Google", GOOGLE, client) for client in _clients("GOOGLE")]
    for client in _clients("OIDC", "OIDC_SERVER_URL"):
        name = env.read.str("OIDC_NAME", default="") or "OpenID Connect"
        apps.append(_app("oidc", name, _server_url("OIDC_SERVER_URL"), client))
    if env.DEVELOPMENT_PROVIDER_URL:
        client = {"client_id": "political-knowledge-graph", "secret": "of nobody"}
        apps.append(_app("development", "Development sign-in", env.DEVELOPMENT_PROVIDER_URL, client))
    return apps


def _app(provider_id, name, server_url, client):
    return {"provider_id": provider_id, "name": name, **client, "settings": PKCE | {"server_url": server_url}}


def _clients(prefix, *also):
    """The client's id and secret in a list; an empty one where nothing of it is set, and no half of it is taken."""
    variables = [f"{prefix}_CLIENT_ID", f"{prefix}_CLIENT_SECRET", *also]
    values = {variable: env.read.str(variable, default="") for variable in variables}
    missing = [variable for variable, value in values.items() if not value]
    if len(missing) == len(values):
        return []
    if missing:
        raise ImproperlyConfigured(f"Sign-in through {prefix} also needs {' and '.join(missing)}.")
    return [{"client_id": values[variables[0]], "secret": values[variables[1]]}]


def _server_url(variable):
    url = env.read.str(variable).rstrip("/")
    if env.PRODUCTION and not url.startswith("https://"):
        raise ImproperlyConfigured(f"{variable} must begin with https:// in production.")
    return url
