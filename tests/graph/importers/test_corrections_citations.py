"""Test which pages files of corrections cite for politicians, and on which day."""

from datetime import date

import pytest
import yaml

from graph.importers import corrections
from graph.importers.writer import known_countries, write
from graph.models import Entity
from tests import factories

AS_OF = date(2026, 1, 22)
GROUP = {"country": "fr", "office": "President of France", "source": "https://example.org/presidents"}
HOLLANDE = {"holder": "François Hollande", "birth_year": 1954, "start": date(2012, 5, 15), "end": date(2017, 5, 14)}


@pytest.fixture
def france(db):
    factories.CountryFactory(name="France", slug="france", country_code="fr")
    factories.OfficeFactory(name="President of France", country_code="fr", slug="president-of-france")


def run(tmp_path, *groups, **lists):
    path = tmp_path / "leaders.yaml"
    path.write_text(yaml.safe_dump({"as_of": AS_OF, "terms": groups} | lists))
    write(corrections.SOURCE, corrections.read(path, known_countries()), today=AS_OF)
    return Entity.objects.get(kind="politician")


def pages(politician):
    return {url: (note, facts) for url, note, facts in politician.citations.values_list("url", "note", "facts")}


def test_terms_cites_every_page_about_a_holder_and_says_which_gives_a_fact(france, tmp_path):
    older = {"holder": "François Hollande", "birth_year": 1954, "start": date(2007, 1, 1), "end": date(2008, 1, 1)}
    groups = [
        GROUP | {"holders": [older], "second_source": "https://example.org/old-list", "as_of": date(2019, 8, 1)},
        GROUP | {"holders": [HOLLANDE], "source": "https://example.org/new", "as_of": date(2026, 1, 22)},
    ]

    assert pages(run(tmp_path, *groups)) == {
        "https://example.org/presidents": ("Also: https://example.org/old-list", ["birth_year", "name"]),
        "https://example.org/new": ("", []),
    }


def test_a_page_that_no_record_names_any_more_is_cited_no_more(france, tmp_path):
    holder = run(tmp_path, GROUP | {"holders": [HOLLANDE]})
    factories.CitationFactory(entity=holder, source__slug="parlgov", url="https://example.org/parlgov")

    run(tmp_path, GROUP | {"holders": [HOLLANDE], "source": "https://example.org/new"})

    assert set(pages(holder)) == {"https://example.org/new", "https://example.org/parlgov"}


def test_births_cites_its_page_for_the_year_alone_and_adds_the_wikidata_id(france, tmp_path):
    holder = run(tmp_path, GROUP | {"holders": [HOLLANDE]})
    born = {holder.slug: {"birth_year": 1954, "wikidata": "Q157"}}
    births = {"source": "https://example.org/births", "politicians": born}

    for _ in range(2):
        run(tmp_path, GROUP | {"holders": [HOLLANDE]}, births=[births])

        assert pages(holder) == {
            "https://example.org/births": ("", ["birth_year"]),
            "https://example.org/presidents": ("", ["name"]),
        }
        assert holder.identifiers.get(scheme="wikidata").value == "Q157"


def test_wikidata_ids_adds_an_id_without_a_year(france, tmp_path):
    holder = run(tmp_path, GROUP | {"holders": [HOLLANDE]})
    ids = {"source": "https://example.org/ids", "politicians": {holder.slug: {"wikidata": "Q157"}}}

    run(tmp_path, GROUP | {"holders": [HOLLANDE]}, wikidata_ids=[ids])

    assert holder.identifiers.get(scheme="wikidata").value == "Q157"
    assert pages(holder)["https://example.org/ids"] == ("", [])


@pytest.mark.parametrize(
    ("politicians", "reason"),
    [
        (["francois-hollande"], "the politicians are not listed by slug"),
        ({"francois-hollande": {"wikidata": "Q157"}}, "an entry has no birth_year"),
        ({"nobody": {"birth_year": 1954}}, "the graph has no politician 'nobody'"),
    ],
)
def test_births_rejects_a_wrong_entry(france, tmp_path, politicians, reason):
    path = tmp_path / "births.yaml"
    path.write_text(yaml.safe_dump({"births": [{"source": "https://example.org/b", "politicians": politicians}]}))

    report = write(corrections.SOURCE, corrections.read(path, known_countries()), today=AS_OF)

    assert [record.reason for record in report.rejected] == [reason]


def test_terms_renews_a_citation_that_is_older_than_the_term(france, tmp_path):
    group = GROUP | {"holders": [HOLLANDE]}
    holder = run(tmp_path, group)
    holder.citations.update(retrieved=date(2020, 1, 1))

    run(tmp_path, group)

    assert holder.citations.get().retrieved == corrections.SOURCE.retrieved
