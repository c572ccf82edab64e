"""What the OpenAPI document says of the snapshot's path."""

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema

from graph.api.components import SLUG, ref
from graph.api.parameters import EntityParameters
from graph.api.schema import ENTITY_PROBLEMS, JSON, parameters

_COUNTRY = OpenApiParameter(
    "country",
    SLUG,
    "path",
    description="The country's slug; a two-letter ISO 3166-1 code is answered with 308 to it",
    required=True,
)

snapshot = extend_schema(
    operation_id="get_snapshot",
    summary="A country in one call",
    description="Who leads the country, who sits in its parliament, how it voted and when it votes next, as of today "
    "or of the day `at`. A row whose dates are too coarse to tell whether it held on the day has the `certainty` "
    "`possible`; so has a composition past the term of its chamber. A composition begins on the day of the election. "
    "Before the first dated election or office holder of the country the lists are empty. `country`, the counts and "
    "the population in `stats`, and offices and institutions themselves are told as they are known today.",
    parameters=[_COUNTRY, *parameters(EntityParameters())],
    responses={(200, JSON): OpenApiResponse(ref("Snapshot"), "The country as of the day"), **ENTITY_PROBLEMS},
)
