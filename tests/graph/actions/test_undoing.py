"""Test `unmerge` and `revert`, which restore earlier rows unless later edits depend on the present rows."""

import pytest
from django.utils import timezone

from graph.actions import ActionRejected, EditConflict, editing, merge, rename, revert, unmerge, version_of, withdraw
from graph.journal.revisions import stored_rows
from graph.models import VERSIONED_MODELS, Change, Citation, Entity, Redirect, Relationship
from tests import factories
from tests.edits import relate, unrelate, update

pytestmark = pytest.mark.django_db


def whole_graph():
    """Return all rows of all versioned tables, without ``updated_at``."""
    return [
        (model.__name__, pk, sorted((name, str(value)) for name, value in row.items() if name != "updated_at"))
        for model in VERSIONED_MODELS
        for pk, row in sorted(stored_rows(model, model.objects.values_list("pk", flat=True)).items())
    ]


def correct(share, votes):
    """Change the percentage of votes in a seat share, and save its composition, too. The admin page of a composition
    does the same."""
    share.vote_share, share.composition.updated_at = votes, timezone.now()
    share.composition.save()
    share.save()


@pytest.fixture
def editor():
    return factories.UserFactory()


@pytest.fixture
def macron():
    return factories.PoliticianFactory(name="Emmanuel Macron", details__birth_year=1977)


class TestUnmerge:
    @pytest.fixture
    def double(self):
        double = factories.PoliticianFactory(name="E. Macron", slug="e-macron", details__birth_year=1980)
        factories.OtherNameFactory(entity=double, name="E. Macron", lang="")
        factories.OtherNameFactory(entity=double)
        factories.IdentifierFactory(entity=double)
        factories.CitationFactory(entity=double, facts=["birth_year"])
        factories.RedirectFactory(entity=double, slug="manu")
        return double

    def test_unmerge_restores_both_entities(self, macron, double):
        # The factory computes the current days of the relationship from its dates alone, so the office has no term
        # length.
        office = factories.OfficeFactory(details__term_length=None)
        for subject in (macron, double):
            factories.RelationshipFactory(subject=subject, object=office, start_date="2017")
        before = whole_graph()

        merge(entity=double, into=macron, taking=["birth_year", "name"])
        assert whole_graph() != before
        unmerge(change=Change.objects.get(entity=macron, action="updated"))

        assert whole_graph() == before
        last = Change.objects.filter(action="restored").get()
        assert (last.entity_id, last.fields) == (double.pk, {"merged": ["emmanuel-macron", None]})

    def test_unmerge_restores_seats_of_parties(self):
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

    def test_unmerge_records_restored_texts_of_neighbours(self, macron):
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

    def test_unmerge_composes_texts_that_changed_after_the_merge(self, macron):
        office, other = (
            factories.OfficeFactory(name="President of France"),
            factories.OfficeFactory(name="Head of France"),
        )
        known = {"source": factories.SourceFactory(), "verified_at": timezone.localdate()}
        relate(subject=macron, type="politician_holds_office", object=other, **known)
        merge(entity=other, into=office)
        party = factories.PartyFactory(name="Renaissance")
        relate(subject=macron, type="politician_member_of_party", object=party, **known)

        unmerge(change=Change.objects.get(entity=office))

        assert Entity.objects.get(pk=macron.pk).description == "Head of France. Party: Renaissance."

    def test_unmerge_rejects_rows_that_were_edited_later(self, macron, double):
        merge(entity=double, into=macron)
        name = macron.other_names.get(name="Эмманюэль Макрон")
        with editing(macron):
            name.lang = "uk"
            name.save()
        before = whole_graph()

        with pytest.raises(ActionRejected, match="other name"):
            unmerge(change=Change.objects.filter(entity=macron, action="updated").order_by("pk").first())

        assert whole_graph() == before

    def test_unmerge_rejects_a_second_time(self, macron, double):
        merge(entity=double, into=macron)
        change = Change.objects.get(entity=macron, action="updated")
        unmerge(change=change)

        with pytest.raises(ActionRejected):
            unmerge(change=change)

    def test_unmerge_rejects_another_change(self, macron):
        update(entity=macron, birth_year=1980)

        with pytest.raises(ActionRejected):
            unmerge(change=Change.objects.get())

    def test_merge_takes_the_named_facts(self, macron, double):
        merge(entity=double, into=macron, taking=["birth_year"])

        macron.refresh_from_db()
        assert macron.details.birth_year == 1980
        assert Citation.objects.get().facts == ["birth_year"]
        assert Change.objects.get(entity=macron).fields == {"merged": [None, "e-macron"], "birth_year": [1977, 1980]}

    def test_merge_does_not_cite_a_source_for_facts_it_did_not_take(self, macron, double):
        merge(entity=double, into=macron)

        assert Citation.objects.get().facts == []

    def test_merge_stores_the_replaced_name_as_other_name(self, macron, double):
        merge(entity=double, into=macron, taking=["name"])

        macron.refresh_from_db()
        assert macron.name == "E. Macron"
        assert macron.other_names.filter(name="Emmanuel Macron").exists()

    def test_merge_rejects_facts_of_another_kind(self, macron, double):
        with pytest.raises(ActionRejected):
            merge(entity=double, into=macron, taking=["turnout"])


