"""Test that `write_entities` has the same result as writing one entity after another."""

import pytest
from django.db import transaction

from graph.actions import EditConflict, EntityEdit, editing, revert, versions_of, write_entities
from graph.actions.preconditions import ActionRejected
from graph.journal.revisions import stored_rows
from graph.models import VERSIONED_MODELS, Change, Entity, Identifier, OtherName, RowVersion
from tests import factories
from tests.edits import create, update

pytestmark = pytest.mark.django_db

NOT_COMPARED = {"id", "revision", "at", "updated_at", "created_at", "position"}
FACTS = {
    "emmanuel-macron": {"birth_year": 1978},
    "angela-merkel": {"name": "Angela Dorothea Merkel", "description": "Physicist.", "overview": "Born in Hamburg."},
    "jacinda-ardern": {"overview": "", "description": ""},
    "cyril-ramaphosa": {"birth_year": 1952},
    "fr-2022-presidential": {"date": "2022-04", "turnout": "71.99", "status": "held"},
    "without-details": {"birth_year": 1950},
}
NEW = {"kind": "politician", "name": "Sanna Marin", "slug": "sanna-marin", "country_code": "fr", "status": "draft"}
FACTS_OF_NEW = {"birth_year": 1985, "description": "From Helsinki."}


@pytest.fixture
def editor():
    return factories.UserFactory()


@pytest.fixture
def graph():
    factories.CountryFactory(country_code="fr")
    for name, year in (("Emmanuel Macron", 1977), ("Angela Merkel", 1954), ("Cyril Ramaphosa", 1952)):
        row = factories.PoliticianFactory(name=name, details__birth_year=year)
        factories.CitationFactory(entity=row, facts=["name", "birth_year", "overview"])
    ardern = factories.PoliticianFactory(name="Jacinda Ardern", description="Long.", description_is_composed=False)
    factories.RelationshipFactory(subject=ardern)
    factories.ElectionFactory(slug="fr-2022-presidential")
    factories.PoliticianFactory(slug="without-details", name="Without Details", details=None)


def result_of(action):
    """Call the action, and roll it back. Return what it stored as {"rows": …, "versions": …, "changes": …}: sorted
    lists of the graph's rows, of the row versions, and of the journal's changes."""
    with transaction.atomic():
        action()
        slugs = dict(Entity.objects.values_list("pk", "slug"))
        rows = [plain(row, model, slugs) for model in VERSIONED_MODELS for row in all_of(model)]
        versions = [version_of_row(row, slugs) for row in RowVersion.objects.all()]
        changes = [plain(row, Change, slugs) for row in Change.objects.values()]
        transaction.set_rollback(True)
    return {"rows": sorted(rows), "versions": sorted(versions), "changes": sorted(changes)}


def all_of(model):
    return stored_rows(model, model.objects.values_list("pk", flat=True)).values()


def version_of_row(version, slugs):
    return version.model, *(plain(side, RowVersion, slugs) for side in (version.before or {}, version.after or {}))


def plain(row, model, slugs):
    compared = {name: value for name, value in row.items() if name not in NOT_COMPARED}
    compared |= {
        name: slugs.get(value, value) for name, value in compared.items() if name in ("entity_id", "subject_id")
    }
    return model.__name__, str(sorted(compared.items()))


def in_bulk(by):
    rows = list(Entity.objects.filter(slug__in=FACTS).with_details())
    wanted = [EntityEdit(row, FACTS[row.slug]) for row in rows] + [EntityEdit(Entity(**NEW), dict(FACTS_OF_NEW))]
    write_entities(wanted, seen=versions_of([row.pk for row in rows]), by=by, note="A table")


def one_by_one(by):
    for row in Entity.objects.filter(slug__in=FACTS).with_details():
        update(entity=row, by=by, note="A table", **FACTS[row.slug])
    create(**NEW, **FACTS_OF_NEW, by=by, note="A table")


@pytest.mark.parametrize("what", ["rows", "versions", "changes"])
def test_write_entities_has_the_same_result_as_single_actions(graph, editor, what):
    bulk, single = result_of(lambda: in_bulk(editor)), result_of(lambda: one_by_one(editor))

    assert bulk[what] == single[what]
    assert len(single["changes"]) == len(FACTS)  # Five of the six edits change something, and one entity is created.


def test_write_entities_replaces_names_and_identifiers_as_a_form_does(graph, editor):
    macron = Entity.objects.get(slug="emmanuel-macron")
    unchanged = factories.OtherNameFactory(entity=macron, name="Unchanged", lang="")
    factories.OtherNameFactory(entity=macron, name="Gone", lang="fr")

    def bulk():
        names = [OtherName(name="Unchanged"), OtherName(name="New", lang="de", kind="native")]
        wanted = EntityEdit(macron, {}, names, [Identifier(scheme="wikidata", value="Q1")])
        write_entities([wanted], seen=versions_of([macron.pk]), by=editor, note="A table")
        assert OtherName.objects.filter(pk=unchanged.pk).exists()

    def by_form():
        with editing(macron, by=editor, note="A table"):
            OtherName.objects.get(name="Gone").delete()
            OtherName.objects.create(entity=macron, name="New", lang="de", kind="native")
            Identifier.objects.create(entity=macron, scheme="wikidata", value="Q1")

    assert result_of(bulk) == result_of(by_form)


def test_revert_of_one_entity_leaves_the_others(graph, editor):
    merkel, macron = Entity.objects.get(slug="angela-merkel"), Entity.objects.get(slug="emmanuel-macron")
    update(entity=merkel, birth_year=1955)
    before = Change.objects.get(entity=merkel)

    in_bulk(editor)
    revert(entity=merkel, to=before)

    merkel.refresh_from_db()
    macron.refresh_from_db()
    assert (merkel.name, macron.politician_details.birth_year) == ("Angela Merkel", 1978)


def test_write_entities_writes_nothing_after_an_edit_conflict(graph):
    rows = list(Entity.objects.filter(slug__in=FACTS).with_details())
    update(entity=rows[-1], name="A Name")
    seen = versions_of([row.pk for row in rows])
    update(entity=rows[-1], name="Another Name")
    newest = Change.objects.latest("pk")

    with pytest.raises(EditConflict) as error:
        write_entities([EntityEdit(row, FACTS[row.slug]) for row in rows], seen=seen)
    assert Change.objects.latest("pk") == newest
    assert list(error.value.changes) == [newest]


def test_write_entities_rejects_a_slug_that_was_used_before(graph):
    factories.RedirectFactory(slug="sanna-marin")

    with pytest.raises(ActionRejected, match="taken"):
        write_entities([EntityEdit(Entity(**NEW))], seen={})


def test_write_entities_with_equal_values_is_no_change(graph):
    row = Entity.objects.get(slug="cyril-ramaphosa")

    write_entities([EntityEdit(row, FACTS[row.slug])], seen=versions_of([row.pk]))

    assert not Change.objects.filter(entity=row, action=Change.Action.UPDATED, fields__has_key="birth_year").exists()


def test_write_entities_needs_few_queries(graph, django_assert_max_num_queries):
    for _ in range(20):
        factories.PoliticianFactory(country_code="fr")
    rows = list(Entity.objects.of_kind("politician").with_details())

    with django_assert_max_num_queries(60):
        write_entities(
            [EntityEdit(row, {"birth_year": 1900}) for row in rows], seen=versions_of([row.pk for row in rows])
        )
