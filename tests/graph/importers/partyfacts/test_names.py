import pytest

from graph.importers.partyfacts.spelling import alternatives, in_languages, tidy
from graph.importers.records import NameRecord

WIKI = "https://en.wikipedia.org/wiki/"


def names(party, kind):
    return [record.name for record in party.other_names if record.kind == kind]


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("Apple / Party of Free Democrats", ["Apple", "Party of Free Democrats"]),
        ("National Party // Old Czech Party", ["National Party", "Old Czech Party"]),
        ("Free Opinion Party/Freethinkers' Party", ["Free Opinion Party", "Freethinkers' Party"]),
        ("People's Progressive Party/Civic", ["People's Progressive Party/Civic"]),
        ("[United] Democratic Party", ["Democratic Party"]),
        ("Orleanists [Monarchists]", ["Orleanists"]),
        ("[ Liberal / Czech ] National Social Party", ["National Social Party"]),
        ("Democratic Party (2007)", ["Democratic Party"]),
        ("Communist Party of India (Marxist)", ["Communist Party of India (Marxist)"]),
    ],
)
def test_alternatives_splits_names_and_drops_optional_words_and_years(written, expected):
    assert alternatives(written) == expected


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("Pakistan Muslim League (Nawaz )", "Pakistan Muslim League (Nawaz)"),
        ("Hong Kong Federation of Trade Unions;", "Hong Kong Federation of Trade Unions"),
        ('partiya "Zelyonyye', "partiya Zelyonyye"),
        ("مجمع روحانیون مبارز\u200e", "مجمع روحانیون مبارز"),
        ("Vesna -- the Green Party", "Vesna – the Green Party"),
        ("https://en.wikipedia.org/wiki/National_Alliance_(Lithuania)", ""),
        ("—", ""),
    ],
)
def test_tidy_cleans_names(written, expected):
    assert tidy(written) == expected


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("Persian: حزب; Pashto: ګوند", [("حزب", "fa"), ("ګوند", "ps")]),
        ("cyrillic: Демократска странка", [("Демократска странка", "")]),
        ("中国共产党", [("中国共产党", "")]),
    ],
)
def test_in_languages_gives_the_code_of_a_labelled_language(written, expected):
    assert in_languages(written) == expected


def test_read_shows_the_first_alternative_and_gives_the_others_as_aliases(source):
    source.party("1190", "Motherland Party / Homeland Party", name="Anavatan Partisi", name_short="ANAP")

    party = source.only_party()

    assert party.name == "Motherland Party"
    assert party.other_names == (
        NameRecord(name="Homeland Party", lang="en"),
        NameRecord(name="Anavatan Partisi", kind="native"),
        NameRecord(name="ANAP", kind="acronym"),
    )


def test_read_shows_the_alternative_that_is_the_title_of_the_article(source):
    source.party(
        "690", "General Electoral League / The Right / Moderate Party", "SWE", wikipedia=WIKI + "Moderate_Party"
    )

    party = source.only_party()

    assert party.name == "Moderate Party"
    assert names(party, "alias") == ["General Electoral League", "The Right"]


@pytest.mark.parametrize(
    ("name", "title", "shown"),
    [
        ("Labour", "Labour_Party_(UK)", "Labour Party"),
        ("Plaid Cymru — the Party of Wales", "Plaid_Cymru", "Plaid Cymru"),
        ("Liberal Party (Manju)", "Liberal_Party_(Manju)", "Liberal Party (Manju)"),
        ("Zionist Bloc", "Zionist_Union", "Zionist Bloc"),
    ],
)
def test_read_shows_the_title_of_the_article_if_it_is_the_same_name(source, name, title, shown):
    source.party("1516", name, "GBR", wikipedia=WIKI + title)

    assert source.only_party().name == shown


def test_read_gives_a_title_with_another_name_as_alias(source):
    source.party("8625", "Zionist Bloc", "ISR", wikipedia=WIKI + "Zionist_Union")

    assert names(source.only_party(), "alias") == ["Zionist Union"]


def test_read_shows_all_parties_of_an_alliance(source):
    source.party("211", "Christian Democratic Union / Christian Social Union", "DEU", name_short="CDU/CSU")
    source.party("1375", "Christian Democratic Union", "DEU", name_short="CDU")

    assert [party.name for party in source.parties()] == [
        "Christian Democratic Union / Christian Social Union",
        "Christian Democratic Union",
    ]


def test_read_splits_an_acronym_if_the_party_has_as_many_names(source):
    source.party("529", "American Alliance / Aprista Party", name_short="APRA/PAP")
    source.party("2", "People's Progressive Party/Civic", name_short="PPP/C")

    assert [names(party, "acronym") for party in source.parties()] == [["PPP/C"], ["APRA/PAP", "APRA", "PAP"]]


def test_read_adds_names_from_other_tables(source):
    source.party("599", "Alliance for the Future of Austria", name="Bündnis Zukunft Österreich", name_short="BZÖ")
    source.add("whogov", partyfacts_id="599", name_short="BZO", name_english="Alliance for Austria's Future")
    source.add("euned", partyfacts_id="599", party_english="Unknown", party_native="Bundnis Zukun ft Osterreich")

    party = source.only_party()

    assert names(party, "alias") == ["Alliance for Austria's Future"]
    assert names(party, "native") == ["Bündnis Zukunft Österreich"]


def test_read_gives_no_alias_that_is_the_name_of_another_party_in_the_country(source):
    source.party("8168", "The Republicans", "FRA", name_short="LR")
    source.party(
        "1595", "Union for a Popular Movement", "FRA", name="Union pour un mouvement populaire", name_short="UMP"
    )
    source.add(
        "euned",
        partyfacts_id="8168",
        party_english="Union for a Popular Movement",
        party_native="Union pour un mouvement populaire",
        party_abbreviation="UMP",
    )

    assert [party.other_names for party in source.parties() if party.name == "The Republicans"] == [
        (NameRecord(name="LR", kind="acronym"),)
    ]


def test_read_gives_no_alias_when_the_rows_of_a_party_differ(source):
    source.party("4753", "Croatian People's Party")
    source.add("whogov", partyfacts_id="4753", name_english="Croatian People's Party", name_short="HNS")
    source.add("whogov", partyfacts_id="4753", name_english="Party of Liberal Democrats", name_short="LIBRA")

    assert source.only_party().other_names == ()


@pytest.mark.parametrize(
    ("values", "aliases"),
    [
        ({"name_english": "Party of Labour"}, ["Party of Labour"]),
        ({"name_english": "Party of Labour: northern branch"}, []),
        ({"name_english": "Independent"}, []),
        ({"name_short": "LP"}, ["LP"]),
        ({"name_short": "Labour of the North"}, []),
        ({"name_short": "L"}, []),
    ],
    ids=["name", "remark", "no name", "acronym", "long acronym", "one letter"],
)
def test_read_takes_no_alias_that_is_a_remark_or_no_name(source, values, aliases):
    source.party("1", "Workers")
    source.add("whogov", partyfacts_id="1", **values)

    assert [record.name for record in source.only_party().other_names] == aliases
