"""Test the command ingest_results, which records the counts in a file as result versions, and reports errors."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from graph.models import ResultVersion, Tally
from tests.factories import SourceFactory
from tests.graph.interchange.result_reports import EXAMPLES, VOTES, covered_election, csv_file, report, rows

pytestmark = pytest.mark.django_db

ELECTION = "united-kingdom-2019-legislative"


@pytest.fixture
def coverage():
    return covered_election()


@pytest.fixture
def ingest(coverage, tmp_path):
    """Return the function ``ingest(body)``. It writes a file of results with this content, and runs the command on it.
    It returns (output, errors), two texts."""

    def run(body, name="results.csv", **options):
        path = tmp_path / name
        path.write_bytes(body)
        output, errors = StringIO(), StringIO()
        try:
            call_command("ingest_results", ELECTION, path, stdout=output, stderr=errors, **options)
        except CommandError as error:
            errors.write(str(error))
        return output.getvalue(), errors.getvalue()

    return run


def votes():
    """Map the slug of each race with a result to the votes in all its versions, as a tuple in the order of versions and
    candidacies."""
    tallies = Tally.objects.filter(version__race__current__pk__isnull=False, unit=None).order_by("version", "candidacy")
    found = {}
    for slug, number in tallies.values_list("version__race__slug", "votes"):
        found.setdefault(slug, []).append(number)
    return {slug: tuple(numbers) for slug, numbers in found.items()}


@pytest.mark.parametrize(
    ("body", "name"), [((EXAMPLES / name).read_bytes(), name) for name in ("results.csv", "results.json")]
)
class TestFormats:
    def test_counts_are_recorded(self, ingest, body, name):
        output, errors = ingest(body, name)

        assert "2 recorded, 0 unchanged, 0 late, 0 rejected" in output
        assert errors == ""
        assert votes() == VOTES

    def test_same_file_twice_changes_nothing(self, ingest, body, name):
        ingest(body, name)
        output, errors = ingest(body, name)

        assert "0 recorded, 2 unchanged" in output
        assert errors == ""

    def test_dry_run_writes_nothing(self, ingest, body, name):
        output, _ = ingest(body, name, dry_run=True)

        assert "2 recorded" in output
        assert "Dry run: nothing was written." in output
        assert not ResultVersion.objects.exists()

    def test_source_is_stored(self, ingest, body, name):
        ingest(body, name, source=SourceFactory(slug="a-returning-officer").slug)

        assert set(ResultVersion.objects.values_list("source__slug", flat=True)) == {"a-returning-officer"}


def test_race_with_an_error_does_not_stop_the_others(ingest):
    lines = rows()
    lines[0]["votes"] = -5

    output, errors = ingest(csv_file(lines))

    assert "1 recorded, 0 unchanged, 0 late, 1 rejected" in output
    assert "line 2: aberavon: The number 'votes of tally 0' is negative or too large: -5." in errors
    assert "Not everything was recorded" in errors
    assert list(votes()) == ["aberconwy"]


def test_late_file_is_no_error(ingest):
    ingest(csv_file(rows(valid_from="2019-12-13T01:00:00Z")))
    lines = rows()
    lines[0]["votes"] = 1

    output, errors = ingest(csv_file(lines))

    assert "0 recorded, 0 unchanged, 2 late" in output
    assert errors == ""


def test_csv_has_rounds_units_and_facts_of_the_race(ingest):
    lines = [
        {"race": "aberavon", "candidacy": key, "votes": number, "unit": unit, "round": "0", "phase": "counting"}
        for key, number in zip(("kinnock", "lang", "davies"), (5, 3, 1), strict=True)
        for unit in ("east", "west")
    ]
    ingest(csv_file(lines))

    assert votes() == {"aberavon": (10, 6, 2)}
    assert Tally.objects.filter(unit__code="west").count() == 3


def test_nist_report_has_the_electorate_winners_and_the_phase(ingest):
    def certify(made):
        made["Status"] = "certified"
        made["Election"][0]["Candidate"][0]["PostElectionStatus"] = "winner"

    ingest(json.dumps(report(certify)).encode(), "results.json")

    version = ResultVersion.objects.get(race__slug="aberavon")
    assert (version.phase, version.kind, version.electorate) == ("certified", "certification", 50_000)
    assert version.tallies.get(is_elected=True).candidacy.key == "kinnock"


def test_unknown_election_is_an_error(tmp_path):
    with pytest.raises(CommandError, match="No covered election has the slug 'nowhere'"):
        call_command("ingest_results", "nowhere", tmp_path / "results.csv")


@pytest.mark.parametrize("name", ["results.xml", "missing.csv"])
def test_unreadable_file_is_an_error(coverage, tmp_path, name):
    errors = StringIO()
    (tmp_path / "results.xml").write_bytes(b"<report/>")

    with pytest.raises(CommandError, match="Not everything was recorded"):
        call_command("ingest_results", ELECTION, tmp_path / name, stderr=errors)

    assert name in errors.getvalue()
