"""Test the catalogue of the repository. This is one module, because each module has to load the catalogue again."""

import csv
import os
import random
from itertools import pairwise, product
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from config.http.openapi import EXAMPLES
from graph.actions import merge, unmerge
from graph.actions.results import rehearsals
from graph.journal.revisions import stored_rows
from graph.kinds import KINDS, Kind
from graph.models import VERSIONED_MODELS, Change, Entity
from graph.queries.entities import find_entity
from search.models import StaleEntity
from search.race_index import add_races
from snapshots.countries.facts import load_country_facts
from snapshots.countries.snapshot import country_snapshot
from tests.catalogue.claims import false_claims
from tests.catalogue.examples import DAY_OF_EXAMPLES, real_examples
from tests.contract.test_changes import changes_from, replayed
from tests.feeds.rss_rules import broken

pytestmark = pytest.mark.django_db
BEFORE_THE_LOAD = f"{timezone.now():%Y-%m-%dT%H:%M:%SZ}"
COUNTRIES_IN_ALL = 196
EVERY_FORTIETH = 40
MOST_QUERIES_OF_A_FEED, MOST_QUERIES_OF_A_SNAPSHOT = 5, 10
MERGES_PER_KIND = 2
POLLS = int(os.environ.get("POLLS", "12"))
"""How often the test of a replayed election night requests the results. It later requests them as of these times."""
SWINGS = Path(__file__).with_name("published_swings.csv")
"""A table of 44 constituencies with the swing that the source prints, and the party that gained.

In Australia, this is the source's column "Swing". In the United Kingdom, it is half the difference between the printed
changes of two parties, the first and the second of the previous election. Australian boundaries did not change.
"""
RACES = (
    ("aberavon 2019", "united-kingdom-2019-legislative/races/aberavon"),
    ("stephen kinnock 2019", "united-kingdom-2019-legislative/races/aberavon"),
    ("newcastle upon tyne central 2017", "united-kingdom-2017-legislative/races/newcastle-upon-tyne-central"),
    ("sheffield brightside 2016", "-sheffield-brightside-and-hillsborough/races/sheffield-brightside-and-hillsborough"),
    ("kooyong 2022", "australia-2022-legislative/races/kooyong"),
    ("josh frydenberg 2022", "australia-2022-legislative/races/kooyong"),
    ("wisconsin 2020", "united-states-2020-presidential/races/wisconsin"),
    ("biden wisconsin 2020", "united-states-2020-presidential/races/wisconsin"),
)
COLUMNS_OF_ENTITIES = {"entity", "subject", "object", "institution", "election", "party"}
WITHOUT_PARTIES = frozenset(
    # In these countries, parties are banned or dissolved, or there never were any.
    "ae af bf bn er fm gn ki kw mh ml ne nr om ps pw qa sa sz to tv va".split()
)
# Leaders on the day before and on the day after a change. The changes were chosen by hand.
LEADERS = (
    ("france", "President of France", "2017-05-13", "François Hollande"),
    ("france", "President of France", "2017-05-15", "Emmanuel Macron"),
    ("united-states", "President of the United States", "2021-01-19", "Donald Trump"),
    ("united-states", "President of the United States", "2021-01-21", "Joe Biden"),
    ("brazil", "President of Brazil", "2022-12-31", "Jair Bolsonaro"),
    ("brazil", "President of Brazil", "2023-01-02", "Luiz Inácio Lula da Silva"),
    ("united-kingdom", "Prime Minister of the United Kingdom", "2024-07-04", "Rishi Sunak"),
    ("united-kingdom", "Prime Minister of the United Kingdom", "2024-07-06", "Keir Starmer"),
    ("germany", "Chancellor of Germany", "2021-12-07", "Angela Merkel"),
    ("germany", "Chancellor of Germany", "2021-12-09", "Olaf Scholz"),
    ("india", "Prime Minister of India", "2014-05-25", "Manmohan Singh"),
    ("india", "Prime Minister of India", "2014-05-27", "Narendra Modi"),
    ("japan", "Prime Minister of Japan", "2024-09-30", "Fumio Kishida"),
    ("japan", "Prime Minister of Japan", "2024-10-02", "Shigeru Ishiba"),
)
LARGEST_PARTIES = (
    ("united-kingdom", "2019-12-11", ("Conservative Party", 317)),
    ("united-kingdom", "2019-12-13", ("Conservative Party", 365)),
    ("sweden", "2022-09-10", ("Social Democrats", 100)),
    ("sweden", "2022-09-12", ("Social Democrats", 107)),
    ("germany", "2025-02-22", ("Social Democratic Party of Germany", 206)),
    ("germany", "2025-02-24", ("Christian Democratic Union", 164)),
)


@pytest.fixture(scope="module")
def client(catalogue):
    return Client(headers={"host": "testserver"})


