"""Test how judged queries are scored: with the reciprocal rank, the recall, and missing entities."""

import json

import pytest

from graph.models import Entity
from search.index import refresh
from tests.factories import IdentifierFactory, PoliticianFactory
from tests.search.evaluation import JudgedQuery, combine, measure
from tests.search.measure import main


def item(name, kind="politician", country="de", **more):
    return {"name": name, "type": kind, "country_code": country, **more}


def judged(q, *expect):
    return JudgedQuery(q, "a class", list(expect))


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
def test_measure_scores_a_query(world, query, mrr, recall):
    found = score(query)

    assert (found.mrr, found.recall) == (mrr, recall)


def test_measure_counts_the_rank_of_the_first_result_that_fits(world):
    PoliticianFactory(name="Anna Merkel", country_code="fr")
    refresh()

    assert score(judged("merkel", item("Anna Merkel", country="FR"))).mrr == 0.5


def test_measure_counts_queries_for_missing_entities_separately(world):
    found = score(judged("obama", item("Barack Obama", country="us")))

    assert (found.ranks, found.missing) == ([], 1)


def test_measure_compares_wikidata_items_before_names(world):
    IdentifierFactory(entity=Entity.objects.get(slug="angela-merkel"), scheme="wikidata", value="Q567")

    assert score(judged("merkel", item("Angela Merkel", wikidata="Q567"))).mrr == 1.0
    assert score(judged("merkel", item("Angela Merkel", wikidata="Q1"))).missing == 1


def test_combine_adds_the_scores_of_all_classes(world):
    scores = measure([judged("merkel", item("Angela Merkel")), judged("macron", item("Angela Merkel"))])

    assert combine(scores.values()).mrr == 0.5


class TestMain:
    @pytest.fixture
    def file(self, tmp_path):
        path = tmp_path / "judged.jsonl"
        lines = [
            {"q": "merkel", "class": "surname", "expect": [item("Angela Merkel")]},
            {"q": "macron", "class": "surname", "expect": [item("Angela Merkel")]},
        ]
        path.write_text("\n".join(map(json.dumps, lines)), "utf-8")
        return path

    def test_main_prints_a_line_for_each_class_and_for_all(self, world, file, capsys):
        main([str(file)])

        lines = capsys.readouterr().out.splitlines()
        assert [line.split()[:4] for line in lines] == [
            ["surname", "2", "MRR@10", "0.500"],
            ["all", "2", "MRR@10", "0.500"],
        ]

    def test_main_fails_below_the_floor(self, world, file):
        with pytest.raises(SystemExit, match=r"0\.500, below the floor of 0\.9"):
            main([str(file), "--floor", "0.9"])

    @pytest.mark.parametrize("text", ["", "no json", '{"q": "x"}', "[1]"])
    def test_main_fails_for_other_files(self, world, tmp_path, text):
        path = tmp_path / "judged.jsonl"
        if text:
            path.write_text(text, "utf-8")

        with pytest.raises(SystemExit, match="holds no judged queries"):
            main([str(path)])
