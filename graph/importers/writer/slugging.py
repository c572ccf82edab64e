"""Slugs for new nodes: the shapes of the specification, a clash resolved once with the most telling addition."""

import calendar
from collections.abc import Iterator

from graph.folding import fold
from graph.importers.matching.nodes import Node
from graph.kinds import ElectionKind, Kind, OfficeType

LONGEST_BASE = 120
IMPORTANCE = {office.value: len(OfficeType) - place for place, office in enumerate(OfficeType)}


def slugify(name: str) -> str:
    """Lowercase ASCII words joined by hyphens, cut after a word; empty for a text without letters or digits."""
    slug = fold(name).replace(" ", "-")
    return slug if len(slug) <= LONGEST_BASE else slug[: LONGEST_BASE + 1].rsplit("-", 1)[0]


def give_slugs(nodes: list[Node], countries: dict[str, Node], taken: set[str]) -> None:
    """Give each node without a slug the first that is free; the best known chooses first."""
    new = [node for node in nodes if not node.slug]
    for node in sorted(
        new, key=lambda node: (node.kind != Kind.COUNTRY, -prominence(node, countries), node.country_code, node.name)
    ):
        node.slug = next(slug for slug in candidates(node, countries) if slug not in taken)
        taken.add(node.slug)


def prominence(node: Node, countries: dict[str, Node]) -> float:
    """How well known a bearer of a name is, to compare within one kind."""
    if node.kind == Kind.POLITICIAN:
        highest = max((IMPORTANCE.get(spell.office.get("office_type"), 0) for spell in node.spells), default=0)
        return 1000 * highest + 100 * bool(node.values_of("wikidata")) + len(node.spells)
    if node.kind == Kind.INSTITUTION:
        return countries[node.country_code].get("population") or 0
    if node.kind == Kind.PARTY:
        return 10 * len(node.identifiers) + len(node.other_names)
    return 0


def candidates(node: Node, countries: dict[str, Node]) -> Iterator[str]:
    """The plain slug, then ever more telling ones, then numbers; never ends."""
    country = countries[node.country_code].slug if node.kind not in (Kind.COUNTRY, Kind.IDEOLOGY) else ""
    plain, *additions = SHAPES[node.kind](node, country)
    plain = plain or node.kind
    yield plain
    for addition in additions:
        if addition:
            yield f"{plain}-{addition}"
    number = 2
    while True:
        yield f"{plain}-{number}"
        number += 1


def _named(node, country):
    return [slugify(node.name)]


def _politician(node, country):
    year = node.birth[:4]
    return [slugify(node.name), year, country, year and f"{country}-{year}"]


def _party(node, country):
    return [f"{slugify(node.name) or 'party'}-{node.country_code}", str(node.get("founded_year") or "")]


def _election(node, country):
    date, kind = node.get("date"), node.get("kind")
    plain = f"{country}-{date[:4]}-{kind}"
    if kind == ElectionKind.BY_ELECTION:
        place = slugify(node.name).removeprefix(f"{date[:4]}-").removesuffix("-by-election")
        return [f"{plain}-{place}", date[5:]]
    month = calendar.month_name[int(date[5:7])].lower() if len(date) > 4 else ""
    return [plain, month, date[5:]]


def _office(node, country):
    words = slugify(node.name)
    for ending in (f"-of-the-{country}", f"-of-{country}"):
        words = words.removesuffix(ending)
    return [f"{words}-of-{country}"]


def _institution(node, country):
    return [slugify(node.name), country]


SHAPES = {
    Kind.COUNTRY: _named,
    Kind.POLITICIAN: _politician,
    Kind.PARTY: _party,
    Kind.ELECTION: _election,
    Kind.OFFICE: _office,
    Kind.INSTITUTION: _institution,
    Kind.IDEOLOGY: _named,
}
