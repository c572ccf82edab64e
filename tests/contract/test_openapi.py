"""Test that the OpenAPI document describes all paths, and that the responses conform to it."""

import json
import re

import jsonschema
import pytest
from django.core.management import call_command
from django.urls import get_resolver

from feeds.api.parameters import ChangesParameters, FeedParameters
from feeds.webhooks.event_types import EVENT_TYPES, PING
from graph.actions import merge
from graph.api.filters import EntityFilter, RelationshipFilter
from graph.api.parameters import EntitiesParameters, EntityParameters, RelationshipsParameters
from search.api.parameters import SearchParameters
from search.index import refresh
from snapshots.api.files import DownloadsParameters
from snapshots.api.parameters import (
    CoveredElectionsParameters,
    JsonDownloadParameters,
    RacesParameters,
    RaceStateParameters,
    StateParameters,
    UnitsParameters,
    VersionsParameters,
)
from tests.factories import FACTORIES, PartyFactory

LIMITS = {
    "X-API-Tier",
    "X-RateLimit-Limit",
    "X-RateLimit-Remaining",
    "X-RateLimit-Reset",
    "RateLimit-Policy",
    "RateLimit",
}
LIMITS_OF_TYPES = {"string": ({"enum"}, {"maxLength"}), "integer": ({"minimum", "maximum"},)}
NOT_FOR_MACHINES = {"/api/docs"}
PARAMETERS = {
    "/api/graph/entities": {*EntitiesParameters().fields, *EntityFilter().form.fields},
    "/api/graph/entity/{slug}": {*EntityParameters().fields},
    "/api/graph/entity/{slug}/relationships": {*RelationshipsParameters().fields, *RelationshipFilter().form.fields},
    "/api/coverage": set(),
    "/api/changes": {*ChangesParameters().fields},
    "/api/downloads": {*DownloadsParameters().fields},
    "/api/me": set(),
    "/api/results": {*CoveredElectionsParameters().fields},
    "/api/results/{slug}": {*StateParameters().fields},
    "/api/results/{slug}/download.csv": {*StateParameters().fields},
    "/api/results/{slug}/download.json": {*JsonDownloadParameters().fields},
    "/api/results/{slug}/races": {*RacesParameters().fields},
    "/api/results/{slug}/races/{race}": {*RaceStateParameters().fields},
    "/api/results/{slug}/races/{race}/units": {*UnitsParameters().fields},
    "/api/results/{slug}/races/{race}/versions": {*VersionsParameters().fields},
    "/api/schema": set(),
    "/api/search": {*SearchParameters().fields},
    "/api/snapshot/{country}": {*EntityParameters().fields},
    "/feed": {*FeedParameters().fields},
    "/feed/entity/{slug}": set(),
}
DOCUMENTS = {
    "/api/graph/entities": "EntitiesAnswer",
    "/api/graph/entity/{slug}": "EntityAnswer",
    "/api/graph/entity/{slug}/relationships": "RelationshipsAnswer",
    "/api/changes": "ChangesAnswer",
    "/api/coverage": "CoverageAnswer",
    "/api/downloads": "DownloadsAnswer",
    "/api/me": "Me",
    "/api/results": "ResultsAnswer",
    "/api/results/{slug}": "ElectionResults",
    "/api/results/{slug}/races": "RacesAnswer",
    "/api/results/{slug}/races/{race}": "RaceAnswer",
    "/api/results/{slug}/races/{race}/units": "UnitsAnswer",
    "/api/results/{slug}/races/{race}/versions": "VersionsAnswer",
    "/api/search": "SearchAnswer",
    "/api/snapshot/{country}": "Snapshot",
}


@pytest.fixture
def document(client):
    return client.get("/api/schema").json()


def routes(resolver=None, prefix="/"):
    for pattern in (resolver or get_resolver()).url_patterns:
        path = prefix + str(pattern.pattern)
        yield from routes(pattern, path) if hasattr(pattern, "url_patterns") else [path]


def conforms(document, component, value):
    schema = {**document, "$ref": f"#/components/schemas/{component}"}
    jsonschema.Draft202012Validator(schema).validate(value)


