"""The rules about the data. A rule is a function of a day. It returns what breaks the rule on this day: a query set of
rows, or tuples (slug, sentence). The tuples of possible duplicates also have the slug of the other entity."""

import re
from collections import defaultdict

from django.db.models import Count, Exists, F, Min, OuterRef, Q, QuerySet, Sum, TextField, Value
from django.db.models.functions import Cast, Coalesce, ExtractYear
from django.db.models.lookups import IsNull

from graph.checks.duplicates import possible_duplicates
from graph.kinds import KINDS, OFFICE_RANKS, ElectionStatus, Kind, OfficeType
from graph.models import Composition, Entity, Redirect, Relationship, SeatShare, Status
from graph.models.citations import citations_older_than_their_facts
from graph.models.freshness import stale_before
from graph.relations import RELATIONSHIP_TYPES, TIMELESS, RelationshipType
from graph.results import Mode
from graph.text.characters import is_clean

DRAFT, WITHDRAWN = Entity.Status.DRAFT, Entity.Status.WITHDRAWN
HOLDS_OFFICE = RelationshipType.HOLDS_OFFICE
SLUGS = {kind: re.compile(definition.slug_pattern) for kind, definition in KINDS.items()}
MARKUP = re.compile(r"</?[a-z!][^<>]*>|&(?:[a-z][a-z0-9]*|#[0-9]+|#x[0-9a-f]+);", re.IGNORECASE)
PUBLIC_TEXTS = """
    name description other_names__name country_details__capital country_details__government_type
    country_details__legislature_name politician_details__overview election_details__winner compositions__shares__name
""".split()
MINIMUM_AGE_IN_OFFICE = 15
NAMES_SHOWN = 5
MAXIMUM_YEARS_AHEAD = 10
YEARS_BEFORE_FOUNDATION = 1
"""A member may have left a party up to this many years before the year of its foundation. This is not an error, because
some parties sit in parliament before they are formally founded."""
WITHIN_A_COUNTRY = [
    name
    for name, definition in RELATIONSHIP_TYPES.items()
    if {definition.subject, definition.object}.isdisjoint({Kind.POLITICIAN, Kind.IDEOLOGY})
]
"""Types of relationships whose two entities must belong to the same country. Relationships of politicians and
ideologies are not among them: people can act abroad, and ideologies have no country."""


def entities(kind: str | None = None) -> QuerySet:
    """Return all entities of a kind, or of all kinds if it is None. Withdrawn entities are left out."""
    found = Entity.objects.exclude(status=WITHDRAWN)
    return found.of_kind(kind) if kind else found


def relationships(*types: str) -> QuerySet:
    """Return the relationships of these types, or of all types. Relationships of withdrawn entities are left out."""
    found = Relationship.objects.exclude(subject__status=WITHDRAWN).exclude(object__status=WITHDRAWN)
    return (found.filter(type__in=types) if types else found).order_by("subject__slug", "pk")


def compositions() -> QuerySet:
    found = Composition.objects.exclude(institution__status=WITHDRAWN)
    return found.order_by("institution__slug", "start_date")


def find_missing(kind, missing, what, day):
    """Return the entities of a kind that lack something. ``missing`` says what they lack:

    - "fact": the fact ``what``
    - "outgoing": relationships of the types in ``what``, with the entity as the subject
    - "incoming": relationships of the types in ``what``, with the entity as the object

    The types in ``what`` are separated by spaces. ``day`` is not used."""
    found = entities(kind)
    return found.without_fact(kind, what) if missing == "fact" else found.without_relationship(missing, *what.split())


RULES = {
    "two_heads_of_state": lambda day: _several_at_once(OfficeType.HEAD_OF_STATE, "heads of state", day),
    "two_heads_of_government": lambda day: _several_at_once(OfficeType.HEAD_OF_GOVERNMENT, "heads of government", day),
    "offices_without_holder": lambda day: entities(Kind.OFFICE).without_holder(day),
    "names_in_other_scripts": lambda day: entities().exclude(name__regex="[A-Za-zÀ-ɏ]"),
    # Each election with a date has a row of `ElectionDetails`.
    "elections_without_date": lambda day: entities(Kind.ELECTION).filter(election_details=None),
    "elections_held_in_the_future": lambda day: entities(Kind.ELECTION).filter(
        election_details__status=ElectionStatus.HELD, election_details__date_first__gt=day
    ),
    "elections_forgotten": lambda day: entities(Kind.ELECTION).overdue(stale_before(day)),
    "overdue": lambda day: entities(Kind.ELECTION).overdue(day).order_by("-election_details__date_last", "slug"),
    # In a new database, a constraint prevents an end before the start. This check is for a database without the
    # constraint.
    "ends_before_starts": lambda day: relationships().filter(end_last__lt=F("start_first")),
    "facts_verified_in_the_future": lambda day: relationships().filter(verified_at__gt=day),
    "relationships_across_borders": lambda day: _across_borders(*WITHIN_A_COUNTRY),
    "compositions_whose_sum_is_not_the_seats": lambda day: (
        compositions().annotate(by_party=Coalesce(Sum("shares__seats"), 0)).exclude(by_party=F("total"))
    ),
    "compositions_in_the_future": lambda day: compositions().filter(start_first__gt=day),
    "institutions_without_composition": lambda day: entities(Kind.INSTITUTION).filter(compositions=None),
    "entities_without_source": lambda day: entities().filter(citations=None),
    "drafts": lambda day: Entity.objects.filter(status=DRAFT).exclude(coverage__mode=Mode.TEST).newest_first(),
    "slugs_that_lead_elsewhere": lambda day: entities().filter(Exists(Redirect.objects.filter(slug=OuterRef("slug")))),
    "texts_that_are_not_clean": lambda day: _texts("is not clean", lambda text: not is_clean(text)),
    "texts_with_markup": lambda day: _texts("holds markup", MARKUP.search),
}


