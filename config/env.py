"""Read the environment variables, once for each process. config/README.md describes each variable."""

import os
import secrets
from contextlib import suppress
from pathlib import Path

import environ
from django.core.exceptions import ImproperlyConfigured

BASE_DIR = Path(__file__).resolve().parent.parent
MINIMUM_SECRET_LENGTH = 50

read = environ.Env()
environ.Env.read_env(BASE_DIR / ".env")

PRODUCTION = read.bool("PRODUCTION", default=False)
DATABASE_URL = read.str("DATABASE_URL", default=f"sqlite:///{BASE_DIR / 'graph.sqlite3'}")
REDIS_URL = read.str("REDIS_URL", default="")
BASE_URL = read.str("BASE_URL", default="").rstrip("/")
PROCESSES = read.int("PROCESSES", default=2)
TRUSTED_PROXIES = read.int("TRUSTED_PROXIES", default=0)
if PROCESSES < 1 or TRUSTED_PROXIES < 0:
    raise ImproperlyConfigured("PROCESSES must be 1 or more, and TRUSTED_PROXIES 0 or more.")
EMAIL = read.email_url("EMAIL_URL", default="smtp://127.0.0.1:25" if PRODUCTION else "consolemail://")
DEFAULT_FROM_EMAIL = read.str("DEFAULT_FROM_EMAIL", default="Political Knowledge Graph <noreply@localhost>")
SERVER_EMAIL = read.str("SERVER_EMAIL", default=DEFAULT_FROM_EMAIL)
ALLOWED_HOSTS = read.list("ALLOWED_HOSTS", default=[] if PRODUCTION else ["127.0.0.1", "localhost", "[::1]"])

# `manage.py serve` sets this variable for the server that it starts; operators never set it.
DEVELOPMENT_PROVIDER_URL = read.str("DEVELOPMENT_PROVIDER_URL", default="")
if PRODUCTION and DEVELOPMENT_PROVIDER_URL:
    raise ImproperlyConfigured("Production takes no sign-in from a DEVELOPMENT_PROVIDER_URL.")


def secret_key() -> str:
    """Return SECRET_KEY, by default a random one from the file ``.secret-key``.

    In production there is no default. Raise ImproperlyConfigured there if the key has fewer than 50 characters.
    """
    given = read.str("SECRET_KEY", default="")
    if PRODUCTION and len(given) < MINIMUM_SECRET_LENGTH:
        raise ImproperlyConfigured(
            f"Production needs a SECRET_KEY of at least {MINIMUM_SECRET_LENGTH} random characters."
        )
    return given or _stored_secret(BASE_DIR / ".secret-key")


def _stored_secret(path):
    if not (path.exists() and path.read_text()):
        path.unlink(missing_ok=True)
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(MINIMUM_SECRET_LENGTH))
        # The whole secret appears at once under its name, so that two first starts agree on one.
        with suppress(FileExistsError):
            try:
                os.link(draft, path)
            except PermissionError:
                # The file system has no hard links.
                draft.replace(path)
        draft.unlink(missing_ok=True)
    return path.read_text()
