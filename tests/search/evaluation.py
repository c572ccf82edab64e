"""Measure the search with judged queries: the mean reciprocal rank (MRR) and the recall for each category of queries.

A judged query is a text, its category, and the entities that the search should find for it. It is a JSON object:
``{"q", "class", "expect": [{"name", "type", "country_code", "aka"?, "date"?, "wikidata"?}]}``.
An empty ``expect`` means that the search should find nothing. `tests.search.measure` prints the scores.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean

from graph.kinds import Kind
from graph.models import Entity, Identifier, OtherName
from graph.text.folding import fold
from search.countries import country_names
from search.index import index_state
from search.pipeline import find_entities

MRR_RANKS, RECALL_RANKS = 10, 5
IGNORED_WORDS = frozenset("of the and de a an in".split())
PARTY_WORDS = frozenset("party parti partei partido partito partij".split())
YEAR = re.compile(r"(1[89]|20)[0-9]{2}")
MIN_SHARED = 0.75
NO_MATCH = "no_match"


class InvalidJudgedQueries(Exception):
    """Raised if a file of queries and their expected entities cannot be read, or if one of its lines is invalid."""


@dataclass(frozen=True, slots=True)
class JudgedQuery:
    """A text ``q`` to search for, its category such as "acronym", and a description of each entity that should be
    found."""

    q: str
    query_class: str
    expect: list[dict]


@dataclass(slots=True)
class KnownEntity:
    """The data of a published entity that are compared with the expected entities of a judged query. For an election,
    ``dates`` has the date of each round."""

    kind: str
    country_code: str
    names: list[str]
    wikidata: set[str]
    dates: set[str]


@dataclass(slots=True)
class Score:
    """The results of several queries. ``ranks`` has the reciprocal rank and ``recalls`` the recall of each, from 0 to
    1. ``missing`` counts the queries whose expected entities are all missing from the graph."""

    ranks: list[float] = field(default_factory=list)
    recalls: list[float] = field(default_factory=list)
    missing: int = 0

    @property
    def mrr(self) -> float:
        return fmean(self.ranks) if self.ranks else 0.0

    @property
    def recall(self) -> float:
        return fmean(self.recalls) if self.recalls else 0.0


def read_queries(path: Path) -> list[JudgedQuery]:
    """Read judged queries from a JSON Lines file. Raise InvalidJudgedQueries if the file or a line is invalid."""
    try:
        lines = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line]
        return [JudgedQuery(line["q"], line["class"], line["expect"]) for line in lines]
    except (OSError, UnicodeDecodeError, json.JSONDecodeError, KeyError, TypeError) as error:
        raise InvalidJudgedQueries(f"{path} holds no judged queries: {error!r}") from error


def measure(queries: Iterable[JudgedQuery]) -> dict[str, Score]:
    """Run the queries, and return a `Score` for each category of queries.

    If all expected entities of a query are missing from the graph, the query only counts in ``Score.missing``.
    """
    countries = country_names(index_state().version)
    entities = _known_entities()
    by_country = defaultdict(list)
    for entity in entities.values():
        by_country[entity.kind, entity.country_code].append(entity)
    scores = defaultdict(Score)
    for query in queries:
        found = [hit.candidate.pk for hit in find_entities(query.q, countries).hits[:MRR_RANKS]]
        items = [
            item
            for item in query.expect
            if any(_fits(item, entity) for entity in by_country[item["type"], _country_code(item)])
        ]
        _add(scores[query.query_class], query, items, [entities[pk] for pk in found])
    return dict(sorted(scores.items()))


def combine(scores: Iterable[Score]) -> Score:
    """Return one `Score` for the queries of all these scores."""
    total = Score()
    for score in scores:
        total.ranks += score.ranks
        total.recalls += score.recalls
        total.missing += score.missing
    return total


def _add(score, query, items, found):
    if query.expect and not items:
        score.missing += 1
    elif not items:
        score.ranks.append(float(not found))
        score.recalls.append(float(not found))
    else:
        fits = [[_fits(item, entity) for item in items] for entity in found]
        score.ranks.append(next((1 / rank for rank, row in enumerate(fits, 1) if any(row)), 0.0))
        recalled = sum(map(any, zip(*fits[:RECALL_RANKS], strict=True)))
        score.recalls.append(recalled / min(RECALL_RANKS, len(items)))


def _known_entities():
    columns = ("pk", "kind", "country_code", "name", "election_details__date", "election_details__rounds")
    entities = {
        pk: KnownEntity(kind, country_code, [name], set(), {date, *(one["date"] for one in rounds or ())} - {None})
        for pk, kind, country_code, name, date, rounds in Entity.objects.published().values_list(*columns)
    }
    for pk, name in OtherName.objects.filter(entity__in=Entity.objects.published()).values_list("entity", "name"):
        entities[pk].names.append(name)
    numbers = Identifier.objects.filter(scheme="wikidata", entity__in=Entity.objects.published())
    for pk, value in numbers.values_list("entity", "value"):
        entities[pk].wikidata.add(value)
    return entities


def _country_code(item):
    """Return the lower-case country code of an expected entity. A region such as ``GB-SCT`` counts as its country."""
    return (item["country_code"] or "").lower()[:2]


def _fits(item, entity: KnownEntity):
    if (entity.kind, entity.country_code) != (item["type"], _country_code(item)):
        return False
    if item.get("wikidata") and entity.wikidata:
        return item["wikidata"] in entity.wikidata
    if item.get("date") and entity.dates:
        return any(item["date"].startswith(date) or date.startswith(item["date"]) for date in entity.dates)
    names = [item["name"], *item.get("aka", ())]
    return any(_is_same_name(entity.kind, name, other) for name in names for other in entity.names)


def _is_same_name(kind, name, other):
    ours, theirs = (frozenset(fold(text).split()) - IGNORED_WORDS for text in (name, other))
    if not ours or not theirs or set(filter(YEAR.fullmatch, ours)) != set(filter(YEAR.fullmatch, theirs)):
        return False
    if kind == Kind.PARTY:
        return ours == theirs or (bool(ours - PARTY_WORDS) and ours - PARTY_WORDS == theirs - PARTY_WORDS)
    is_part = (ours <= theirs or theirs <= ours) and min(len(ours), len(theirs)) > 1
    return ours == theirs or is_part or len(ours & theirs) >= MIN_SHARED * max(len(ours), len(theirs))
