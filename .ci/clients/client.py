"""Send requests to the service with the Python client that openapi-python-client has generated from the OpenAPI
document."""

import sys
from datetime import date
from urllib.parse import parse_qs, urlsplit

from political_graph.api.changes import list_changes
from political_graph.api.entities import get_entity
from political_graph.api.search import search
from political_graph.api.snapshots import get_snapshot
from political_graph.client import Client
from political_graph.models import ChangesAnswer, EntityAnswer, PoliticianMetadata, Problem, SearchAnswer, Snapshot
from political_graph.models.relationship_status import RelationshipStatus
from political_graph.models.search_group_type import SearchGroupType
from political_graph.models.search_type import SearchType


def main(server):
    client = Client(base_url=server)
    for read in (read_entity, read_snapshot, read_search, read_changes, read_unknown_entity):
        read(client)
    print("Python: 5 operations")


def read_entity(client):
    answer = typed(get_entity.sync("emmanuel-macron", client=client), EntityAnswer)
    assert typed(answer.entity.metadata, PoliticianMetadata).birth_year == 1977
    offices = {row.entity.slug for row in answer.relationships if row.status is RelationshipStatus.CURRENT}
    assert "president-of-france" in offices


def read_snapshot(client):
    snapshot = typed(get_snapshot.sync("france", client=client, at=date(2019, 6, 30)), Snapshot)
    assert snapshot.as_of == date(2019, 6, 30)
    assert snapshot.current_leaders[0].politician.name == "Emmanuel Macron"


def read_search(client):
    answer = typed(search.sync(client=client, q="macron", type_=SearchType.POLITICIAN), SearchAnswer)
    assert answer.results[0].slug == "emmanuel-macron"
    assert answer.groups[0].type_ is SearchGroupType.POLITICIAN


def read_changes(client):
    seen, since = [], {}
    for _ in range(3):
        page = typed(list_changes.sync(client=client, limit=5, country="fr", **since), ChangesAnswer)
        assert page.more
        seen += [(change.slug, change.action, change.at) for change in page.changes]
        since = {"since": parse_qs(urlsplit(page.next_).query)["since"][0]}
    assert len(set(seen)) == 15


def read_unknown_entity(client):
    response = get_entity.sync_detailed("emanuel-macron", client=client)
    problem = typed(response.parsed, Problem)
    assert (response.status_code, problem.status) == (404, 404)
    assert problem.suggestions[0] == "emmanuel-macron"


def typed(value, type_):
    assert isinstance(value, type_), value
    return value


if __name__ == "__main__":
    main(sys.argv[1])
