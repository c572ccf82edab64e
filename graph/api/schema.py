from config.http.openapi import operation, path_parameter
from graph.api.filters import EntityFilter, RelationshipFilter
from graph.api.parameters import EntitiesParameters, EntityParameters, RelationshipsParameters
from graph.documents import SLUG, EntitiesResponse, EntityResponse, RelationshipsResponse

SLUG_IN_PATH = path_parameter("slug", SLUG, "The entity's slug")
IN_PATH = [SLUG_IN_PATH]

entities = operation("list_entities", EntitiesResponse, EntityFilter().form, EntitiesParameters())
entity = operation("get_entity", EntityResponse, EntityParameters(), in_path=IN_PATH)
relationships = operation(
    "list_relationships", RelationshipsResponse, RelationshipFilter().form, RelationshipsParameters(), in_path=IN_PATH
)
