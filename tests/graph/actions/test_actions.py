"""Test the actions on entities. Each one writes to the graph and to the journal, or rejects what is not allowed."""

import pytest
from django.core.exceptions import ValidationError

from graph.actions import (
    ActionRejected,
    EntityEdit,
    editing,
    merge,
    publish,
    rename,
    restore,
    versions_of,
    withdraw,
    write_entities,
)
from graph.models import Change, Entity, OtherName, Redirect, Relationship
from tests import factories
from tests.edits import create, relate, unrelate, update

pytestmark = pytest.mark.django_db


def changes_of(entity):
    """Return (action, fields, is_public) for each change of an entity in the journal."""
    return list(Change.objects.filter(entity_id=entity.pk).values_list("action", "fields", "is_public"))


@pytest.fixture
def editor():
    return factories.UserFactory()


@pytest.fixture
def macron():
    return factories.PoliticianFactory(name="Emmanuel Macron")


def test_create_makes_an_entity_with_its_facts_and_a_description(editor):
    factories.CountryFactory(country_code="fr")

    party = create(
        kind="party", name="Greens", slug="greens-fr", country_code="fr", founded_year=2010, by=editor, note="new"
    )

    assert (party.details.founded_year, party.description) == (2010, "Political party in France, founded in 2010.")
    change = Change.objects.get(entity=party)
    assert (change.action, change.by, change.note, change.is_public) == ("created", editor, "new", True)
    assert (change.kind, change.country_code, change.slug, change.name) == ("party", "fr", "greens-fr", "Greens")


@pytest.mark.parametrize("slug", ["emmanuel-macron", "e-macron"])
def test_rename_rejects_a_slug_that_was_used_before(macron, slug):
    factories.RedirectFactory(entity=macron, slug="e-macron")
    other = factories.PoliticianFactory(name="Jane Doe")

    with pytest.raises(ActionRejected):
        rename(entity=other, slug=slug)


def test_update_records_old_and_new_values():
    election = factories.ElectionFactory(details__winner="")

    update(entity=election, winner="Emmanuel Macron", turnout="66.10", status="held")

    assert changes_of(election) == [("updated", {"winner": [None, "Emmanuel Macron"], "turnout": [None, 66.1]}, True)]


def test_update_with_an_equal_value_is_no_change(macron):
    update(entity=macron, name="Emmanuel Macron")

    assert changes_of(macron) == []


def test_update_removes_the_fact_from_citations():
    country = factories.CountryFactory()
    citation = factories.CitationFactory(entity=country, facts=["capital", "population"])

    update(entity=country, capital="Lyon")

    citation.refresh_from_db()
    assert citation.facts == ["population"]


@pytest.mark.parametrize("fact", ["slug", "kind", "country_code", "status", "winner", "pk"])
def test_update_rejects_an_unknown_fact(macron, fact):
    with pytest.raises(ActionRejected):
        update(entity=macron, **{fact: "x"})


@pytest.mark.parametrize("wrong", [{"name": ""}, {"birth_year": 99}, {"birth_year": "soon"}, {"name": "x" * 301}])
def test_update_rejects_an_invalid_value(macron, wrong):
    with pytest.raises(ValidationError):
        update(entity=macron, **wrong)

    assert changes_of(macron) == []


def test_relate_and_unrelate_record_the_slug_of_the_object(macron):
    office = factories.OfficeFactory()

    relationship = relate(
        subject=macron,
        type="politician_holds_office",
        object=office,
        source=factories.SourceFactory(),
        start_date="2017-05-14",
        end_date="2022",
    )
    assert str(relationship.end_last) == "2022-12-31"
    unrelate(relationship=relationship)

    assert not Relationship.objects.exists()
    assert changes_of(macron) == [
        ("related", {"politician_holds_office": [None, office.slug]}, True),
        ("unrelated", {"politician_holds_office": [office.slug, None]}, True),
    ]


def test_relate_to_a_draft_is_not_public(macron):
    draft = factories.OfficeFactory(status="draft")

    relate(subject=macron, type="politician_holds_office", object=draft, source=factories.SourceFactory())

    assert [is_public for *_, is_public in changes_of(macron)] == [False]


def test_rename_redirects_the_old_slug_and_can_be_reversed(macron):
    rename(entity=macron, slug="e-macron")
    rename(entity=macron, slug="emmanuel-macron")

    assert list(Redirect.objects.values_list("slug", "entity__slug")) == [("e-macron", "emmanuel-macron")]
    assert changes_of(macron)[0] == ("renamed", {"slug": ["emmanuel-macron", "e-macron"]}, True)


@pytest.mark.parametrize("slug", ["emmanuel-macron", "", "E Macron", "é", "a" * 201])
def test_rename_rejects_an_invalid_slug(macron, slug):
    with pytest.raises((ActionRejected, ValidationError)):
        rename(entity=macron, slug=slug)


def test_withdraw_and_restore_are_public(macron):
    withdraw(entity=macron)
    restore(entity=macron)

    assert changes_of(macron) == [("withdrawn", {}, True), ("restored", {}, True)]
    assert Entity.objects.get(pk=macron.pk).updated_at == Change.objects.last().at


