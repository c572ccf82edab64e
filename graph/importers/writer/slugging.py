"""Assign slugs to new nodes. Of several nodes with the same name, the best known gets the first choice."""

from collections.abc import Iterator

from graph.importers.matching.nodes import Node
from graph.kinds import OFFICE_RANKS, Kind
from graph.text import slugs

IMPORTANCE = {name: len(OFFICE_RANKS) - rank for name, rank in OFFICE_RANKS.items()}


def assign_slugs(nodes: list[Node], countries: dict[str, Node], taken: set[str]) -> None:
    """Give each node without a slug its first candidate that is not taken. Countries and the best known come first."""

    def order(node):
        return (node.kind != Kind.COUNTRY, -prominence(node, countries), node.country_code, node.name)

    for node in sorted((node for node in nodes if not node.slug), key=order):
        node.slug = next(slug for slug in candidates(node, countries) if slug not in taken)
        taken.add(node.slug)


def prominence(node: Node, countries: dict[str, Node]) -> float:
    """Return a score of how well known an entity is. Only scores of entities of one kind can be compared."""
    if node.kind == Kind.POLITICIAN:
        highest = max((IMPORTANCE.get(term.office.get("office_type"), 0) for term in node.terms), default=0)
        return 1000 * highest + 100 * bool(node.values_of("wikidata")) + len(node.terms)
    if node.kind == Kind.INSTITUTION:
        return countries[node.country_code].get("population") or 0
    if node.kind == Kind.PARTY:
        return 10 * len(node.identifiers) + len(node.other_names)
    return 0


def candidates(node: Node, countries: dict[str, Node]) -> Iterator[str]:
    """Yield slugs that the node can have, the plain one first. The iterator is endless."""
    country = countries[node.country_code].slug if node.kind not in (Kind.COUNTRY, Kind.IDEOLOGY) else ""
    return slugs.candidates(
        node.kind,
        node.name,
        country=country,
        country_code=node.country_code,
        fact=lambda name: node.birth if name == "birth" else node.get(name),
    )
