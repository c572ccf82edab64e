"""What is written of the seats that a source tells of a chamber, and what is refused."""

from datetime import UTC, date, datetime
from decimal import Decimal

import pytest

from graph.importers.records import EntityRecord, RelationshipRecord
from graph.models import Change, Composition, Entity
from tests.graph.importers.writer.conftest import (
    CAST,
    GIVEN,
    GREENS,
    LIBERALS,
    an_election,
    chamber,
    composed,
    country,
    seat,
)


def seats():
    return {share.name: share.seats for share in Composition.objects.get().shares.all()}


def changes():
    return Change.objects.filter(fields__has_key="composition")


class TestWhatIsTold:
    def test_the_seats_an_election_gave_go_to_the_chamber_it_elects(self, france, bring):
        report = bring(*CAST, composed(("Les Verts", 77, "Greens", 13.456), LIBERALS, election="election"))

        composition = Composition.objects.get()
        assert composition.institution.slug == "national-assembly"
        assert composition.election.slug == "france-2022-legislative"
        assert (composition.start_date, composition.total) == ("2022-06-19", 577)
        assert (composition.verified_at, composition.source.slug) == (date(2026, 1, 22), "register")
        share = composition.shares.get(party__slug="greens-fr")
        assert (share.name, share.seats, share.vote_share) == ("Les Verts", 77, Decimal("13.46"))
        assert report.created["composition"] == 1

    def test_seats_may_be_counted_of_a_chamber_that_no_election_is_told_of(self, france, bring):
        told = composed(GREENS, LIBERALS, institution="assembly", start_date="2022-06", verified_at=date(2024, 5, 1))

        bring(*CAST, told)

        composition = Composition.objects.get()
        assert (composition.election, composition.start_date) == (None, "2022-06")
        assert composition.verified_at == date(2024, 5, 1)

    def test_an_upper_house_election_fills_the_upper_chamber(self, france, bring):
        senate = chamber("senate", "Senate", institution_type="upper chamber")
        senator = seat("senator", "senate", "Senator of France")

        bring(*CAST, senate, senator, an_election(key="upper", kind="upper-house"), composed(GREENS, election="upper"))

        assert Composition.objects.get().institution.slug == "senate"

    def test_what_the_shares_leave_goes_to_others(self, france, bring):
        bring(*CAST, composed(GREENS, election="election"))

        assert seats() == {"Others": 500, "Greens": 77}

    def test_what_the_shares_leave_is_added_to_the_others_there_are(self, france, bring):
        bring(*CAST, composed(LIBERALS, ("Others", 7, "", 3.2), election="election"))

        assert seats() == {"Liberals": 500, "Others": 77}
        assert Composition.objects.get().shares.get(name="Others").vote_share == Decimal("3.20")

    def test_where_nothing_is_left_there_are_no_others(self, france, bring):
        bring(*CAST, GIVEN)

        assert seats() == {"Liberals": 500, "Greens": 77}

    @pytest.mark.parametrize(("votes", "told"), [((10.0, 2.5), Decimal("12.50")), ((10.0, None), None)])
    def test_two_lists_of_one_party_are_added_up_under_the_name_of_the_greater(self, france, bring, votes, told):
        lists = (("Greens of the South", 7, "Greens", votes[0]), ("Greens of the North", 70, "Greens", votes[1]))

        bring(*CAST, composed(*lists, LIBERALS, election="election"))

        assert seats() == {"Liberals": 500, "Greens of the North": 77}
        assert Composition.objects.get().shares.get(party__slug="greens-fr").vote_share == told

    def test_two_lists_without_a_party_are_added_up_by_their_name(self, france, bring):
        lists = (("Independents", 40), ("Independents", 7), ("Regionalists", 30), LIBERALS)

        bring(*CAST, composed(*lists, election="election"))

        assert seats() == {"Liberals": 500, "Independents": 47, "Regionalists": 30}