@pytest.fixture(scope="module")
def snapshots(catalogue, get_json):
    """Map the code of each country, such as "fr", to the JSON of its snapshot."""
    slugs = catalogue.of_kind(Kind.COUNTRY).values_list("country_code", "slug")
    return {code: get_json(f"/api/snapshot/{slug}") for code, slug in slugs}


class TestJournal:
    def test_changes_from_the_beginning_are_creations_of_all_entities(self, catalogue, client):
        changes = changes_from(client, "/api/changes?limit=1000")[0]

        assert len(changes) > 70_000
        assert replayed(changes) == set(catalogue.published().values_list("slug", flat=True))
        assert {(change["action"], change["via"]) for change in changes} == {("created", "catalogue")}
        assert max(change["at"] for change in changes) < BEFORE_THE_LOAD, "the days of the facts, not of the load"

    def test_feed_of_a_kind_and_country_is_valid_and_takes_few_queries(self, catalogue, client):
        codes = catalogue.of_kind(Kind.COUNTRY).order_by("slug").values_list("country_code", flat=True)
        for kind, code in product(Kind, codes[::EVERY_FORTIETH]):
            with CaptureQueriesContext(connection) as queries:
                response = client.get("/feed", {"type": kind.value, "country": code})
            assert broken(response.content) == []
            assert response.content.count(b"<item>") == response.content.count(f"<category>{kind}<".encode())
            assert response.content.count(b"<item>") == response.content.count(f'html">{code}<'.encode())
            assert len(queries) <= MOST_QUERIES_OF_A_FEED


class TestSnapshots:
    def test_every_country_has_leaders_institutions_and_offices(self, snapshots):
        assert len(snapshots) == COUNTRIES_IN_ALL
        for section in ("current_leaders", "institutions", "offices"):
            assert [code for code, document in snapshots.items() if not document[section]] == [], section

    def test_nearly_every_country_has_recent_or_upcoming_elections(self, snapshots):
        elections = {code: document["elections"] for code, document in snapshots.items()}
        without = [code for code, of_country in elections.items() if not of_country["recent"] + of_country["upcoming"]]

        assert len(snapshots) - len(without) >= 190, without

    def test_nearly_every_country_with_legal_parties_has_parties(self, snapshots):
        legal = set(snapshots) - WITHOUT_PARTIES
        without = sorted(code for code in legal if not snapshots[code]["parties"])

        assert len(without) <= 0.02 * len(legal), without

    def test_recent_elections_are_past_and_upcoming_elections_are_in_the_future(self, snapshots):
        today = timezone.localdate().isoformat()
        recent = [row for document in snapshots.values() for row in document["elections"]["recent"]]
        upcoming = [row for document in snapshots.values() for row in document["elections"]["upcoming"]]

        assert [row for row in recent if row["date"] > today] == []
        assert [row for row in upcoming if not row["overdue"] and row["date"] < today[: len(row["date"])]] == []

    def test_every_composition_has_as_many_seats_as_the_institution(self, snapshots):
        institutions = [row for document in snapshots.values() for row in document["institutions"]]
        composed = [row for row in institutions if row["composition"]]

        assert len(composed) > 140
        sums = [(row["seats"], sum(share["seats"] for share in row["composition"])) for row in composed]
        assert [pair for pair in sums if pair[0] != pair[1]] == []

    def test_the_source_of_the_population_has_a_note_on_its_year(self, snapshots):
        noted = [
            code
            for code, document in snapshots.items()
            if any("population" in source.get("note", "") for source in document["country"]["sources"])
        ]

        assert len(noted) >= 190

    def test_the_largest_country_takes_as_many_queries_as_the_smallest(self, snapshots):
        by_size = sorted(snapshots.values(), key=lambda document: document["stats"]["politicians"])
        counts = set()
        for document in (by_size[0], by_size[-1]):
            country = find_entity(document["country"]["slug"], timezone.localdate())
            with CaptureQueriesContext(connection) as queries:
                country_snapshot(load_country_facts(country, timezone.localdate(), is_past=False), "")
            counts.add(len(queries))

        assert len(counts) == 1
        assert counts.pop() <= MOST_QUERIES_OF_A_SNAPSHOT


def test_texts_claim_only_what_relationships_say(catalogue):
    assert list(false_claims(timezone.localdate())) == []


def test_snapshot_has_the_leaders_before_and_after_a_change(get_json):
    for country, office, day, leader in LEADERS:
        found = get_json(f"/api/snapshot/{country}", at=day)["current_leaders"]

        assert [row["politician"]["name"] for row in found if row["office"]["name"] == office] == [leader]
        assert {row["status"] for row in found if row["office"]["name"] == office} == {"current"}


def test_snapshot_has_the_seats_before_and_after_an_election(get_json):
    for country, day, largest in LARGEST_PARTIES:
        institutions = get_json(f"/api/snapshot/{country}", at=day)["institutions"]
        lower = [row for row in institutions if row["institution_type"] in ("lower chamber", "legislature")]

        (chamber,) = [row for row in lower if row["composition"]]
        share = chamber["composition"][0]
        assert (share["name"], share["seats"]) == largest


