"""Read the environment variables whose values must be checked or have a computed default, such as SECRET_KEY. Both
settings.py and sign_in.py use this module."""

import os
import secrets
from contextlib import suppress
from pathlib import Path

import environ
from django.core.exceptions import ImproperlyConfigured

BASE_DIR = Path(__file__).resolve().parent.parent
MINIMUM_SECRET_LENGTH = 50
MINIMUM_ENCRYPTION_KEY_LENGTH = 32

read = environ.Env()
environ.Env.read_env(BASE_DIR / ".env")

PRODUCTION = read.bool("PRODUCTION", default=False)


def development_provider_url() -> str:
    """Return the URL of the identity provider (a service for sign-ins) for development if ``make run`` has started one,
    otherwise "". Raise ImproperlyConfigured if a URL is set in production."""
    url = read.str("DEVELOPMENT_PROVIDER_URL", default="")
    if PRODUCTION and url:
        raise ImproperlyConfigured("Production takes no sign-in from a DEVELOPMENT_PROVIDER_URL.")
    return url


def secret_key() -> str:
    """Return SECRET_KEY. If it is unset, development uses a random key from the file ``.secret-key``, which is created
    if it is missing. In production, raise ImproperlyConfigured if SECRET_KEY has fewer than 50 characters."""
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
        # Create the file in one step, so that two processes that start at the same time use the same secret.
        with suppress(FileExistsError):
            try:
                os.link(draft, path)
            except PermissionError:
                # This file system has no hard links, so rename the file instead.
                draft.replace(path)
        draft.unlink(missing_ok=True)
    return path.read_text()


def database() -> dict:
    """Return the settings of the database in DATABASE_URL, by default an SQLite file. The result is the value for
    "default" in Django's setting DATABASES. The path of an SQLite file is made absolute, because a child process of the
    service needs an absolute path to open the file."""
    found = read.db_url("DATABASE_URL", default=f"sqlite:///{BASE_DIR / 'graph.sqlite3'}")
    if found["ENGINE"] == "django.db.backends.sqlite3" and not found["NAME"].startswith((":", "file:")):
        found["NAME"] = str(Path(found["NAME"]).absolute())
    return found


def downloads_folder(database: dict) -> Path:
    """Return the path of the folder for the downloads: files with the data of the service. The path is the value of the
    environment variable DOWNLOADS_FOLDER. If this variable is unset, the path depends on the database:

    - With SQLite, the folder is next to the database file.
    - With another database, the folder is next to ``manage.py``.

    The argument ``database`` is the dictionary that the function `database` returns. The command ``build_downloads``
    writes the files to the folder, and all processes of the service read them there."""
    is_file = database["ENGINE"].endswith("sqlite3")
    return Path(
        read.str(
            "DOWNLOADS_FOLDER", default=f"{database['NAME']}-downloads" if is_file else str(BASE_DIR / ".downloads")
        )
    )


def webhook_encryption_keys(django_secret: str) -> list[str]:
    """Return the keys in the variable WEBHOOK_ENCRYPTION_KEYS. The first key encrypts the secrets of webhook endpoints,
    and all keys decrypt them. If the variable is unset, return a list with ``django_secret`` in development, and an
    empty list in production. Raise ImproperlyConfigured if a key has fewer than 32 characters."""
    keys = [key.strip() for key in read.list("WEBHOOK_ENCRYPTION_KEYS", default=[]) if key.strip()]
    if any(len(key) < MINIMUM_ENCRYPTION_KEY_LENGTH for key in keys):
        raise ImproperlyConfigured(
            f"Each of WEBHOOK_ENCRYPTION_KEYS needs at least {MINIMUM_ENCRYPTION_KEY_LENGTH} random characters."
        )
    return keys or ([] if PRODUCTION else [django_secret])


def webhook_allow_loopback() -> bool:
    """Return WEBHOOK_ALLOW_LOOPBACK: whether webhooks may be sent to this machine. Raise ImproperlyConfigured if it is
    true in production."""
    is_allowed = read.bool("WEBHOOK_ALLOW_LOOPBACK", default=False)
    if PRODUCTION and is_allowed:
        raise ImproperlyConfigured("Production sends no webhooks to its own machine: unset WEBHOOK_ALLOW_LOOPBACK.")
    return is_allowed
