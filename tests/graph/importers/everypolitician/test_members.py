import pytest

from tests.graph.importers.everypolitician.source import TERM_54, TERM_55, TERM_56, membership, popolo

JOE = {"id": "joe", "name": "Joe Bloggs"}
COMMONS = "everypolitician:office:UK/Commons"
LABOUR = "everypolitician:party:UK/labour-party"
CONSERVATIVE = "everypolitician:party:UK/conservative-party"
TERMS = [TERM_54, TERM_55, TERM_56]


def read(folder, *memberships, terms=None, persons=(JOE,)):
    folder.add_chamber(popolo(list(persons), list(memberships)), terms=terms or TERMS)
    return folder.read()


def offices(folder, *memberships, **fields):
    return [spell[1:] for spell in read(folder, *memberships, **fields).spells("politician_holds_office")]


def parties(folder, *memberships, **fields):
    return read(folder, *memberships, **fields).spells("politician_member_of_party")


def test_each_term_is_one_time_in_office_with_the_dates_of_the_term(folder):
    found = offices(folder, membership(term="term/55"), membership(term="term/56"))

    assert found == [("2010-05-06", "2015-03-30"), ("2015-05-08", "")]


def test_own_dates_of_a_membership_go_before_those_of_the_term(folder):
    assert offices(folder, membership(start_date="2012-11-29")) == [("2012-11-29", "2015-03-30")]


def test_change_of_party_within_a_term_is_one_time_in_office(folder):
    found = offices(
        folder,
        membership(end_date="2012-01-31"),
        membership(group="party/conservative", start_date="2012-02-07"),
    )

    assert found == [("2010-05-06", "2015-03-30")]


def test_real_gap_within_a_term_stays(folder):
    found = offices(folder, membership(end_date="2011-01-31"), membership(start_date="2013-02-07"))

    assert found == [("2010-05-06", "2011-01-31"), ("2013-02-07", "2015-03-30")]


def test_several_areas_in_one_term_are_one_time_in_office(folder):
    assert offices(folder, membership(), membership()) == [("2010-05-06", "2015-03-30")]


def test_seat_noted_in_two_overlapping_terms_is_of_the_term_it_begins_in(folder):
    terms = [TERM_55 | {"end_date": "2015-05-20"}, TERM_56]

    found = offices(
        folder,
        membership(term="term/55", start_date="2015-05-12"),
        membership(term="term/56", start_date="2015-05-12"),
        membership(term="term/56", end_date="2015-05-20"),
        terms=terms,
    )

    assert found == [("2010-05-06", "2015-05-20"), ("2015-05-12", "")]


def test_seat_that_begins_in_the_next_term_is_of_that_term(folder):
    terms = [TERM_55 | {"end_date": "2015-05-20"}, TERM_56]

    found = offices(folder, membership(term="term/55", start_date="2015-05-12"), terms=terms)

    assert found == [("2015-05-12", "")]


def test_own_end_before_the_term_leaves_the_start_unknown(folder):
    assert offices(folder, membership(term="term/54", end_date="2005-05-02")) == [("", "2005-05-02")]


def test_own_start_after_the_last_term_leaves_the_end_unknown(folder):
    assert offices(folder, membership(start_date="2015-11-11"), terms=[TERM_55]) == [("2015-11-11", "")]


def test_party_membership_lasts_from_the_first_term_to_the_last(folder):
    found = parties(folder, *(membership(term=term["id"]) for term in (TERM_54, TERM_55)))

    assert found == [(LABOUR, "2005-05-05", "2015-03-30")]


def test_party_membership_is_open_when_any_term_is(folder):
    assert parties(folder, membership(term="term/56"), membership()) == [(LABOUR, "2010-05-06", "")]


def test_party_membership_goes_on_over_a_pause(folder):
    found = parties(folder, membership(term="term/54"), membership(term="term/56"))

    assert found == [(LABOUR, "2005-05-05", "")]


def test_return_from_another_party_is_a_second_membership(folder):
    found = parties(
        folder,
        membership(term="term/54"),
        membership(term="term/55", group="party/conservative"),
        membership(term="term/56"),
    )

    assert found == [
        (LABOUR, "2005-05-05", "2010-04-12"),
        (LABOUR, "2015-05-08", ""),
        (CONSERVATIVE, "2010-05-06", "2015-03-30"),
    ]


def test_time_as_an_independent_is_no_other_party(folder):
    found = parties(
        folder,
        membership(term="term/54"),
        membership(term="term/55", group="party/independent"),
        membership(term="term/56"),
    )

    assert found == [(LABOUR, "2005-05-05", "")]


def test_two_parties_in_one_term_without_dates_lie_beside_each_other(folder):
    found = parties(
        folder,
        membership(term="term/55"),
        membership(term="term/55", group="party/conservative"),
        membership(term="term/56"),
    )

    assert found == [(LABOUR, "2010-05-06", ""), (CONSERVATIVE, "2010-05-06", "2015-03-30")]


def test_independents_have_an_office_and_no_party(folder):
    found = read(folder, membership(group="party/independent"))

    assert found.spells("politician_holds_office") == [(COMMONS, "2010-05-06", "2015-03-30")]
    assert found.spells("politician_member_of_party") == []
    assert found.entities("party") == []


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        (membership("nobody"), "membership of an unknown person"),
        (membership(group="party/other"), "membership for an unknown group"),
        (membership(term="term/1"), "membership in an unknown term term/1"),
        (membership() | {"organization_id": "executive"}, "membership of something else than the legislature"),
        (membership(start_date="2012-02-30"), "membership with a wrong date: '2012-02-30' is not in the calendar"),
        (
            membership(start_date="2015-11-27", end_date="2015-10-09"),
            "membership ends on 2015-10-09 before it begins on 2015-11-27",
        ),
    ],
)
def test_unusable_membership_is_refused_and_the_others_go_on(folder, entry, reason):
    found = read(folder, entry, membership())

    assert [refusal.reason for refusal in found.rejected] == [reason]
    assert found.spells("politician_holds_office") == [(COMMONS, "2010-05-06", "2015-03-30")]


def test_person_without_a_membership_is_refused(folder):
    found = read(folder, membership(), persons=[JOE, {"id": "ann", "name": "Ann Other"}])

    assert [(refusal.reason, refusal.line) for refusal in found.rejected] == [
        ("person without a membership", "popolo/UK__Commons.json.gz#ann")
    ]
    assert [record.key for record in found.entities("politician")] == ["everypolitician:joe"]
