import pytest

from graph.importers.matching.nodes import ElectionIndex, Fact, Node
from graph.kinds import ElectionKind, Kind


def election(date, *, kind=ElectionKind.LEGISLATIVE, country="gr", source="parlgov", name="2012 Greece election"):
    facts = {"name": name, "date": date, "kind": kind}
    return Node(
        kind=Kind.ELECTION,
        country_code=country,
        facts={key: Fact(value, source, 1) for key, value in facts.items()},
        citations={(source, ""): ""},
    )


@pytest.mark.parametrize(
    ("known", "new"),
    [("2012-05-06", "2012-05-06"), ("2012-05-06", "2012"), ("2012-05", "2012-05-06"), ("2012-05-06", "2012-05-20")],
    ids=["same day", "year alone", "month alone", "second round"],
)
def test_match_finds_the_election_of_another_source(known, new):
    known = election(known)

    assert ElectionIndex([known]).match(election(new, source="reign")) is known


@pytest.mark.parametrize(
    "new",
    [
        election("2012-09-06", source="reign"),
        election("2012-05-06", source="reign", kind=ElectionKind.EUROPEAN),
        election("2012-05-06", source="reign", country="cy"),
        election("2012-06-17"),
        election("2013", source="reign"),
    ],
    ids=["four months later", "another kind", "another country", "two elections of one source", "another year"],
)
def test_match_is_none_for_another_election(new):
    assert ElectionIndex([election("2012-05-06")]).match(new) is None


def test_match_prefers_the_same_day_to_another_round():
    may, june = election("2012-05-06"), election("2012-06-17")

    assert ElectionIndex([may, june]).match(election("2012-06-17", source="reign")) is june


def test_match_of_by_elections_on_one_day_needs_the_same_name():
    hartlepool = election("2021-05-06", kind=ElectionKind.BY_ELECTION, name="2021 Hartlepool by-election")
    index = ElectionIndex([hartlepool])

    same = election("2021-05-06", kind=ElectionKind.BY_ELECTION, name="2021 Hartlepool by-election", source="other")
    another = election("2021-05-06", kind=ElectionKind.BY_ELECTION, name="2021 Airdrie by-election", source="other")

    assert index.match(same) is hartlepool
    assert index.match(another) is None
