"""Many entities written at one go leave what is left by writing them one by one."""

import pytest
from django.db import transaction

from graph.actions import EditConflict, EntityEdit, create, editing, revert, update, versions_of, write_entities
from graph.actions.exceptions import ActionRejected
from graph.journal.revisions import VERSIONED_MODELS, stored_rows
from graph.models import Change, Entity, Identifier, OtherName, RowVersion
from tests import factories

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


def written(deed):
    """All rows with images, all images and all words of the journal after the deed, which is taken back."""
    with transaction.atomic():
        deed()
        slugs = dict(Entity.objects.values_list("pk", "slug"))
        rows = [plain(row, model, slugs) for model in VERSIONED_MODELS for row in all_of(model)]
        versions = [version_of_row(row, slugs) for row in RowVersion.objects.all()]
        words = [plain(row, Change, slugs) for row in Change.objects.values()]
        transaction.set_rollback(True)
    return {"rows": sorted(rows), "versions": sorted(versions), "words": sorted(words)}


def all_of(model):
    return stored_rows(model, model.objects.values_list("pk", flat=True)).values()


def version_of_row(version, slugs):
    return version.model, *(plain(side, RowVersion, slugs) for side in (version.before or {}, version.after or {}))


def plain(row, model, slugs):
    kept = {name: value for name, value in row.items() if name not in NOT_COMPARED}
    kept |= {name: slugs.get(value, value) for name, value in kept.items() if name in ("entity_id", "subject_id")}
    return model.__name__, str(sorted(kept.items()))


def in_bulk(by):
    rows = list(Entity.objects.filter(slug__in=FACTS).with_details())
    wanted = [EntityEdit(row, FACTS[row.slug]) for row in rows] + [EntityEdit(Entity(**NEW), dict(FACTS_OF_NEW))]
    write_entities(wanted, seen=versions_of([row.pk for row in rows]), by=by, note="A table")


def one_by_one(by):
    for row in Entity.objects.filter(slug__in=FACTS).with_details():
        update(entity=row, by=by, note="A table", **FACTS[row.slug])
    create(**NEW, **FACTS_OF_NEW, by=by, note="A table")


@pytest.mark.parametrize("what", ["rows", "versions", "words"])
def test_bulk_leaves_what_verbs_leave_row_by_row(graph, editor, what):
    bulk, single = written(lambda: in_bulk(editor)), written(lambda: one_by_one(editor))

    assert bulk[what] == single[what]
    assert len(single["words"]) == len(FACTS)  # six written, of which one stays as it is, and one new


def test_names_and_identifiers_are_told_as_an_editor_tells_them(graph, editor):
    macron = Entity.objects.get(slug="emmanuel-macron")
    kept = factories.OtherNameFactory(entity=macron, name="Kept", lang="")
    factories.OtherNameFactory(entity=macron, name="Gone", lang="fr")

    def bulk():
        names = [OtherName(name="Kept"), OtherName(name="New", lang="de", kind="native")]
        wanted = EntityEdit(macron, {}, names, [Identifier(scheme="wikidata", value="Q1")])
        write_entities([wanted], seen=versions_of([macron.pk]), by=editor, note="A table")
        assert OtherName.objects.filter(pk=kept.pk).exists()

    def by_form():
        with editing(macron, by=editor, note="A table"):
            OtherName.objects.get(name="Gone").delete()
            OtherName.objects.create(entity=macron, name="New", lang="de", kind="native")
            Identifier.objects.create(entity=macron, scheme="wikidata", value="Q1")

    assert written(bulk) == written(by_form)


def test_each_entity_is_reverted_alone(graph, editor):
    merkel, macron = Entity.objects.get(slug="angela-merkel"), Entity.objects.get(slug="emmanuel-macron")
    update(entity=merkel, birth_year=1955)
    before = Change.objects.get(entity=merkel)

    in_bulk(editor)
    revert(entity=merkel, to=before)

    merkel.refresh_from_db()
    macron.refresh_from_db()
    assert (merkel.name, macron.politician_details.birth_year) == ("Angela Merkel", 1978)


def test_nothing_is_written_when_one_has_changed_meanwhile(graph):
    rows = list(Entity.objects.filter(slug__in=FACTS).with_details())
    seen = versions_of([row.pk for row in rows])
    update(entity=rows[-1], name="Another Name")
    words = Change.objects.count()

    with pytest.raises(EditConflict):
        write_entities([EntityEdit(row, FACTS[row.slug]) for row in rows], seen=seen)
    assert Change.objects.count() == words


def test_a_slug_that_was_ever_given_is_refused(graph):
    factories.RedirectFactory(slug="sanna-marin")

    with pytest.raises(ActionRejected, match="taken"):
        write_entities([EntityEdit(Entity(**NEW))], seen={})


def test_what_is_so_already_is_no_change(graph):
    row = Entity.objects.get(slug="cyril-ramaphosa")

    write_entities([EntityEdit(row, FACTS[row.slug])], seen=versions_of([row.pk]))

    assert not Change.objects.filter(entity=row, action=Change.Action.UPDATED, fields__has_key="birth_year").exists()


def test_the_number_of_queries_does_not_follow_the_rows(graph, django_assert_max_num_queries):
    for _ in range(20):
        factories.PoliticianFactory(country_code="fr")
    rows = list(Entity.objects.of_kind("politician").with_details())

    with django_assert_max_num_queries(60):
        write_entities(
            [EntityEdit(row, {"birth_year": 1900}) for row in rows], seen=versions_of([row.pk for row in rows])
        )
