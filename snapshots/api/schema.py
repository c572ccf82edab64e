"""The description of the snapshot's path for the OpenAPI document."""

from drf_spectacular.utils import extend_schema

from config.http.openapi import ok, parameters, path_parameter
from graph.api.parameters import EntityParameters
from graph.api.schema import SLUG_RESPONSES
from graph.documents import SLUG
from snapshots.countries.snapshot import Snapshot

_COUNTRY = path_parameter(
    "country", SLUG, "The country's slug; a two-letter ISO 3166-1 code is answered with 308 to the slug"
)

snapshot = extend_schema(
    operation_id="get_snapshot",
    summary="A country in one call",
    description="Who leads the country, who sits in its parliament, how it voted and when it votes next, as of today "
    "or of the day `at`. A row whose dates are too coarse to say whether it held on the day has the `certainty` "
    "`possible`; so has a composition past the term of its chamber. A composition begins on the day of the election. "
    "Before the first dated election or office holder of the country the lists are empty. `country`, the counts and "
    "the population in `stats`, and offices and institutions themselves are shown as they are known today.",
    parameters=[_COUNTRY, *parameters(EntityParameters())],
    responses=ok(Snapshot, "The country as of the day") | SLUG_RESPONSES,
)