def test_publish_records_a_public_creation():
    draft = create(kind="ideology", name="Liberalism", slug="liberalism", status="draft")
    update(entity=draft, spectrum="centre")
    publish(entity=draft)

    assert [(action, is_public) for action, _, is_public in changes_of(draft)] == [
        ("created", False),
        ("updated", False),
        ("created", True),
    ]


@pytest.mark.parametrize(
    ("status", "action"),
    [("draft", withdraw), ("draft", restore), ("published", publish), ("published", restore), ("withdrawn", withdraw)],
)
def test_action_rejects_the_wrong_status(status, action):
    with pytest.raises(ActionRejected):
        action(entity=factories.PoliticianFactory(status=status))


class TestDescriptionsOfOthers:
    """Test that the composed texts about a published entity never name an unpublished one."""

    @pytest.fixture
    def party(self, macron):
        party = factories.PartyFactory(name="Renaissance", status="draft")
        relate(subject=macron, type="politician_member_of_party", object=party, source=factories.SourceFactory())
        return party

    def texts_of(self, macron):
        row = Entity.objects.get(pk=macron.pk)
        return f"{row.description} {row.details.overview}"

    def test_text_does_not_name_a_draft(self, macron, party):
        assert "Renaissance" not in self.texts_of(macron)

    def test_publish_updates_texts_that_name_the_entity(self, macron, party):
        publish(entity=party)

        assert "Renaissance" in self.texts_of(macron)
        last = Change.objects.filter(entity=macron).latest("pk")
        assert (last.action, last.is_public) == ("updated", True)

    @pytest.mark.parametrize("rename_by", ["update", "editing", "table"])
    def test_a_new_name_updates_texts_that_name_the_entity(self, macron, party, rename_by):
        party = publish(entity=party)
        if rename_by == "update":
            update(entity=party, name="En Marche")
        elif rename_by == "editing":
            with editing(party):
                party.name = "En Marche"
                party.save()
        else:
            write_entities([EntityEdit(party, {"name": "En Marche"})], seen=versions_of([party.pk]))

        assert "En Marche" in self.texts_of(macron)
        assert "Renaissance" not in self.texts_of(macron)
        assert "overview" in Change.objects.filter(entity=macron).latest("pk").fields

    def test_withdraw_removes_the_name_from_texts(self, macron, party):
        publish(entity=party)
        withdraw(entity=party)

        assert "Renaissance" not in self.texts_of(macron)
        restore(entity=party)
        assert "Renaissance" in self.texts_of(macron)


class TestMerge:
    @pytest.fixture
    def double(self):
        return factories.PoliticianFactory(name="E. Macron", slug="e-macron", details__birth_year=1977)

    def test_merge_moves_everything_to_the_survivor(self, macron, double):
        factories.OtherNameFactory(entity=double)
        factories.IdentifierFactory(entity=double)
        factories.CitationFactory(entity=double)
        factories.RelationshipFactory(subject=double, start_date="2017")
        factories.RedirectFactory(entity=double, slug="manu")

        merge(entity=double, into=macron)

        assert set(OtherName.objects.values_list("entity", "name")) == {
            (macron.pk, "E. Macron"),
            (macron.pk, "Эмманюэль Макрон"),
        }
        assert macron.identifiers.count() == macron.citations.count() == macron.outgoing.count() == 1
        assert set(Redirect.objects.values_list("slug", "entity")) == {("e-macron", macron.pk), ("manu", macron.pk)}
        assert not Entity.objects.filter(pk=double.pk).exists()

    def test_merge_records_a_change_of_both(self, macron, double):
        merge(entity=double, into=macron)

        assert changes_of(double) == [("merged", {"into": [None, "emmanuel-macron"]}, True)]
        assert changes_of(macron) == [("updated", {"merged": [None, "e-macron"]}, True)]

    def test_merge_joins_equal_relationships(self, macron, double):
        office = factories.OfficeFactory()
        for subject in (macron, double):
            factories.RelationshipFactory(subject=subject, object=office, start_date="2017")

        merge(entity=double, into=macron)

        assert Relationship.objects.get().subject == macron

    def test_merge_adds_up_two_shares_of_a_composition(self):
        one, other = factories.PartyFactory(), factories.PartyFactory()
        chamber = factories.CompositionFactory(total=100)
        for party, seats in ((one, 60), (other, 40)):
            factories.SeatShareFactory(composition=chamber, party=party, seats=seats, vote_share=seats)

        merge(entity=other, into=one)

        assert chamber.shares.get().seats == 100

    def test_merge_keeps_one_composition_per_day(self):
        one, other = factories.InstitutionFactory(), factories.InstitutionFactory()
        factories.CompositionFactory(institution=one)
        factories.CompositionFactory(institution=other)
        factories.CompositionFactory(institution=other, start_date="2017-06-18")

        merge(entity=other, into=one)

        assert {row.start_date for row in one.compositions.all()} == {"2022-06-19", "2017-06-18"}

    def test_merge_rejects_other_kinds_and_unpublished_survivors(self, macron, double):
        draft = factories.PoliticianFactory(status="draft", name="Draft")

        for into in (macron, draft, factories.PartyFactory()):
            with pytest.raises(ActionRejected):
                merge(entity=macron, into=into)

    def test_merge_rejects_a_merged_entity(self, macron, double):
        merge(entity=double, into=macron)

        with pytest.raises(ActionRejected):
            merge(entity=double, into=macron)
