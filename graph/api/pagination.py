"""The sort orders of the graph's lists, for keyset pagination."""

from datetime import date

from config.http.pagination import SortKey, SortOrder

BY_SLUG = SortOrder("entities", (SortKey("slug"),))
BY_RELEVANCE = SortOrder(
    "relationships",
    (
        SortKey("status_rank", int),
        SortKey("type_rank", int),
        SortKey("start_day", date, descending=True),
        SortKey("neighbour_name"),
        SortKey("pk", int),
    ),
)
"""The order of ``RelationshipQuerySet.in_display_order``."""