class TestRevert:
    def test_revert_restores_everything_after_the_change(self, macron, editor):
        office = factories.OfficeFactory()
        source = factories.SourceFactory()
        values = {"subject": macron, "type": "politician_holds_office", "object": office, "source": source}
        relationship = relate(**values, start_date="2017")
        wanted = Change.objects.latest("pk")
        before = whole_graph()
        update(entity=macron, birth_year=1980)
        unrelate(relationship=relationship)
        relate(**values, start_date="2018")

        revert(entity=macron, to=wanted, by=editor, note="Vandalism")

        assert whole_graph() == before
        last = Change.objects.filter(by=editor, note="Vandalism")
        assert {tuple(row.fields) for row in last} == {("birth_year",), ("politician_holds_office",)}

    def test_revert_leaves_slug_and_status(self, macron):
        update(entity=macron, birth_year=1978)
        wanted = Change.objects.latest("pk")
        update(entity=macron, name="Another")
        rename(entity=macron, slug="manu")
        withdraw(entity=macron)

        revert(entity=macron, to=wanted)

        macron.refresh_from_db()
        assert (macron.name, macron.slug, macron.status) == ("Emmanuel Macron", "manu", "withdrawn")
        assert Redirect.objects.filter(slug="emmanuel-macron").exists()

    def test_revert_rejects_the_newest_version(self, macron):
        update(entity=macron, birth_year=1978)

        with pytest.raises(ActionRejected):
            revert(entity=macron, to=Change.objects.latest("pk"))

    def test_revert_rejects_a_version_before_a_merge(self, macron):
        update(entity=macron, birth_year=1978)
        wanted = Change.objects.latest("pk")
        merge(entity=factories.PoliticianFactory(name="Double"), into=macron)

        with pytest.raises(ActionRejected, match="merge"):
            revert(entity=macron, to=wanted)

    def test_revert_rejects_a_relationship_to_a_merged_entity(self, macron):
        office, other = factories.OfficeFactory(), factories.OfficeFactory()
        source = factories.SourceFactory()
        relationship = relate(subject=macron, type="politician_holds_office", object=office, source=source)
        wanted = Change.objects.latest("pk")
        unrelate(relationship=relationship)
        merge(entity=office, into=other)

        with pytest.raises(ActionRejected, match="merged"):
            revert(entity=macron, to=wanted)

    def test_revert_raises_edit_conflict(self, macron):
        update(entity=macron, birth_year=1978)
        wanted = Change.objects.latest("pk")
        update(entity=macron, birth_year=1979)
        seen = version_of(macron)
        update(entity=macron, birth_year=1980)

        with pytest.raises(EditConflict):
            revert(entity=macron, to=wanted, seen=seen)

    def test_revert_rejects_seats_of_a_merged_party(self):
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

    def test_revert_rejects_seats_that_a_merge_added_up(self):
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

    def test_revert_leaves_rows_of_other_entities(self, macron):
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
