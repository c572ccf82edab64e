"""What is alike in both databases: rows, columns, limits."""

COLUMNS = ("entity_id", "kind", "country_code", "importance", "names", "context")
"""A candidate's row."""
TIERS = (8_000, 40_000, 200_000)
"""How many entities, the best known first, stand in the first tiers; all others in the last.

What fewer than 150 of a tier answer, few of the next do: no tier is much work, however large the graph.
"""
MOST_CANDIDATES = 150

TABLES = {
    "search_entity": (
        "rank_key",
        "entity_id",
        "kind",
        "country_code",
        "importance",
        "names",
        "context",
        "body",
        "tier",
    ),
    "search_name": ("key", "rank_key"),
    "search_token": ("word", "sound", "frequency", "importance"),
    "search_variant": ("key", "token_id"),
}
"""The columns of the tables that are written as plain rows, in the order of a row."""
