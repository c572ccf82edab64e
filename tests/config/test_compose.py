"""Test that the containers in ``compose.yaml`` use commands and environment variables that exist."""

import re

import pytest
import yaml
from django.core.management import get_commands

from tests.architecture.source import ROOT

COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text())
OURS = {name: service for name, service in COMPOSE["services"].items() if service["image"] == "political-graph"}


@pytest.mark.parametrize("name", OURS)
def test_services_run_commands_that_exist(name):
    command = OURS[name].get("command", "")
    found = set(re.findall(r"manage\.py (\w+)", command)) | set(
        re.findall(r"\w+", command.partition(" in ")[2].partition(";")[0])
    )

    assert found <= get_commands().keys()
    assert found or name == "web"


def test_environment_has_variables_that_the_documentation_describes():
    described = set(re.findall(r"`([A-Z_]+)`", (ROOT / "config/ENVIRONMENT.md").read_text()))

    assert COMPOSE["x-service"]["environment"].keys() <= described


def test_image_has_the_packages_of_the_service():
    ignored = (ROOT / ".dockerignore").read_text().splitlines()

    assert {f"!{name}" for name in ("config", "graph", "snapshots", "search", "feeds", "accounts", "templates")} <= set(
        ignored
    )
