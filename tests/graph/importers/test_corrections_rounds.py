"""Test elections with several rounds, winners and runners-up in files of corrections."""

from datetime import date

import pytest
import yaml

from graph.importers import corrections
from graph.importers.writer import known_countries, write
from graph.models import Entity, Relationship
from tests import factories

SLUG = "france-2022-presidential"
ROUNDS = [
    date(2022, 4, 10),
    {"date": date(2022, 4, 24), "turnout": 71.99, "candidates": {"Emmanuel Macron": 58.55, "Marine Le Pen": 41.45}},
]


@pytest.fixture
def election(db):
    france = factories.CountryFactory(name="France", slug="france", country_code="fr")
    election = factories.ElectionFactory(slug=SLUG, country_code="fr", details__date="2022-04-10")
    factories.IdentifierFactory(entity=election, scheme="record:cia-world-factbook", value="fr-2022")
    source = factories.SourceFactory(rank=60)
    factories.CitationFactory(entity=election, source=source, facts=["date"])
    days = {"start_date": "2022-04-10", "end_date": "2022-04-10", "source": source}
    factories.RelationshipFactory(type="election_occurs_in_country", subject=election, object=france, **days)
    factories.RelationshipFactory(
        type="politician_participated_in_election", object=election, subject=factories.PoliticianFactory(), **days
    )
    return election


def run(tmp_path, elections, source="https://www.conseil-constitutionnel.fr/", list_="rounds"):
    path = tmp_path / "rounds.yaml"
    path.write_text(yaml.safe_dump({list_: [{"source": source, "elections": elections}]}, allow_unicode=True))
    return write(corrections.SOURCE, corrections.read(path, known_countries()), today=date(2026, 1, 22))


def test_rounds_set_the_facts_of_the_last_round_and_the_dates_of_the_relationships(election, tmp_path):
    report = run(tmp_path, {SLUG: ROUNDS})

    details = Entity.objects.get(slug=SLUG).details
    assert report.rejected == []
    assert (details.date, float(details.turnout), details.winner, float(details.result_margin)) == (
        "2022-04-24",
        71.99,
        "Emmanuel Macron",
        17.1,
    )
    assert details.rounds[0] == {"round": 1, "date": "2022-04-10", "turnout": None, "candidates": []}
    assert details.rounds[1]["candidates"][1] == {"name": "Marine Le Pen", "share": 41.45}
    assert set(election.incoming.values_list("start_date", "end_date")) == {("2022-04-24", "2022-04-24")}
    assert election.outgoing.get().start_date == "2022-04-24"


def test_rounds_give_the_only_candidate_of_the_last_round_the_whole_margin(election, tmp_path):
    last = {"date": date(2022, 4, 24), "candidates": {"Emmanuel Macron": 100}}

    run(tmp_path, {SLUG: [ROUNDS[0], last]})

    details = Entity.objects.get(slug=SLUG).details
    assert (details.winner, details.result_margin) == ("Emmanuel Macron", 100)


def test_rounds_change_nothing_the_second_time(election, tmp_path):
    run(tmp_path, {SLUG: ROUNDS})

    assert not run(tmp_path, {SLUG: ROUNDS}).updated


@pytest.mark.parametrize(
    ("elections", "reason"),
    [
        ({"france-2023-presidential": ROUNDS}, "no election 'france-2023-presidential'"),
        ({SLUG: ROUNDS[:1]}, "two or more rounds"),
        ({SLUG: [date(2022, 4, 10), {"date": date(2022, 4, 24), "votes": 1}]}, "something other"),
        ({SLUG: [date(2022, 4, 24), date(2022, 4, 10)]}, "none is earlier"),
        ([SLUG], "not listed by slug"),
    ],
)
def test_rounds_rejects_an_invalid_entry(election, tmp_path, elections, reason):
    report = run(tmp_path, elections)

    assert [reason in record.reason for record in report.rejected] == [True]
    assert Entity.objects.get(slug=SLUG).details.rounds == []


def test_winners_set_the_winner_of_an_election_and_nothing_else(election, tmp_path):
    before = dict(election.details.__dict__)

    report = run(tmp_path, {SLUG: "Emmanuel Macron"}, list_="winners")

    details = Entity.objects.get(slug=SLUG).details
    assert report.rejected == []
    assert details.winner == "Emmanuel Macron"
    assert (details.date, details.status, details.rounds) == (before["date"], before["status"], before["rounds"])


