"""What the environment says, read once; the README lists every variable."""

import secrets
from pathlib import Path

import environ
from django.core.exceptions import ImproperlyConfigured

BASE_DIR = Path(__file__).resolve().parent.parent
LEAST_SECRET_LENGTH = 50

read = environ.Env()
environ.Env.read_env(BASE_DIR / ".env")

PRODUCTION = read.bool("PRODUCTION", default=False)
DATABASE_URL = read.str("DATABASE_URL", default=f"sqlite:///{BASE_DIR / 'graph.sqlite3'}")
REDIS_URL = read.str("REDIS_URL", default="")
BASE_URL = read.str("BASE_URL", default="").rstrip("/")
PROCESSES = read.int("PROCESSES", default=2)
TRUSTED_PROXIES = read.int("TRUSTED_PROXIES", default=0)
if PROCESSES < 1 or TRUSTED_PROXIES < 0:
    raise ImproperlyConfigured("There is at least one process in PROCESSES, and TRUSTED_PROXIES is 0 or more.")
EMAIL = read.email_url("EMAIL_URL", default="smtp://127.0.0.1:25" if PRODUCTION else "consolemail://")
MAIL_SENDER = read.str("DEFAULT_FROM_EMAIL", default="Political Knowledge Graph <noreply@localhost>")
SERVER_EMAIL = read.str("SERVER_EMAIL", default=MAIL_SENDER)
ALLOWED_HOSTS = read.list("ALLOWED_HOSTS", default=[] if PRODUCTION else ["127.0.0.1", "localhost", "[::1]"])

DEVELOPMENT_PROVIDER_URL = read.str("DEVELOPMENT_PROVIDER_URL", default="")
"""Set by `manage.py serve` for the server that it becomes, never by hand."""
if PRODUCTION and DEVELOPMENT_PROVIDER_URL:
    raise ImproperlyConfigured("Production takes no sign-in from a DEVELOPMENT_PROVIDER_URL.")


def secret_key() -> str:
    """The signing secret: from SECRET_KEY, else, outside production, one made at random and kept in a file of ours.

    Production without a secret of its own, or with a short one, does not start.
    """
    given = read.str("SECRET_KEY", default="")
    if PRODUCTION and len(given) < LEAST_SECRET_LENGTH:
        raise ImproperlyConfigured(
            f"Production needs a SECRET_KEY of at least {LEAST_SECRET_LENGTH} random characters."
        )
    return given or _kept_secret(BASE_DIR / ".secret-key")


def _kept_secret(path):
    try:
        path.touch(mode=0o600, exist_ok=False)
    except FileExistsError:
        return path.read_text() or _renewed(path)
    return _renewed(path)


def _renewed(path):
    path.write_text(secrets.token_urlsafe(LEAST_SECRET_LENGTH))
    return path.read_text()
