"""Read the environment variables that both settings.py and sign_in.py need. Find Django's secret key."""

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
    """Return the URL of the development provider if ``make run`` has started one, or "". In production, a URL is an
    error."""
    url = read.str("DEVELOPMENT_PROVIDER_URL", default="")
    if PRODUCTION and url:
        raise ImproperlyConfigured("Production takes no sign-in from a DEVELOPMENT_PROVIDER_URL.")
    return url


def secret_key() -> str:
    """Return SECRET_KEY. Without it, development uses a random key in ``.secret-key``; production fails."""
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


def downloads_folder(database: dict) -> Path:
    """Return the folder to which ``build_downloads`` writes, and from which every process serves: DOWNLOADS_FOLDER. By
    default, it is next to the SQLite file or, with another database, next to ``manage.py``."""
    is_file = database["ENGINE"].endswith("sqlite3")
    return Path(
        read.str(
            "DOWNLOADS_FOLDER", default=f"{database['NAME']}-downloads" if is_file else str(BASE_DIR / ".downloads")
        )
    )


def webhook_encryption_keys(django_secret: str) -> list[str]:
    """Return WEBHOOK_ENCRYPTION_KEYS, the newest first. If unset, development uses the secret key of Django."""
    keys = [key.strip() for key in read.list("WEBHOOK_ENCRYPTION_KEYS", default=[]) if key.strip()]
    if any(len(key) < MINIMUM_ENCRYPTION_KEY_LENGTH for key in keys):
        raise ImproperlyConfigured(
            f"Each of WEBHOOK_ENCRYPTION_KEYS needs at least {MINIMUM_ENCRYPTION_KEY_LENGTH} random characters."
        )
    return keys or ([] if PRODUCTION else [django_secret])


def webhook_allow_loopback() -> bool:
    """Return WEBHOOK_ALLOW_LOOPBACK: whether webhooks may be sent to this machine. Production fails if it is set."""
    is_allowed = read.bool("WEBHOOK_ALLOW_LOOPBACK", default=False)
    if PRODUCTION and is_allowed:
        raise ImproperlyConfigured("Production sends no webhooks to its own machine: unset WEBHOOK_ALLOW_LOOPBACK.")
    return is_allowed
