"""Everything built anew: what happens meanwhile, and in which order it stands."""

import pytest

from graph.models import Entity
from search import index
from search.backends import backend
from search.countries import country_forms
from search.index import rebuild, refresh, state
from search.models import IndexedEntity, IndexState, StaleEntity
from search.pipeline import find_entities
from search.query import Atom
from tests.factories import OfficeFactory, PoliticianFactory, RelationshipFactory

pytestmark = pytest.mark.django_db


def found(text):
    return [hit.candidate.names[0][2] for hit in find_entities(text, country_forms(state().version)).hits]


@pytest.fixture
def doe():
    entity = PoliticianFactory(name="Jane Doe")
    refresh()
    return entity


class TestMeanwhile:
    """What changes while everything is read to be built anew: ``subjects`` is read before the index is locked."""

    @pytest.fixture
    def meanwhile(self, monkeypatch):
        """Do something after the graph was read, and before the index is written."""

        def let(happen):
            read = index.subjects

            def and_then(pks, day):
                yield from read(pks, day)
                if pks is None:
                    happen()

            monkeypatch.setattr(index, "subjects", and_then)

        return let

    def test_a_rename_is_followed_afterwards(self, doe, meanwhile):
        def rename():
            doe.name = "Bartholomew Quill"
            doe.save()

        meanwhile(rename)
        rebuild()
        assert refresh() == 1

        assert found("bartholomew quill") == ["Bartholomew Quill"]
        assert found("jane doe") == []

    def test_a_rename_that_was_followed_already_is_not_lost(self, doe, meanwhile):
        def rename():
            doe.name = "Bartholomew Quill"
            doe.save()
            refresh()
            assert found("bartholomew quill") == ["Bartholomew Quill"]

        meanwhile(rename)
        rebuild()
        refresh()

        assert found("bartholomew quill") == ["Bartholomew Quill"]
        assert not StaleEntity.objects.exists()

    def test_what_was_withdrawn_stays_gone(self, doe, meanwhile):
        def withdraw():
            doe.status = Entity.Status.WITHDRAWN
            doe.save()
            refresh()

        meanwhile(withdraw)
        rebuild()
        refresh()

        assert found("jane doe") == []

    def test_who_began_earlier_leaves_it_to_the_later(self, doe, meanwhile):
        IndexedEntity.objects.update(names="n\told\tOld")

        meanwhile(lambda: IndexState.objects.update(builder="another"))
        rebuild()

        assert IndexedEntity.objects.get().names == "n\told\tOld"
        assert state().builder == "another"

    def test_nobody_waits_for_long(self, doe, monkeypatch):
        monkeypatch.setattr(index, "_state_locked_soon", lambda: None)
        doe.save()

        assert refresh() == 0
        assert StaleEntity.objects.filter(is_followed=False).exists()


class TestTiers:
    """A broad query is answered from the first tiers; the order of importance is the same with any."""

    @pytest.fixture(autouse=True)
    def small_tiers(self, monkeypatch):
        monkeypatch.setattr("search.index_writer.TIERS", (1, 3))

    @pytest.fixture
    def does(self, today):
        for name in ("Ann Doe", "Bea Doe", "Cleo Doe", "Dora Doe"):
            PoliticianFactory(name=name)
        chancellor = OfficeFactory(title="Chancellor", details__office_type="head of government")
        RelationshipFactory(subject=Entity.objects.get(name="Cleo Doe"), object=chancellor, start_date="2020")
        rebuild()

    def test_the_best_known_stand_in_the_first(self, does):
        tiers = IndexedEntity.objects.order_by("rank_key").values_list("tier", flat=True)

        assert list(tiers) == [0, 1, 1, 2, 2, 2][: len(tiers)]
        assert IndexedEntity.objects.get(tier=0).entity.name == "Cleo Doe"

    def test_all_are_found_in_the_order_of_importance(self, does):
        matched = [row[0] for row in backend().match([[[Atom("doe")]]])]

        assert len(matched) == 4
        by_rank = IndexedEntity.objects.filter(entity__in=matched).order_by("rank_key")
        assert matched == list(by_rank.values_list("entity", flat=True))

    def test_what_changes_stands_in_the_tier_of_those_beside_it(self, does):
        dora = Entity.objects.get(name="Dora Doe")
        dora.save()
        refresh()

        after = IndexedEntity.objects.filter(rank_key__gt=IndexedEntity.objects.get(entity=dora).rank_key)
        tier = IndexedEntity.objects.get(entity=dora).tier
        assert tier == (after.order_by("rank_key").first() or IndexedEntity.objects.order_by("rank_key").last()).tier