def test_schema_has_every_path_of_the_api(document):
    served = {re.sub("<str:(.*?)>", r"{\1}", route) for route in routes() if route.startswith(("/api", "/feed"))}

    assert document["openapi"] == "3.1.0"
    assert set(document["paths"]) == served - NOT_FOR_MACHINES


def test_schema_has_every_parameter_and_no_other(document):
    for path, names in PARAMETERS.items():
        parameters = document["paths"][path]["get"]["parameters"]

        assert {parameter["name"] for parameter in parameters if parameter["in"] == "query"} == names
        assert all(parameter["description"] and parameter["schema"] for parameter in parameters)


def test_schema_describes_each_response_by_its_document(document):
    contents = {path: document["paths"][path]["get"]["responses"]["200"]["content"] for path in DOCUMENTS}

    described = {path: content["application/json"]["schema"]["$ref"] for path, content in contents.items()}
    assert described == {path: f"#/components/schemas/{name}" for path, name in DOCUMENTS.items()}


def test_schema_groups_paths_in_the_order_of_use(document):
    tags = [document["paths"][path]["get"]["tags"] for path in document["paths"]]

    assert [tag["name"] for tag in document["tags"]][:3] == ["Entities", "Snapshots", "Search"]
    assert [names[0] for names in tags] == sorted(
        (names[0] for names in tags), key=[tag["name"] for tag in document["tags"]].index
    )


def test_schema_describes_each_event_of_webhooks(document):
    assert set(document["webhooks"]) == set(EVENT_TYPES)
    for name, item in document["webhooks"].items():
        content = item["post"]["requestBody"]["content"]["application/json"]
        if name != PING:
            schema = {"components": document["components"], **content["schema"]}
            jsonschema.Draft202012Validator(schema).validate(content["example"])


def test_schema_describes_headers_and_problems_of_every_path(document):
    for path in PARAMETERS:
        responses = document["paths"][path]["get"]["responses"]

        assert {"200", "400", "401", "405", "406", "500", "503"} <= set(responses)
        for status in ("400", "401", "406", "503"):
            assert "application/problem+json" in responses[status]["content"]
        assert all(set(responses[status]["headers"]) >= LIMITS | {"X-Request-Id"} for status in responses)
        assert "WWW-Authenticate" in responses["401"]["headers"]


def test_schema_says_what_caches_may_store(document):
    for path in PARAMETERS:
        responses = document["paths"][path]["get"]["responses"]

        assert {"ETag", "Last-Modified", "Cache-Control", "Vary"} <= set(responses["200"]["headers"])
        assert "304" in responses


def test_schema_says_which_paths_are_counted(document):
    for path in PARAMETERS:
        operation = document["paths"][path]["get"]

        is_counted = path.startswith(("/api/graph", "/api/results", "/api/snapshot")) and "/download." not in path
        assert operation["responses"]["429"]["description"].startswith("The allowance") is is_counted
        assert operation["security"] == [{}, {"key": []}]


def test_schema_describes_old_and_withdrawn_slugs(document):
    for path in (
        "/api/graph/entity/{slug}",
        "/api/graph/entity/{slug}/relationships",
        "/api/results/{slug}",
        "/api/results/{slug}/races/{race}",
        "/api/snapshot/{country}",
        "/feed/entity/{slug}",
    ):
        assert {"308", "404", "410"} <= set(document["paths"][path]["get"]["responses"])


