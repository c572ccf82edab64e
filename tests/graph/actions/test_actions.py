"""Each verb does its work, says so in the journal, and refuses what cannot be done."""

import pytest
from django.core.exceptions import ValidationError

from graph.actions import (
    ActionRejected,
    EntityEdit,
    create,
    editing,
    merge,
    publish,
    relate,
    rename,
    restore,
    unrelate,
    update,
    versions_of,
    withdraw,
    write_entities,
)
from graph.models import Change, Entity, OtherName, Redirect, Relationship
from tests import factories

pytestmark = pytest.mark.django_db


def said(entity):
    """What the journal says of an entity: action, fields, whether it is told."""
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
def test_a_slug_that_was_ever_given_is_not_given_again(macron, slug):
    factories.RedirectFactory(entity=macron, slug="e-macron")
    other = factories.PoliticianFactory(name="Jane Doe")

    with pytest.raises(ActionRejected):
        create(kind="politician", name="E. Macron", slug=slug, country_code="fr")
    with pytest.raises(ActionRejected):
        rename(entity=other, slug=slug)


def test_update_says_the_old_and_the_new_value_of_what_differs():
    election = factories.ElectionFactory(details__winner="")

    update(entity=election, winner="Emmanuel Macron", turnout="66.10", status="held")

    assert said(election) == [("updated", {"winner": [None, "Emmanuel Macron"], "turnout": [None, 66.1]}, True)]


def test_what_is_so_already_is_no_change(macron):
    update(entity=macron, name="Emmanuel Macron")

    assert said(macron) == []


def test_what_an_editor_wrote_no_source_is_cited_for():
    country = factories.CountryFactory()
    citation = factories.CitationFactory(entity=country, facts=["capital", "population"])

    update(entity=country, capital="Lyon")

    citation.refresh_from_db()
    assert citation.facts == ["population"]


@pytest.mark.parametrize("fact", ["slug", "kind", "country_code", "status", "winner", "pk"])
def test_only_facts_are_updated(macron, fact):
    with pytest.raises(ActionRejected):
        update(entity=macron, **{fact: "x"})


@pytest.mark.parametrize("wrong", [{"name": ""}, {"birth_year": 99}, {"birth_year": "soon"}, {"name": "x" * 301}])
def test_what_is_no_value_is_refused_and_nothing_is_written(macron, wrong):
    with pytest.raises(ValidationError):
        update(entity=macron, **wrong)

    assert said(macron) == []


def test_relate_and_unrelate_speak_of_the_other_by_its_slug(macron):
    office = factories.OfficeFactory()

    statement = relate(
        subject=macron,
        type="politician_holds_office",
        object=office,
        source=factories.SourceFactory(),
        start_date="2017-05-14",
        end_date="2022",
    )
    assert str(statement.end_last) == "2022-12-31"
    unrelate(relationship=statement)

    assert not Relationship.objects.exists()
    assert said(macron) == [
        ("related", {"politician_holds_office": [None, office.slug]}, True),
        ("unrelated", {"politician_holds_office": [office.slug, None]}, True),
    ]


def test_what_is_said_of_a_draft_is_not_told(macron):
    draft = factories.OfficeFactory(status="draft")

    relate(subject=macron, type="politician_holds_office", object=draft, source=factories.SourceFactory())

    assert [told for *_, told in said(macron)] == [False]


def test_a_type_joins_its_kinds_alone(macron):
    with pytest.raises(ActionRejected):
        relate(subject=macron, type="party_has_ideology", object=macron, source=factories.SourceFactory())


def test_a_former_slug_leads_to_the_new_one_and_may_be_taken_back(macron):
    rename(entity=macron, slug="e-macron")
    rename(entity=macron, slug="emmanuel-macron")

    assert list(Redirect.objects.values_list("slug", "entity__slug")) == [("e-macron", "emmanuel-macron")]
    assert said(macron)[0] == ("renamed", {"slug": ["emmanuel-macron", "e-macron"]}, True)


@pytest.mark.parametrize("slug", ["emmanuel-macron", "", "E Macron", "é", "a" * 201])
def test_what_is_no_new_slug_is_refused(macron, slug):
    with pytest.raises((ActionRejected, ValidationError)):
        rename(entity=macron, slug=slug)


def test_withdrawing_and_restoring_are_told(macron):
    withdraw(entity=macron)
    restore(entity=macron)

    assert said(macron) == [("withdrawn", {}, True), ("restored", {}, True)]
    assert Entity.objects.get(pk=macron.pk).updated_at == Change.objects.last().at


