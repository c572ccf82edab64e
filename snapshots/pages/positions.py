"""Place parties from left to right, for pictures of their seats."""

from collections import defaultdict
from statistics import fmean

from config.http.tables import read_csv
from graph.kinds import Kind
from graph.models import DETAILS, Relationship
from graph.relations import RelationshipType
from snapshots.pictures.colours import slug_of

IDEOLOGIES = {row["slug"]: float(row["position"]) for row in read_csv(__file__, "ideologies.csv")}
"""Maps slugs of ideologies to their positions from −1 (left) to 1 (right). Ideologies that say little about left and
right, such as federalism, are not in the dict."""


def positions_of(shares: list[dict]) -> dict[str, float]:
    """Map the slugs of parties to their positions, from −1 (left) to 1 (right). ``shares`` is a list of JSON objects,
    each with the seats of a party, and the party itself in the member ``party``.

    The position of a party is the mean of the positions of its ideologies (see `IDEOLOGIES`). If none of them has a
    position, the number ``left_right`` in the party's details is used. Parties with an unknown position are left
    out."""
    slugs = {slug_of(share) for share in shares} - {None}
    if not slugs:
        return {}
    ideologies = Relationship.objects.filter(
        subject__slug__in=slugs, type=RelationshipType.HAS_IDEOLOGY, object__slug__in=IDEOLOGIES
    )
    found = defaultdict(list)
    for party, ideology in ideologies.values_list("subject__slug", "object__slug"):
        found[party].append(IDEOLOGIES[ideology])
    economic = DETAILS[Kind.PARTY].objects.filter(entity__slug__in=slugs - found.keys(), left_right__isnull=False)
    positions = {party: float(position) for party, position in economic.values_list("entity__slug", "left_right")}
    return positions | {party: fmean(values) for party, values in found.items()}
