"""Test how imports merge compositions of a chamber that come from several sources."""

from datetime import date

import pytest

from graph.models import Change, Composition, Entity
from tests.graph.importers.writer.conftest import (
    CAST,
    GIVEN,
    GREENS,
    LIBERALS,
    an_election,
    chamber,
    changed_nothing,
    composed,
    source,
)

LOW = source("low", rank=20)
HIGH = source("high", rank=80)
EARLIER = an_election("2017-06-18", key="earlier")


def seats(composition=None):
    return {share.name: share.seats for share in (composition or Composition.objects.get()).shares.all()}


def starts():
    return list(Composition.objects.order_by("start_date").values_list("start_date", flat=True))


class TestMerging:
    def test_write_changes_nothing_the_second_time(self, france, bring):
        bring(*CAST, GIVEN)
        before = everything()

        report = bring(*CAST, GIVEN)

        assert changed_nothing(report)
        assert report.matched["composition"] == 1
        assert everything() == before

    def test_write_takes_new_seats_of_the_same_source(self, france, bring):
        bring(*CAST, GIVEN)

        report = bring(
            *CAST, composed(("Liberals", 510, "Liberals"), ("Greens", 65, "Greens"), election="election", total=575)
        )

        assert seats() == {"Liberals": 510, "Greens": 65}
        assert Composition.objects.get().total == 575
        assert report.updated["composition"] == 1

    @pytest.mark.parametrize(("first", "second", "party"), [(LOW, HIGH, "Liberals"), (HIGH, LOW, "Greens")])
    def test_write_prefers_the_source_of_higher_rank(self, france, bring, first, second, party):
        bring(*CAST, composed(("Greens", 577, "Greens"), election="election"), source=first)
        bring(*CAST, composed(("Liberals", 577, "Liberals"), election="election"), source=second)

        assert seats() == {party: 577}
        assert Composition.objects.get().source.slug == "high"

    def test_write_leaves_the_first_of_two_sources_with_equal_rank(self, france, bring):
        bring(*CAST, composed(("Greens", 577, "Greens"), election="election"), source=source("one"))
        bring(*CAST, composed(("Liberals", 577, "Liberals"), election="election"), source=source("two"))

        assert seats() == {"Greens": 577}

    def test_write_takes_election_and_confirmation_from_a_lower_rank_with_the_same_seats(self, france, bring):
        bring(*CAST, composed(GREENS, LIBERALS, institution="assembly", start_date="2022"), source=HIGH)
        later = composed(("Les Verts", 77, "Greens"), LIBERALS, election="election", verified_at=date(2026, 3, 1))

        report = bring(*CAST, later, source=LOW)

        composition = Composition.objects.get()
        assert (composition.start_date, composition.source.slug) == ("2022", "high")
        assert composition.election.slug == "france-2022-legislative"
        assert composition.verified_at == date(2026, 3, 1)
        assert seats() == {"Liberals": 500, "Greens": 77}
        assert report.updated["composition"] == 1

    def test_write_takes_no_confirmation_from_a_lower_rank_with_other_seats(self, france, bring):
        bring(*CAST, GIVEN, source=HIGH)
        report = bring(*CAST, composed(GREENS, election="election", verified_at=date(2026, 3, 1)), source=LOW)

        assert Composition.objects.get().verified_at == date(2026, 1, 22)
        assert report.matched["composition"] == 1

    def test_write_takes_seats_and_their_day_from_a_higher_rank(self, france, bring):
        bring(*CAST, GIVEN, source=LOW)
        bring(*CAST, composed(GREENS, election="election", verified_at=date(2023, 3, 1)), source=HIGH)

        assert Composition.objects.get().verified_at == date(2023, 3, 1)

    def test_write_leaves_the_later_confirmation_of_the_same_seats(self, france, bring):
        bring(*CAST, GIVEN, source=LOW)
        bring(*CAST, composed(GREENS, LIBERALS, election="election", verified_at=date(2023, 3, 1)), source=HIGH)

        composition = Composition.objects.get()
        assert (composition.verified_at, composition.source.slug) == (date(2026, 1, 22), "high")

    def test_write_rejects_a_second_composition_of_a_source_with_other_seats(self, france, bring):
        report = bring(*CAST, GIVEN, GIVEN, composed(GREENS, election="election", line="seats.csv:2"))

        assert [(record.line, record.reason) for record in report.rejected] == [
            ("seats.csv:2", "the source has it twice, with different seats")
        ]
        assert seats() == {"Liberals": 500, "Greens": 77}


