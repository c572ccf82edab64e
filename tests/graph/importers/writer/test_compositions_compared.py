"""How the seats of a chamber stand after several sources have counted them."""

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
FORMER = an_election("2017-06-18", key="former")


def seats(composition=None):
    return {share.name: share.seats for share in (composition or Composition.objects.get()).shares.all()}


def starts():
    return list(Composition.objects.order_by("start_date").values_list("start_date", flat=True))


class TestWhichIsBelieved:
    def test_the_same_told_again_changes_nothing(self, france, bring):
        bring(*CAST, GIVEN)
        before = everything()

        report = bring(*CAST, GIVEN)

        assert changed_nothing(report)
        assert report.matched["composition"] == 1
        assert everything() == before

    def test_a_source_corrects_itself(self, france, bring):
        bring(*CAST, GIVEN)

        report = bring(
            *CAST, composed(("Liberals", 510, "Liberals"), ("Greens", 65, "Greens"), election="election", total=575)
        )

        assert seats() == {"Liberals": 510, "Greens": 65}
        assert Composition.objects.get().total == 575
        assert report.updated["composition"] == 1

    @pytest.mark.parametrize(("first", "second", "stands"), [(LOW, HIGH, "Liberals"), (HIGH, LOW, "Greens")])
    def test_the_source_of_higher_rank_stands_whoever_came_first(self, france, bring, first, second, stands):
        bring(*CAST, composed(("Greens", 577, "Greens"), election="election"), source=first)
        bring(*CAST, composed(("Liberals", 577, "Liberals"), election="election"), source=second)

        assert seats() == {stands: 577}
        assert Composition.objects.get().source.slug == "high"

    def test_between_equals_who_came_first_stands(self, france, bring):
        bring(*CAST, composed(("Greens", 577, "Greens"), election="election"), source=source("one"))
        bring(*CAST, composed(("Liberals", 577, "Liberals"), election="election"), source=source("two"))

        assert seats() == {"Greens": 577}

    def test_a_worse_source_that_says_the_same_confirms_it_and_tells_the_election(self, france, bring):
        bring(*CAST, composed(GREENS, LIBERALS, institution="assembly", start_date="2022"), source=HIGH)
        later = composed(("Les Verts", 77, "Greens"), LIBERALS, election="election", verified_at=date(2026, 3, 1))

        report = bring(*CAST, later, source=LOW)

        composition = Composition.objects.get()
        assert (composition.start_date, composition.source.slug) == ("2022", "high")
        assert composition.election.slug == "france-2022-legislative"
        assert composition.verified_at == date(2026, 3, 1)
        assert seats() == {"Liberals": 500, "Greens": 77}
        assert report.updated["composition"] == 1

    def test_a_worse_source_that_differs_confirms_nothing(self, france, bring):
        bring(*CAST, GIVEN, source=HIGH)
        report = bring(*CAST, composed(GREENS, election="election", verified_at=date(2026, 3, 1)), source=LOW)

        assert Composition.objects.get().verified_at == date(2026, 1, 22)
        assert report.matched["composition"] == 1

    def test_a_better_source_that_differs_was_told_when_it_was_told(self, france, bring):
        bring(*CAST, GIVEN, source=LOW)
        bring(*CAST, composed(GREENS, election="election", verified_at=date(2023, 3, 1)), source=HIGH)

        assert Composition.objects.get().verified_at == date(2023, 3, 1)

    def test_a_better_source_keeps_the_later_confirmation_of_the_same(self, france, bring):
        bring(*CAST, GIVEN, source=LOW)
        bring(*CAST, composed(GREENS, LIBERALS, election="election", verified_at=date(2023, 3, 1)), source=HIGH)

        composition = Composition.objects.get()
        assert (composition.verified_at, composition.source.slug) == (date(2026, 1, 22), "high")

    def test_what_a_source_tells_twice_and_not_the_same_is_refused(self, france, bring):
        report = bring(*CAST, GIVEN, GIVEN, composed(GREENS, election="election", line="seats.csv:2"))

        assert [(refusal.line, refusal.reason) for refusal in report.rejected] == [
            ("seats.csv:2", "the source has it twice, with different seats")
        ]
        assert seats() == {"Liberals": 500, "Greens": 77}


