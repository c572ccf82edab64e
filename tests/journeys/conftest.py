"""Fixtures for tests with a real browser and a real server, both on this machine.

Without Chromium, these tests are skipped. In CI, they fail instead.
"""

import os
import shutil
from pathlib import Path

import pytest
from django.db import connections
from django.test import Client
from playwright.sync_api import sync_playwright

from tests.factories import UserFactory

HERE = Path(__file__).parent
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
IN_CI = os.environ.get("CI") == "true"
SECONDS_TO_WAIT = 15


def pytest_collection_modifyitems(items):
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.journey)
            if not (CHROMIUM or IN_CI):
                item.add_marker(pytest.mark.skip(reason="needs Chromium: apt-get install chromium"))


@pytest.fixture(scope="session")
def browser():
    assert CHROMIUM, "CI needs Chromium: apt-get install chromium"
    # Django uses other connections in an event loop. Close the present ones, because the pool could not use them until
    # the loop ends.
    connections.close_all()
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        # Playwright runs an event loop in this thread, in which the tests also write to the database.
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        yield browser
        browser.close()
        # Close the connections of the event loop, because nobody could close them later, and PostgreSQL could not drop
        # the database.
        connections.close_all()


@pytest.fixture
def researcher():
    return UserFactory(username="researcher", email="researcher@university.example")


@pytest.fixture
def open_browser(browser, live_server):
    """Return a function that opens a page in a new browser context, signed in as the given user or as nobody.

    After the test, the fixture asserts that no script failed and that the Content-Security-Policy blocked nothing.
    """
    contexts, errors = [], []

    def _is_ours(line):
        """Return True if the console line is an error on a page of ours, and not on a page of an identity provider."""
        return line.type == "error" and line.location["url"].startswith(live_server.url)

    def _open(user=None, **options):
        context = browser.new_context(base_url=live_server.url, **options)
        context.set_default_timeout(SECONDS_TO_WAIT * 1000)
        context.on("weberror", lambda event: errors.append(str(event.error)))
        context.on("console", lambda line: errors.append(line.text) if _is_ours(line) else None)
        contexts.append(context)
        if user:
            context.add_cookies(_cookies_of(user, live_server.url))
        return context.new_page()

    yield _open
    for context in contexts:
        context.close()
    assert not errors


def _cookies_of(user, url):
    client = Client()
    client.force_login(user)
    return [{"name": name, "value": cookie.value, "url": url} for name, cookie in client.cookies.items()]
