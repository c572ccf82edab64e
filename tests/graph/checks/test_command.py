"""`manage.py check_graph`: what it prints, and when it fails."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from graph.checks import exceptions
from tests.factories import OfficeFactory, PartyFactory

pytestmark = pytest.mark.django_db

NO_COUNTRY = {"rule": "parties_without_country", "slug": "volt-europa-fr", "reason": "It operates in a union."}


@pytest.fixture
def listed_exceptions(tmp_path, monkeypatch):
    """Write the list of exceptions that the command reads."""

    def write(*rows):
        path = tmp_path / "exceptions.jsonl"
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
        monkeypatch.setattr(exceptions.listed, "__defaults__", (path,))

    write()
    return write


def check(*options):
    """What the command prints, and whether it fails."""
    out = StringIO()
    try:
        call_command("check_graph", *options, stdout=out, stderr=StringIO())
    except CommandError as error:
        return out.getvalue(), str(error)
    return out.getvalue(), None


def test_a_graph_that_breaks_no_rule_passes(listed_exceptions):
    assert check() == ("26 rules checked, 0 findings are listed exceptions.\n", None)


def test_a_finding_fails_and_is_told(listed_exceptions):
    PartyFactory(name="Volt Europa")

    said, failure = check("--rule", "parties_without_country")

    assert said.startswith("parties_without_country: volt-europa-fr: Volt Europa operates in no country.\n")
    assert failure == "1 findings, 0 exceptions that nothing needs."


def test_a_listed_exception_passes(listed_exceptions):
    listed_exceptions(NO_COUNTRY)
    PartyFactory(name="Volt Europa")

    said, failure = check("--rule", "parties_without_country")

    assert said == "1 rules checked, 1 findings are listed exceptions.\n"
    assert failure is None


def test_an_exception_excuses_no_other_rule(listed_exceptions):
    listed_exceptions(NO_COUNTRY | {"rule": "texts_with_markup"})
    PartyFactory(name="Volt Europa")

    assert check("--rule", "parties_without_country")[1]


def test_an_exception_that_nothing_needs_is_told_and_fails(listed_exceptions):
    listed_exceptions(NO_COUNTRY)

    said, failure = check()

    assert said.startswith("parties_without_country: volt-europa-fr: The exception is listed, but no longer needed.\n")
    assert failure == "0 findings, 1 exceptions that nothing needs."


def test_exceptions_of_rules_that_were_not_asked_do_not_matter(listed_exceptions):
    listed_exceptions(NO_COUNTRY)

    assert check("--rule", "offices_without_country")[1] is None


def test_several_rules(listed_exceptions):
    PartyFactory()
    OfficeFactory()

    _, failure = check("--rule", "parties_without_country", "--rule", "offices_without_country")

    assert failure.startswith("2 findings")


def test_findings_as_json_lines(listed_exceptions):
    PartyFactory(name="Volt Europa")

    said, _ = check("--rule", "parties_without_country", "--json")

    assert [json.loads(line) for line in said.splitlines()] == [
        {
            "rule": "parties_without_country",
            "slug": "volt-europa-fr",
            "sentence": "Volt Europa operates in no country.",
        }
    ]


def test_the_day_can_be_named(listed_exceptions):
    assert check("--day", "2026-06-15")[1] is None


def test_an_unknown_rule_is_refused(listed_exceptions):
    with pytest.raises(CommandError, match="invalid choice"):
        call_command("check_graph", "--rule", "no_such_rule")


def test_the_shipped_exceptions_can_be_read():
    assert all(reason for reason in exceptions.listed().values())
