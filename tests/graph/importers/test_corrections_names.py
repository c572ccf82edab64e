"""Test other names of politicians in files of corrections: who gets the names, and which lines are rejected."""

from datetime import date

import pytest
import yaml

from graph.importers import corrections
from graph.importers.writer import known_countries, write
from graph.models import OtherName
from tests import factories

SOURCE = "https://www.kantei.go.jp/jp/"
KISHIDA = {"lang": "ja", "source": SOURCE, "politicians": {"jp": {"Fumio Kishida": ["岸田文雄"]}}}


@pytest.fixture
def kishida(db):
    factories.CountryFactory(name="Japan", slug="japan", country_code="jp")
    person = factories.PoliticianFactory(name="Fumio Kishida", country_code="jp")
    factories.IdentifierFactory(entity=person, scheme="record:cia-world-factbook", value="kishida")
    return person


def run(tmp_path, *groups):
    path = tmp_path / "names.yaml"
    path.write_text(yaml.safe_dump({"names": list(groups)}, allow_unicode=True))
    return write(corrections.SOURCE, corrections.read(path, known_countries()), today=date(2026, 1, 22))


def names():
    return list(OtherName.objects.values_list("entity__name", "name", "lang", "kind"))


def reasons(report):
    return [record.reason for record in report.rejected]


def test_names_adds_a_name_with_its_language_and_source(kishida, tmp_path):
    report = run(tmp_path, KISHIDA)

    assert reasons(report) == []
    assert names() == [("Fumio Kishida", "岸田文雄", "ja", "alias")]
    assert kishida.citations.get().url == SOURCE


def test_names_changes_nothing_the_second_time(kishida, tmp_path):
    run(tmp_path, KISHIDA)
    run(tmp_path, KISHIDA)

    assert len(names()) == 1


def test_names_adds_names_in_two_languages(kishida, tmp_path):
    chinese = KISHIDA | {"lang": "zh", "source": "https://www.mfa.gov.cn/"}
    chinese["politicians"] = {"jp": {"Fumio Kishida": ["岸田首相"]}}

    report = run(tmp_path, KISHIDA, chinese)

    assert reasons(report) == []
    assert {lang for _, _, lang, _ in names()} == {"ja", "zh"}


@pytest.mark.parametrize(
    ("politicians", "reason"),
    [
        ({"jp": {"Nobody Known": ["無名"]}}, "jp has no politician 'Nobody Known'"),
        ({"jp": {"Fumio Kishida": "岸田文雄"}}, "the names are no list of texts"),
        ({"jp": {"Fumio Kishida": [1957]}}, "the names are no list of texts"),
        ({"jp": {"Fumio Kishida": [""]}}, "the names are no list of texts"),
        ({"jp": ["Fumio Kishida"]}, "the politicians are not listed by country and name"),
        (["jp"], "the politicians are not listed by country and name"),
    ],
)
def test_names_rejects_an_unusable_line_with_its_reason(kishida, tmp_path, politicians, reason):
    report = run(tmp_path, KISHIDA | {"politicians": politicians})

    assert (reasons(report), names()) == ([reason], [])


@pytest.mark.parametrize("missing", ["lang", "source", "politicians"])
def test_names_rejects_a_group_without_language_source_or_politicians(kishida, tmp_path, missing):
    report = run(tmp_path, {name: value for name, value in KISHIDA.items() if name != missing})

    assert reasons(report) == [f"an entry has no {missing}"]


def test_names_does_not_cite_the_source_for_the_display_name(kishida, tmp_path):
    run(tmp_path, KISHIDA)

    assert kishida.citations.get().facts == []


def test_names_finds_a_holder_of_the_same_files(kishida, tmp_path):
    factories.OfficeFactory(title="Prime Minister", country_code="jp")
    holder = {"holder": "Keizo Obuchi", "start": "1998-07-30", "end": "2000-04-05"}
    terms = [{"country": "jp", "office": "Prime Minister of Japan", "source": SOURCE, "holders": [holder]}]
    named = KISHIDA | {"politicians": {"jp": {"Keizo Obuchi": ["小渕恵三"]}}}
    path = tmp_path / "leaders.yaml"
    path.write_text(yaml.safe_dump({"as_of": date(2026, 1, 22), "terms": terms, "names": [named]}, allow_unicode=True))

    for _ in range(2):
        report = write(corrections.SOURCE, corrections.read(path, known_countries()), today=date(2026, 1, 22))

        assert reasons(report) == []
        assert names() == [("Keizo Obuchi", "小渕恵三", "ja", "alias")]


def test_entity_with_names_only_adds_no_other_fact(db, tmp_path):
    ideology = factories.IdeologyFactory(name="Conservatism")
    entry = {"key": "c", "kind": "ideology", "name": "Conservatism", "source": SOURCE, "names_only": True}
    path = tmp_path / "ideologies.yaml"
    path.write_text(yaml.safe_dump({"entities": [entry | {"other_names": [{"name": "Conservative", "lang": "en"}]}]}))

    report = write(corrections.SOURCE, corrections.read(path, known_countries()), today=date(2026, 1, 22))

    assert reasons(report) == []
    assert names() == [("Conservatism", "Conservative", "en", "alias")]
    assert ideology.citations.get().facts == []


def test_names_gives_the_citation_a_new_address(kishida, tmp_path):
    run(tmp_path, KISHIDA)

    run(tmp_path, KISHIDA | {"source": "https://example.org/kishida"})

    assert kishida.citations.get().url == "https://example.org/kishida"
