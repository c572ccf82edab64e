from config.http.openapi import operation, path_parameter
from graph.api.parameters import EntitiesParameters, EntityParameters, RelationshipsParameters
from graph.documents import SLUG, EntitiesResponse, EntityResponse, RelationshipsResponse

SLUG_IN_PATH = path_parameter("slug", SLUG, "The entity's slug")
IN_PATH = [SLUG_IN_PATH]

entities = operation("list_entities", EntitiesResponse, EntitiesParameters())
entity = operation("get_entity", EntityResponse, EntityParameters(), in_path=IN_PATH)
relationships = operation("list_relationships", RelationshipsResponse, RelationshipsParameters(), in_path=IN_PATH)
