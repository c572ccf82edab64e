"""Test the list of an entity's relationships: direction, order, filters and pages. Entities with many relationships,
the hubs, are read in another way than those with few."""

from datetime import UTC, date, datetime
from itertools import pairwise, product

import pytest
from django.db import connection
from django.db.models import Q

from graph.api.parameters import BY_RELEVANCE, next_cursor, sort_key_of
from graph.models import Entity, Relationship, Status
from graph.models.freshness import stale_before
from graph.queries import hubs, relationships
from graph.queries.relationships import Selection, find_entity_with_relationships
from graph.queries.selecting import select_relationships
from graph.relations import RelationshipType
from tests.factories import (
    CountryFactory,
    ElectionFactory,
    OfficeFactory,
    PartyFactory,
    PoliticianFactory,
    RelationshipFactory,
    SourceFactory,
)

DAY = date(2026, 6, 15)
NOVEMBER_2015 = date(2015, 11, 1)
LONG_AGO, LATELY = datetime(2020, 1, 1, tzinfo=UTC), datetime(2026, 6, 1, tzinfo=UTC)
pytestmark = pytest.mark.django_db


@pytest.fixture(params=["in memory", "hub"])
def _both_ways(request, monkeypatch):
    """Run each test twice: the service reads the relationships of an entity either all at once or page by page, as for
    an entity with many of them."""
    if request.param == "hub":
        monkeypatch.setattr(relationships, "MOST_IN_MEMORY", 0)


def selection(entity, *, limit=200, **values):
    day = values.pop("day", DAY)
    return Selection.of(find_entity_with_relationships(entity.slug, day), day, limit, **values)


def shown(entity, **values):
    """Return the primary keys of the entity's relationships on the first page, with these filters."""
    return [row.pk for row in select_relationships(selection(entity, **values)).rows]


def keys(*rows):
    return [row.pk for row in rows]


def pages(entity, limit, **values):
    page, after = None, None
    while page is None or page.has_more:
        page = select_relationships(selection(entity, limit=limit, after=after, **values))
        cursor = next_cursor(page, DAY)
        after = cursor and sort_key_of(BY_RELEVANCE.position(cursor).values)
        yield page


@pytest.mark.usefixtures("_both_ways")
class TestRow:
    def test_relationship_is_outgoing_for_the_subject(self):
        relationship = RelationshipFactory(object=OfficeFactory())

        (row,) = select_relationships(selection(relationship.subject)).rows

        assert (row.direction, row.name, row.label) == ("outgoing", "President of France", "Holds office")

    def test_relationship_is_incoming_for_the_object(self):
        relationship = RelationshipFactory(subject=PoliticianFactory(name="Emmanuel Macron"))

        (row,) = select_relationships(selection(relationship.object)).rows

        assert (row.direction, row.name, row.label) == ("incoming", "Emmanuel Macron", "Holders")

    def test_row_has_the_slug_of_the_source_of_the_relationship(self):
        relationship = RelationshipFactory(source=SourceFactory(slug="parlgov"))

        for entity in (relationship.subject, relationship.object):
            assert [row.source for row in select_relationships(selection(entity)).rows] == ["parlgov"]

    @pytest.mark.parametrize("hidden", [Entity.Status.DRAFT, Entity.Status.WITHDRAWN])
    def test_relationships_with_unpublished_entities_are_left_out(self, hidden):
        macron = PoliticianFactory()
        RelationshipFactory(subject=macron, object=OfficeFactory(status=hidden))
        seen = RelationshipFactory(subject=macron)

        page = select_relationships(selection(macron))

        assert (keys(*page.rows), page.total) == ([seen.pk], 1)

    def test_name_of_a_renamed_entity_is_the_new_one(self):
        member = RelationshipFactory(subject=PoliticianFactory(), object=PartyFactory(name="Old"))
        Entity.objects.filter(pk=member.object.pk).update(name="New")

        member.refresh_from_db()

        assert member.object_name == select_relationships(selection(member.subject)).rows[0].name == "New"