class TestMatching:
    @pytest.mark.parametrize(
        ("one", "other", "expected"),
        [
            ({"election": "election"}, {"election": "election", "start_date": "2022-07-01"}, ["2022-07-01"]),
            ({"election": "election"}, {"start_date": "2022-06"}, ["2022-06"]),
            ({"start_date": "2022"}, {"election": "election"}, ["2022-06-19"]),
            ({"start_date": "2022"}, {"start_date": "2022-06"}, ["2022-06"]),
            ({"start_date": ""}, {"start_date": ""}, [""]),
            ({"start_date": ""}, {"start_date": "2022"}, ["", "2022"]),
            ({"start_date": "2022-05"}, {"election": "election"}, ["2022-05", "2022-06-19"]),
            ({"election": "earlier"}, {"election": "election"}, ["2017-06-18", "2022-06-19"]),
            ({"election": "earlier", "start_date": "2022-06"}, {"election": "election"}, ["2022-06", "2022-06-19"]),
        ],
    )
    def test_write_matches_by_the_election_or_by_the_time(self, france, bring, one, other, expected):
        bring(*CAST, EARLIER, composed(GREENS, institution="assembly", **one), source=LOW)
        bring(*CAST, EARLIER, composed(GREENS, institution="assembly", **other), source=HIGH)

        assert starts() == expected

    def test_write_prefers_the_same_start_to_an_overlapping_one(self, france, bring):
        by_two = (
            composed(GREENS, election="election", start_date="2022-06"),
            composed(GREENS, election="earlier", start_date="2022"),
        )
        bring(*CAST, EARLIER, *by_two, source=LOW)

        bring(*CAST, composed(LIBERALS, institution="assembly", start_date="2022"), source=HIGH)

        assert seats(Composition.objects.get(start_date="2022")) == {"Liberals": 500, "Others": 77}

    def test_write_prefers_the_same_election_to_any_start(self, france, bring):
        bring(*CAST, composed(GREENS, institution="assembly", start_date="2021-12"), GIVEN, source=LOW)

        bring(*CAST, composed(GREENS, election="election", start_date="2021"), source=HIGH)

        assert starts() == ["2021", "2021-12"]

    def test_write_matches_only_compositions_of_the_same_chamber(self, france, bring):
        senate = chamber("senate", "Senate", institution_type="upper chamber")
        bring(*CAST, senate, GIVEN, composed(GREENS, institution="senate", election="election"))

        assert Composition.objects.count() == 2

    def test_write_rejects_a_second_composition_with_the_same_start(self, france, bring):
        bring(*CAST, EARLIER, GIVEN)

        report = bring(*CAST, EARLIER, composed(GREENS, election="earlier", start_date="2022-06-19"))

        assert "another composition of the chamber begins on '2022-06-19'" in report.rejected[0].reason
        assert starts() == ["2022-06-19"]

    def test_write_moves_a_start_to_one_that_has_become_free(self, france, bring):
        starting = {"election": "2022-06", "earlier": "2017-06"}
        bring(*CAST, EARLIER, *(composed(GREENS, election=key, start_date=start) for key, start in starting.items()))
        starting = {"election": "2022-07", "earlier": "2022-06"}
        bring(*CAST, EARLIER, *(composed(GREENS, election=key, start_date=start) for key, start in starting.items()))

        assert starts() == ["2022-06", "2022-07"]


def everything():
    return (
        list(Composition.objects.values_list()),
        list(Composition.objects.values_list("shares__pk", "shares__party", "shares__name", "shares__seats")),
        list(Entity.objects.order_by("pk").values_list("pk", "updated_at")),
        Change.objects.count(),
    )
