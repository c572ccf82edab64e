"""Import of election results: a second run changes nothing, and changed files give corrections."""

from dataclasses import replace
from decimal import Decimal
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from graph.actions.results import record, recorded
from graph.importers import results
from graph.importers.parlgov import SOURCE
from graph.importers.parlgov.parties import COLUMNS
from graph.importers.results.build import add_keys, coverage, tally, version
from graph.importers.results.store import store
from graph.models import Change, Coverage, Entity, Race, Tally
from graph.results import AreaLevel, Comparability, Phase
from graph.signals import entities_changed
from tests import factories
from tests.graph.importers.partyfacts.source import write_table

pytestmark = pytest.mark.django_db
TABLES = {
    "02__datacore__Country.csv.gz": "id code_iso2",
    "21__parties__Party.csv.gz": " ".join(COLUMNS),
    "23__parties__PartyNameChange.csv.gz": "party date name name_english name_short",
    "31__elections__Election.csv.gz": "id type country date seats_total electorate votes_cast votes_valid",
    "32__elections__ElectionResult.csv.gz": "id election party alliance seats vote_share votes",
}
YEARS = (2012, 2017, 2022)
PARTIES = ("Greens", "Reds", "Blues", "Yellows")


@pytest.fixture
def data(tmp_path, monkeypatch):
    """A folder with the votes of two parties in three French elections."""
    monkeypatch.setattr(results, "FOLDERS", {"parlgov": "parlgov"})
    factories.SourceFactory(slug="parlgov")
    factories.CountryFactory(name="France", country_code="fr")
    for year in YEARS:
        election = factories.ElectionFactory(slug=f"fr-{year}", country_code="fr", details__date=f"{year}-06-10")
        factories.IdentifierFactory(entity=election, scheme="parlgov-election", value=str(year))
    parties = [{"id": str(number), "country": "43", "name_english": name} for number, name in enumerate(PARTIES, 1)]
    elections = [
        {"id": year, "type": "13", "country": "43", "date": f"{year}-06-10", "seats_total": 577} for year in YEARS
    ]
    write(tmp_path, "Country", [{"id": "43", "code_iso2": "FR"}])
    write(tmp_path, "Party", parties)
    write(tmp_path, "PartyNameChange", [])
    write(tmp_path, "Election", elections)
    write_votes(tmp_path)
    return tmp_path


def write(folder, table, rows):
    name = next(name for name in TABLES if name.endswith(f"__{table}.csv.gz"))
    write_table(folder / "parlgov" / name, TABLES[name].split(), rows)


def write_votes(folder, changed=()):
    """Write the votes of both parties in each election. ``changed`` maps years to other votes, by party."""
    rows = []
    for year, votes in ({year: {"1": 18, "2": 7} for year in YEARS} | dict(changed)).items():
        for party, number in votes.items():
            rows.append({"id": f"{year}{party}", "election": year, "party": party, "votes": number})
    write(folder, "ElectionResult", rows)


def run(data):
    call_command("import_results", data, stdout=(output := StringIO()), stderr=StringIO())
    return output.getvalue().splitlines()


def totals(year):
    race = Race.objects.get(election__slug=f"fr-{year}")
    return list(race.current.tallies.order_by("pk").values_list("votes", flat=True))


def test_import_results_sends_the_elections_with_new_races(data):
    """The search indexes the races of these elections."""
    sent = []

    def receive(sender, pks, **kwargs):
        sent.append(set(pks))

    entities_changed.connect(receive, sender=Race)
    try:
        run(data)
        run(data)
    finally:
        entities_changed.disconnect(receive, sender=Race)

    assert sent == [set(Coverage.objects.values_list("pk", flat=True)), set()]