def test_rehearsal_of_650_races_ends_as_the_archive_and_shows_what_it_served(catalogue, get):
    archived = rehearsals.find_archived("united-kingdom-2019-legislative")
    steps = rehearsals.plan(rehearsals.archived_races(archived), 7)
    rehearsal, served = rehearsals.create_rehearsal(archived), []
    rng = random.Random(650)  # noqa: S311 - the same moments every time
    ends = [*sorted(rng.sample(range(1, len(steps)), POLLS)), len(steps)]
    path = f"/api/results/{rehearsal.election.slug}"

    for start, end in pairwise([0, *ends]):
        rehearsals.replay(rehearsal, steps[start:end])
        newest = get(f"{path}/races/{steps[end - 1].race}").json()["race"]
        assert newest["phase"] == steps[end - 1].version.phase
        changed = get(f"{path}/races", changed_since=start).json()["races"]
        assert {row["slug"] for row in changed} <= {step.race for step in steps[start:end]}
        served.append((timezone.now(), get(path)))

    assert len({step.race for step in steps}) == 650
    assert rehearsals.differences(archived, rehearsal) == []
    for moment, response in served:
        past = get(path, as_of=moment.isoformat().replace("+00:00", "Z"))
        assert (past["ETag"], past.content) == (response["ETag"], response.content)


def test_swings_are_equal_to_the_published_ones(get_json):
    with SWINGS.open(encoding="utf-8", newline="") as file:
        published = list(csv.DictReader(file))

    served = []
    for row in published:
        document = get_json(f"/api/results/{row['election']}/races/{row['race']}")
        swing = document["race"]["comparison"]["swing"]
        served.append((row["race"], swing["winner"]["slug"], swing["points"]))

    assert len({row["race"] for row in published}) >= 30
    assert served == [(row["race"], row["towards"], float(row["points"])) for row in published]


def test_share_changes_are_computed_and_not_read_from_a_column(get_json):
    """The source prints a change of 7.5, although the two shares of the vote in it differ by 6.0."""
    candidacies = get_json("/api/results/united-kingdom-2010-legislative/races/harborough")["race"]["candidacies"]

    assert [row["share_change"] for row in candidacies if row["name"] == "Edward Garnier"] == [6.0]


def test_search_finds_races_by_area_and_candidate(get_json):
    # Index only races, because the index of all entities takes half a minute.
    StaleEntity.objects.all().delete()
    add_races(None)

    for text, race in RACES:
        assert get_json("/api/search", q=text)["races"][0]["url"].endswith(race), text


@pytest.mark.time_machine(f"{DAY_OF_EXAMPLES}T12:00:00Z", tick=False)
def test_examples_of_the_openapi_document_are_real(get, settings, tmp_path):
    settings.BASE_URL, settings.DOWNLOADS_FOLDER = "https://graph.example.org", tmp_path

    assert real_examples(get) == EXAMPLES


def stored(model, pks):
    """Map primary keys to the stored rows of a model, as dictionaries without ``updated_at``."""
    rows = stored_rows(model, pks)
    return {pk: {name: value for name, value in row.items() if name != "updated_at"} for pk, row in rows.items()}


def rows_about(*entities):
    """Map each versioned model to {primary key: row as a dictionary} for rows that belong or refer to these
    entities."""
    found = {Entity: stored(Entity, entities)}
    for model in VERSIONED_MODELS[1:]:
        names = COLUMNS_OF_ENTITIES & {column.name for column in model._meta.concrete_fields}
        rows = (model.objects.filter(**{f"{name}__in": entities}).values_list("pk", flat=True) for name in names)
        found[model] = stored(model, {pk for keys in rows for pk in keys})
    return found


def checksums():
    """Map each versioned model to a checksum of all its rows without the column ``updated_at``."""
    found = {}
    with connection.cursor() as cursor:
        for model in VERSIONED_MODELS:
            names = [field.column for field in model._meta.concrete_fields if field.name != "updated_at"]
            cursor.execute(f"SELECT CAST({' AS text), CAST('.join(names)} AS text) FROM {model._meta.db_table}")
            found[model] = sum(map(hash, cursor))
    return found


def test_unmerge_leaves_the_graph_as_it_was_before_the_merge(catalogue):
    rng = random.Random(200)  # noqa: S311 - the same pairs every time
    before = checksums()

    for kind in list(KINDS) * MERGES_PER_KIND:
        # An election with results cannot be merged into another one.
        mergeable = catalogue.of_kind(kind).filter(coverage=None)
        keys = list(mergeable.order_by("slug").values_list("pk", flat=True))
        entity, into = rng.sample(keys, 2)
        rows = rows_about(entity, into)
        merge(entity=Entity.objects.get(pk=entity), into=Entity.objects.get(pk=into))
        assert rows_about(entity, into) != rows
        unmerge(change=Change.objects.filter(entity_id=into, fields__has_key="merged").latest("pk"))
        assert rows_about(entity, into) == rows

    assert checksums() == before
