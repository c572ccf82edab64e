"""Find races by the name of their area, such as a constituency, or by the name of a candidate."""

from collections import namedtuple
from collections.abc import Iterable
from dataclasses import dataclass
from operator import itemgetter

from graph.kinds import Kind
from graph.models import Entity
from graph.queries.sql import fetch_all, read_queries
from graph.results import Mode
from search.backends import backend
from search.countries import CountryNames
from search.documents import MOST_RACES
from search.index_document import Name, parse_names
from search.query import YEAR, ParsedQuery, parse
from search.race_index import AREA, CANDIDATE
from search.vocabulary import RACE_WORDS, STOP_WORDS

HALF = 0.5
"""This number (one half) has two uses:

- If a query has only words of a candidate's name, it must have the last word (the surname), or words with more than
  half of the letters of the name. Otherwise, the candidate does not match.
- If a query has words for a candidate and for an area, such as "Smith Leeds", a race that matches both has at least the
  score HALF."""
PARTIAL_NAME = 0.3
"""The score of a race if the query has only a part of a candidate's name. It is low, because most users mean a place
with this name."""
MAX_MATCHING, MAX_ROWS = 500, 100
"""If more than `MAX_MATCHING` races match, the search returns no races. Otherwise, at most `MAX_ROWS` of them get a
score: those of the newest elections."""
SCORE = itemgetter(0)
ElectionRow = namedtuple("ElectionRow", "name kind slug country_code description")
SQL = read_queries(__file__)


@dataclass(frozen=True, slots=True)
class RaceHit:
    """A race that matches a query. ``slug`` and ``name`` are those of the race. ``matched`` is the name of the area or
    of the candidate that matches best. ``score`` says how well this name matches, from 0 to 1."""

    election: ElectionRow
    slug: str
    name: str
    matched: str
    score: float

    @property
    def url(self) -> str:
        return f"/api/results/{self.election.slug}/races/{self.slug}"


def find_races(text: str, countries: CountryNames, *, kind: str = "", country_code: str = "") -> list[RaceHit]:
    """Return up to 8 races that match the query ``text``, the best first. If scores are equal, the newest election
    comes first. ``countries`` has the names of countries, which the text may contain. ``kind`` and ``country_code`` are
    the filters of the search; "" means all. A year in the text is also a filter.

    Return an empty list in these cases:

    - ``kind`` is neither "election" nor "".
    - The text has two years, or is in another script than Latin.
    - More than 500 races match."""
    query = parse(text, countries.forms_for(text))
    if query.is_foreign or kind not in ("", Kind.ELECTION):
        return []
    hits = _find(query.words, query, country_code)
    # A word such as Georgia names a country or a state. First search for it as the name of a state, and only if this
    # finds nothing, as the name of a country.
    for term in query.terms:
        if term.countries and not hits:
            words = [word for word in query.words if word not in term.words]
            hits = [hit for hit in _find(words, query, country_code) if hit.election.country_code in term.countries]
    # A user who types the name of a country does not mean a candidate with that surname.
    is_country = all(term.countries for term in query.terms)
    return [hit for hit in hits if hit.score == 1 or not is_country][:MOST_RACES]


def _find(typed: Iterable[str], query: ParsedQuery, country_code: str) -> list[RaceHit]:
    years = [word for word in query.tokens if YEAR.fullmatch(word)]
    words = {word for word in typed if word not in years and word not in STOP_WORDS and word not in RACE_WORDS}
    words -= {term.word for term in query.terms if term.kind == Kind.ELECTION}
    if not words or len(years) > 1:
        return []
    hits = (_hit(words, row) for row in _rows(words, "".join(years), country_code))
    return sorted(filter(None, hits), key=lambda hit: -hit.score)


def _rows(words, year, country_code):
    condition, parameters = backend().is_one_of(sorted(words))
    found = fetch_all(SQL.MATCHING.format(condition), [*parameters, len(words), MAX_MATCHING + 1])
    if not 0 < len(found) <= MAX_MATCHING:
        return []
    condition, parameters = backend().is_one_of([pk for (pk,) in found])
    filters = [Mode.TEST.value, Entity.Status.PUBLISHED.value, f"{year}%", country_code]
    return fetch_all(SQL.RACES.format(condition), [*parameters, *filters, MAX_ROWS])


def _hit(words, row):
    slug, name, names, *election = row
    score, matched = max(_scores(words, _names(words, names)), default=(0.0, None), key=SCORE)
    return RaceHit(ElectionRow._make(election), slug, name, matched.text, round(score, 3)) if score else None


def _names(words, lines):
    """Return the names of a race that may match: all names of its area, and the names of candidates that contain one of
    the ``words``. ``lines`` is the text in which the index stores the names of the race."""
    lines = (line for line in lines.split("\n") if line[0] == AREA or any(word in line for word in words))
    return parse_names("\n".join(lines))


def _scores(words: set[str], names: list[Name]):
    """Yield (score, name) for the names of a race that match the query. A score is from 0 to 1. ``words`` are the words
    of the query, and ``names`` are the names of the race's area and of its candidates. A race can match in three cases:

    - All ``words`` are in the names of the area.
    - All ``words`` are in the name of one candidate.
    - Some ``words`` are in the names of the area, and all others are in the name of one candidate."""
    areas = [name for name in names if name.type == AREA]
    in_area = words.intersection(word for name in areas for word in name.words)
    by_area = max(((_share(words, area), area) for area in areas), key=SCORE)
    if in_area == words:
        yield by_area
    for name in names:
        if name.type == AREA or not words <= in_area.union(name.words):
            continue
        share = _share(words, name)
        if in_area and in_area != words:
            yield max(by_area, (share, name), (HALF, name), key=SCORE)
        elif name.type == CANDIDATE and (share > HALF or name.words[-1] in words):
            yield 1.0 if share == 1 else PARTIAL_NAME, name


def _share(words, name):
    """Return the fraction (0 to 1) of the letters of a name that are in the given ``words``. Stop words of the name are
    ignored."""
    letters = {word: len(word) for word in name.words if word not in STOP_WORDS}
    return sum(letters[word] for word in letters if word in words) / max(1, sum(letters.values()))
