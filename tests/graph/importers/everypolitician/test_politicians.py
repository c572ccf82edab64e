import pytest

from graph.importers.records import BrokenFile
from tests.graph.importers.everypolitician.source import country, membership, popolo


def read(folder, *persons, code="GB", country_slug="UK", name="United Kingdom"):
    document = popolo(list(persons), [membership(person["id"]) for person in persons])
    folder.add_chamber(document, code=code, country_slug=country_slug)
    return folder.read(country(code.lower(), name, country_slug))


def politician(folder, name, *, country_slug="UK", **fields):
    return read(folder, {"id": "b1d4", "name": name, **fields}, country_slug=country_slug).entity("politician")


def names(record):
    return [(other.name, other.kind, other.lang) for other in record.other_names]


def test_politician(folder):
    found = politician(
        folder,
        "Diane Abbott",
        birth_date="1953-09-27",
        gender="female",
        identifiers=[
            {"scheme": "wikidata", "identifier": "Q153454"},
            {"scheme": "datadotparl", "identifier": "172"},
            {"scheme": "facebook", "identifier": "diane"},
        ],
    )

    assert found.key == "everypolitician:b1d4"
    assert (found.name, found.country_code, found.details) == ("Diane Abbott", "gb", {"birth_year": 1953})
    assert found.evidence == {"birth_date": "1953-09-27", "chamber": "everypolitician:legislature:UK/Commons"}
    assert found.line == "popolo/UK__Commons.json.gz#b1d4"
    assert [(entry.scheme, entry.value) for entry in found.identifiers] == [
        ("everypolitician", "b1d4"),
        ("datadotparl", "172"),
        ("wikidata", "Q153454"),
    ]


def test_spelling_of_the_source_stays_as_an_alias(folder):
    found = politician(folder, "Satav, Shri Rajeev Shankarrao", country_slug="India")

    assert found.name == "Rajeev Shankarrao Satav"
    assert names(found) == [("Satav, Shri Rajeev Shankarrao", "alias", "")]


def test_other_names_keep_their_language_unless_several_have_them(folder):
    others = [
        ("en", "Alain Lebœuf"),
        ("fr", "Alain Lebœuf"),
        ("es", "Alain Leboeuf"),
        ("pt", "Alain Lebeuf (político)"),
    ]

    found = politician(folder, "Alain Leboeuf", other_names=[{"lang": lang, "name": name} for lang, name in others])

    assert names(found) == [("Alain Lebœuf", "alias", ""), ("Alain Lebeuf", "alias", "pt")]


def test_vandalised_other_name_is_left_out(folder):
    found = politician(folder, "Manuel Valls", other_names=[{"lang": "pt", "name": "manuel vall@"}])

    assert found.other_names == ()


def test_latin_name_of_the_source_is_shown_for_a_name_in_another_script(folder):
    found = politician(
        folder,
        "马正兰",
        country_slug="China",
        other_names=[{"lang": "de", "name": "Ma Zheng Lan"}, {"lang": "en", "name": "Ma Zhenglan"}],
    )

    assert found.name == "Ma Zhenglan"
    assert names(found) == [("马正兰", "native", ""), ("Ma Zheng Lan", "alias", "de")]


def test_name_in_another_script_stays_where_the_source_has_no_latin_one(folder):
    found = politician(folder, "欧广源", country_slug="China")

    assert (found.name, found.other_names) == ("欧广源", ())


def test_burmese_names_become_unicode(folder):
    found = politician(folder, "ေဒၚေအာင္ဆန္းစုၾကည္", country_slug="Myanmar")

    assert found.name == "အောင်ဆန်းစုကြည်"


def test_full_civil_name_is_an_alias(folder):
    found = politician(
        folder,
        "Tony Halme",
        country_slug="Finland",
        sort_name="Halme Tony",
        given_name="Tony Christian",
        family_name="Halme",
    )

    assert names(found) == [("Tony Christian Halme", "alias", "")]


def test_family_name_without_its_particle_makes_no_alias(folder):
    found = politician(
        folder,
        "Roelof P van Laar",
        country_slug="Netherlands",
        sort_name="Laar, R.P. van",
        given_name="Roelof",
        family_name="Laar",
    )

    assert names(found) == [("Roelof P van Laar", "alias", "")]


@pytest.mark.parametrize("born", ["2046-08-20", "1800-01-01", "2009-01-14", "9764-03-01", "0197-01-01"])
def test_birth_date_that_contradicts_the_office_is_left_out(folder, born):
    found = read(folder, {"id": "b1d4", "name": "Joe Bloggs", "birth_date": born})

    assert "birth_date" not in found.entity("politician").evidence
    assert found.entity("politician").details == {}
    assert [refusal.reason for refusal in found.rejected] == [f"birth date {born} contradicts the time in office"]


def test_year_of_birth_alone_is_enough(folder):
    assert politician(folder, "Joe Bloggs", birth_date="1961").details == {"birth_year": 1961}


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Vacant", "Vacant is not a person"),
        ("BANIO DEBH(5 Daniel", "the name BANIO DEBH(5 Daniel is unreadable"),
        ("N1ADIMBA 4 KALONJI", "the name N1ADIMBA 4 KALONJI is unreadable"),
        ("...", "the name ... is unreadable"),
    ],
)
def test_what_is_no_person_is_refused(folder, name, reason):
    found = read(folder, {"id": "b1d4", "name": name})

    assert [refusal.reason for refusal in found.rejected] == [reason]
    assert found.entities("politician") == []
    assert found.relationships("politician_holds_office") == []


def test_same_source_gives_the_same_records(folder):
    first = read(folder, {"id": "b1d4", "name": "Joe Bloggs"}).all

    assert folder.read().all == first


@pytest.mark.parametrize(
    "document",
    [[], {"persons": []}, {"persons": [{"name": "x"}], "organizations": [], "memberships": []}],
    ids=["list", "no organizations", "person without identifier"],
)
def test_file_of_an_unknown_shape_breaks_the_import(folder, document):
    folder.add_chamber(document)

    with pytest.raises(BrokenFile, match="UK__Commons"):
        folder.read()


def test_truncated_file_breaks_the_import(folder):
    folder.add_chamber(popolo([], []))
    file = folder.path / "popolo/UK__Commons.json.gz"
    file.write_bytes(file.read_bytes()[:-12])

    with pytest.raises(BrokenFile, match="UK__Commons"):
        folder.read()
