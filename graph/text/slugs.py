import calendar
from collections.abc import Callable, Iterator
from itertools import count

from graph.kinds import ElectionKind, Kind
from graph.text.folding import fold

LONGEST_BASE = 120


def slugify(name: str) -> str:
    """Return the name as ASCII words in lower case, joined by hyphens: ``"São Tomé"`` gives ``"sao-tome"``. A longer
    name is cut after the last whole word that fits into `LONGEST_BASE` characters. Return "" for a name without letters
    and digits."""
    slug = fold(name).replace(" ", "-")
    return slug if len(slug) <= LONGEST_BASE else slug[: LONGEST_BASE + 1].rsplit("-", 1)[0][:LONGEST_BASE]


def candidates(kind: str, name: str, *, country: str, country_code: str, fact: Callable) -> Iterator[str]:
    """Yield possible slugs for an entity, the best first; the iterator never ends. First comes the usual slug of the
    kind, such as ``emmanuel-macron`` or ``france-2022-presidential``. Then come slugs with additions, such as the year
    of birth or the country, and then slugs with numbers from 2 on.

    ``country`` is the slug of the entity's country. ``fact(name)`` returns the value of a fact, such as "date"."""
    plain, *additions = SHAPES[kind](name, country, country_code, fact)
    plain = plain or kind
    yield plain
    yield from (f"{plain}-{addition}" for addition in additions if addition)
    yield from (f"{plain}-{number}" for number in count(2))


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
    words = slugify(name).removesuffix(f"-of-the-{country}").removesuffix(f"-of-{country}")
    return [f"{words}-of-{country}"]


def _institution(name, country, country_code, fact):
    return [slugify(name), country]


SHAPES = dict(zip(Kind, (_named, _politician, _party, _election, _office, _institution, _named), strict=True))
