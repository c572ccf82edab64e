"""Give slugs to new entities. If several entities have the same name, the best known one gets the shortest slug."""

from graph.importers.matching.nodes import Node
from graph.kinds import OFFICE_RANKS, Kind
from graph.text import slugs

IMPORTANCE = {name: len(OFFICE_RANKS) - rank for name, rank in OFFICE_RANKS.items()}


def assign_slugs(nodes: list[Node], countries: dict[str, Node], taken: set[str]) -> None:
    """Give each entity without a slug the first possible slug that is not in ``taken``, and add the slug to ``taken``.
    Countries are first, then the best known entities. ``countries`` maps country codes to countries."""

    def order(node):
        return (node.kind != Kind.COUNTRY, -_prominence(node, countries), node.country_code, node.name)

    for node in sorted((node for node in nodes if not node.slug), key=order):
        node.slug = next(slug for slug in _candidates(node, countries) if slug not in taken)
        taken.add(node.slug)


def _prominence(node: Node, countries: dict[str, Node]) -> float:
    """Return a number that is higher for a better known entity of the same kind."""
    if node.kind == Kind.POLITICIAN:
        highest = max((IMPORTANCE.get(term.office.get("office_type"), 0) for term in node.terms), default=0)
        return 1000 * highest + 100 * bool(node.values_of("wikidata")) + len(node.terms)
    if node.kind == Kind.INSTITUTION:
        return countries[node.country_code].get("population") or 0
    if node.kind == Kind.PARTY:
        return 10 * len(node.identifiers) + len(node.other_names)
    return 0


def _candidates(node, countries):
    country = countries[node.country_code].slug if node.kind not in (Kind.COUNTRY, Kind.IDEOLOGY) else ""

    def fact(name):
        return node.birth if name == "birth" else node.get(name)

    return slugs.candidates(node.kind, node.name, country=country, country_code=node.country_code, fact=fact)
