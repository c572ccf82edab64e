"""Make files with election results for tests: CSV files and NIST reports about two races."""

import csv
import io
import json
from copy import deepcopy

from graph.actions.results.records import RaceRecord
from tests.architecture.source import ROOT
from tests.factories import CandidacyFactory, CoverageFactory, RaceFactory, ReportingUnitFactory

EXAMPLES = ROOT / "graph/interchange/examples"
COLUMNS = "race candidacy votes unit round elected seats share phase valid_from is_called valid note kind".split()
TIME = "2019-12-12T23:00:00+00:00"
RACES = ("aberavon", "aberconwy")
CANDIDACIES = ("kinnock", "lang", "davies")
VOTES = {"aberavon": (17_008, 6_518, 3_108), "aberconwy": (12_653, 14_687, 2_704)}


def race_record(slug):
    """Return a race record with three candidacies and two reporting units, and without a count."""
    return RaceRecord.from_json(
        {
            "election": "united-kingdom-2019-legislative",
            "slug": slug,
            "name": slug.title(),
            "area": {"name": slug.title(), "code": f"W-{slug}", "scheme": "gss"},
            "method": "plurality",
            "seats": 1,
            "candidacies": [{"key": key, "name": f"{key.title()} of {slug}", "label": key} for key in CANDIDACIES],
            "units": [{"code": "east", "name": "East"}, {"code": "west", "name": "West"}],
        }
    )


def covered_election():
    """Create an election with the two races, without a count. Return its coverage."""
    coverage = CoverageFactory(election__slug="united-kingdom-2019-legislative")
    for made in map(race_record, RACES):
        area = {"area_name": made.area.name, "area_code": made.area.code, "area_scheme": made.area.scheme}
        race = RaceFactory(election=coverage.election, slug=made.slug, name=made.name, **area)
        for row in made.candidacies:
            CandidacyFactory(race=race, key=row.key, name=row.name, label=row.label)
        for row in made.units:
            ReportingUnitFactory(race=race, code=row.code, name=row.name)
    return coverage


def rows(**changes):
    """Return a dictionary for each row of a CSV file of results. A row has the votes of a candidacy in one of the two
    races. ``changes`` are values that replace those in all rows."""
    return [
        {"race": race, "candidacy": key, "votes": votes, "phase": "counting", "valid_from": TIME, **changes}
        for race in RACES
        for key, votes in zip(CANDIDACIES, VOTES[race], strict=True)
    ]


def csv_file(lines, columns=COLUMNS) -> bytes:
    text = io.StringIO()
    writer = csv.DictWriter(text, columns)
    writer.writeheader()
    writer.writerows(lines)
    return text.getvalue().encode()


REPORT = json.loads((EXAMPLES / "results.json").read_text())
"""A NIST report with the numbers in `VOTES`. Its races and candidacies have names, but no slugs or keys of this
service."""


def report(change=None) -> dict:
    """Return a copy of `REPORT`, a NIST report. If a function ``change`` is given, it has edited the copy."""
    made = deepcopy(REPORT)
    if change:
        change(made)
    return made
