"""Test the page /docs/webhooks. The programs on it verify a real delivery."""

import html
import json
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
VERIFY = """
const { Webhook } = require("standardwebhooks");
const [secret, headers] = process.argv.slice(1);
new Webhook(secret).verify(require("node:fs").readFileSync(0), JSON.parse(headers));
"""


def has_library():
    """Return True if Node.js finds the package standardwebhooks."""
    finds = ["node", "-e", "require('standardwebhooks')"]
    return bool(shutil.which("node")) and subprocess.run(finds, capture_output=True, timeout=30).returncode == 0


HAS_LIBRARY = has_library()


@pytest.fixture
def page(client):
    return client.get("/docs/webhooks").content.decode()


def test_docs_describe_each_type_of_event(page):
    assert all(f'id="{name}"' in page for name in EVENT_TYPES)
    assert page.count("<summary>Example</summary>") == len(EVENT_TYPES) - 1


class TestPrograms:
    @pytest.fixture
    def run(self, page, receiver, endpoint, deliver):
        """Return the function ``run(language)``. It runs the example program of this language with the body and headers
        of a real delivery, and returns the finished process."""
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

    @pytest.mark.django_db
    @pytest.mark.skipif(not HAS_LIBRARY, reason="needs node, and NODE_PATH with the packages of the folder node")
    def test_library_of_the_standard_verifies_a_delivery(self, receiver, endpoint, deliver):
        send_test(endpoint=endpoint, event_type="race.called")
        deliver()
        (request,) = receiver.requests

        for body, is_valid in ((request.body, True), (b"{}", False)):
            arguments = [endpoint.secret_text, json.dumps(request.headers)]
            command = [shutil.which("node"), "-e", VERIFY, *arguments]
            ended = subprocess.run(command, input=body, capture_output=True, timeout=30)

            assert (ended.returncode == 0) == is_valid, ended.stderr
            assert is_valid or b"No matching signature found" in ended.stderr
