"""Describe the paths of election results for the OpenAPI document."""

from drf_spectacular.utils import OpenApiResponse, extend_schema

from config.http.openapi import ok, page_headers, parameters, path_parameter
from graph.api.schema import SLUG_RESPONSES
from graph.documents import SLUG
from snapshots.api.parameters import (
    CoveredElectionsParameters,
    JsonDownloadParameters,
    RacesParameters,
    RaceStateParameters,
    StateParameters,
    UnitsParameters,
    VersionsParameters,
)
from snapshots.results.downloads import ResultsDownload
from snapshots.results.elections import CoveredElectionsResponse
from snapshots.results.history import UnitsResponse, VersionsResponse
from snapshots.results.race import RaceResponse
from snapshots.results.races import RACE_SLUG, RacesResponse
from snapshots.results.summary import ElectionResults

ELECTION_IN_PATH = path_parameter("slug", SLUG, "The election's slug")
RACE_IN_PATH = path_parameter("race", RACE_SLUG, "The race's slug within the election")

elections = extend_schema(
    operation_id="list_results",
    summary="Elections whose results are covered",
    description="Newest first. Filters combine. Rehearsals are listed with `mode=test` only.",
    parameters=[*parameters(CoveredElectionsParameters()), *page_headers("Elections on all pages")],
    responses=ok(CoveredElectionsResponse, "One page of covered elections"),
)
election = extend_schema(
    operation_id="get_results",
    summary="The results of an election",
    description="Its phase, how many races have reported, turnout, votes and seats by party, and what changed since "
    "the election before. Until all races are decided, changes concern the races that have reported.",
    parameters=[ELECTION_IN_PATH, *parameters(StateParameters())],
    responses=ok(ElectionResults, "The results") | SLUG_RESPONSES,
)
races = extend_schema(
    operation_id="list_races",
    summary="The races of an election, filtered and paged",
    description="By slug. Follow an election with `changed_since` and the `version` of the last response.",
    parameters=[ELECTION_IN_PATH, *parameters(RacesParameters()), *page_headers("Races on all pages")],
    responses=ok(RacesResponse, "One page of races") | SLUG_RESPONSES,
)
csv_download = extend_schema(
    operation_id="download_results_csv",
    summary="All results of an election as CSV",
    description="A row for each candidacy, round and reporting unit; without `unit`, of the whole race. Not counted "
    "against any limit.",
    parameters=[ELECTION_IN_PATH, *parameters(StateParameters())],
    responses={(200, "text/csv"): OpenApiResponse({"type": "string"}, "CSV with a header row")} | SLUG_RESPONSES,
)
json_download = extend_schema(
    operation_id="download_results_json",
    summary="All results of an election as JSON",
    description="The records of the races or, with `format=nist`, an `ElectionReport` of the Election Results "
    "Reporting Common Data Format, version 2. Not counted against any limit.",
    parameters=[ELECTION_IN_PATH, *parameters(JsonDownloadParameters())],
    responses=ok(ResultsDownload, "The file") | SLUG_RESPONSES,
)
versions = extend_schema(
    operation_id="list_versions",
    summary="The result versions of one race",
    description="Newest first. A version is never changed; what was wrong is corrected by a later one.",
    parameters=[
        ELECTION_IN_PATH,
        RACE_IN_PATH,
        *parameters(VersionsParameters()),
        *page_headers("Versions on all pages"),
    ],
    responses=ok(VersionsResponse, "One page of versions") | SLUG_RESPONSES,
)
units = extend_schema(
    operation_id="list_units",
    summary="The reporting units of one race",
    description="By code. A unit is a part of the race's area that reports its own count, such as a county.",
    parameters=[ELECTION_IN_PATH, RACE_IN_PATH, *parameters(UnitsParameters()), *page_headers("Units on all pages")],
    responses=ok(UnitsResponse, "One page of reporting units") | SLUG_RESPONSES,
)
race = extend_schema(
    operation_id="get_race",
    summary="The results of one race",
    description="Its candidacies, rounds, and comparison with the race before.",
    parameters=[ELECTION_IN_PATH, RACE_IN_PATH, *parameters(RaceStateParameters())],
    responses=ok(RaceResponse, "The race") | SLUG_RESPONSES,
)
