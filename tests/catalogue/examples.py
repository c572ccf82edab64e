"""Make the examples of the OpenAPI document from responses with the catalogue of the repository on a fixed day."""

import json
import os
import re
from datetime import UTC, date, datetime

from config.http.cursors import encode
from config.http.openapi import EXAMPLES, EXAMPLES_FILE
from graph.kinds import Kind
from graph.models import Entity
from search.index import mark_stale, refresh
from search.models import StaleEntity
from snapshots.coverage import compute_coverage, store_coverage
from snapshots.downloads.sets import new_set, write_manifest

DAY_OF_EXAMPLES = date(2026, 11, 26)
BUILT_AT = datetime(2026, 11, 26, 12, tzinfo=UTC)
FILES = {
    "iceland.csv.zip": {
        "format": "csv",
        "country_code": "is",
        "country": "Iceland",
        "media_type": "application/zip",
        "size": 42_000,
        "sha256": "0123456789abcdef" * 4,
        "licence": ["CC0-1.0", "MIT"],
    }
}
FIRST_MEMBERS = {"/api/schema": ("openapi", "info")}
"""Maps a path to the members of its long JSON document that the example shows. The others are left out."""


def real_examples(get):
    """Request the path of each example. Return {name: {"path": path, "response": response}}. If the environment
    variable UPDATE_EXAMPLES is set, also write this to the file of examples."""
    _prepare()
    paths = {name: example["path"] for name, example in EXAMPLES.items()}
    examples = {name: {"path": path, "response": _content(path, get(path))} for name, path in paths.items()}
    if "UPDATE_EXAMPLES" in os.environ:
        EXAMPLES_FILE.write_text(json.dumps(examples, indent=1, ensure_ascii=False) + "\n")
    return examples


def _prepare():
    # Store the coverage of one country only, which is enough for an example.
    store_coverage([next(compute_coverage(DAY_OF_EXAMPLES))])
    # Build only these files, because building all files takes too long.
    with new_set(BUILT_AT) as folder:
        write_manifest(folder, str(DAY_OF_EXAMPLES), 1, FILES)
    # Index only the chambers of one country, because indexing all entities takes half a minute.
    StaleEntity.objects.all().delete()
    mark_stale(Entity.objects.in_country("is").of_kind(Kind.INSTITUTION).values_list("pk", flat=True))
    refresh()


def _content(path, response):
    content = (b"".join(response) if response.streaming else response.content).decode()
    # Replace positions in the journal, because they are different in each catalogue.
    content = re.sub(r"/change/\d+", "/change/1", re.sub(r"since=[\w-]+", f"since={encode(['changes', 1])}", content))
    if "json" not in response["Content-Type"]:
        return content
    shown = FIRST_MEMBERS.get(path)
    members = {name: value for name, value in json.loads(content).items() if not shown or name in shown}
    # Replace ``reset``: the end of a rate limit window depends on the IP address, and so on earlier requests.
    return members | ({"reset": 60} if "reset" in members else {})
