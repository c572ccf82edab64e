import pytest


@pytest.fixture(autouse=True)
def _fast_password_hasher(settings):
    """Tests of accounts hash many passwords; the hasher of production takes the better part of a second for each."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
