"""Create, encrypt and decrypt the secrets of endpoints. A secret signs the events for its endpoint."""

import base64
import hashlib
import secrets

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.utils import timezone

from feeds.models import WebhookEndpoint

PREFIX = "whsec_"
SECRET_BYTES = 32


class NoEncryptionKey(RuntimeError):
    """Raised if WEBHOOK_ENCRYPTION_KEYS is not set, or has no key that can decrypt a secret."""


def new_secret() -> str:
    return PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def encrypt(secret: str) -> str:
    """Return the secret, encrypted with the first key in WEBHOOK_ENCRYPTION_KEYS. Raise NoEncryptionKey if there is no
    key."""
    return _cipher().encrypt(secret.encode()).decode()


def decrypt(encrypted: str) -> str:
    """Return the decrypted secret. Raise NoEncryptionKey if no key in WEBHOOK_ENCRYPTION_KEYS can decrypt it."""
    try:
        return _cipher().decrypt(encrypted).decode()
    except InvalidToken as error:
        raise NoEncryptionKey("No key in WEBHOOK_ENCRYPTION_KEYS decrypts this secret.") from error


def signing_secrets(endpoint: WebhookEndpoint) -> list[str]:
    """Return the decrypted secrets with which events for the endpoint are signed: the present one and, for 24 hours
    after it was replaced, the old one. Raise NoEncryptionKey if one of them cannot be decrypted."""
    is_changing = endpoint.old_secret and endpoint.old_secret_until > timezone.now()
    return [decrypt(text) for text in (endpoint.secret, endpoint.old_secret if is_changing else "") if text]


def _cipher():
    if not settings.WEBHOOK_ENCRYPTION_KEYS:
        raise NoEncryptionKey("WEBHOOK_ENCRYPTION_KEYS is not set.")
    # Fernet needs a key of 32 bytes. A digest has this length, so the setting can be any random text.
    digests = (hashlib.sha256(key.encode()).digest() for key in settings.WEBHOOK_ENCRYPTION_KEYS)
    return MultiFernet([Fernet(base64.urlsafe_b64encode(digest)) for digest in digests])
