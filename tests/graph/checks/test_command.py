"""Test what `manage.py check_graph` prints, and when it fails."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from graph import checks
from tests.factories import OfficeFactory, PartyFactory

pytestmark = pytest.mark.django_db

NO_COUNTRY = {"check": "parties_without_country", "slug": "volt-europa-fr", "reason": "It operates in a union."}


@pytest.fixture
def listed_exceptions(tmp_path, monkeypatch):
    """Return a function that writes these rows to the file of exceptions that the command reads. Before its first call,
    the file is empty."""

    def write(*rows):
        path = tmp_path / "exceptions.jsonl"
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
        monkeypatch.setattr(checks, "EXCEPTIONS", path)

    write()
    return write


def check_graph(*options):
    """Run the command with these options. Return (output, error message or None)."""
    out = StringIO()
    try:
        call_command("check_graph", *options, stdout=out, stderr=StringIO())
    except CommandError as error:
        return out.getvalue(), str(error)
    return out.getvalue(), None


def test_check_graph_passes_for_a_graph_without_errors(listed_exceptions):
    assert check_graph() == ("31 checks, 0 findings are listed exceptions.\n", None)


def test_check_graph_prints_a_finding_and_fails(listed_exceptions):
    PartyFactory(name="Volt Europa")

    printed, failure = check_graph("--check", "parties_without_country")

    assert printed.startswith("parties_without_country: volt-europa-fr: Volt Europa operates in no country.\n")
    assert failure == "1 findings, 0 unused exceptions."


def test_check_graph_passes_for_a_listed_exception(listed_exceptions):
    listed_exceptions(NO_COUNTRY)
    PartyFactory(name="Volt Europa")

    printed, failure = check_graph("--check", "parties_without_country")

    assert printed == "1 checks, 1 findings are listed exceptions.\n"
    assert failure is None


def test_exception_does_not_apply_to_another_check(listed_exceptions):
    listed_exceptions(NO_COUNTRY | {"check": "texts_with_markup"})
    PartyFactory(name="Volt Europa")

    assert check_graph("--check", "parties_without_country")[1]


def test_check_graph_fails_for_an_unused_exception(listed_exceptions):
    listed_exceptions(NO_COUNTRY)

    printed, failure = check_graph()

    assert printed.startswith(
        "parties_without_country: volt-europa-fr: The exception is listed, but no longer needed.\n"
    )
    assert failure == "0 findings, 1 unused exceptions."


def test_exceptions_of_other_checks_are_ignored(listed_exceptions):
    listed_exceptions(NO_COUNTRY)

    assert check_graph("--check", "offices_without_country")[1] is None


def test_check_option_can_be_repeated(listed_exceptions):
    PartyFactory()
    OfficeFactory()

    _, failure = check_graph("--check", "parties_without_country", "--check", "offices_without_country")

    assert failure.startswith("2 findings")


def test_json_option_prints_json_lines(listed_exceptions):
    PartyFactory(name="Volt Europa")

    printed, _ = check_graph("--check", "parties_without_country", "--json")

    assert [json.loads(line) for line in printed.splitlines()] == [
        {
            "check": "parties_without_country",
            "slug": "volt-europa-fr",
            "sentence": "Volt Europa operates in no country.",
            "other": "",
        }
    ]


def test_day_option_sets_the_day(listed_exceptions):
    assert check_graph("--day", "2026-06-15")[1] is None


def test_unknown_check_is_an_error(listed_exceptions):
    with pytest.raises(CommandError, match="invalid choice"):
        call_command("check_graph", "--check", "no_such_check")


def test_every_shipped_exception_has_a_reason():
    assert all(reason for reason in checks.read_exceptions().values())
