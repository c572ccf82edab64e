"""Test the upgrade of a graph from an older catalogue to a newer one."""

import re
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from factory.random import randgen, reseed_random

from graph.actions import editing, merge, rename, withdraw
from graph.interchange.dump import dump
from graph.interchange.lines import InvalidCatalogue
from graph.interchange.versions import held_version
from graph.models import Change, Citation, Entity, OtherName, Relationship
from tests.edits import unrelate, update
from tests.graph.interchange.catalogues import Catalogue, read, small_graph, without_times
from tests.graph.interchange.upgrades import RandomEditor, lost_and_resurrected, rows_of_graph

pytestmark = pytest.mark.django_db
HOLDS = "politician_holds_office"


@pytest.fixture
def catalogue(tmp_path):
    """Return a small catalogue. The graph has loaded its present version."""
    reseed_random(1)
    small_graph()
    return Catalogue(tmp_path / "catalogue")


def change_everything(catalogue):
    """Change, remove and add records in most files of the catalogue. The graph has not loaded these changes yet."""
    slugs = [row["slug"] for row in catalogue.records["politician"]]
    randgen.shuffle(slugs)
    change_people(catalogue, *slugs[:4])
    change_relationships(catalogue, *slugs[:3])
    (composition,), (race,) = catalogue.records["compositions"], catalogue.records["results"]
    composition["total"], composition["shares"][0][2] = 12, 6
    race["versions"][0]["tallies"][0][3] = 11
    race["seats"] = 2
    catalogue.records["results"].append(race | {"slug": "another", "versions": []})
    catalogue.records["coverage"][0]["note"] = "A note"
    catalogue.records["sources"][0]["rank"] = 77


def change_people(catalogue, gone, renamed, merged, into):
    people = catalogue.records["politician"]
    for row in randgen.sample(people, 12):
        row["details"]["birth_year"] = randgen.randint(1900, 1940)
        row["other_names"] = [[f"Called {row['slug']}", "", "alias"]]
    for row in randgen.sample(people, 6):
        row["name"] += " the Younger"
        row["identifiers"].append(["wikidata", f"Q{row['slug']}"])
    catalogue.records["politician"] = [row for row in people if row["slug"] not in (gone, merged)]
    catalogue.of("politician", slug=renamed)["slug"] = f"{renamed}-new"
    moved = {renamed: f"{renamed}-new", merged: into}
    catalogue.records["redirects"] += [{"slug": old, "entity": new} for old, new in moved.items()]
    new = {name: people[5][name] for name in ("country_code", "details", "created_at", "updated_at")}
    catalogue.records["politician"].append(new | {"slug": "new-person", "name": "New Person"})


def change_relationships(catalogue, gone, renamed, merged):
    relationships = catalogue.records["relationships"]
    for row in randgen.sample(relationships, 12):
        row["verified_at"] = "2025-05-05"
    for row in randgen.sample([row for row in relationships if row["type"] == HOLDS], 8):
        row["start_date"] += "-02"
    catalogue.records["relationships"] = [
        row | {"subject": f"{renamed}-new"} if row["subject"] == renamed else row
        for row in relationships
        if row["subject"] not in (gone, merged) and randgen.random() > 0.1
    ]
    term = dict(catalogue.of("relationships", type=HOLDS))
    term |= {"subject": "new-person", "start_date": "2001", "end_date": "2002"}
    catalogue.records["relationships"].append(term)


def test_untouched_graph_becomes_the_new_catalogue(catalogue, tmp_path):
    slugs = {row["slug"] for row in catalogue.records["politician"]}
    change_everything(catalogue)
    gone = slugs - {row["slug"] for row in (*catalogue.records["politician"], *catalogue.records["redirects"])}

    report = catalogue.upgrade()

    dump(tmp_path / "after")
    after, wanted = read(tmp_path / "after"), catalogue.records
    (withdrawn,) = [row for row in after["politician"] if row.get("status") == "withdrawn"]
    assert {withdrawn["slug"]} == gone
    after["politician"].remove(withdrawn)
    # The upgrade adds the corrected count as a version, and leaves the old one.
    assert [row["tallies"][0][3] for row in _corrected(after).pop("versions")] == [9, 11]
    _corrected(wanted).pop("versions")
    for row in wanted["results"]:
        row.pop("versions", None)
    # A merge gives the names and identifiers of the merged entity to the other one, so do not compare them.
    into = wanted["redirects"][1]["entity"]
    for row in (*wanted["politician"], *after["politician"]):
        if row["slug"] == into:
            del row["other_names"], row["identifiers"]
    assert without_times(after) == without_times(wanted)
    assert not report.skipped


