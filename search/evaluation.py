"""How well the search does on judged queries: mean reciprocal rank and recall, by class of query.

A judged query is ``{"q", "class", "expect": [{"name", "type", "country_code", "aka"?, "date"?, "wikidata"?}]}``.
An empty ``expect`` means that nothing should be found.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from graph.kinds import Kind
from graph.models import Entity, Identifier, OtherName
from graph.text.folding import fold
from search.countries import country_forms
from search.index import state
from search.pipeline import find_entities

LOOKED_AT, RECALLED_AT = 10, 5
FILLING = frozenset("of the and de a an in".split())
PARTY = frozenset("party parti partei partido partito partij".split())
YEAR = re.compile(r"(1[89]|20)[0-9]{2}")
LEAST_SHARED = 0.75
NOTHING = "no_match"


class NotJudged(Exception):
    """The file holds no judged queries, a line a query."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A query, its class, and what it should find."""

    q: str
    kind_of_query: str
    expect: list[dict]


@dataclass(slots=True)
class Known:
    """What the graph tells of an entity that an expectation is compared with."""

    kind: str
    country_code: str
    names: list[str]
    wikidata: set[str]
    date: str


@dataclass(slots=True)
class Score:
    """Of some queries: the reciprocal rank and the recall of each, and how many expect what the graph does not hold."""

    ranks: list[float] = field(default_factory=list)
    recalls: list[float] = field(default_factory=list)
    not_held: int = 0

    @property
    def mrr(self) -> float:
        return sum(self.ranks) / len(self.ranks) if self.ranks else 0.0

    @property
    def recall(self) -> float:
        return sum(self.recalls) / len(self.recalls) if self.recalls else 0.0


def read(path: Path) -> list[Judged]:
    """The judged queries of a JSON Lines file."""
    try:
        lines = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line]
        return [Judged(line["q"], line["class"], line["expect"]) for line in lines]
    except (OSError, UnicodeDecodeError, json.JSONDecodeError, KeyError, TypeError) as error:
        raise NotJudged(f"{path} holds no judged queries: {error!r}") from error


def measure(queries: Iterable[Judged]) -> dict[str, Score]:
    """The score of each class. Queries none of whose expectations the graph holds are counted apart."""
    judge = _Judge()
    scores = defaultdict(Score)
    for query in queries:
        judge.take(query, scores[query.kind_of_query])
    return dict(sorted(scores.items()))


def together(scores: Iterable[Score]) -> Score:
    """The score of all queries that expect something."""
    whole = Score()
    for score in scores:
        whole.ranks += score.ranks
        whole.recalls += score.recalls
        whole.not_held += score.not_held
    return whole


class _Judge:
    """Compares what is found with what is expected; reads the graph once."""

    def __init__(self):
        self.forms = country_forms(state().version)
        self.known = _known()
        self.by_place = defaultdict(list)
        for entity in self.known.values():
            self.by_place[entity.kind, entity.country_code].append(entity)

    def take(self, query, score):
        top = [hit.candidate.pk for hit in find_entities(query.q, self.forms).hits[:LOOKED_AT]]
        if not query.expect:
            score.ranks.append(float(not top))
            score.recalls.append(float(not top))
            return
        held = [item for item in query.expect if self._is_held(item)]
        if not held:
            score.not_held += 1
            return
        met = [[_meets(item, self.known[pk]) for item in held] for pk in top]
        score.ranks.append(next((1 / place for place, row in enumerate(met, 1) if any(row)), 0.0))
        found = sum(any(row[place] for row in met[:RECALLED_AT]) for place in range(len(held)))
        score.recalls.append(found / min(RECALLED_AT, len(held)))

    def _is_held(self, item):
        return any(_meets(item, entity) for entity in self.by_place[item["type"], _country(item)])


def _known():
    known = {
        pk: Known(kind, country_code, [name], set(), date or "")
        for pk, kind, country_code, name, date in Entity.objects.published().values_list(
            "pk", "kind", "country_code", "name", "election_details__date"
        )
    }
    for pk, name in OtherName.objects.values_list("entity", "name"):
        if pk in known:
            known[pk].names.append(name)
    for pk, value in Identifier.objects.filter(scheme="wikidata").values_list("entity", "value"):
        if pk in known:
            known[pk].wikidata.add(value)
    return known


def _country(item):
    """The country of an expectation; what is of a part of a country is of the country."""
    return (item["country_code"] or "").lower()[:2]


def _meets(item, entity: Known):
    if (entity.kind, entity.country_code) != (item["type"], _country(item)):
        return False
    if item.get("wikidata") and entity.wikidata:
        return item["wikidata"] in entity.wikidata
    if item.get("date") and entity.date:
        return item["date"].startswith(entity.date) or entity.date.startswith(item["date"])
    return any(
        _fits(entity.kind, name, other) for name in [item["name"], *item.get("aka", ())] for other in entity.names
    )


def _fits(kind, one, other):
    ours, theirs = (frozenset(fold(name).split()) - FILLING for name in (one, other))
    if not ours or not theirs or _years(ours) != _years(theirs):
        return False
    if ours == theirs:
        return True
    if kind == Kind.PARTY:
        return bool(ours - PARTY) and ours - PARTY == theirs - PARTY
    is_inside = (ours <= theirs or theirs <= ours) and min(len(ours), len(theirs)) > 1
    return is_inside or len(ours & theirs) >= LEAST_SHARED * max(len(ours), len(theirs))


def _years(words):
    return {word for word in words if YEAR.fullmatch(word)}
