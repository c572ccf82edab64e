"""Index the names of areas, such as constituencies, and of candidates, so that a search finds races. National races and
party lists are not indexed, because their words find the election itself."""

from collections.abc import Iterable

from django.db.models import Exists, OuterRef

from graph.batches import batches
from graph.models import Candidacy, Race
from graph.results import AreaLevel, Method
from search.backends import insert
from search.index_document import Name, name_lines
from search.models import IndexedRace, RaceWord
from search.tokens import tokenise_name
from search.vocabulary import STOP_WORDS

AREA, CANDIDATE, IN_ALL_RACES = "r", "p", "q"
"""Types of the names by which a race is found:

- AREA: the name of the race or of its area.
- CANDIDATE: the name of a candidate.
- IN_ALL_RACES: the name of a candidate in a race with an electoral college, as in the United States. The candidate runs
  in the races of all states, so the name alone does not say which race is meant."""


def add_races(elections: Iterable[int] | None) -> None:
    """Add the races of these elections to the index, or of all elections if ``elections`` is None. Races that are in
    the index already are not added again. Notional races (with estimates instead of counts), national races and races
    of party lists are never added."""
    races = Race.objects.filter(is_notional=False).exclude(area_level=AreaLevel.NATIONAL).exclude(method=Method.LIST)
    if elections is not None:
        races = races.filter(election__in=elections)
    missing = races.filter(~Exists(IndexedRace.objects.filter(race=OuterRef("pk"))))
    for batch in batches(missing.order_by().values_list("pk", flat=True)):
        names = _names(batch)
        insert(IndexedRace, [(pk, name_lines(rows)) for pk, rows in names.items()])
        words = {(word, pk) for pk, rows in names.items() for name in rows for word in name.words}
        insert(RaceWord, sorted(row for row in words if row[0] not in STOP_WORDS))


def remove_races(pks: Iterable[int] | None) -> None:
    """Remove these races from the index, or all races if ``pks`` is None."""
    for model in (RaceWord, IndexedRace):
        rows = model.objects.all() if pks is None else model.objects.filter(race__in=pks)
        rows._raw_delete(model.objects.db)


def _names(pks):
    """Return {primary key of a race: list of `Name`} with the names by which a search finds each race. These are the
    names of the race, its area and its candidates, each once. Races without names are left out."""
    names = {pk: {} for pk in pks}
    races = Race.objects.filter(pk__in=pks).order_by("pk")
    candidates = Candidacy.objects.filter(race__in=pks).order_by("race", "pk")
    rows = [(pk, AREA, text) for pk, *texts in races.values_list("pk", "area_name", "name") for text in texts]
    for pk, method, text in candidates.values_list("race", "race__method", "name"):
        rows.append((pk, IN_ALL_RACES if method == Method.ELECTORAL_COLLEGE else CANDIDATE, text))
    for pk, name_type, text in rows:
        if words := tokenise_name(text):
            names[pk].setdefault((name_type, words), Name(name_type, words, " ".join(text.split())))
    return {pk: list(found.values()) for pk, found in names.items() if found}