def _corrected(records):
    return next(row for row in records["results"] if row["slug"] != "another")


def test_changes_are_in_the_journal_with_the_catalogue_as_their_origin(catalogue):
    last = Change.objects.order_by("pk").last().pk
    change_everything(catalogue)

    catalogue.upgrade()

    changes = Change.objects.filter(pk__gt=last)
    assert set(changes.values_list("via", flat=True)) == {"catalogue"}
    assert not changes.filter(revision=None)
    actions = {"created", "updated", "unrelated", "renamed", "merged", "withdrawn"}
    assert actions == set(changes.values_list("action", flat=True))
    assert changes.filter(entity__coverage__isnull=False, fields__has_key="races").count() == 1


# With seed 109, an editor merges two parties that have seats in a composition that the catalogue corrects.
@pytest.mark.parametrize("seed", [0, 1, 2, 109])
def test_nothing_of_editors_is_lost_or_resurrected_and_a_second_run_changes_nothing(catalogue, seed):
    reseed_random(seed)
    loaded = rows_of_graph()
    slugs = [row["slug"] for name in ("politician", "party", "institution") for row in catalogue.records[name]]
    RandomEditor(randgen, slugs, Citation.objects.first().source).edit(30)
    edited = rows_of_graph()
    change_everything(catalogue)

    report = catalogue.upgrade()

    upgraded, changes = rows_of_graph(), Change.objects.count()
    assert lost_and_resurrected(loaded, edited, upgraded) == ([], [])
    assert report.skipped
    assert edited != upgraded
    catalogue.upgrade_again()
    catalogue.upgrade()  # The fourth version has the same records as the third.
    assert rows_of_graph() == upgraded
    assert Change.objects.count() == changes


def test_removed_relationship_stays_removed_even_if_the_catalogue_corrects_it(catalogue):
    row = Relationship.objects.filter(type=HOLDS).first()
    record = catalogue.of("relationships", type=HOLDS, subject=row.subject.slug)
    unrelate(relationship=row)
    record["start_date"] += "-05"

    report = catalogue.upgrade()

    assert not Relationship.objects.filter(type=HOLDS, subject=row.subject).exists()
    assert report.skipped == [f"relationships: {row.subject.slug} {HOLDS} {row.object.slug} {row.start_date}"]


def test_facts_of_the_catalogue_reach_a_renamed_entity_but_not_a_merged_one(catalogue):
    renamed, merged, into = Entity.objects.of_kind("politician").order_by("pk")[:3]
    for entity in (renamed, merged):
        catalogue.of("politician", slug=entity.slug)["details"]["birth_year"] = 1900
    rename(entity=renamed, slug="renamed")
    merge(entity=merged, into=into)

    catalogue.upgrade()

    years = {row.slug: row.details.birth_year for row in Entity.objects.filter(pk__in=[renamed.pk, into.pk])}
    assert years == {"renamed": 1900, into.slug: 1950}
    assert not Entity.objects.filter(slug=merged.slug).exists()


def test_fact_of_an_editor_is_not_cited_from_the_source_of_the_catalogue(catalogue):
    entity = Entity.objects.of_kind("politician").first()
    update(entity=entity, birth_year=1955)
    record = catalogue.of("politician", slug=entity.slug)
    record["details"]["birth_year"] = 1940
    record["citations"].append([record["citations"][0][0], "https://example.org/new", "2026-01-01", ["birth_year"], ""])

    catalogue.upgrade()

    entity = Entity.objects.get(pk=entity.pk)
    assert entity.details.birth_year == 1955
    assert entity.citations.get(url="https://example.org/new").facts == []