def test_import_results_stores_races_with_their_comparison(data):
    write_votes(data, {2022: {"1": 20, "2": 30}})

    assert run(data) == ["3 elections and 3 races are new.", "Known races: 0 changed, 0 unchanged."]

    assert [totals(year) for year in YEARS] == [[18, 7], [18, 7], [30, 20]]
    race = Race.objects.get(election__slug="fr-2022")
    assert (race.previous.election.slug, race.current.outcome, race.seats) == ("fr-2017", "gain", 577)
    assert (race.current.leader.name, race.current.margin_votes) == ("Reds", 10)
    assert set(Coverage.objects.values_list("phase", flat=True)) == {"final"}


def test_import_results_changes_nothing_in_a_second_run(data):
    run(data)
    tallies = set(Tally.objects.values_list())

    assert run(data) == ["0 elections and 0 races are new.", "Known races: 0 changed, 3 unchanged."]

    assert set(Tally.objects.values_list()) == tallies


def test_import_results_corrects_a_count_that_the_source_changed(data):
    run(data)
    write_votes(data, {2017: {"1": 19, "2": 8}})

    assert run(data)[1] == "Known races: 1 changed, 2 unchanged."

    race = Race.objects.get(election__slug="fr-2017")
    assert totals(2017) == [19, 8]
    assert (race.current.number, race.current.kind) == (2, "correction")
    assert race.current.note.startswith("The figures of the source are different.")


def test_import_results_records_a_changed_electorate_or_note(data):
    run(data)
    (race,) = Race.objects.filter(election__slug="fr-2017")
    earlier = replace(recorded(race.current), received_at=None, kind="correction", electorate=50, note="An old note.")
    record(race, earlier, compares_note=True)

    assert run(data)[1] == "Known races: 1 changed, 2 unchanged."
    race.refresh_from_db()
    assert (race.current.number, race.current.electorate) == (3, None)
    record(race, replace(earlier, electorate=None), compares_note=True)

    assert run(data)[1] == "Known races: 1 changed, 2 unchanged."
    race.refresh_from_db()
    assert (race.current.number, race.current.note) == (5, "The figures of the source are different.")
    assert run(data)[1] == "Known races: 0 changed, 3 unchanged."


def test_import_results_keeps_the_correction_of_an_editor(data):
    run(data)
    (race,) = Race.objects.filter(election__slug="fr-2017")
    newest = replace(recorded(race.current), received_at=None)
    correction = replace(newest, kind="correction", electorate=50, note="From the register.")
    record(race, correction, by=factories.UserFactory())

    assert run(data)[1] == "Known races: 0 changed, 3 unchanged."
    race.refresh_from_db()
    assert race.current.electorate == 50


def test_store_relates_all_known_candidates_to_final_elections(data):
    ann = factories.PoliticianFactory(slug="ann-lee", name="Ann Lee")
    factories.RelationshipFactory(
        subject=ann,
        object=Entity.objects.get(slug="fr-2022"),
        type="politician_participated_in_election",
        role="winner",
    )
    phases = {2012: Phase.PROVISIONAL, 2017: Phase.FINAL, 2022: Phase.FINAL}
    elections = [race_of("Ann Lee", votes=[5], year=year, phase=phase) for year, phase in phases.items()]
    for election in elections:
        election.races[0]["candidacies"][0]["person"] = "ann-lee"

    store(elections)
    store(elections)

    rows = ann.outgoing.order_by("object__slug").values_list("object__slug", "role", "start_date", "source__slug")
    assert rows[0] == ("fr-2017", "", "2017-06-10", "parlgov")
    # The count of 2012 is incomplete.
    assert [row[:2] for row in rows] == [("fr-2017", ""), ("fr-2022", "winner")]
    assert Change.objects.filter(entity=ann, action="related").count() == 1


def race_of(*names, votes, year=2022, phase=Phase.FINAL):
    """A race of these candidates, of whom the first one and the second one have a party."""
    labels = [{"label": "Reds"}, {"label": "Blues"}, {}, {}, {}]
    rows = add_keys([{"name": name} | label for name, label in zip(names, labels, strict=False)])
    tallies = [tally(index, number) for index, number in enumerate(votes)]
    area = {"name": "France", "level": "national"}
    race = {"election": f"fr-{year}", "slug": "national", "name": "France", "area": area, "method": "other"}
    race |= {"candidacies": rows, "versions": [version(SOURCE, phase, tallies)]}
    return results.Election(coverage(f"fr-{year}", AreaLevel.NATIONAL, None, Comparability.NONE), [race])


