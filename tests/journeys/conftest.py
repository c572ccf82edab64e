"""A real browser before a real server, both on this machine.

Where no Chromium is installed these tests are skipped, with the reason; in CI they fail.
"""

import os
import shutil
from pathlib import Path

import pytest
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


@pytest.fixture(scope="module")
def browser():
    assert CHROMIUM, "CI needs Chromium: apt-get install chromium"
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        # The browser's own event loop runs in this thread, where the tests arrange rows; nothing of ours is async.
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        yield browser
        browser.close()


@pytest.fixture
def researcher():
    return UserFactory(username="researcher", email="researcher@university.example")


@pytest.fixture
def open_browser(browser, live_server):
    """A window with nothing remembered from another test, in which somebody may be signed in already.

    At the end nothing may have gone wrong in it: no script failed, and no policy of ours shut out a part of a page.
    """
    contexts, complaints = [], []

    def _is_ours(line):
        """What goes wrong on the pages of an identity provider is not for us to mend."""
        return line.type == "error" and line.location["url"].startswith(live_server.url)

    def _open(user=None, **options):
        context = browser.new_context(base_url=live_server.url, **options)
        context.set_default_timeout(SECONDS_TO_WAIT * 1000)
        context.on("weberror", lambda fault: complaints.append(str(fault.error)))
        context.on("console", lambda line: complaints.append(line.text) if _is_ours(line) else None)
        contexts.append(context)
        if user:
            context.add_cookies(_cookies_of(user, live_server.url))
        return context.new_page()

    yield _open
    for context in contexts:
        context.close()
    assert not complaints


def _cookies_of(user, url):
    client = Client()
    client.force_login(user)
    return [{"name": name, "value": cookie.value, "url": url} for name, cookie in client.cookies.items()]
