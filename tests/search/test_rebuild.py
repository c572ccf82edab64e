"""Test how the search index is rebuilt, what happens to changes meanwhile, and the tiers by importance."""

import pytest
from django.core.management import call_command

from graph.models import Entity
from graph.signals import entities_changed
from search import index
from search.backends import backend
from search.index import index_state, is_outdated, rebuild, refresh
from search.models import IndexedEntity, IndexState, StaleEntity, Token, Variant
from search.query import IndexTerm
from tests.factories import OfficeFactory, PoliticianFactory, RelationshipFactory
from tests.search.searching import names

pytestmark = pytest.mark.django_db


@pytest.fixture
def doe():
    entity = PoliticianFactory(name="Jane Doe")
    refresh()
    return entity


def rename(entity):
    entity.name = "Bartholomew Quill"
    entity.save()


def rows():
    return list(IndexedEntity.objects.order_by("entity").values_list("entity", "names", "body", "importance"))


class TestRebuild:
    def test_rebuild_writes_the_same_rows_as_refresh(self, doe):
        before = rows()

        assert rebuild() == 1

        assert rows() == before
        assert names("jane doe") == ["Jane Doe"]

    def test_rebuild_removes_words_that_no_name_has(self, doe):
        rename(doe)
        refresh()
        assert Token.objects.filter(word="jane").exists()

        rebuild()

        assert set(Token.objects.values_list("word", flat=True)) == {"bartholomew", "quill"}
        assert not Variant.objects.exclude(token__in=Token.objects.all()).exists()

    def test_rebuild_reports_its_progress(self, doe):
        counts = []

        rebuild(counts.append)

        assert sum(counts) == 1

    def test_rebuild_removes_marks(self, doe):
        doe.save()

        rebuild()

        assert refresh() == 0

    def test_refresh_rebuilds_after_many_changes(self, doe, monkeypatch):
        monkeypatch.setattr(index, "MAX_UPDATES", 1)
        PoliticianFactory(name="Bartholomew Quill")
        PoliticianFactory(name="Eve Poe")

        assert refresh() == 3

        assert names("eve poe") == ["Eve Poe"]

    def test_refresh_rebuilds_if_all_entities_changed(self, doe):
        Entity.objects.update(name="Bartholomew Quill")
        entities_changed.send(sender=Entity, pks=None)
        assert StaleEntity.objects.count() == 1

        refresh()

        assert names("bartholomew quill") == ["Bartholomew Quill"]

    def test_refresh_rebuilds_an_index_of_other_rules(self, doe):
        IndexState.objects.update(tokeniser_version="0 anyascii 0.0")
        assert is_outdated()

        doe.save()
        refresh()

        assert not is_outdated()

    def test_rebuild_index_does_nothing_for_an_index_that_is_up_to_date(self, doe, capsys):
        call_command("rebuild_index", if_outdated=True)
        assert capsys.readouterr().out == ""

        call_command("rebuild_index")
        assert capsys.readouterr().out.startswith("Indexed 1 entities")


class TestChangesDuringARebuild:
    """Test changes of the graph that are made after a rebuild has read the graph, and before it writes the index."""

    @pytest.fixture
    def during_rebuild(self, monkeypatch):
        """Return the function ``during_rebuild(change)``. It rebuilds the index. In between, when the graph has been
        read and the index not yet been written, it calls the function ``change``."""

        def run(change):
            extract = index.extract

            def extract_and_change(pks, day):
                yield from extract(pks, day)
                if pks is None:
                    change()

            monkeypatch.setattr(index, "extract", extract_and_change)
            rebuild()

        return run

    def test_a_change_stays_stale_for_the_next_refresh(self, doe, during_rebuild):
        during_rebuild(lambda: rename(doe))
        assert refresh() == 1

        assert names("bartholomew quill") == ["Bartholomew Quill"]
        assert names("jane doe") == []

    def test_a_change_that_was_indexed_already_is_not_lost(self, doe, during_rebuild):
        def rename_and_refresh():
            rename(doe)
            refresh()
            assert names("bartholomew quill") == ["Bartholomew Quill"]

        during_rebuild(rename_and_refresh)
        refresh()

        assert names("bartholomew quill") == ["Bartholomew Quill"]
        assert not StaleEntity.objects.exists()

    def test_the_rebuild_that_began_first_leaves_the_index_to_the_later_one(self, doe, during_rebuild):
        IndexedEntity.objects.update(names="n\tpoe\tPoe")

        during_rebuild(lambda: IndexState.objects.update(builder="another"))

        assert IndexedEntity.objects.get().names == "n\tpoe\tPoe"
        assert index_state().builder == "another"

    def test_refresh_gives_up_if_the_index_stays_locked(self, doe, monkeypatch):
        monkeypatch.setattr(index, "_try_lock_state", lambda: None)
        doe.save()

        assert refresh() == 0
        assert StaleEntity.objects.filter(is_indexed=False).exists()


class TestTiers:
    """Test the tiers of the index: groups of entities by importance. A broad query reads only the first tiers, but the
    order of the results does not depend on the tiers."""

    @pytest.fixture(autouse=True)
    def does(self, monkeypatch, today):
        monkeypatch.setattr("search.index.TIERS", (1, 3))
        for name in ("Ann Doe", "Bea Doe", "Cleo Doe", "Dora Doe"):
            PoliticianFactory(name=name)
        chancellor = OfficeFactory(title="Chancellor", details__office_type="head of government")
        RelationshipFactory(subject=Entity.objects.get(name="Cleo Doe"), object=chancellor, start_date="2020")
        rebuild()

    def test_rebuild_puts_the_most_important_entities_into_the_first_tier(self):
        tiers = IndexedEntity.objects.order_by("rank_key").values_list("tier", flat=True)

        assert list(tiers) == [0, 1, 1, 2, 2, 2][: len(tiers)]
        assert IndexedEntity.objects.get(tier=0).entity.name == "Cleo Doe"

    def test_match_returns_rows_of_all_tiers_by_importance(self):
        matched = [row[0] for row in backend().match([[[IndexTerm("doe")]]], 10)]

        assert len(matched) == 4
        by_rank = IndexedEntity.objects.filter(entity__in=matched).order_by("rank_key")
        assert matched == list(by_rank.values_list("entity", flat=True))

    def test_refresh_puts_an_entity_into_the_tier_of_the_next_in_importance(self):
        dora = Entity.objects.get(name="Dora Doe")
        dora.save()
        refresh()

        indexed = IndexedEntity.objects.get(entity=dora)
        by_rank = IndexedEntity.objects.order_by("rank_key")
        following = by_rank.filter(rank_key__gt=indexed.rank_key).first() or by_rank.last()
        assert indexed.tier == following.tier
