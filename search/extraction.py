"""From the graph to subjects: what matters of entities for finding them, a batch at a time."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from datetime import date, timedelta

from django.db.models import Count, Max, Q

from graph.kinds import Kind, OfficeType
from graph.models import Entity, Identifier, OtherName, Relationship, SeatShare, Status
from graph.relations import RelationshipType
from search.country_words import DEMONYMS, EVERYDAY_NAMES, names_in_other_languages, names_in_other_scripts
from search.index_document import ACRONYM, ALIAS, DEMONYM, ELSEWHERE, MOST_IMPORTANT, NAME, TRANSLATED, Subject

BATCH = 5000
MEMBER = RelationshipType.MEMBER_OF_PARTY
LOOSENESS = 2
ALPHA_3 = "iso3166-1-alpha-3"
HEADS = (OfficeType.HEAD_OF_STATE_AND_GOVERNMENT, OfficeType.HEAD_OF_STATE, OfficeType.HEAD_OF_GOVERNMENT)
LEADS_NOW = 800
HAS_LED = 120
HOLDS_ANOTHER_OFFICE = 25
SITS_IN_PARLIAMENT = 50
MOST_FOR_SEATS = 250
YEARS_IN_PARLIAMENT = timedelta(days=6 * 365)
MOST_FOR_RELATIONSHIPS = 40
A_LANGUAGE = 3
WIKIDATA = "wikidata"
FAME, LAST_TO_BE_FAMOUS = 12, 8_000_000
"""Wikidata numbered first what most encyclopedias had written about: an early number tells of fame."""
OF_KIND = {Kind.COUNTRY: 500, Kind.OFFICE: 20, Kind.INSTITUTION: 30}
"""How well known an entity is for its kind alone."""
OF_DETAIL = {**dict.fromkeys(HEADS, 200), "lower chamber": 300, "legislature": 300, "upper chamber": 200}


def subjects(pks: Iterable[int] | None, day: date) -> Iterator[Subject]:
    """The published among the entities, all of them for None; who leads is looked up as of the day."""
    entities = Entity.objects.published().order_by("pk")
    keys = list(entities.values_list("pk", flat=True) if pks is None else sorted(pks))
    for place in range(0, len(keys), BATCH):
        batch = keys[place : place + BATCH]
        # Of all that are published, none is beside them; of some, there may be.
        yield from _batch(entities.filter(_among("pk", batch) if pks is None else Q(pk__in=batch)), day)


def _among(field, pks):
    """The condition that the field is one of the primary keys, or beside them where they lie close together.

    Of thousands of keys in one statement, a database looks at each; what lies beside them is looked up for nobody.
    """
    if pks and pks[-1] - pks[0] <= LOOSENESS * len(pks):
        return Q((f"{field}__gte", pks[0]), (f"{field}__lte", pks[-1]))
    return Q((f"{field}__in", pks))


def _batch(entities, day):
    rows = list(entities.select_related("office_details", "institution_details", "election_details"))
    pks = [row.pk for row in rows]
    names, around, counts = _other_names(pks), _around(pks), _relationships(pks)
    known = _led(pks, day) + _seated(pks, day) + _famous(pks)
    ended = _ended(pks, day)
    for row in rows:
        yield Subject(
            pk=row.pk,
            kind=row.kind,
            country_code=row.country_code,
            names=[(row.name, NAME), *names[row.pk], *_country_names(row)],
            around=around[row.pk],
            detail=_detail(row),
            year=_year(row),
            importance=_importance(row, counts[row.pk], len(names[row.pk]), known[row.pk]) // (1 + (row.pk in ended)),
        )


def _other_names(pks):
    names = defaultdict(list)
    rows = OtherName.objects.filter(_among("entity", pks)).order_by("entity", "pk")
    for pk, name, kind in rows.values_list("entity", "name", "kind"):
        names[pk].append((name, ACRONYM if kind == OtherName.Kind.ACRONYM else ALIAS))
    for pk, code in Identifier.objects.filter(_among("entity", pks), scheme=ALPHA_3).values_list("entity", "value"):
        names[pk].append((code, ACRONYM))
    return names


def _country_names(row):
    if row.kind != Kind.COUNTRY:
        return []
    code = row.country_code
    return [
        (code, ACRONYM),
        *((name, ALIAS) for name in EVERYDAY_NAMES.get(code, ())),
        *((name, DEMONYM) for name in DEMONYMS.get(code, ())),
        *((name, TRANSLATED) for name in names_in_other_languages(code)),
        *((name, ELSEWHERE) for name in names_in_other_scripts(code)),
    ]


def _around(pks):
    """Names of parties, their acronyms, and offices around politicians, of the offices contested around elections."""
    around = defaultdict(list)
    statements = Relationship.objects.between_published().order_by("pk")
    told = statements.filter(_among("subject", pks), type__in=(RelationshipType.HOLDS_OFFICE, MEMBER))
    for pk, name in told.values_list("subject", "object__name"):
        around[pk].append(name)
    called = statements.filter(_among("subject", pks), type=MEMBER, object__other_names__kind=OtherName.Kind.ACRONYM)
    for pk, name in called.values_list("subject", "object__other_names__name"):
        around[pk].append(name)
    filled = statements.filter(_among("object", pks), type=RelationshipType.ELECTED_IN_ELECTION)
    for pk, name in filled.values_list("object", "subject__name"):
        around[pk].append(name)
    return around


def _relationships(pks):
    counts = Counter()
    for end in ("subject", "object"):
        rows = Relationship.objects.filter(_among(end, pks)).values_list(end).annotate(number=Count("pk"))
        counts.update(dict(rows.order_by(end)))
    return counts


def _led(pks, day):
    """For politicians, what the offices they hold or held are worth."""
    known = Counter()
    rows = Relationship.objects.filter(_among("subject", pks), type=RelationshipType.HOLDS_OFFICE).with_status(day)
    rows = rows.exclude(object__office_details__office_type=OfficeType.LEGISLATOR)
    for pk, office_type, status in rows.values_list("subject", "object__office_details__office_type", "status"):
        worth = HOLDS_ANOTHER_OFFICE
        if office_type in HEADS:
            worth = LEADS_NOW if status == Status.CURRENT else HAS_LED
        known[pk] = max(known[pk], worth)
    return known


DETAIL = {Kind.OFFICE: "office_type", Kind.INSTITUTION: "institution_type", Kind.ELECTION: "kind"}


def _seated(pks, day):
    """For parties, what the seats are worth that they won in the last years."""
    rows = SeatShare.objects.filter(_among("party", pks), composition__start_last__gte=day - YEARS_IN_PARLIAMENT)
    won = rows.values_list("party").annotate(most=Max("seats")).filter(most__gt=0)
    return Counter({pk: SITS_IN_PARLIAMENT + min(most, MOST_FOR_SEATS) for pk, most in won.order_by("party")})


def _ended(pks, day):
    """The parties that are no more: who types an acronym means the one that is."""
    rows = Relationship.objects.between_published().filter(
        _among("subject", pks), type=RelationshipType.OPERATES_IN_COUNTRY
    )
    told = defaultdict(set)
    for pk, status in rows.with_status(day).values_list("subject", "status"):
        told[pk].add(status)
    return {pk for pk, statuses in told.items() if statuses == {Status.ENDED}}


def _famous(pks):
    """What an early number in Wikidata is worth: 80 for the ten thousandth, nothing from the eight millionth on."""
    rows = Identifier.objects.filter(_among("entity", pks), scheme=WIKIDATA, value__regex=r"^Q[1-9][0-9]*$")
    first = {}
    for pk, value in rows.values_list("entity", "value"):
        first[pk] = min(int(value[1:]), first.get(pk, LAST_TO_BE_FAMOUS))
    return Counter({pk: int(FAME * math.log(LAST_TO_BE_FAMOUS / number)) for pk, number in first.items()})


def _detail(row):
    return getattr(row.details, DETAIL[row.kind], "") if row.kind in DETAIL else ""


def _year(row):
    return row.details.date[:4] if row.kind == Kind.ELECTION and row.details else ""


def _importance(row, relationships, names, led):
    worth = OF_KIND.get(row.kind, 0) + OF_DETAIL.get(_detail(row), 0) + led + A_LANGUAGE * names
    if row.kind == Kind.ELECTION and row.details:
        # Of two elections the later is meant, when nothing else tells them apart.
        worth += max(0, int(row.details.date[:4]) - 1990)
    most = MOST_FOR_RELATIONSHIPS if row.kind in (Kind.POLITICIAN, Kind.OFFICE) else MOST_IMPORTANT
    return min(MOST_IMPORTANT, worth + min(most, relationships))