@pytest.mark.usefixtures("_both_ways")
class TestDisplayOrder:
    """Test the order of relationships: by status with the current ones first, then by type, latest start, name and
    primary key."""

    def test_current_relationships_come_first(self):
        macron = PoliticianFactory()
        ended = RelationshipFactory(subject=macron, object=PartyFactory(), start_date="2016", end_date="2017")
        future = RelationshipFactory(subject=macron, object=ElectionFactory(), start_date="2027-04")
        current = RelationshipFactory(subject=macron, object=OfficeFactory(), start_date="2017-05-14")

        assert shown(macron) == keys(current, ended, future)

    def test_types_have_the_order_of_the_specification(self):
        macron = PoliticianFactory()
        office = RelationshipFactory(subject=macron, object=OfficeFactory())
        election = RelationshipFactory(subject=macron, object=ElectionFactory())
        party = RelationshipFactory(subject=macron, object=PartyFactory())

        assert shown(macron) == keys(party, election, office)

    def test_the_latest_start_comes_first_and_an_unknown_start_last(self):
        macron = PoliticianFactory()
        starts = ["", "2012-05-16", "2017-05", "2014", "2014-01-02"]
        for start in starts:
            RelationshipFactory(subject=macron, object=OfficeFactory(), start_date=start)

        values = [row.start_date for row in select_relationships(selection(macron)).rows]

        assert values == ["2017-05", "2014-01-02", "2014", "2012-05-16", None]

    def test_equal_relationships_are_sorted_by_name_in_code_point_order(self):
        macron = PoliticianFactory()
        for name in ["parti", "Élan", "Zoé", "Parti", "élan"]:
            RelationshipFactory(subject=macron, object=PartyFactory(name=name))

        values = [row.name for row in select_relationships(selection(macron)).rows]

        assert values == ["Parti", "Zoé", "parti", "Élan", "élan"]

    def test_equal_relationships_have_the_order_of_their_keys(self):
        macron, office = PoliticianFactory(), OfficeFactory()
        written = [RelationshipFactory(subject=macron, object=office, role=role) for role in "cab"]

        assert shown(macron) == keys(*written)


DATES = ["", "2015", "2026", "2026-06-15", "2027"]
VERIFIED = [None, NOVEMBER_2015, date(2026, 1, 22)]


@pytest.fixture
def party():
    """Return a party whose memberships have all combinations of start, end and day of verification. It also has
    relationships of another type, and one with a draft."""
    party, office, source = PartyFactory(), PoliticianFactory(), SourceFactory()
    for start, end, verified in product(DATES, DATES, VERIFIED):
        row = Relationship(subject=office, object=party, type="politician_member_of_party", source=source)
        row.start_date, row.end_date, row.verified_at, row.role = start, end, verified, f"{end} {verified}"
        row.set_computed_days()
        if not (row.start_first and row.end_last and row.end_last < row.start_first):
            row.save()
    for verified in VERIFIED:
        RelationshipFactory(subject=party, object=CountryFactory(), verified_at=verified)
    RelationshipFactory(subject=PoliticianFactory(status="draft"), object=party)
    return party


FILTERS = [
    {"only_valid": only_valid, "type": type, "direction": direction, "status": status}
    for only_valid, type, direction, status in [
        *product([False, True], [""], [""], ["", *Status.values]),
        (False, "politician_member_of_party", "", "ended"),
        (True, "party_operates_in_country", "", ""),
        (False, "party_operates_in_country", "incoming", ""),
        (False, "", "outgoing", "current"),
        (False, "politician_holds_office", "", ""),
    ]
]


