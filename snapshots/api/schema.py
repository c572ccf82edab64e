"""Describe the paths of election results for the OpenAPI document."""

from config.http.documents import ref
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
REPORT = {
    "type": "object",
    "description": "An `ElectionReport` of NIST SP 1500-100, which has a JSON Schema of its own",
    "properties": {"@type": {"const": "ElectionResults.ElectionReport", "description": "What the object is"}},
    "required": ["@type"],
}
STATE, TEXT = parameters.StateParameters(), {"type": "string"}

elections = operation("list_results", CoveredElectionsResponse, parameters.CoveredElectionsParameters())
election = operation("get_results", ElectionResults, STATE, in_path=OF_ELECTION)
races = operation("list_races", RacesResponse, parameters.RacesParameters(), in_path=OF_ELECTION)
csv_download = operation("download_results_csv", TEXT, STATE, in_path=OF_ELECTION, media_type="text/csv")
json_download = operation(
    "download_results_json",
    {"anyOf": [ref(ResultsDownload.component), REPORT]},
    parameters.JsonDownloadParameters(),
    in_path=OF_ELECTION,
)
versions = operation("list_versions", VersionsResponse, parameters.VersionsParameters(), in_path=OF_RACE)
units = operation("list_units", UnitsResponse, parameters.UnitsParameters(), in_path=OF_RACE)
race = operation("get_race", RaceResponse, parameters.RaceStateParameters(), in_path=OF_RACE)
