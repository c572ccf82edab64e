"""Judged queries: how results are scored."""

import json

import pytest
from django.core.management import CommandError, call_command

from graph.models import Entity
from search.evaluation import Judged, measure, together
from search.index import refresh
from tests.factories import IdentifierFactory, PoliticianFactory


def item(name, kind="politician", country="de", **more):
    return {"name": name, "type": kind, "country_code": country, **more}


def judged(q, *expect):
    return Judged(q, "a class", list(expect))


def score(*queries):
    return measure(queries)["a class"]


@pytest.mark.parametrize(
    ("query", "mrr", "recall"),
    [
        (judged("merkel", item("Angela Merkel")), 1.0, 1.0),
        (judged("merkel", item("Merkel, Angela")), 1.0, 1.0),
        (judged("merkel", item("A. Merkel", aka=["Angela Merkel"])), 1.0, 1.0),
        (judged("macron", item("Angela Merkel")), 0.0, 0.0),
        (judged("uk general election 2019", item("x", "election", "GB", date="2019-06-08")), 1.0, 1.0),
        (judged("cdu", item("Christian Democratic Union", "party")), 1.0, 1.0),
        (judged("xqzvkw"), 1.0, 1.0),
        (judged("merkel"), 0.0, 0.0),
    ],
)
def test_a_query_is_scored(world, query, mrr, recall):
    told = score(query)

    assert (told.mrr, told.recall) == (mrr, recall)


def test_the_rank_of_the_first_that_fits_counts(world):
    PoliticianFactory(name="Anna Merkel", country_code="fr")
    refresh()

    assert score(judged("merkel", item("Anna Merkel", country="FR"))).mrr == 0.5


def test_what_the_graph_does_not_hold_is_counted_apart(world):
    told = score(judged("obama", item("Barack Obama", country="us")))

    assert (told.ranks, told.not_held) == ([], 1)


def test_a_key_in_a_register_decides_against_the_name(world):
    IdentifierFactory(entity=Entity.objects.get(slug="angela-merkel"), scheme="wikidata", value="Q567")

    assert score(judged("merkel", item("Angela Merkel", wikidata="Q567"))).mrr == 1.0
    assert score(judged("merkel", item("Angela Merkel", wikidata="Q1"))).not_held == 1


def test_classes_are_put_together(world):
    scores = measure([judged("merkel", item("Angela Merkel")), judged("macron", item("Angela Merkel"))])

    assert together(scores.values()).mrr == 0.5


class TestCommand:
    @pytest.fixture
    def file(self, tmp_path):
        path = tmp_path / "judged.jsonl"
        lines = [
            {"q": "merkel", "class": "surname", "expect": [item("Angela Merkel")]},
            {"q": "macron", "class": "surname", "expect": [item("Angela Merkel")]},
        ]
        path.write_text("\n".join(map(json.dumps, lines)), "utf-8")
        return path

    def test_it_prints_a_line_a_class_and_one_for_all(self, world, file, capsys):
        call_command("measure_search", file)

        told = capsys.readouterr().out.splitlines()
        assert [line.split()[:4] for line in told] == [
            ["surname", "2", "MRR@10", "0.500"],
            ["all", "2", "MRR@10", "0.500"],
        ]

    def test_it_fails_below_the_floor(self, world, file):
        with pytest.raises(CommandError, match=r"0\.500, below the floor of 0\.9"):
            call_command("measure_search", file, floor=0.9)

    @pytest.mark.parametrize("text", ["", "no json", '{"q": "x"}', "[1]"])
    def test_another_file_is_refused(self, world, tmp_path, text):
        path = tmp_path / "judged.jsonl"
        if text:
            path.write_text(text, "utf-8")

        with pytest.raises(CommandError, match="holds no judged queries"):
            call_command("measure_search", path)
