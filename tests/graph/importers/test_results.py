"""Import of election results: a second run changes nothing, and changed files give corrections."""

import gzip
from dataclasses import replace
from decimal import Decimal
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from graph.actions.results import record, recorded
from graph.importers import results
from graph.importers.results.build import add_keys, coverage, tally, version
from graph.importers.results.store import store
from graph.importers.us_presidential import SOURCE
from graph.models import Change, Coverage, Entity, Race, Tally
from graph.results import AreaLevel, Comparability, Phase
from graph.signals import entities_changed
from tests import factories

pytestmark = pytest.mark.django_db
HEADER = "state_name,county_fips,county_name,votes_gop,votes_dem,total_votes"
EARLY = "fips_code,county,dem_2008,gop_2008,oth_2008,dem_2012,gop_2012,oth_2012"
YEARS = (2008, 2012, 2016, 2020, 2024)


@pytest.fixture
def data(tmp_path, monkeypatch):
    """The county of Autauga in every election, and Alaska in 2016."""
    monkeypatch.setattr(results, "FOLDERS", {"us": "us"})
    factories.SourceFactory(slug="us-county-presidential")
    for year in YEARS:
        election = factories.ElectionFactory(slug=f"us-{year}", country_code="us", details__date=f"{year}-11-05")
        scheme = "record:us-county-presidential"
        factories.IdentifierFactory(entity=election, scheme=scheme, value=f"us:presidential:{year}")
    (tmp_path / "us").mkdir()
    write(tmp_path, "US_County_Level_Presidential_Results_08-16.csv.gz", EARLY, "1001,Autauga County,6,17,1,6,18,2")
    alaska = [f"AK,{code},Alaska,130.0,93.0,246.0" for code in ("2013", "2016")]
    columns = HEADER.replace("county_fips", "combined_fips")
    write(tmp_path, name(2016), columns, "AL,1001,Autauga County,18.0,5.0,24.0", *alaska)
    write(tmp_path, name(2020), HEADER, "Alabama,01001,Autauga County,19,7,27")
    write(tmp_path, name(2024), HEADER, "Alabama,01001,Autauga County,20,7,28", "Alabama,01003,Baldwin County,5,9,15")
    return tmp_path


def name(year):
    return f"{year}_US_County_Level_Presidential_Results.csv.gz"


def write(folder, file, *lines):
    (folder / "us" / file).write_bytes(gzip.compress("\n".join(lines).encode()))


def run(data):
    call_command("import_results", data, stdout=(output := StringIO()), stderr=StringIO())
    return output.getvalue().splitlines()


def totals(year, state="alabama"):
    race = Race.objects.get(election__slug=f"us-{year}", slug=state)
    return list(race.current.tallies.filter(unit=None).order_by("pk").values_list("votes", flat=True))


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


def test_import_results_stores_races_with_units_and_comparison(data):
    assert run(data) == ["5 elections and 6 races are new.", "Known races: 0 changed, 0 unchanged."]

    assert [totals(year) for year in YEARS] == [[6, 17, 1], [6, 18, 2], [5, 18, 1], [7, 19, 1], [16, 25, 2]]
    race = Race.objects.get(election__slug="us-2024", slug="alabama")
    assert (race.previous.election.slug, race.current.outcome, race.seats) == ("us-2020", "hold", 9)
    assert (race.current.leader.name, race.current.margin_votes) == ("Donald Trump", 9)
    assert list(race.units.values_list("code", flat=True)) == ["01001", "01003"]
    assert set(Coverage.objects.values_list("phase", flat=True)) == {"provisional", "final"}


def test_import_results_counts_a_state_once_that_is_in_every_row(data):
    run(data)

    assert totals(2016, "alaska") == [93, 130, 23]
    assert not Race.objects.get(slug="alaska").units.exists()


def test_import_results_changes_nothing_in_a_second_run(data):
    run(data)
    tallies = set(Tally.objects.values_list())

    assert run(data) == ["0 elections and 0 races are new.", "Known races: 0 changed, 6 unchanged."]

    assert set(Tally.objects.values_list()) == tallies


def test_import_results_corrects_a_count_that_the_source_changed(data):
    run(data)
    write(data, name(2020), HEADER, "Alabama,01001,Autauga County,19,8,28")

    assert run(data)[1] == "Known races: 1 changed, 5 unchanged."

    race = Race.objects.get(election__slug="us-2020")
    assert totals(2020) == [8, 19, 1]
    assert (race.current.number, race.current.kind) == (2, "correction")
    assert race.current.note.startswith("The figures of the source are different.")