def test_entity_that_the_catalogue_drops_stays_if_an_editor_has_written_something(catalogue):
    named, related, untouched, withdrawn = Entity.objects.of_kind("politician").order_by("pk")[:4]
    with editing(named):
        OtherName.objects.create(entity=named, name="Written by an editor")
    with editing(related):
        Relationship.objects.filter(subject=related, type=HOLDS).first().save()
        row = Relationship.objects.filter(subject=related, type=HOLDS).first()
        row.role = "acting"
        row.save()
    withdraw(entity=withdrawn)
    slugs = {row.slug for row in (named, related, untouched, withdrawn)}
    for name, key in (("politician", "slug"), ("relationships", "subject")):
        catalogue.records[name] = [row for row in catalogue.records[name] if row[key] not in slugs]

    catalogue.upgrade()

    statuses = dict(Entity.objects.filter(slug__in=slugs).values_list("slug", "status"))
    expected = {named: "published", related: "published", untouched: "withdrawn", withdrawn: "withdrawn"}
    assert statuses == {row.slug: status for row, status in expected.items()}


def test_entity_that_the_catalogue_brings_back_is_restored_unless_an_editor_withdrew_it(catalogue):
    back, stays = Entity.objects.of_kind("politician").order_by("pk")[:2]
    withdraw(entity=stays)
    before = {name: list(rows) for name, rows in catalogue.records.items()}
    for name, key in (("politician", "slug"), ("relationships", "subject")):
        catalogue.records[name] = [row for row in before[name] if row[key] not in (back.slug, stays.slug)]
    catalogue.upgrade()
    catalogue.records = before
    catalogue.of("politician", slug=back.slug)["details"]["birth_year"] = 1901

    catalogue.upgrade()

    back, stays = Entity.objects.get(pk=back.pk), Entity.objects.get(pk=stays.pk)
    assert (back.status, back.details.birth_year, stays.status) == ("published", 1901, "withdrawn")
    assert back.outgoing.count() == 2


def test_dry_run_reports_and_stores_nothing(catalogue):
    change_everything(catalogue)
    catalogue.write()
    before, held = rows_of_graph(), held_version()
    output = StringIO()

    call_command("load_catalogue", path=catalogue.folder, dry_run=True, stdout=output)

    assert rows_of_graph() == before
    assert held_version() == held
    assert "politician: 1 added\n" in output.getvalue()
    assert "dry run" in output.getvalue()


def test_dry_run_on_an_empty_graph_says_how_many_records_it_would_load():
    output = StringIO()
    call_command("load_catalogue", dry_run=True, stdout=output)

    assert re.fullmatch(r"The graph is empty\. 2\d\d,\d{3} records would be loaded\.\n", output.getvalue())
    assert not Entity.objects.exists()


@pytest.mark.parametrize(
    "damage",
    [
        lambda records: records["coverage"][0].update(level="galaxy"),
        lambda records: records["sources"][0].update(url="no URL"),
        lambda records: records["results"][0]["versions"][0]["tallies"][0].__setitem__(0, 99),
    ],
    ids=["level", "URL", "index of a candidacy"],
)
def test_error_in_the_middle_leaves_the_old_state(catalogue, damage):
    change_everything(catalogue)
    before, held = rows_of_graph(), held_version()
    damage(catalogue.records)

    with pytest.raises(InvalidCatalogue):
        catalogue.upgrade()

    assert rows_of_graph() == before
    assert held_version() == held


def test_missing_file_leaves_the_old_state(catalogue):
    change_everything(catalogue)
    catalogue.write()
    (catalogue.folder / "results.jsonl.gz").unlink()
    before = rows_of_graph()

    with pytest.raises(CommandError, match=r"results\.jsonl\.gz cannot be read"):
        call_command("load_catalogue", path=catalogue.folder)
    assert rows_of_graph() == before


def test_entity_of_another_country_stays(catalogue):
    entity = Entity.objects.of_kind("politician").first()
    catalogue.of("politician", slug=entity.slug).update(country_code="de", name="Another Name")

    report = catalogue.upgrade()

    assert Entity.objects.get(pk=entity.pk).name == entity.name
    assert report.skipped == [f"{entity.slug}: its kind or country differs"]
