"""Describe the paths of election results for the OpenAPI document."""

import json
from pathlib import Path

from config.http.openapi import operation, path_parameter
from graph.documents import SLUG
from snapshots.api import parameters
from snapshots.results.downloads import ResultsDownload
from snapshots.results.elections import CoveredElectionsResponse
from snapshots.results.history import UnitsResponse, VersionsResponse
from snapshots.results.race import RaceResponse
from snapshots.results.races import RACE_SLUG, RacesResponse
from snapshots.results.summary import ElectionResults

OF_ELECTION = [path_parameter("slug", SLUG, "The election's slug")]
OF_RACE = [*OF_ELECTION, path_parameter("race", RACE_SLUG, "The race's slug within the election")]
# Responses of the shipped catalogue.
EXAMPLES = json.loads(Path(__file__).with_name("examples.json").read_text())
STATE, TEXT = parameters.StateParameters(), {"type": "string"}


def _operation(name, *content, **options):
    return operation(name, *content, example=EXAMPLES[name], **options)


elections = _operation("list_results", CoveredElectionsResponse, parameters.CoveredElectionsParameters())
election = _operation("get_results", ElectionResults, STATE, in_path=OF_ELECTION)
races = _operation("list_races", RacesResponse, parameters.RacesParameters(), in_path=OF_ELECTION)
csv_download = _operation("download_results_csv", TEXT, STATE, in_path=OF_ELECTION, media_type="text/csv")
json_download = _operation(
    "download_results_json", ResultsDownload, parameters.JsonDownloadParameters(), in_path=OF_ELECTION
)
versions = _operation("list_versions", VersionsResponse, parameters.VersionsParameters(), in_path=OF_RACE)
units = _operation("list_units", UnitsResponse, parameters.UnitsParameters(), in_path=OF_RACE)
race = _operation("get_race", RaceResponse, parameters.RaceStateParameters(), in_path=OF_RACE)
