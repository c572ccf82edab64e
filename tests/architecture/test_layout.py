"""Test the layout of the project: the top level, the READMEs, the dependencies, and the size of files and functions."""

import ast
import io
import re
import tokenize
import tomllib
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
    "Dockerfile",
    "compose.yaml",
    "requirements.lock",
    "requirements-run.lock",
    "requirements-dev.lock",
}
GENERATED = {"__pycache__", "staticfiles"}

README_LINES = 120
APP_README_LINES = 60
FILE_LINES = 300
FUNCTION_LINES = 30
USUAL_FUNCTION_LINES = 20
"""At least 95 per cent of the functions have at most this number of lines."""
COMMENTS_PER_100_LINES = 3
COMMENTED_PACKAGES = ("graph/admin", "graph/api", "snapshots", "feeds")


def is_committed(path):
    return not (path.name.startswith(".") or ".sqlite3" in path.name or path.name in GENERATED)


def test_top_level_has_the_planned_files_only():
    assert {path.name for path in ROOT.iterdir() if is_committed(path)} == TOP_LEVEL


def test_readme_is_at_most_120_lines():
    assert len((ROOT / "README.md").read_text().splitlines()) <= README_LINES


@pytest.mark.parametrize("app", [*APPS, "config"])
def test_readme_of_an_app_is_short_and_says_what_does_not_belong_there(app):
    lines = (ROOT / app / "README.md").read_text().splitlines()

    assert len(lines) <= APP_README_LINES
    assert "## What does not belong here" in lines


def test_links_of_readmes_lead_to_files():
    for readme in [ROOT / "README.md", *(ROOT / app / "README.md" for app in (*APPS, "config"))]:
        for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", readme.read_text()):
            assert (readme.parent / target).exists(), f"{readme.relative_to(ROOT)}: {target}"


def test_files_have_at_most_300_lines():
    files = [path for path in python_files(*PACKAGES, "tests") if "migrations" not in path.parts]

    long = {str(path.relative_to(ROOT)) for path in files if len(path.read_text().splitlines()) > FILE_LINES}

    assert not long


@pytest.mark.parametrize("folders", [PACKAGES, ("tests",)], ids=["code", "tests"])
def test_functions_are_short(folders):
    lengths = dict(functions(*folders))

    assert quantiles(lengths.values(), n=20)[-1] <= USUAL_FUNCTION_LINES
    assert not {name: length for name, length in lengths.items() if length > FUNCTION_LINES}


@pytest.mark.parametrize("package", COMMENTED_PACKAGES)
def test_code_has_comments(package):
    texts = [path.read_text() for path in python_files(package) if "migrations" not in path.parts]
    comments = sum(
        is_comment(token) for text in texts for token in tokenize.generate_tokens(io.StringIO(text).readline)
    )

    assert comments >= sum(len(text.splitlines()) for text in texts) * COMMENTS_PER_100_LINES / 100


def is_comment(token):
    return token.type == tokenize.COMMENT and not re.match(r"# (noqa|type):", token.string)


def test_only_migrations_and_search_backends_read_the_database_vendor():
    """The setting DATABASE_URL chooses the database. All other code must work with both databases."""
    modules = {module_name(path) for path in python_files(*PACKAGES) if reads_vendor(path)}

    assert modules
    assert not {name for name in modules if not name.startswith("search.backends") and ".migrations." not in name}


def reads_vendor(path):
    return any(isinstance(node, ast.Attribute) and node.attr == "vendor" for node in ast.walk(tree(path)))


def locked(name):
    return set(re.findall(r"^([a-z0-9.-]+)==", (ROOT / name).read_text(), re.MULTILINE))


def test_project_uses_the_packages_of_the_design():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    rows = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    named = {re.match(r"[\w-]+", row)[0].lower() for row in rows}

    assert {"django", "djangorestframework", "django-filter", "django-ratelimit", "psycopg", "django-allauth"} <= named
    assert {"pytest-django", "factory-boy"} <= named


def test_locks_add_to_each_other_and_production_has_no_development_tools():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    production, run, development = map(locked, ("requirements.lock", "requirements-run.lock", "requirements-dev.lock"))

    assert production < run < development
    assert set(extras["run"]) <= run - production
    assert set(extras["dev"]) <= development - run
