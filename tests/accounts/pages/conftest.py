import pytest
from django.test import Client

from tests.factories import UserFactory


@pytest.fixture
def researcher(client):
    """Return a researcher who is signed in to ``client``."""
    user = UserFactory(username="researcher", email="researcher@university.example")
    client.force_login(user)
    return user


@pytest.fixture
def forger(researcher):
    """Return a client that sends the session cookie but no CSRF token, as a page of another website would do."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(researcher)
    return client
