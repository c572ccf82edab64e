import pytest
from django.test import Client

from tests.factories import UserFactory


@pytest.fixture
def researcher(client):
    """Who is signed in."""
    user = UserFactory(username="researcher", email="researcher@university.example")
    client.force_login(user)
    return user


@pytest.fixture
def forger(researcher):
    """Another site's page in the browser of who is signed in: it sends no token of ours."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(researcher)
    return client