def test_import_results_records_a_changed_electorate_or_note(data):
    run(data)
    (race,) = Race.objects.filter(election__slug="us-2020")
    earlier = replace(recorded(race.current), received_at=None, kind="correction", electorate=50, note="An old note.")
    record(race, earlier, compares_note=True)

    assert run(data)[1] == "Known races: 1 changed, 5 unchanged."
    race.refresh_from_db()
    assert (race.current.number, race.current.electorate) == (3, None)
    record(race, replace(earlier, electorate=None), compares_note=True)

    assert run(data)[1] == "Known races: 1 changed, 5 unchanged."
    race.refresh_from_db()
    assert (race.current.number, race.current.note) == (5, "The figures of the source are different.")
    assert run(data)[1] == "Known races: 0 changed, 6 unchanged."


def test_import_results_keeps_the_correction_of_an_editor(data):
    run(data)
    (race,) = Race.objects.filter(election__slug="us-2020")
    newest = replace(recorded(race.current), received_at=None)
    correction = replace(newest, kind="correction", electorate=50, note="From the register.")
    record(race, correction, by=factories.UserFactory())

    assert run(data)[1] == "Known races: 0 changed, 6 unchanged."
    race.refresh_from_db()
    assert race.current.electorate == 50


def test_import_results_relates_all_known_candidates_to_final_elections(data):
    trump = factories.PoliticianFactory(slug="donald-trump", name="Donald Trump")
    scheme = "record:us-county-presidential"
    factories.IdentifierFactory(entity=trump, scheme=scheme, value="us:candidate:Donald Trump")
    factories.RelationshipFactory(
        subject=trump,
        object=Entity.objects.get(slug="us-2024"),
        type="politician_participated_in_election",
        role="winner",
    )

    run(data)
    run(data)

    rows = trump.outgoing.order_by("object__slug").values_list("object__slug", "role", "start_date", "source__slug")
    assert rows[0] == ("us-2020", "", "2020-11-05", "us-county-presidential")
    # The count of 2016 is incomplete.
    assert [row[:2] for row in rows] == [("us-2020", ""), ("us-2024", "winner")]
    assert Change.objects.filter(entity=trump, action="related").count() == 1


def race_of(*names, votes):
    """A race of these candidates, of whom the first one and the second one have a party."""
    labels = [{"label": "Reds"}, {"label": "Blues"}, {}, {}, {}]
    rows = add_keys([{"name": name} | label for name, label in zip(names, labels, strict=False)])
    tallies = [tally(index, number) for index, number in enumerate(votes)]
    area = {"name": "United States", "level": "national"}
    race = {"election": "us-2024", "slug": "national", "name": "United States", "area": area, "method": "other"}
    race |= {"candidacies": rows, "versions": [version(SOURCE, Phase.FINAL, tallies)]}
    return results.Election(coverage("us-2024", AreaLevel.NATIONAL, None, Comparability.NONE), [race])


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
    election.races[0]["candidacies"][1]["members"] = ["greens-us"]

    assert store([election]).changed == 1
    assert store([election]).unchanged == 1

    race = Race.objects.get()
    assert list(race.candidacies.values_list("members", flat=True)) == [[], ["greens-us"]]
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

    assert report.rejected == ["us-2024/national: the candidates changed"]
    assert list(Race.objects.get().candidacies.values_list("name", flat=True)) == ["Ann", "Bo", "Cy", "Dee"]


def test_import_results_rejects_other_candidates_and_stores_the_rest(data):
    run(data)
    write(data, name(2020), HEADER, "Alabama,01001,Autauga County,19,8,27")
    write(data, name(2024), HEADER, "Alabama,01001,Autauga County,20,9,30", "Alabama,01003,Baldwin County,5,9,15")

    with pytest.raises(CommandError, match="1 races were not stored"):
        run(data)

    assert totals(2020) == [7, 19, 1]
    assert totals(2024) == [18, 25, 2]


def test_store_rounds_a_share_once_and_finds_it_again(data):
    counts = version(SOURCE, Phase.FINAL, [tally(0, share=41.4146018709)])
    area = {"name": "United States", "level": "national"}
    race = {"election": "us-2024", "slug": "national", "name": "United States", "area": area, "method": "other"}
    race |= {"candidacies": [{"key": "a", "name": "A"}], "versions": [counts]}
    election = results.Election(coverage("us-2024", AreaLevel.NATIONAL, None, Comparability.NONE), [race])

    assert store([election]).races == 1
    assert Tally.objects.get().share == Decimal("41.41")
    assert store([election]).unchanged == 1


def test_import_results_stores_nothing_if_a_file_is_missing(data):
    (data / "us" / name(2024)).unlink()

    with pytest.raises(CommandError, match="cannot be read"):
        run(data)

    assert not Race.objects.exists()