def _several_at_once(office_type, title, day):
    types = (office_type, OfficeType.HEAD_OF_STATE_AND_GOVERNMENT)
    people = defaultdict(set)
    held = relationships(HOLDS_OFFICE).current(day).filter(object__office_details__office_type__in=types)
    for code, slug in held.values_list("object__country_code", "subject__slug"):
        people[code].add(slug)
    for country in entities(Kind.COUNTRY).order_by("slug"):
        names = sorted(people[country.country_code])
        if len(names) > 1:
            yield country.slug, f"{country.name} has {len(names)} {title} at once: {', '.join(names)}."


def _across_borders(*types):
    return relationships(*types).exclude(object__country_code=F("subject__country_code"))


def _texts(problem, has_problem):
    for field in PUBLIC_TEXTS:
        rows = entities().filter(**{f"{field}__gt": ""}).values_list("slug", field)
        yield from ((slug, f"{text!a} {problem}.") for slug, text in rows.iterator() if has_problem(text))


def check_slugs_of_the_wrong_shape(day):
    for kind, slug in entities().values_list("kind", "slug").iterator():
        if not SLUGS[kind].fullmatch(slug):
            yield slug, f"The slug is not one of a {kind}."


def check_politicians_too_young_for_office(day):
    age = ExtractYear(Coalesce("start_first", "end_last")) - F("subject__politician_details__birth_year")
    return relationships(HOLDS_OFFICE).annotate(age=age).filter(age__lt=MINIMUM_AGE_IN_OFFICE)


def check_politicians_with_offices_abroad_only(day):
    """Return the terms of office of those politicians whose offices all belong to one foreign country."""
    held = entities(Kind.POLITICIAN).filter(outgoing__type=HOLDS_OFFICE)
    countries = Count("outgoing__object__country_code", distinct=True)
    return _across_borders(HOLDS_OFFICE).filter(subject__in=held.annotate(countries=countries).filter(countries=1))


def check_offices(day):
    """Yield (slug, sentence) for each office that has no current holder on the day, or more than one. Offices of
    legislators are left out, because many people hold them."""
    holders = defaultdict(dict)
    held = relationships(HOLDS_OFFICE).exclude(object__office_details__office_type=OfficeType.LEGISLATOR).current(day)
    for office, pk, name in held.values_list("object_id", "subject_id", "subject__name"):
        holders[office][pk] = name
    offices = entities(Kind.OFFICE).exclude(office_details__office_type=OfficeType.LEGISLATOR)
    for office in sorted(offices.select_related("office_details"), key=_rank):
        if len(holders[office.pk]) != 1:
            yield office.slug, _holders_sentence(sorted(holders[office.pk].values()))


def _rank(office):
    known = office.details and office.details.office_type
    return OFFICE_RANKS.get(known, len(OFFICE_RANKS)), office.country_code, office.slug


def _holders_sentence(names):
    if not names:
        return "No current holder is known."
    more = f" and {len(names) - NAMES_SHOWN} more" if len(names) > NAMES_SHOWN else ""
    return f"Held by {len(names)} at once: {', '.join(names[:NAMES_SHOWN])}{more}."


def check_compositions_that_differ_from_the_seats(day):
    newest = {}
    for row in compositions().begun_by(day).newest_first().select_related("institution__institution_details"):
        newest.setdefault(row.institution.slug, row)
    for slug, row in sorted(newest.items()):
        seats = row.institution.details and row.institution.details.seats
        if seats not in (None, row.total):
            yield slug, f"{row} has {row.total} seats, but the chamber has {seats}."


def check_compositions_across_borders(day):
    """Yield (slug of the chamber, sentence) for each of these errors in compositions (the seats of a chamber by party):

    - The composition comes from an election of another country.
    - The composition has seats of a party of another country.
    """
    for row in compositions().filter(_abroad("election", "institution")).select_related("institution", "election"):
        yield row.institution.slug, f"{row} was given by {row.election.slug}, which crosses a border."
    shares = SeatShare.objects.filter(_abroad("party", "composition__institution"), composition__in=compositions())
    for share in shares.select_related("party", "composition__institution").order_by("pk"):
        row = share.composition
        yield row.institution.slug, f"{row} has seats of {share.party.slug}, which crosses a border."


