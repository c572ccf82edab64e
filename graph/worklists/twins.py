"""Two that may be one: people of one country, or parties of one, of which one is called as the other is."""

from collections import Counter, defaultdict
from itertools import combinations

from django.db import transaction

from graph.checks.queries import entities
from graph.kinds import Kind
from graph.models import Entity, NotDuplicate, OtherName, WorkList
from graph.text.folding import fold
from graph.worklists.row import Row

KINDS = (Kind.POLITICIAN, Kind.PARTY)
MOST_OF_ONE_NAME = 10
"""Of more that share a name each is held against the first alone: else pairs grow with their square."""
NAME = "duplicates"
YEARS = {Kind.POLITICIAN: ("Years of birth", "birth_year"), Kind.PARTY: ("Years of foundation", "founded_year")}


def find(day):
    """Counts by kind, and [kind, key, key of the other, name] of each pair that nobody set aside."""
    aside = set(NotDuplicate.objects.values_list("one_id", "other_id"))
    rows = [row for kind in KINDS for row in _of_kind(kind) if (row[1], row[2]) not in aside]
    return dict(Counter(kind for kind, *_ in rows)), rows


def rows(kinds, day):
    kept = WorkList.objects.filter(name=NAME).values_list("rows", flat=True).first() or []
    return [row for row in kept if row[0] in kinds]


def tell(rows, day):
    """One of the two may have been merged into the other since."""
    keys = {pk for _, one, other, _ in rows for pk in (one, other)}
    known = Entity.objects.exclude(status=Entity.Status.WITHDRAWN).filter(pk__in=keys).with_details().in_bulk()
    there = [row for row in rows if row[1] in known and row[2] in known]
    return [Row(known[one], _sentence(name, known[one], known[other]), known[other]) for _, one, other, name in there]


@transaction.atomic
def set_aside(*, one: Entity, other: Entity, by) -> None:
    """Say that these are two; the list does not ask again."""
    one, other = sorted((one, other), key=lambda row: row.pk)
    NotDuplicate.objects.get_or_create(one=one, other=other, defaults={"by": by})
    kept = WorkList.objects.select_for_update().filter(name=NAME).first()
    if kept:
        kept.rows = [row for row in kept.rows if row[1:3] != [one.pk, other.pk]]
        kept.counts = dict(Counter(kind for kind, *_ in kept.rows))
        kept.save(update_fields=["rows", "counts"])


def _of_kind(kind):
    names = {}
    for keys, name in _called_alike(kind):
        for one, other in _pairs(sorted(keys)):
            names.setdefault((one, other), name)
    return [[kind.value, one, other, name] for (one, other), name in sorted(names.items())]


def _called_alike(kind):
    """(keys, name as one of them has it) for every name that several of a country have; own names first."""
    called, spelled = defaultdict(set), {}
    shown = entities(kind)
    own = shown.values_list("pk", "country_code", "name")
    others = OtherName.objects.filter(entity__in=shown).values_list("entity_id", "entity__country_code", "name")
    for rows in (own, others):
        for pk, code, name in rows.order_by("pk").iterator(chunk_size=5000):
            key = code, fold(name)
            called[key].add(pk)
            spelled.setdefault(key, name)
    return [(keys, spelled[key]) for key, keys in called.items() if key[1] and len(keys) > 1]


def _pairs(keys):
    if len(keys) > MOST_OF_ONE_NAME:
        return [(keys[0], other) for other in keys[1:]]
    return combinations(keys, 2)


def _sentence(name, *two):
    label, fact = YEARS[two[0].kind]
    years = (str(getattr(row.details, fact, None) or "unknown") for row in two)
    return f"Both are called “{name}”. {label}: {', '.join(years)}."
