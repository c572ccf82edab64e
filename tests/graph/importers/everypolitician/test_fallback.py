import pytest

from graph.importers.records import BrokenFile
from tests.graph.importers.everypolitician.source import country

COLUMNS = ("id", "name", "sort_name", "group", "group_id", "area", "term", "start_date", "end_date")


def row(identifier, name, *, group="SPD", area="Bremen", term="1", start="", end=""):
    values = (identifier, name, f"{name}!", group, group.lower(), area, term, start, end)
    return dict(zip(COLUMNS, values, strict=True))


def add(folder, chamber, rows, *, members, ids, wikidata):
    slug, name = chamber.split("__")
    terms = [{"id": "term/1", "start_date": "1949-09-07", "end_date": "1953-10-06"}]
    folder.add_country("XX", slug, folder.chamber(name, f"fallback/{chamber}__terms.csv.gz", terms=terms))
    for table, content in (("terms", rows), ("members", members), ("ids", ids), ("wikidata", wikidata)):
        folder.write_rows(f"fallback/{chamber}__{table}.csv.gz", content)


def germany(folder, *rows, wikidata=None):
    add(
        folder,
        "Germany__Bundestag",
        rows,
        members=[{"id": "adolf_arndt", "name": "Adolf Arndt", "identifier__wikipedia_de": "Adolf Arndt (Politiker)"}],
        ids=[{"id": "adolf_arndt", "uuid": "a2a9"}],
        wikidata=wikidata
        or [{"id": "Q1", "name__en": "", "wikipedia__de": "Adolf Arndt (Politiker)", "birth_date": "1904-03-12"}],
    )
    return folder.read(country("de", "Germany", "Germany"))


def test_member_rows_have_the_dates_of_their_term(folder):
    found = germany(folder, row("a2a9", "Adolf Arndt"))

    assert found.spells("politician_holds_office") == [
        ("everypolitician:office:Germany/Bundestag", "1949-09-07", "1953-10-06")
    ]
    assert found.spells("politician_member_of_party") == [
        ("everypolitician:party:Germany/social-democratic-party-of-germany", "1949-09-07", "1953-10-06")
    ]
    assert found.relationships("politician_holds_office")[0].line == "fallback/Germany__Bundestag__terms.csv.gz:2"


def test_one_own_date_is_completed_by_the_term(folder):
    found = germany(folder, row("a2a9", "Adolf Arndt", start="1951-02-01"))

    assert found.spells("politician_holds_office")[0][1:] == ("1951-02-01", "1953-10-06")


def test_article_title_leads_to_wikidata_and_birth_date(folder):
    found = germany(folder, row("a2a9", "Adolf Arndt (Politiker)")).entity("politician")

    assert found.name == "Adolf Arndt"
    assert found.evidence["birth_date"] == "1904-03-12"
    assert [(entry.scheme, entry.value) for entry in found.identifiers] == [
        ("everypolitician", "a2a9"),
        ("wikidata", "Q1"),
    ]


def test_article_title_of_two_items_leads_to_neither(folder):
    item = {"id": "Q1", "name__en": "", "wikipedia__de": "Adolf Arndt (Politiker)", "birth_date": "1904-03-12"}

    found = germany(folder, row("a2a9", "Adolf Arndt"), wikidata=[item, item | {"id": "Q2"}]).entity("politician")

    assert [entry.scheme for entry in found.identifiers] == ["everypolitician"]


def test_polish_member_table_has_the_wikidata_identifier_itself(folder):
    add(
        folder,
        "Poland__Sejm",
        [row("d547", "Adam Glapiński", group="Klub Parlamentarny Porozumienia Centrum[u]")],
        members=[{"id": "glapiński", "name": "Adam Glapiński", "wikipedia__pl": "Adam Glapiński", "wikidata": "Q9"}],
        ids=[{"id": "glapiński", "uuid": "d547"}],
        wikidata=[{"id": "Q9", "name__en": "", "wikipedia__pl": "Adam Glapiński (polityk)", "birth_date": ""}],
    )

    found = folder.read(country("pl", "Poland", "Poland"))

    assert ("wikidata", "Q9") in [(entry.scheme, entry.value) for entry in found.entity("politician").identifiers]
    assert found.entity("party").name == "Porozumienie Centrum"


def test_american_members_have_their_bioguide_identifier(folder):
    add(
        folder,
        "United_States_of_America__House",
        [row("53ca", "Sherrod Brown", group="Democrat")],
        members=[
            {"id": "B000944", "name": "Sherrod Brown", "birth_date": "1952-11-09", "identifier__bioguide": "B000944"}
        ],
        ids=[{"id": "B000944", "uuid": "53ca"}],
        wikidata=[
            {"id": "Q381880", "name__en": "Sherrod Brown", "identifier__UScongress": "B000944", "birth_date": ""}
        ],
    )

    found = folder.read(country("us", "United States", "United_States_of_America")).entity("politician")

    assert {(entry.scheme, entry.value) for entry in found.identifiers} == {
        ("everypolitician", "53ca"),
        ("bioguide", "B000944"),
        ("wikidata", "Q381880"),
    }


@pytest.mark.parametrize("heading", ["Adana", "İçel (Mersin)"])
def test_headings_of_turkish_tables_are_no_persons(folder, heading):
    rows = [
        row("1", heading, area=heading),
        row("2", "Erdal İnönü", area="Erdal İnönü"),
        row("3", "İbrahim", area="Adana"),
    ]
    add(
        folder,
        "Turkey__Assembly",
        rows,
        members=[{"id": "adana", "name": "Adana", "wikipedia__tk": ""}],
        ids=[{"id": "adana", "uuid": "1"}],
        wikidata=[{"id": "Q20472033", "orig": "Mehmet Yaşar", "birth_date": ""}],
    )

    found = folder.read(country("tr", "Turkey", "Turkey"))

    assert [(refusal.reason, refusal.line) for refusal in found.rejected] == [
        (f"{heading} is a constituency, not a person", "fallback/Turkey__Assembly__terms.csv.gz:2")
    ]
    assert [record.name for record in found.entities("politician")] == ["Erdal İnönü", "İbrahim"]


def test_table_without_a_column_breaks_the_import(folder):
    incomplete = {key: value for key, value in row("a2a9", "Adolf Arndt").items() if key != "term"}

    with pytest.raises(BrokenFile, match="has no column term"):
        germany(folder, incomplete)


def test_missing_companion_table_breaks_the_import(folder):
    germany(folder, row("a2a9", "Adolf Arndt"))
    (folder.path / "fallback/Germany__Bundestag__ids.csv.gz").unlink()

    with pytest.raises(BrokenFile, match="Germany__Bundestag__ids"):
        folder.read(country("de", "Germany", "Germany"))