def test_hub_shows_the_same_as_memory(party, monkeypatch):
    for filters in FILTERS:
        at_once = select_relationships(selection(party, **filters))
        with monkeypatch.context() as patch:
            patch.setattr(relationships, "MOST_IN_MEMORY", 0)
            whole = select_relationships(selection(party, **filters))
            paged = list(pages(party, 7, **filters))
        relationships.known_hubs.clear()

        assert (whole.rows, whole.total, whole.has_more) == (at_once.rows, at_once.total, at_once.has_more), filters
        assert [row for page in paged for row in page.rows] == at_once.rows, filters
        assert {page.total for page in paged} == {at_once.total}


def valid_on(day, relationships):
    """Filter a query set to the relationships that are or may be valid on the day, by the rules of
    `RelationshipRow.is_valid`."""
    started = Q(start_first__lte=day) | Q(start_date="", verified_at__lte=day)
    is_fresh = Q(verified_at=None) | Q(verified_at__gte=stale_before(day))
    not_ended = Q(end_last__gte=day) | (Q(end_date="") & is_fresh)
    return relationships.filter(Q(start_date="", end_date="") | (started & not_ended))


def test_status_and_validity_are_those_of_the_query_set(party):
    rows = find_entity_with_relationships(party.slug, DAY).relationships
    of_party = Relationship.objects.filter(Q(subject=party) | Q(object=party))
    stored = dict(of_party.with_status(DAY).values_list("pk", "status"))
    valid = set(valid_on(DAY, of_party.between_published()).values_list("pk", flat=True))

    assert {row.pk: row.status("2026-06-15") for row in rows} == stored
    assert set(shown(party, only_valid=True)) == valid


@pytest.mark.parametrize("limit", [1, 7, 50])
@pytest.mark.usefixtures("_both_ways")
def test_pages_have_every_row_once(party, limit):
    at_once = shown(party)

    assert [row.pk for page in pages(party, limit) for row in page.rows] == at_once


def test_every_type_has_one_direction_for_a_kind():
    for relationship_type in RelationshipType:
        row = RelationshipFactory(type=relationship_type)
        assert row.subject.kind != row.object.kind


def test_page_of_a_hub_takes_few_queries(party, monkeypatch, django_assert_num_queries):
    monkeypatch.setattr(relationships, "MOST_IN_MEMORY", 0)
    shown(party)

    with django_assert_num_queries(3):
        shown(party, limit=5)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL plans by the number of rows")
@pytest.mark.parametrize("type", ["", "politician_member_of_party"])
@pytest.mark.parametrize("only_valid", [False, True])
@pytest.mark.parametrize("status", ["", *Status.values])
def test_total_of_a_hub_reads_its_relationships_once(only_valid, type, status):
    chosen = selection(PartyFactory(), only_valid=only_valid, type=type, status=status)
    sql = hubs._counts_sql(hubs._directions(chosen), chosen.filters)

    with connection.cursor() as cursor:
        parameters = hubs._parameters(chosen, None, 10)
        steps = [row[3] for row in cursor.execute(f"EXPLAIN QUERY PLAN {sql}", parameters).fetchall()]
    of_unpublished = [after for before, after in pairwise(steps) if before.split()[1] == "n"]
    assert len(of_unpublished) == len(hubs._directions(chosen))
    assert all(step.endswith("(subject_id=? AND object_id=?)") for step in of_unpublished)


@pytest.mark.parametrize("changed", ["relationship", "subject", "object"])
def test_changed_at_is_the_time_of_the_relationship_or_of_the_neighbour(changed):
    times = {name: LATELY if name == changed else LONG_AGO for name in ("relationship", "subject", "object")}
    ends = {
        name: factory(created_at=LONG_AGO, updated_at=times[name])
        for name, factory in (("subject", PoliticianFactory), ("object", OfficeFactory))
    }
    RelationshipFactory(**ends, updated_at=times["relationship"])

    # The last change of the entity itself is not included, because the response adds it later.
    found = {name: select_relationships(selection(entity)).changed_at for name, entity in ends.items()}

    assert {name for name, at in found.items() if at == LATELY} == {"subject", "object"} - {changed}


def test_changed_at_is_none_without_relationships():
    assert select_relationships(selection(PoliticianFactory())).changed_at is None
