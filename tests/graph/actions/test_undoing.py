"""What an editor did can be shown and taken back, as long as nothing was built upon it."""

import pytest
from django.utils import timezone

from graph.actions import (
    ActionRejected,
    EditConflict,
    editing,
    merge,
    relate,
    revert,
    unmerge,
    unrelate,
    update,
    version_of,
)
from graph.journal.revisions import VERSIONED_MODELS, stored_rows
from graph.models import Change, Citation, Entity, Redirect, Relationship
from tests import factories

pytestmark = pytest.mark.django_db


def whole_graph():
    """Every row of every table that has images, but for when it was updated."""
    return [
        (model.__name__, pk, sorted((name, str(value)) for name, value in row.items() if name != "updated_at"))
        for model in VERSIONED_MODELS
        for pk, row in sorted(stored_rows(model, model.objects.values_list("pk", flat=True)).items())
    ]


def correct(share, votes):
    """As the page of a composition does: the chamber's row is touched too."""
    share.vote_share, share.composition.updated_at = votes, timezone.now()
    share.composition.save()
    share.save()


@pytest.fixture
def editor():
    return factories.UserFactory()


@pytest.fixture
def macron():
    return factories.PoliticianFactory(name="Emmanuel Macron", details__birth_year=1977)


class TestUndoingAMerge:
    @pytest.fixture
    def double(self):
        double = factories.PoliticianFactory(name="E. Macron", slug="e-macron", details__birth_year=1980)
        factories.OtherNameFactory(entity=double, name="E. Macron", lang="")
        factories.OtherNameFactory(entity=double)
        factories.IdentifierFactory(entity=double)
        factories.CitationFactory(entity=double, facts=["birth_year"])
        factories.RedirectFactory(entity=double, slug="manu")
        return double

    def test_both_are_again_what_they_were(self, macron, double):
        office = factories.OfficeFactory()
        for subject in (macron, double):
            factories.RelationshipFactory(subject=subject, object=office, start_date="2017")
        before = whole_graph()

        merge(entity=double, into=macron, taking=["birth_year", "name"])
        assert whole_graph() != before
        unmerge(change=Change.objects.get(entity=macron, action="updated"))

        assert whole_graph() == before
        last = Change.objects.filter(action="restored").get()
        assert (last.entity_id, last.fields) == (double.pk, {"merged": ["emmanuel-macron", None]})

    def test_parties_and_their_seats_too(self):
        one, other = factories.PartyFactory(), factories.PartyFactory()
        chamber = factories.CompositionFactory(total=100)
        for party, seats in ((one, 60), (other, 40)):
            factories.SeatShareFactory(composition=chamber, party=party, seats=seats, vote_share=seats)
        factories.SeatShareFactory(composition=factories.CompositionFactory(), party=other)
        member = factories.RelationshipFactory(type="politician_member_of_party", object=other)
        before = whole_graph()

        merge(entity=other, into=one)
        assert Relationship.objects.get(pk=member.pk).object == one
        unmerge(change=Change.objects.get(entity=one, action="updated"))

        assert whole_graph() == before

    def test_of_others_whose_texts_name_it_again_that_is_told(self, macron):
        office, other = (
            factories.OfficeFactory(name="President of France"),
            factories.OfficeFactory(name="Head of France"),
        )
        relate(subject=macron, type="politician_holds_office", object=other, source=factories.SourceFactory())
        described = Entity.objects.get(pk=macron.pk).description
        merge(entity=other, into=office)
        merged = Entity.objects.get(pk=macron.pk).description

        unmerge(change=Change.objects.get(entity=office))

        last = Change.objects.filter(entity=macron).latest("pk")
        assert last.fields["description"] == [merged, described]
        assert Entity.objects.get(pk=macron.pk).description == described

    def test_texts_that_were_composed_anew_since_name_it_again_too(self, macron):
        office, other = (
            factories.OfficeFactory(name="President of France"),
            factories.OfficeFactory(name="Head of France"),
        )
        relate(subject=macron, type="politician_holds_office", object=other, source=factories.SourceFactory())
        merge(entity=other, into=office)
        party = factories.PartyFactory(name="Renaissance")
        relate(subject=macron, type="politician_member_of_party", object=party, source=factories.SourceFactory())

        unmerge(change=Change.objects.get(entity=office))

        assert Entity.objects.get(pk=macron.pk).description == "Head of France. Party: Renaissance."

    def test_one_that_something_was_built_upon_stays(self, macron, double):
        merge(entity=double, into=macron)
        name = macron.other_names.get(name="Эмманюэль Макрон")
        with editing(macron):
            name.lang = "uk"
            name.save()
        before = whole_graph()

        with pytest.raises(ActionRejected, match="other name"):
            unmerge(change=Change.objects.filter(entity=macron, action="updated").order_by("pk").first())

        assert whole_graph() == before

    def test_only_once(self, macron, double):
        merge(entity=double, into=macron)
        change = Change.objects.get(entity=macron, action="updated")
        unmerge(change=change)

        with pytest.raises(ActionRejected):
            unmerge(change=change)

    def test_only_a_merge(self, macron):
        update(entity=macron, birth_year=1980)

        with pytest.raises(ActionRejected):
            unmerge(change=Change.objects.get())

    def test_facts_are_taken_from_either(self, macron, double):
        merge(entity=double, into=macron, taking=["birth_year"])

        macron.refresh_from_db()
        assert macron.details.birth_year == 1980
        assert Citation.objects.get().facts == ["birth_year"]
        assert Change.objects.get(entity=macron).fields == {"merged": [None, "e-macron"], "birth_year": [1977, 1980]}

    def test_a_source_is_not_cited_for_what_it_did_not_say(self, macron, double):
        merge(entity=double, into=macron)

        assert Citation.objects.get().facts == []

    def test_the_name_that_gives_way_stays_a_name(self, macron, double):
        merge(entity=double, into=macron, taking=["name"])

        macron.refresh_from_db()
        assert macron.name == "E. Macron"
        assert macron.other_names.filter(name="Emmanuel Macron").exists()

    def test_no_fact_of_another_kind_is_taken(self, macron, double):
        with pytest.raises(ActionRejected):
            merge(entity=double, into=macron, taking=["turnout"])