def test_store_renames_a_candidate_whom_the_source_renamed(data):
    store([race_of("Ann Lee", "Bo Ek", votes=[5, 3])])

    assert store([race_of("Ann B. Lee", "Bo Ek", votes=[5, 3])]).changed == 1
    assert store([race_of("Ann B. Lee", "Bo Ek", votes=[5, 3])]).unchanged == 1
    assert store([race_of("Ann B. Lee", "Bo Ek", votes=[6, 3])]).changed == 1

    race = Race.objects.get()
    assert list(race.candidacies.values_list("key", "name")) == [("ann-lee", "Ann B. Lee"), ("bo-ek", "Bo Ek")]
    assert list(race.current.tallies.order_by("candidacy").values_list("votes", flat=True)) == [6, 3]


def test_store_adds_the_members_of_an_alliance_to_a_stored_list(data):
    store([race_of("Ann Lee", "Bo Ek", votes=[5, 3])])
    election = race_of("Ann Lee", "Bo Ek", votes=[5, 3])
    election.races[0]["candidacies"][1]["members"] = ["greens-fr"]

    assert store([election]).changed == 1
    assert store([election]).unchanged == 1

    race = Race.objects.get()
    assert list(race.candidacies.values_list("members", flat=True)) == [[], ["greens-fr"]]
    assert race.current.number == 1


def test_store_finds_candidates_in_another_order(data):
    store([race_of("Ann Lee", "Bo Ek", votes=[5, 3])])
    election = race_of("Ann Lee", "Bo Ek", votes=[5, 3])
    race = election.races[0]
    race["candidacies"].reverse()

    assert store([election]).changed == 1
    assert list(Race.objects.get().current.tallies.order_by("candidacy").values_list("votes", flat=True)) == [3, 5]


@pytest.mark.parametrize("names", [["Ann", "Bo", "Di", "El"], ["Ann", "Bo"], ["Ann", "Bo", "Cy", "Di", "El"]])
def test_store_rejects_candidates_it_cannot_match(data, names):
    store([race_of("Ann", "Bo", "Cy", "Dee", votes=[5, 3, 2, 1])])

    report = store([race_of(*names, votes=[9] * len(names))])

    assert report.rejected == ["fr-2022/national: the candidates changed"]
    assert list(Race.objects.get().candidacies.values_list("name", flat=True)) == ["Ann", "Bo", "Cy", "Dee"]


def test_import_results_rejects_other_candidates_and_stores_the_rest(data):
    run(data)
    write_votes(data, {2017: {"3": 19, "4": 8}, 2022: {"1": 20, "2": 9}})

    with pytest.raises(CommandError, match="1 races were not stored"):
        run(data)

    assert totals(2017) == [18, 7]
    assert totals(2022) == [20, 9]


def test_store_rounds_a_share_once_and_finds_it_again(data):
    counts = version(SOURCE, Phase.FINAL, [tally(0, share=41.4146018709)])
    area = {"name": "France", "level": "national"}
    race = {"election": "fr-2022", "slug": "national", "name": "France", "area": area, "method": "other"}
    race |= {"candidacies": [{"key": "a", "name": "A"}], "versions": [counts]}
    election = results.Election(coverage("fr-2022", AreaLevel.NATIONAL, None, Comparability.NONE), [race])

    assert store([election]).races == 1
    assert Tally.objects.get().share == Decimal("41.41")
    assert store([election]).unchanged == 1


def test_import_results_stores_nothing_if_a_file_is_missing(data):
    (data / "parlgov" / "32__elections__ElectionResult.csv.gz").unlink()

    with pytest.raises(CommandError, match="cannot be read"):
        run(data)

    assert not Race.objects.exists()