def test_to_the_outside_a_draft_is_created_when_it_is_published():
    draft = create(kind="ideology", name="Liberalism", slug="liberalism", status="draft")
    update(entity=draft, spectrum="centre")
    publish(entity=draft)

    assert [(action, told) for action, _, told in said(draft)] == [
        ("created", False),
        ("updated", False),
        ("created", True),
    ]


@pytest.mark.parametrize(
    ("status", "verb"),
    [("draft", withdraw), ("draft", restore), ("published", publish), ("published", restore), ("withdrawn", withdraw)],
)
def test_a_status_follows_from_the_one_before(status, verb):
    with pytest.raises(ActionRejected):
        verb(entity=factories.PoliticianFactory(status=status))


class TestDescriptionsOfOthers:
    """What is composed of a published entity tells no name that the outside is not told."""

    @pytest.fixture
    def party(self, macron):
        party = factories.PartyFactory(name="Renaissance", status="draft")
        relate(subject=macron, type="politician_member_of_party", object=party, source=factories.SourceFactory())
        return party

    def described(self, macron):
        row = Entity.objects.get(pk=macron.pk)
        return f"{row.description} {row.details.overview}"

    def test_do_not_name_a_draft(self, macron, party):
        assert "Renaissance" not in self.described(macron)

    def test_name_it_once_it_is_published_and_say_so(self, macron, party):
        publish(entity=party)

        assert "Renaissance" in self.described(macron)
        last = Change.objects.filter(entity=macron).latest("pk")
        assert (last.action, last.is_public) == ("updated", True)

    @pytest.mark.parametrize("rename_by", ["update", "editing", "table"])
    def test_call_it_by_its_new_name(self, macron, party, rename_by):
        party = publish(entity=party)
        if rename_by == "update":
            update(entity=party, name="En Marche")
        elif rename_by == "editing":
            with editing(party):
                party.name = "En Marche"
                party.save()
        else:
            write_entities([EntityEdit(party, {"name": "En Marche"})], seen=versions_of([party.pk]))

        assert "En Marche" in self.described(macron)
        assert "Renaissance" not in self.described(macron)
        assert "overview" in Change.objects.filter(entity=macron).latest("pk").fields

    def test_name_it_no_more_once_it_is_withdrawn(self, macron, party):
        publish(entity=party)
        withdraw(entity=party)

        assert "Renaissance" not in self.described(macron)
        restore(entity=party)
        assert "Renaissance" in self.described(macron)


class TestMerging:
    @pytest.fixture
    def double(self):
        return factories.PoliticianFactory(name="E. Macron", slug="e-macron", details__birth_year=1977)

    def test_all_that_is_known_of_the_one_is_known_of_the_other(self, macron, double):
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

    def test_both_are_in_the_journal_and_it_outlives_the_one(self, macron, double):
        merge(entity=double, into=macron)

        assert said(double) == [("merged", {"into": [None, "emmanuel-macron"]}, True)]
        assert said(macron) == [("updated", {"merged": [None, "e-macron"]}, True)]

    def test_what_both_say_is_said_once(self, macron, double):
        office = factories.OfficeFactory()
        for subject in (macron, double):
            factories.RelationshipFactory(subject=subject, object=office, start_date="2017")

        merge(entity=double, into=macron)

        assert Relationship.objects.get().subject == macron

    def test_two_rows_of_a_chamber_become_one_and_its_total_stays(self):
        one, other = factories.PartyFactory(), factories.PartyFactory()
        chamber = factories.CompositionFactory(total=100)
        for party, seats in ((one, 60), (other, 40)):
            factories.SeatShareFactory(composition=chamber, party=party, seats=seats, vote_share=seats)

        merge(entity=other, into=one)

        assert chamber.shares.get().seats == 100

    def test_chambers_of_one_day_are_one(self):
        one, other = factories.InstitutionFactory(), factories.InstitutionFactory()
        factories.CompositionFactory(institution=one)
        factories.CompositionFactory(institution=other)
        factories.CompositionFactory(institution=other, start_date="2017-06-18")

        merge(entity=other, into=one)

        assert {row.start_date for row in one.compositions.all()} == {"2022-06-19", "2017-06-18"}

    def test_only_two_of_a_kind_are_merged_into_one_that_is_published(self, macron, double):
        draft = factories.PoliticianFactory(status="draft", name="Draft")

        for into in (macron, draft, factories.PartyFactory()):
            with pytest.raises(ActionRejected):
                merge(entity=macron, into=into)

    def test_one_that_is_gone_is_merged_no_more(self, macron, double):
        merge(entity=double, into=macron)

        with pytest.raises(ActionRejected):
            merge(entity=double, into=macron)