class TestWhichAreTheSame:
    @pytest.mark.parametrize(
        ("one", "other", "told"),
        [
            ({"election": "election"}, {"election": "election", "start_date": "2022-07-01"}, ["2022-07-01"]),
            ({"election": "election"}, {"start_date": "2022-06"}, ["2022-06"]),
            ({"start_date": "2022"}, {"election": "election"}, ["2022-06-19"]),
            ({"start_date": "2022"}, {"start_date": "2022-06"}, ["2022-06"]),
            ({"start_date": ""}, {"start_date": ""}, [""]),
            ({"start_date": ""}, {"start_date": "2022"}, ["", "2022"]),
            ({"start_date": "2022-05"}, {"election": "election"}, ["2022-05", "2022-06-19"]),
            ({"election": "former"}, {"election": "election"}, ["2017-06-18", "2022-06-19"]),
            ({"election": "former", "start_date": "2022-06"}, {"election": "election"}, ["2022-06", "2022-06-19"]),
        ],
    )
    def test_by_the_election_else_by_the_time(self, france, bring, one, other, told):
        bring(*CAST, FORMER, composed(GREENS, institution="assembly", **one), source=LOW)
        bring(*CAST, FORMER, composed(GREENS, institution="assembly", **other), source=HIGH)

        assert starts() == told

    def test_the_very_start_is_nearer_than_a_start_that_overlaps(self, france, bring):
        by_two = (
            composed(GREENS, election="election", start_date="2022-06"),
            composed(GREENS, election="former", start_date="2022"),
        )
        bring(*CAST, FORMER, *by_two, source=LOW)

        bring(*CAST, composed(LIBERALS, institution="assembly", start_date="2022"), source=HIGH)

        assert seats(Composition.objects.get(start_date="2022")) == {"Liberals": 500, "Others": 77}

    def test_the_election_is_nearer_than_any_start(self, france, bring):
        bring(*CAST, composed(GREENS, institution="assembly", start_date="2021-12"), GIVEN, source=LOW)

        bring(*CAST, composed(GREENS, election="election", start_date="2021"), source=HIGH)

        assert starts() == ["2021", "2021-12"]

    def test_chambers_are_composed_apart(self, france, bring):
        senate = chamber("senate", "Senate", institution_type="upper chamber")
        bring(*CAST, senate, GIVEN, composed(GREENS, institution="senate", election="election"))

        assert Composition.objects.count() == 2

    def test_two_elections_cannot_compose_a_chamber_from_one_day_on(self, france, bring):
        bring(*CAST, FORMER, GIVEN)

        report = bring(*CAST, FORMER, composed(GREENS, election="former", start_date="2022-06-19"))

        assert "another composition of the chamber begins on '2022-06-19'" in report.rejected[0].reason
        assert starts() == ["2022-06-19"]

    def test_a_start_may_move_to_where_another_has_left(self, france, bring):
        told = {"election": "2022-06", "former": "2017-06"}
        bring(*CAST, FORMER, *(composed(GREENS, election=key, start_date=start) for key, start in told.items()))
        told = {"election": "2022-07", "former": "2022-06"}
        bring(*CAST, FORMER, *(composed(GREENS, election=key, start_date=start) for key, start in told.items()))

        assert starts() == ["2022-06", "2022-07"]


def everything():
    return (
        list(Composition.objects.values_list()),
        list(Composition.objects.values_list("shares__pk", "shares__party", "shares__name", "shares__seats")),
        list(Entity.objects.order_by("pk").values_list("pk", "updated_at")),
        Change.objects.count(),
    )
