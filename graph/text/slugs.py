"""Make slugs in the form of each kind, and longer slugs for use if a slug is taken."""

import calendar
from collections.abc import Callable, Iterator

from graph.kinds import ElectionKind, Kind
from graph.text.folding import fold

LONGEST_BASE = 120


def slugify(name: str) -> str:
    """Return the folded words joined by hyphens, cut after a word at `LONGEST_BASE` characters. It may be empty."""
    slug = fold(name).replace(" ", "-")
    return slug if len(slug) <= LONGEST_BASE else slug[: LONGEST_BASE + 1].rsplit("-", 1)[0]


def candidates(kind: str, name: str, *, country: str, country_code: str, fact: Callable) -> Iterator[str]:
    """Yield the plain slug, then slugs with a date or country added, then slugs with a number; never ends.

    ``country`` is the slug of the country. ``fact`` is a function that returns the value of the named fact, or None;
    for a politician ``fact("birth")`` returns a partial date.
    """
    plain, *additions = SHAPES[kind](name, country, country_code, fact)
    plain = plain or kind
    yield plain
    for addition in additions:
        if addition:
            yield f"{plain}-{addition}"
    number = 2
    while True:
        yield f"{plain}-{number}"
        number += 1


def _named(name, country, country_code, fact):
    return [slugify(name)]


def _politician(name, country, country_code, fact):
    year = (fact("birth") or "")[:4]
    return [slugify(name), year, country, year and f"{country}-{year}"]


def _party(name, country, country_code, fact):
    return [f"{slugify(name) or 'party'}-{country_code}", str(fact("founded_year") or "")]


def _election(name, country, country_code, fact):
    date, kind = fact("date"), fact("kind")
    plain = f"{country}-{date[:4]}-{kind}"
    if kind == ElectionKind.BY_ELECTION:
        place = slugify(name).removeprefix(f"{date[:4]}-").removesuffix("-by-election")
        return [f"{plain}-{place}", date[5:]]
    month = calendar.month_name[int(date[5:7])].lower() if len(date) > 4 else ""
    return [plain, month, date[5:]]


def _office(name, country, country_code, fact):
    words = slugify(name)
    for ending in (f"-of-the-{country}", f"-of-{country}"):
        words = words.removesuffix(ending)
    return [f"{words}-of-{country}"]


def _institution(name, country, country_code, fact):
    return [slugify(name), country]


SHAPES = {
    Kind.COUNTRY: _named,
    Kind.POLITICIAN: _politician,
    Kind.PARTY: _party,
    Kind.ELECTION: _election,
    Kind.OFFICE: _office,
    Kind.INSTITUTION: _institution,
    Kind.IDEOLOGY: _named,
}
