"""Files of results for tests: CSV and NIST reports of two races."""

import csv
import io
from copy import deepcopy

from graph.actions.results import create_race
from graph.actions.results.records import RaceRecord
from tests.factories import CoverageFactory

COLUMNS = "race candidacy votes unit round elected seats share phase valid_from is_called valid note kind".split()
TIME = "2019-12-12T23:00:00+00:00"
RACES = ("aberavon", "aberconwy")
CANDIDACIES = ("kinnock", "lang", "davies")
VOTES = {"aberavon": (17_008, 6_518, 3_108), "aberconwy": (12_653, 14_687, 2_704)}


def covered_election():
    """A covered election with two races of three candidacies and two reporting units."""
    coverage = CoverageFactory(election__slug="united-kingdom-2019-legislative")
    for slug in RACES:
        candidacies = [{"key": key, "name": f"{key.title()} of {slug}", "label": key} for key in CANDIDACIES]
        create_race(
            RaceRecord.from_json(
                {
                    "election": coverage.election.slug,
                    "slug": slug,
                    "name": slug.title(),
                    "area": {"name": slug.title(), "code": f"W-{slug}", "scheme": "gss"},
                    "method": "plurality",
                    "candidacies": candidacies,
                    "units": [{"code": "east", "name": "East"}, {"code": "west", "name": "West"}],
                }
            )
        )
    return coverage


def rows(**changes):
    """One row for each candidacy of both races."""
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


def _words(text):
    return {
        "@type": "ElectionResults.InternationalizedText",
        "Text": [{"@type": "ElectionResults.LanguageString", "Language": "en", "Content": text}],
    }


def _id(scheme, value):
    return [{"@type": "ElectionResults.ExternalIdentifier", "Type": "other", "OtherType": scheme, "Value": value}]


def _selection(race, key, votes):
    counts = {"@type": "ElectionResults.VoteCounts", "Type": "total", "Count": votes, "GpUnitId": f"area-{race}"}
    return {
        "@type": "ElectionResults.CandidateSelection",
        "@id": f"selection-{race}-{key}",
        "CandidateIds": [f"candidate-{race}-{key}"],
        "VoteCounts": [counts],
    }


def _contest(race):
    return {
        "@type": "ElectionResults.CandidateContest",
        "@id": f"race-{race}",
        "Name": race.title(),
        "ElectionDistrictId": f"area-{race}",
        "VotesAllowed": 1,
        "CountStatus": [{"@type": "ElectionResults.CountStatus", "Type": "total", "Status": "in-process"}],
        "ContestSelection": [_selection(race, key, votes) for key, votes in zip(CANDIDACIES, VOTES[race], strict=True)],
    }


def _candidate(race, key):
    return {
        "@type": "ElectionResults.Candidate",
        "@id": f"candidate-{race}-{key}",
        "BallotName": _words(f"{key.title()} of {race}"),
    }


def _unit(race):
    return {
        "@type": "ElectionResults.ReportingUnit",
        "@id": f"area-{race}",
        "Type": "other",
        "OtherType": "constituency",
        "VotersRegistered": 50_000,
    }


REPORT = {
    "@type": "ElectionResults.ElectionReport",
    "Format": "summary-contest",
    "GeneratedDate": TIME,
    "Issuer": "A returning officer",
    "IssuerAbbreviation": "RO",
    "SequenceStart": 1,
    "SequenceEnd": 1,
    "Status": "unofficial-partial",
    "VendorApplicationId": "test",
    "Election": [
        {
            "@type": "ElectionResults.Election",
            "Name": _words("General election"),
            "Type": "general",
            "StartDate": "2019-12-12",
            "EndDate": "2019-12-12",
            "ElectionScopeId": "area-aberavon",
            "Contest": [_contest(race) for race in RACES],
            "Candidate": [_candidate(race, key) for race in RACES for key in CANDIDACIES],
        }
    ],
    "GpUnit": [_unit(race) for race in RACES],
}


def report(change=None) -> dict:
    """The report of both races, after ``change`` has edited it."""
    made = deepcopy(REPORT)
    if change:
        change(made)
    return made