@pytest.mark.django_db
class TestResponses:
    """Test that the response of each path conforms to its schema in the OpenAPI document."""

    def test_entity_conforms(self, client, document, macron):
        conforms(document, "EntityAnswer", client.get("/api/graph/entity/emmanuel-macron").json())

    @pytest.mark.parametrize("values", [{}, {"details": None}])
    def test_entity_of_every_kind_conforms(self, client, document, values):
        for kind, factory in FACTORIES.items():
            response = client.get(f"/api/graph/entity/{factory(**values).slug}").json()

            conforms(document, "EntityAnswer", response)
            conforms(document, f"{kind.capitalize()}Metadata", response["entity"]["metadata"])

    def test_relationships_conform(self, client, document, hub):
        for query in ("", "?limit=3"):
            response = client.get(f"/api/graph/entity/france/relationships{query}").json()
            conforms(document, "RelationshipsAnswer", response)

    def test_entities_conform(self, client, document, hub):
        for query in ("", "?limit=3"):
            conforms(document, "EntitiesAnswer", client.get(f"/api/graph/entities{query}").json())

    @pytest.mark.parametrize("query", ["", "?at=2026-06-01", "?at=1200-01-01"])
    def test_snapshot_conforms(self, client, document, republic, query):
        conforms(document, "Snapshot", client.get(f"/api/snapshot/france{query}").json())

    @pytest.mark.parametrize(
        ("path", "component"),
        [
            ("", "ResultsAnswer"),
            ("/gb-2019", "ElectionResults"),
            ("/gb-2019?version=0", "ElectionResults"),
            ("/gb-2019/download.json", "ResultsDownload"),
            ("/gb-2019/races", "RacesAnswer"),
            ("/gb-2019/races?version=1", "RacesAnswer"),
            ("/gb-2019/races/south", "RaceAnswer"),
            ("/gb-2019/races/south?as_of=2019-01-01", "RaceAnswer"),
            ("/gb-2017/races/south", "RaceAnswer"),
            ("/gb-2019/races/south/versions", "VersionsAnswer"),
            ("/gb-2019/races/south/versions?limit=1", "VersionsAnswer"),
            ("/gb-2019/races/south/units", "UnitsAnswer"),
        ],
    )
    def test_results_conform(self, client, document, gb_2019, path, component):
        response = client.get(f"/api/results{path}")

        conforms(document, component, json.loads(response.getvalue()))

    def test_coverage_conforms(self, client, document, republic):
        call_command("check_freshness", verbosity=0)

        conforms(document, "CoverageAnswer", client.get("/api/coverage").json())

    @pytest.mark.parametrize("query", ["", "?q=macron", "?q=emmanuel+mcaron", "?q=france&limit=1", "?q=north+2019"])
    def test_search_conforms(self, client, document, republic, gb_2019, query):
        refresh()

        conforms(document, "SearchAnswer", client.get(f"/api/search{query}").json())

    @pytest.mark.parametrize("query", ["", "?limit=1"])
    def test_changes_conform(self, client, document, republic, query):
        merge(entity=PartyFactory(), into=PartyFactory())

        conforms(document, "ChangesAnswer", client.get(f"/api/changes{query}").json())

    @pytest.mark.parametrize("path", ["/api/nothing", "/api/graph/entity/nobody", "/api/graph/entities?x=1"])
    def test_problem_conforms(self, client, document, path):
        conforms(document, "Problem", client.get(path).json())

    def test_entity_without_a_member_does_not_conform(self, client, document, macron):
        response = client.get("/api/graph/entity/emmanuel-macron").json()
        del response["entity"]["metadata"]["office"]

        with pytest.raises(jsonschema.ValidationError):
            conforms(document, "EntityAnswer", response)


def test_every_operation_has_an_example_that_conforms_to_its_schema(document):
    for path, operations in document["paths"].items():
        ((_, content),) = operations["get"]["responses"]["200"]["content"].items()
        ((called, example),) = content["examples"].items()

        assert re.fullmatch(re.sub("{.*?}", "[^/]+", path), called.partition("?")[0])
        jsonschema.Draft202012Validator({**document, **content["schema"]}).validate(example["value"])


def test_every_property_has_a_description(document):
    undescribed = [name for name, schema in properties(document) if not schema.get("description")]

    # Ignore the documents that other tests declare, because the OpenAPI document contains them too.
    assert [name for name in undescribed if not name.startswith("#/components/schemas/Test")] == []


def properties(node, path="#"):
    """Yield (JSON pointer, JSON Schema) for each property of each object in the document."""
    if isinstance(node, list):
        node = dict(enumerate(node))
    if isinstance(node, dict) and "example" not in path:
        if node.get("type") == "object":
            yield from ((f"{path}.{name}", schema) for name, schema in node.get("properties", {}).items())
        for name, child in node.items():
            yield from properties(child, f"{path}/{name}")


def test_every_parameter_has_limits(document):
    for path in PARAMETERS:
        for parameter in document["paths"][path]["get"]["parameters"]:
            limits = LIMITS_OF_TYPES[parameter["schema"]["type"]]

            # Headers need no limits, because the service ignores an invalid header.
            has_limits = any(names <= set(parameter["schema"]) for names in limits)
            assert has_limits or parameter["in"] == "header", f"{parameter['name']} of {path}"