@pytest.mark.parametrize(("list_", "entry"), [("winners", "Emmanuel Macron"), ("rounds", ROUNDS)])
def test_winners_and_rounds_relate_the_winner_who_has_held_the_office(election, tmp_path, list_, entry):
    president = factories.OfficeFactory(slug="president-of-france", country_code="fr")
    factories.RelationshipFactory(type="office_elected_in_election", subject=president, object=election)
    winner, namesake = [factories.PoliticianFactory(name="Emmanuel Macron", country_code="fr") for _ in range(2)]
    factories.IdentifierFactory(entity=winner, scheme="record:x", value="macron")
    factories.RelationshipFactory(type="politician_holds_office", subject=winner, object=president)

    for created in (1, 0):
        report = run(tmp_path, {SLUG: entry}, list_=list_)

        assert (report.rejected, report.created["politician_participated_in_election"]) == ([], created)
        row = winner.outgoing.get(object=election)
        assert (row.role, row.start_date) == ("winner", election.incoming.filter(subject=winner).get().start_date)
    assert not namesake.outgoing.exists()


@pytest.mark.parametrize(
    ("elections", "reason"),
    [({"no-election": "A"}, "has no election"), ({SLUG: 1}, "no text"), ([], "no elections")],
)
def test_winners_rejects_an_unknown_election_and_a_winner_that_is_no_text(election, tmp_path, elections, reason):
    (record,) = run(tmp_path, elections, list_="winners").rejected

    assert reason in record.reason


def test_elections_cites_every_page_and_changes_nothing_the_second_time(election, tmp_path):
    pages = [{"source": f"https://example.org/{name}", "second_source": f"https://example.com/{name}"} for name in "ab"]
    winners, second = {SLUG: "Emmanuel Macron"}, {SLUG: "Marine Le Pen"}
    lists = {"winners": [pages[0] | {"elections": winners}], "runners_up": [pages[1] | {"elections": second}]}
    path = tmp_path / "elections.yaml"
    path.write_text(yaml.safe_dump(lists))

    for _ in range(2):
        write(corrections.SOURCE, corrections.read(path, known_countries()), today=date(2026, 1, 22))

        cited = election.citations.filter(source__slug="corrections")
        assert list(cited.values_list("url", "note", "facts")) == [
            ("https://example.org/a", "Also: https://example.com/a", ["winner"]),
            ("https://example.org/b", "Also: https://example.com/b", []),
        ]


def runners_up():
    rows = Relationship.objects.filter(role="runner-up")
    return list(rows.values_list("subject__name", "object__slug", "start_date"))


def test_runners_up_creates_a_candidate_without_an_office_once(election, tmp_path):
    for created in (1, 0):
        report = run(tmp_path, {SLUG: "Marine Le Pen"}, list_="runners_up")

        assert (report.rejected, report.created["politician"]) == ([], created)
        assert runners_up() == [("Marine Le Pen", SLUG, "2022-04-10")]


@pytest.mark.parametrize(("day", "verified"), [("2022-04-10", "2026-01-22"), ("2026-06-21", "2026-06-21")])
def test_candidacy_is_verified_on_the_day_of_the_election_or_later(election, tmp_path, day, verified):
    run(tmp_path, {SLUG: {"date": date.fromisoformat(day)}}, list_="election_facts")
    run(tmp_path, {SLUG: "Marine Le Pen"}, list_="runners_up")

    row = Relationship.objects.get(object=election, subject__name="Marine Le Pen")
    assert (row.start_date, str(row.verified_at)) == (day, verified)


def test_runners_up_finds_a_politician_by_slug(election, tmp_path):
    politician = factories.PoliticianFactory(name="Marine Le Pen", slug="marine-le-pen", country_code="fr")
    factories.IdentifierFactory(entity=politician, scheme="record:x", value="le-pen")

    report = run(tmp_path, {SLUG: "marine-le-pen"}, list_="runners_up")

    assert (report.rejected, report.created["politician"]) == ([], 0)
    assert politician.outgoing.get().role == "runner-up"


@pytest.mark.parametrize(
    ("elections", "reason"),
    [
        ({"no-election": "A"}, "has no election"),
        ({SLUG: "nobody"}, "no politician 'nobody'"),
        ({SLUG: 1}, "no text"),
    ],
)
def test_runners_up_rejects_an_unknown_election_or_slug(election, tmp_path, elections, reason):
    (record,) = run(tmp_path, elections, list_="runners_up").rejected

    assert reason in record.reason


def test_election_facts_sets_the_name_and_the_date_with_that_of_the_relationships(election, tmp_path):
    election.citations.update(facts=["date", "name"])

    for updated in (1, 0):
        report = run(tmp_path, {SLUG: {"name": "April 2022 election", "date": "2022"}}, list_="election_facts")

        assert (report.rejected, report.updated["election"]) == ([], updated)
    found = Entity.objects.get(slug=SLUG)
    assert (found.name, found.details.date) == ("April 2022 election", "2022")
    assert set(election.incoming.values_list("start_date", "end_date")) == {("2022", "2022")}


def test_election_facts_rejects_other_facts(election, tmp_path):
    (record,) = run(tmp_path, {SLUG: {"winner": "Emmanuel Macron"}}, list_="election_facts").rejected

    assert "a name or a date" in record.reason
