"""The documentation of webhooks: its programs verify a real delivery."""

import html
import os
import re
import shutil
import subprocess
import sys

import pytest

from feeds.webhooks.actions import send_test
from feeds.webhooks.event_types import EVENT_TYPES

PROGRAMS = {
    "Python": [sys.executable, "-c"],
    "JavaScript": ["node", "--input-type=module", "-e"],
    "R": ["Rscript", "-e"],
    "Shell": ["sh", "-c"],
}


@pytest.fixture
def page(client):
    return client.get("/docs/webhooks").content.decode()


def test_docs_describe_each_type_of_event(page):
    assert all(f'id="{name}"' in page for name in EVENT_TYPES)
    assert page.count("<summary>Example</summary>") == len(EVENT_TYPES) - 1


class TestPrograms:
    @pytest.fixture
    def run(self, page, receiver, endpoint, deliver):
        """Run the program of a language with the body and the headers of a real delivery, and return what it prints."""
        send_test(endpoint=endpoint, event_type="race.called")
        deliver()
        (request,) = receiver.requests

        def _run(language, body=request.body):
            (text,) = re.findall(rf'(?s)<h3>{language}</h3>\s*<pre class="copy">(.*?)</pre>', page)
            headers = {name.upper().replace("-", "_"): value for name, value in request.headers.items()}
            environment = os.environ | headers | {"WEBHOOK_SECRET": endpoint.secret_text}
            return subprocess.run(
                [*PROGRAMS[language], html.unescape(text)], input=body, capture_output=True, env=environment, timeout=30
            )

        return _run

    @pytest.mark.django_db
    @pytest.mark.parametrize("language", PROGRAMS)
    def test_program_verifies_a_delivery_and_rejects_a_changed_one(self, run, language):
        if not shutil.which(PROGRAMS[language][0]):
            pytest.skip(reason=f"needs {PROGRAMS[language][0]}")

        verified, changed = run(language), run(language, b"{}")

        assert verified.returncode == 0, verified.stderr
        assert b"race.called" in verified.stdout
        assert changed.returncode != 0