def _abroad(path, institution):
    """Return a Q object for rows that refer to a foreign entity: an entity of another country than the chamber of the
    row. ``path`` is the lookup from a row to this entity, such as "party". ``institution`` is the lookup from a row to
    the chamber, such as "composition__institution". Rows do not match if they have no such entity, or if it is
    withdrawn."""
    same_country = Q(**{f"{path}__country_code": F(f"{institution}__country_code")})
    return Q(**{f"{path}__isnull": False}) & ~same_country & ~Q(**{f"{path}__status": WITHDRAWN})


def check_rounds_with_another_date_than_the_election(day):
    rows = entities(Kind.ELECTION).exclude(election_details=None).exclude(election_details__rounds=[])
    for slug, date, rounds in rows.values_list("slug", "election_details__date", "election_details__rounds"):
        if rounds[-1]["date"] != date:
            yield slug, f"The election is of {date}, but its last round is of {rounds[-1]['date']}."


def check_dates_in_the_far_future(day):
    limit = day.replace(year=day.year + MAXIMUM_YEARS_AHEAD, day=min(day.day, 28))
    late = relationships().filter(Q(start_last__gt=limit) | Q(end_last__gt=limit))
    for row in late.select_related("subject", "object"):
        yield row.subject.slug, f"{row.subject.slug} {row.type} {row.object.slug} reaches beyond {limit.year}."
    for slug, name in entities(Kind.ELECTION).filter(election_details__date_last__gt=limit).values_list("slug", "name"):
        yield slug, f"{name} is beyond {limit.year}."


def check_parties_founded_after_their_members_left(day):
    """Yield (slug, sentence) for each party with a member who left more than YEARS_BEFORE_FOUNDATION years before the
    party was founded. Such an entity may mix up two different parties."""
    last_known = Coalesce("end_last", "verified_at", "start_first")
    parties = relationships(RelationshipType.MEMBER_OF_PARTY).values(
        "object__slug", "object__name", founded=F("object__party_details__founded_year")
    )
    first_left = parties.annotate(left=ExtractYear(Min(last_known))).order_by("object__slug")
    for party in first_left.filter(left__lt=F("founded") - YEARS_BEFORE_FOUNDATION):
        sentence = "{object__name} was founded in {founded}, after a member of {left}."
        yield party["object__slug"], sentence.format(**party)


def check_memberships_counted_twice(day):
    """Return each party membership that was stored again later. Two memberships count as the same if the person and the
    party are the same, and the periods overlap. If a start or an end is unknown, periods that may overlap count as
    overlapping. The later one of the two memberships is not returned."""
    start, end = OuterRef("start_last"), OuterRef("end_first")
    later = Relationship.objects.filter(subject=OuterRef("subject"), object=OuterRef("object"), type=OuterRef("type"))
    overlapping = later.filter(
        Q(start_last=None) | Q(start_last__lt=end) | IsNull(end, True),
        Q(end_first=None) | Q(end_first__gt=start) | IsNull(start, True),
        pk__gt=OuterRef("pk"),
    )
    return relationships(RelationshipType.MEMBER_OF_PARTY).filter(Exists(overlapping))


def check_elections_with_one_name(day):
    """Yield (slug, sentence) for each group of elections of one country that have the same name. The slug is that of
    one election of the group."""
    names = entities(Kind.ELECTION).values("country_code", "name").order_by()
    for row in names.annotate(number=Count("pk"), first=Min("slug")).filter(number__gt=1).order_by("first"):
        yield row["first"], f"{row['number']} elections have the name {row['name']!r}."


def check_citations_older_than_their_facts(day):
    rows = citations_older_than_their_facts().exclude(entity__status=WITHDRAWN).select_related("entity", "source")
    for row in rows.order_by("entity__slug"):
        yield row.entity.slug, f"It has facts of {row.source.slug} that are newer than {row.retrieved}."


def check_stale(day):
    """Return relationships without an end date that may no longer be current on the day. There are three possible
    reasons: no source has confirmed the relationship in the last two years, the usual term of the office is over, or
    the next election was held. A relationship of a lasting type (`TIMELESS`) is left out if it has no start date. Each
    row also has ``verified``, the day of the last confirmation as a text, or "never"."""
    found = Relationship.objects.with_status(day).filter(status=Status.UNKNOWN, end_date="")
    found = found.exclude(type__in=TIMELESS, start_date="")
    verified = Coalesce(Cast("verified_at", TextField()), Value("never", TextField()))
    return found.annotate(verified=verified).order_by("verified_at", "pk")


def check_duplicates(day):
    """Yield (slug, sentence, slug of the possible duplicate) for each pair of politicians, or of parties, in one
    country with a name in common. Pairs that are certainly different, and those that an editor has marked as different,
    are left out."""
    return possible_duplicates(entities)
