"""Test the upgrade of election results from an older catalogue to a newer one."""

import pytest
from factory.random import reseed_random

from graph.journal.guard import allow_writes
from graph.models import Coverage, Race, ResultVersion, Source
from tests.graph.interchange.catalogues import Catalogue, small_graph

pytestmark = pytest.mark.django_db


@pytest.fixture
def catalogue(tmp_path):
    """Return a small catalogue. The graph has loaded its present version."""
    reseed_random(1)
    small_graph()
    return Catalogue(tmp_path / "catalogue")


def test_covered_election_that_the_catalogue_adds_is_loaded_with_its_results(catalogue):
    (race,), (coverage,) = catalogue.records["results"], catalogue.records["coverage"]
    old = catalogue.of("election", slug=race["election"])
    new = {**old, "slug": "next", "details": old["details"] | {"date": "2027-04-11"}}
    catalogue.records["election"].append(new)
    catalogue.records["results"].append(
        race | {"election": "next", "previous": [old["slug"], race["slug"]], "comparability": "comparable"}
    )
    catalogue.records["coverage"].append(coverage | {"election": "next", "previous": old["slug"]})

    report = catalogue.upgrade()

    added = Race.objects.get(election__slug="next")
    assert added.previous == Race.objects.get(election__slug=old["slug"])
    assert (added.current.number, added.current.outcome) == (1, "hold")
    assert (added.election.coverage.sequence, added.election.coverage.previous.slug) == (1, old["slug"])
    assert (report.counts["results", "added"], report.counts["coverage", "added"]) == (1, 1)
    assert not report.skipped


def test_covered_election_without_a_result_version_is_loaded(catalogue):
    (race,), (coverage,) = catalogue.records["results"], catalogue.records["coverage"]
    old = catalogue.of("election", slug=race["election"])
    catalogue.records["election"].append({**old, "slug": "next"})
    catalogue.records["results"].append(race | {"election": "next", "versions": []})
    catalogue.records["coverage"].append(coverage | {"election": "next"})

    catalogue.upgrade()

    added = Coverage.objects.get(election__slug="next")
    assert (added.phase, added.sequence) == ("scheduled", 0)


def test_seats_that_the_catalogue_no_longer_knows_become_unknown(catalogue):
    (race,) = catalogue.records["results"]
    del race["seats"]

    report = catalogue.upgrade()

    assert Race.objects.get().seats is None
    assert (report.counts["results", "changed"], report.skipped) == (1, [])


def test_values_of_results_and_sources_that_somebody_else_changed_stay(catalogue):
    with allow_writes():
        Race.objects.update(name="Written by an editor")
        Coverage.objects.update(note="Written by an editor")
        Source.objects.update(rank=5)
    (race,), (coverage,), (source,) = (catalogue.records[name] for name in ("results", "coverage", "sources"))
    race["name"] = coverage["note"] = "Written by the catalogue"
    source["rank"] = 77

    report = catalogue.upgrade()

    assert Race.objects.get().name == Coverage.objects.get().note == "Written by an editor"
    assert Source.objects.get().rank == 5
    key = f"{race['election']}/{race['slug']}"
    expected = [f"sources: {source['slug']} rank", f"results: {key} name", f"coverage: {race['election']} note"]
    assert report.skipped == expected


def test_results_that_the_catalogue_drops_stay(catalogue):
    (race,) = catalogue.records["results"]
    catalogue.records["results"], catalogue.records["coverage"] = [], []

    report = catalogue.upgrade()

    assert ResultVersion.objects.count() == 1
    assert report.skipped == [f"results: {race['election']}/{race['slug']}", f"coverage: {race['election']}"]


def test_version_recorded_by_somebody_else_stays_the_newest(catalogue):
    race = Race.objects.get()
    catalogue.records["results"][0]["versions"][0]["tallies"][0][3] = 11
    version = ResultVersion.objects.get()
    version.pk, version.number, version.sequence = None, 2, 2
    with allow_writes():
        version.save(force_insert=True)

    report = catalogue.upgrade()

    assert race.versions.count() == 2
    assert report.skipped == [f"results: {race.election.slug}/{race.slug}: it has other versions"]
