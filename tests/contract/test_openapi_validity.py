"""Test that the OpenAPI document is valid."""

import json
from pathlib import Path

import jsonschema
from django.core.management import call_command
from drf_spectacular import validation
from referencing import Registry, Resource


def test_schema_is_a_valid_openapi_3_1_document(tmp_path):
    file = tmp_path / "schema.json"
    call_command("spectacular", "--fail-on-warn", "--format", "openapi-json", "--file", str(file))

    # The option --validate searches the whole specification for each reference, which takes five times as long.
    specification = json.loads(Path(validation.__file__).with_name("openapi_3_1_schema.json").read_text())
    registry = Registry().with_resource(specification["$id"], Resource.from_contents(specification)).crawl()
    jsonschema.Draft202012Validator(specification, registry=registry).validate(json.loads(file.read_text()))
