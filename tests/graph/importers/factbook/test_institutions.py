"""Cabinets and highest courts, cut out of sentences."""

import pytest

from graph.importers.factbook import cabinets, courts


@pytest.fixture
def cabinet(make_page, entities):
    def _cabinet(text, code="fr", name="France"):
        page = make_page(code, name, {"Executive branch": {"cabinet": text}})
        return [entity.name for entity in entities(list(cabinets.records(page)))]

    return _cabinet


@pytest.fixture
def court_records(make_page):
    def _court_records(text, code="fr", name="France"):
        return list(courts.records(make_page(code, name, {"Judicial branch": {"highest court(s)": text}})))

    return _court_records


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Council of Ministers appointed by the president", "Council of Ministers of France"),
        ("Cabinet appointed by the governor general", "Cabinet of France"),
        ("Federal Council or Bundesrat (in German)", "Federal Council of France"),
        ("24 members from northern and southern France", "Cabinet of France"),
    ],
)
def test_a_cabinet_is_called_as_the_text_begins_and_of_the_country(cabinet, text, name):
    assert cabinet(text) == [name]


def test_a_country_takes_its_article(cabinet):
    assert cabinet("Cabinet appointed by the monarch", "gb", "United Kingdom") == ["Cabinet of the United Kingdom"]


def test_without_a_text_there_is_no_cabinet(cabinet):
    assert cabinet("") == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Court of Cassation or Cour de Cassation (consists of the court president, 6 presiding judges; …); "
         "Constitutional Council (consists of 9 members)", ("Court of Cassation", "Constitutional Council")),
        ("Supreme Court (9 judges); Constitutional Court (7); Court of Audit (3)",
         ("Supreme Court", "Constitutional Court")),
        ("Supreme Court of Cassation consists of a chairman and 72 judges", ("Supreme Court of Cassation",)),
        ("High Court of Cassation and Justice (consists of 111 judges)", ("High Court of Cassation and Justice",)),
        ("US Supreme Court (consists of 9 justices)", ("Supreme Court of the United States",)),
        ("Supreme Court (5 justices); has exclusive jurisdiction to review legislation", ("Supreme Court",)),
        ("Constitutional Court - suspended on 5 September 2021", ("Constitutional Court",)),
        ("the provisional constitution stipulates the establishment of a court", ()),
    ],
)  # fmt: skip
def test_courts_are_cut_out_of_the_text_two_at_most(text, names):
    assert courts.names("xx", text) == names


def test_a_court_is_an_institution_of_its_country(court_records, entities, relationships):
    records = court_records("Supreme Court (consists of 19 justices)")

    [court] = entities(records)
    assert court.details == {"institution_type": "highest court"}
    [place] = relationships(records)
    assert (place.type, place.subject, place.object) == ("institution_in_country", court.key, "country:fr")


def test_the_court_of_six_islands_is_one_court_in_each_of_them(court_records, entities, relationships):
    text = "the Eastern Caribbean Supreme Court (ECSC) is the superior court of the Organization"

    one, other = court_records(text, "ag", "Antigua and Barbuda"), court_records(text, "gd", "Grenada")

    assert entities(one)[0].key == entities(other)[0].key
    assert entities(one)[0].country_code == "lc"
    assert [r.object for r in relationships(one + other)] == ["country:ag", "country:gd"]
