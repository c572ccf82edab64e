"""Test how imports store the seats of a chamber in the graph, and which compositions they reject."""

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


class TestShares:
    def test_write_gives_the_seats_to_the_chamber_that_the_election_elects(self, france, bring):
        report = bring(*CAST, composed(("Les Verts", 77, "Greens", 13.456), LIBERALS, election="election"))

        composition = Composition.objects.get()
        assert composition.institution.slug == "national-assembly"
        assert composition.election.slug == "france-2022-legislative"
        assert (composition.start_date, composition.total) == ("2022-06-19", 577)
        assert (composition.verified_at, composition.source.slug) == (date(2026, 1, 22), "register")
        share = composition.shares.get(party__slug="greens-fr")
        assert (share.name, share.seats, share.vote_share) == ("Les Verts", 77, Decimal("13.46"))
        assert report.created["composition"] == 1

    def test_write_takes_a_composition_of_a_chamber_without_an_election(self, france, bring):
        counted = composed(GREENS, LIBERALS, institution="assembly", start_date="2022-06", verified_at=date(2024, 5, 1))

        bring(*CAST, counted)

        composition = Composition.objects.get()
        assert (composition.election, composition.start_date) == (None, "2022-06")
        assert composition.verified_at == date(2024, 5, 1)

    def test_write_gives_the_seats_of_an_upper_house_election_to_the_upper_chamber(self, france, bring):
        senate = chamber("senate", "Senate", institution_type="upper chamber")
        senator = seat("senator", "senate", "Senator of France")

        bring(*CAST, senate, senator, an_election(key="upper", kind="upper-house"), composed(GREENS, election="upper"))

        assert Composition.objects.get().institution.slug == "senate"

    def test_write_gives_seats_without_a_share_to_others(self, france, bring):
        bring(*CAST, composed(GREENS, election="election"))

        assert seats() == {"Others": 500, "Greens": 77}

    def test_write_adds_seats_without_a_share_to_the_given_others(self, france, bring):
        bring(*CAST, composed(LIBERALS, ("Others", 7, "", 3.2), election="election"))

        assert seats() == {"Liberals": 500, "Others": 77}
        assert Composition.objects.get().shares.get(name="Others").vote_share == Decimal("3.20")

    def test_write_adds_no_others_if_all_seats_have_a_share(self, france, bring):
        bring(*CAST, GIVEN)

        assert seats() == {"Liberals": 500, "Greens": 77}

    @pytest.mark.parametrize(("votes", "expected"), [((10.0, 2.5), Decimal("12.50")), ((10.0, None), None)])
    def test_write_adds_up_two_lists_of_one_party_under_the_name_of_the_greater(self, france, bring, votes, expected):
        lists = (("Greens of the South", 7, "Greens", votes[0]), ("Greens of the North", 70, "Greens", votes[1]))

        bring(*CAST, composed(*lists, LIBERALS, election="election"))

        assert seats() == {"Liberals": 500, "Greens of the North": 77}
        assert Composition.objects.get().shares.get(party__slug="greens-fr").vote_share == expected

    def test_write_adds_up_two_lists_of_one_name_without_a_party(self, france, bring):
        lists = (("Independents", 40), ("Independents", 7), ("Regionalists", 30), LIBERALS)

        bring(*CAST, composed(*lists, election="election"))

        assert seats() == {"Liberals": 500, "Independents": 47, "Regionalists": 30}


def test_write_rejects_a_composition_of_an_election_to_two_chambers(france, bring):
    senate = chamber("senate", "Senate", institution_type="upper chamber")
    senator = seat("senator", "senate", "Senator of France")
    both = (
        RelationshipRecord(type="office_elected_in_election", subject=office, object="election")
        for office in ("seat", "senator")
    )

    report = bring(*CAST, senate, senator, *both, GIVEN)

    assert [record.reason for record in report.rejected] == ["it is not known which chamber it is of"]


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (composed(GREENS, election="nowhere"), "'nowhere', which does not exist"),
        (composed(GREENS, election="assembly"), "of the kind institution, not election"),
        (composed(GREENS, institution="election"), "of the kind election, not institution"),
        (composed(("Reds", 7, "election"), election="election"), "of the kind election, not party"),
        (composed(GREENS), "not known which chamber"),
        (composed(GREENS, election="of a head of state"), "not known which chamber"),
        (composed(("Reds", 1, "Greens", 60.0), (*GREENS, 40.01), election="election"), "100.01 % of the votes"),
        (composed(election="election"), "has no seats"),
    ],
)
def test_write_rejects_an_unusable_composition_with_its_reason(france, bring, record, reason):
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

    assert [rejected.line for rejected in report.rejected] == ["seats.csv:1"]
    assert reason in report.rejected[0].reason
    assert not Composition.objects.exists()


class TestJournal:
    def test_write_journals_a_new_composition_as_an_update_of_the_chamber(self, france, bring):
        before = Entity.objects.get(slug="national-assembly").updated_at

        bring(*CAST, GIVEN)

        change = changes().get()
        assert (change.entity.slug, change.action, change.via) == ("national-assembly", "updated", "register")
        assert change.fields == {"composition": [None, [["Liberals", 500], ["Greens", 77]]]}
        assert Entity.objects.get(slug="national-assembly").updated_at > before

    def test_write_journals_no_composition_of_a_new_chamber(self, bring):
        bring(country(), *CAST, GIVEN)

        assert Composition.objects.exists()
        assert not changes().exists()

    def test_write_journals_the_old_and_the_new_shares(self, france, bring):
        bring(*CAST, GIVEN)
        before = Entity.objects.get(slug="national-assembly").updated_at

        bring(*CAST, composed(LIBERALS, election="election"))

        assert changes().last().fields == {
            "composition": [[["Liberals", 500], ["Greens", 77]], [["Liberals", 500], ["Others", 77]]]
        }
        assert Entity.objects.get(slug="national-assembly").updated_at > before
        assert Composition.objects.get().updated_at > before

    def test_write_stores_no_composition_in_a_dry_run(self, france, bring):
        report = bring(*CAST, GIVEN, dry_run=True)

        assert report.created["composition"] == 1
        assert not Composition.objects.exists()

    def test_write_dates_a_first_load_by_its_source(self, bring):
        bring(country(), *CAST, GIVEN, dated_by_source=True)

        assert Composition.objects.get().updated_at == datetime(2026, 1, 22, tzinfo=UTC)
