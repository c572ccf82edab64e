"""The API and the search on the results of the shipped catalogue."""

import csv
from pathlib import Path

import pytest

from search.models import StaleEntity
from search.race_index import add_races

pytestmark = pytest.mark.django_db
SWINGS = Path(__file__).with_name("published_swings.csv")
"""Swings of 44 constituencies as their sources print them, and the party that gained.

Those of Australia are the column "Swing". Those of the United Kingdom are half the difference of the printed changes of
the two parties that were first before. A redistribution changed none of the divisions of Australia.
"""


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


def test_changes_are_computed_and_not_read_from_a_column(get_json):
    """The source prints 7.5, which is not the difference of the share and the estimate that it prints, too."""
    candidacies = get_json("/api/results/united-kingdom-2010-legislative/races/harborough")["race"]["candidacies"]

    assert [row["share_change"] for row in candidacies if row["name"] == "Edward Garnier"] == [6.0]


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


def test_search_finds_races_by_area_and_candidate(get_json):
    # Only races are indexed here, because the index of all entities takes half a minute.
    StaleEntity.objects.all().delete()
    add_races(None)

    for text, race in RACES:
        assert get_json("/api/search", q=text)["races"][0]["url"].endswith(race), text
