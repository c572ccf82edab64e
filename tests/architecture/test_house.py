"""The shape of the house: what stands at the top level, and how long a file or a function may grow."""

import ast
from statistics import quantiles

import pytest

from tests.architecture.source import APPS, PACKAGES, ROOT, functions, module_name, python_files, tree

TOP_LEVEL = {
    "manage.py",
    "pyproject.toml",
    "README.md",
    *PACKAGES,
    "templates",
    "tests",
    "Makefile",
    "LICENSE",
    "CHANGELOG.md",
    "requirements.lock",
    "requirements-dev.lock",
    "requirements-run.lock",
}
LEFT_BY_RUNNING = {"__pycache__", "staticfiles"}

LONGEST_FILE = 300
LONGEST_README = 60
LONGEST_USUAL_FUNCTION = 20
"""In lines, of 95 functions out of 100."""
LONGEST_FUNCTION = 30


def is_ours(path):
    return not (path.name.startswith(".") or ".sqlite3" in path.name or path.name in LEFT_BY_RUNNING)


def test_the_top_level_holds_what_the_plan_names_and_nothing_else():
    assert {path.name for path in ROOT.iterdir() if is_ours(path)} == TOP_LEVEL


@pytest.mark.parametrize("app", APPS)
def test_every_app_says_on_a_page_what_lives_there_and_what_does_not(app):
    lines = (ROOT / app / "README.md").read_text().splitlines()

    assert len(lines) <= LONGEST_README
    assert "## What does not belong here" in lines


def test_no_file_is_longer_than_its_subject():
    files = [path for path in python_files(*PACKAGES, "tests") if "migrations" not in path.parts]

    long = {str(path.relative_to(ROOT)) for path in files if len(path.read_text().splitlines()) > LONGEST_FILE}

    assert not long


@pytest.mark.parametrize("folders", [PACKAGES, ("tests",)], ids=["code", "tests"])
def test_functions_are_short(folders):
    lengths = dict(functions(*folders))

    assert quantiles(lengths.values(), n=20)[-1] <= LONGEST_USUAL_FUNCTION
    assert not {name: length for name, length in lengths.items() if length > LONGEST_FUNCTION}


def test_hardly_anything_knows_which_database_it_is():
    """Settings choose it by its address; migrations and the search backends speak its own language."""
    askers = {module_name(path) for path in python_files(*PACKAGES) if asks_for_vendor(path)}

    assert not {
        module for module in askers if not module.startswith("search.backends") and ".migrations." not in module
    }


def asks_for_vendor(path):
    return any(isinstance(node, ast.Attribute) and node.attr == "vendor" for node in ast.walk(tree(path)))