def test_an_election_to_two_chambers_does_not_tell_which_one_it_is(france, bring):
    senate = chamber("senate", "Senate", institution_type="upper chamber")
    senator = seat("senator", "senate", "Senator of France")
    both = (
        RelationshipRecord(type="office_elected_in_election", subject=office, object="election")
        for office in ("seat", "senator")
    )

    report = bring(*CAST, senate, senator, *both, GIVEN)

    assert [refusal.reason for refusal in report.rejected] == ["it is not known which chamber it is of"]


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (composed(GREENS, election="nowhere"), "'nowhere', which does not exist"),
        (composed(GREENS, institution="nowhere"), "'nowhere', which does not exist"),
        (composed(("Reds", 7, "nowhere"), election="election"), "'nowhere', which does not exist"),
        (composed(GREENS, election="assembly"), "of the kind institution, not election"),
        (composed(GREENS, institution="election"), "of the kind election, not institution"),
        (composed(("Reds", 7, "election"), election="election"), "of the kind election, not party"),
        (composed(GREENS), "not known which chamber"),
        (composed(GREENS, election="of a head of state"), "not known which chamber"),
        (composed(GREENS, election="election", total=76), "77 seats of 76"),
        (composed(("Reds", 0), election="election", total=0), "0 is no number of seats"),
        (composed(GREENS, election="election", total=10_001), "10001 is no number of seats"),
        (composed(("Reds", -1), GREENS, election="election"), "has -1 seats"),
        (composed(("Reds", 1, "", 100.01), election="election"), "100.01 % of the votes"),
        (composed(("Reds", 1, "", -0.01), election="election"), "-0.01 % of the votes"),
        (composed(("Reds", 1, "", float("nan")), election="election"), "nan % of the votes"),
        (composed(("Reds", 1, "", 60.0), ("Reds", 1, "", 40.01), election="election"), "100.01 % of the votes"),
        (composed(("", 1), election="election"), "'' is no name"),
        (composed(("x" * 301, 1), election="election"), "is no name"),
        (composed(("Re\u202eds", 1), election="election"), "is no name"),
        (composed(election="election"), "has no seats"),
        (composed(GREENS, election="election", start_date="19/06/2022"), "no date like"),
    ],
)
def test_a_composition_that_cannot_be_is_refused_with_its_reason(france, bring, record, reason):
    president = EntityRecord(
        key="president",
        kind="office",
        name="President of France",
        country_code="fr",
        details={"office_type": "head of state"},
    )
    cabinet = chamber("cabinet", "Council of Ministers", institution_type="cabinet")
    contains = RelationshipRecord(type="institution_contains_office", subject="cabinet", object="president")

    report = bring(
        *CAST, president, cabinet, contains, an_election(key="of a head of state", kind="presidential"), record
    )

    assert [refusal.line for refusal in report.rejected] == ["seats.csv:1"]
    assert reason in report.rejected[0].reason
    assert not Composition.objects.exists()


class TestTheJournal:
    def test_a_new_composition_is_an_update_of_a_chamber_that_was_there(self, france, bring):
        before = Entity.objects.get(slug="national-assembly").updated_at

        bring(*CAST, GIVEN)

        change = changes().get()
        assert (change.entity.slug, change.action, change.via) == ("national-assembly", "updated", "register")
        assert change.fields == {"composition": [None, [["Liberals", 500], ["Greens", 77]]]}
        assert Entity.objects.get(slug="national-assembly").updated_at > before

    def test_of_a_chamber_made_in_the_same_run_its_creation_says_it_all(self, bring):
        bring(country(), *CAST, GIVEN)

        assert Composition.objects.exists()
        assert not changes().exists()

    def test_replaced_shares_are_told_with_the_old_ones(self, france, bring):
        bring(*CAST, GIVEN)
        before = Entity.objects.get(slug="national-assembly").updated_at

        bring(*CAST, composed(LIBERALS, election="election"))

        assert changes().last().fields == {
            "composition": [[["Liberals", 500], ["Greens", 77]], [["Liberals", 500], ["Others", 77]]]
        }
        assert Entity.objects.get(slug="national-assembly").updated_at > before
        assert Composition.objects.get().updated_at > before

    def test_a_dry_run_writes_nothing(self, france, bring):
        report = bring(*CAST, GIVEN, dry_run=True)

        assert report.created["composition"] == 1
        assert not Composition.objects.exists()

    def test_a_first_load_bears_the_day_of_its_source(self, bring):
        bring(country(), *CAST, GIVEN, dated_by_source=True)

        assert Composition.objects.get().updated_at == datetime(2026, 1, 22, tzinfo=UTC)