class TestReverting:
    def test_everything_of_the_entity_is_what_it_was_after_the_change(self, macron, editor):
        office = factories.OfficeFactory()
        source = factories.SourceFactory()
        told = {"subject": macron, "type": "politician_holds_office", "object": office, "source": source}
        statement = relate(**told, start_date="2017")
        wanted = Change.objects.latest("pk")
        before = whole_graph()
        update(entity=macron, birth_year=1980)
        unrelate(relationship=statement)
        relate(**told, start_date="2018")

        revert(entity=macron, to=wanted, by=editor, note="Vandalism")

        assert whole_graph() == before
        last = Change.objects.filter(by=editor, note="Vandalism")
        assert {tuple(row.fields) for row in last} == {("birth_year",), ("politician_holds_office",)}

    def test_slug_and_status_stay(self, macron):
        from graph.actions import rename, withdraw

        update(entity=macron, birth_year=1978)
        wanted = Change.objects.latest("pk")
        update(entity=macron, name="Another")
        rename(entity=macron, slug="manu")
        withdraw(entity=macron)

        revert(entity=macron, to=wanted)

        macron.refresh_from_db()
        assert (macron.name, macron.slug, macron.status) == ("Emmanuel Macron", "manu", "withdrawn")
        assert Redirect.objects.filter(slug="emmanuel-macron").exists()

    def test_the_newest_version_has_nothing_to_go_back_to(self, macron):
        update(entity=macron, birth_year=1978)

        with pytest.raises(ActionRejected):
            revert(entity=macron, to=Change.objects.latest("pk"))

    def test_not_over_a_merge(self, macron):
        update(entity=macron, birth_year=1978)
        wanted = Change.objects.latest("pk")
        merge(entity=factories.PoliticianFactory(name="Double"), into=macron)

        with pytest.raises(ActionRejected, match="merge"):
            revert(entity=macron, to=wanted)

    def test_not_to_an_entity_that_is_gone(self, macron):
        office, other = factories.OfficeFactory(), factories.OfficeFactory()
        source = factories.SourceFactory()
        statement = relate(subject=macron, type="politician_holds_office", object=office, source=source)
        wanted = Change.objects.latest("pk")
        unrelate(relationship=statement)
        merge(entity=office, into=other)

        with pytest.raises(ActionRejected, match="merged"):
            revert(entity=macron, to=wanted)

    def test_only_what_one_saw(self, macron):
        update(entity=macron, birth_year=1978)
        wanted = Change.objects.latest("pk")
        update(entity=macron, birth_year=1979)
        seen = version_of(macron)
        update(entity=macron, birth_year=1980)

        with pytest.raises(EditConflict):
            revert(entity=macron, to=wanted, seen=seen)

    def test_seats_only_where_their_parties_are_still_there(self):
        composition = factories.CompositionFactory(total=100)
        chamber, party = composition.institution, factories.PartyFactory()
        share = factories.SeatShareFactory(composition=composition, party=party, seats=100)
        update(entity=chamber, founded_year=1900)
        wanted = Change.objects.latest("pk")
        with editing(chamber):
            correct(share, 5)
        merge(entity=party, into=factories.PartyFactory(name="The survivor"))

        with pytest.raises(ActionRejected, match="merged"):
            revert(entity=chamber, to=wanted)

    def test_no_seats_that_a_merge_has_folded(self):
        composition = factories.CompositionFactory(total=100)
        one, other = (
            factories.SeatShareFactory(composition=composition, party=factories.PartyFactory(), seats=50)
            for _ in range(2)
        )
        update(entity=composition.institution, founded_year=1900)
        wanted = Change.objects.latest("pk")
        with editing(composition.institution):
            correct(one, 5)
        merge(entity=other.party, into=one.party)

        with pytest.raises(ActionRejected, match="seats"):
            revert(entity=composition.institution, to=wanted)

        one.refresh_from_db()
        assert one.seats == composition.total

    def test_nothing_of_others_that_a_merge_moved_with_it(self, macron):
        party, other = factories.PartyFactory(), factories.PartyFactory(name="Other")
        share = factories.SeatShareFactory(composition=factories.CompositionFactory(total=100), party=party, seats=100)
        member = {"subject": macron, "object": party, "type": "politician_member_of_party"}
        relate(**member, source=factories.SourceFactory())
        wanted = Change.objects.latest("pk")
        merge(entity=party, into=other)
        unmerge(change=Change.objects.get(entity=other))
        with editing(share.composition.institution):
            correct(share, 90)
        update(entity=macron, birth_year=1980)

        revert(entity=macron, to=wanted)

        share.refresh_from_db()
        assert share.vote_share == 90
