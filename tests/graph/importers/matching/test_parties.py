import csv

import pytest

from graph.importers.matching.parties import ALIASES, KnownParty, PartyIndex
from graph.importers.records import EntityRecord, IdentifierRecord, NameRecord
from graph.text.folding import fold


def known(name, *names, country="tr", acronyms=(), ids=(), **values):
    return KnownParty(
        country_code=country, names=[name, *names], acronyms=list(acronyms), identifiers=set(ids), **values
    )


def record(name, *names, country="tr", acronyms=(), ids=(), **evidence):
    return EntityRecord(
        key="party",
        kind="party",
        name=name,
        country_code=country,
        other_names=(
            *(NameRecord(name=other) for other in names),
            *(NameRecord(name=acronym, kind="acronym") for acronym in acronyms),
        ),
        identifiers=tuple(IdentifierRecord(scheme=scheme, value=value) for scheme, value in ids),
        evidence=evidence,
    )


@pytest.mark.parametrize(
    ("party", "found_by"),
    [
        (known("Likud", ids=[("parlgov-party", "792")]), record("The Consolidation", ids=[("parlgov-party", "792")])),
        (known("Likud", ids=[("partyfacts", "1036")]), record("The Consolidation", ids=[("partyfacts", "1036")])),
        (known("Brexit Party", ids=[("wikipedia", "Reform UK")]), record("Reform", ids=[("wikipedia", "Reform UK")])),
        (known("Arab Unity", ids=[("wikidata", "Q1")]), record("Labour", ids=[("wikidata", "Q1")])),
        (known("Democratic Party", ids=[("partyfacts", "432")], country="us"), record("Democrat", country="us")),
        (known("Motherland Party", "Anavatan Partisi"), record("Anavatan partisi")),
        (known("Sinn Féin"), record("Sinn Fein")),
        (known("Motherland Party", "Anavatan Partisi"), record("ANAP", "Anavatan Partisi")),
        (known("Liberation Front of Mozambique", acronyms=["FRELIMO"]), record("Frelimo")),
        (known("Panhellenic Socialist Movement", acronyms=["PASOK"]), record("PA.SO.K.")),
        (known("Socialist Party of Chile", acronyms=["PS"]), record("Socialist Party", acronyms=["PS"])),
        (known("Socialist Party of Chile", acronyms=["PSCh"]), record("Socialist Party", short_name="PSCh")),
        (known("Radical Change", "Cambio Radical"), record("Partido Cambio Radical")),
        (known("Party for Truth and Development"), record("Development and Truth")),
        (known("Pachakutik — New Country"), record("The Pachakutik Party")),
        (known("Socialist People's Party of Montenegro"), record("Socialist People's Party")),
    ],
    ids=[
        "ParlGov's number",
        "Party Facts' number",
        "title of the article",
        "Wikidata",
        "hand-made alias",
        "another name",
        "folded name",
        "another name of both",
        "name that is a code",
        "code with points",
        "acronym",
        "short name in evidence",
        "stop words",
        "order of words",
        "subtitle",
        "beginning of the name",
    ],
)
def test_match_finds_the_same_party(party, found_by):
    assert PartyIndex([known("Another Party"), party]).match(found_by) is party


@pytest.mark.parametrize(
    ("party", "record_of_another"),
    [
        (known("Labour Party", country="gb"), record("Labour Party", country="ie")),
        (known("Colombia First", acronyms=["PC"]), record("Conservative Party of the Republic", acronyms=["PC"])),
        (known("Democratic Union", acronyms=["DS"]), record("Democratic Alliance", acronyms=["DS"])),
        (known("Liberal Party of Macedonia", acronyms=["LPM"]), record("The People Movement", acronyms=["LPM"])),
        (known("Christian Democrats and Flemish"), record("Christian Democrats")),
        (
            known("Union of Democratic Forces of Guinea", acronyms=["UFDG"]),
            record("Union of Democratic Forces", acronyms=["UFD"]),
        ),
        (known("Party of the Party"), record("The Party")),
        (known("Future Party", country="tr"), record("Future Party", country="tr")),
        (known("Liberal Party", acronyms=["L"], last_year=1920), record("L")),
        (known("Radical Change", last_year=1920), record("Partido Radical Change")),
        (known("Socialist People's Party of Montenegro", last_year=1920), record("Socialist People's Party")),
    ],
    ids=[
        "another country",
        "code without a word in common",
        "code of two letters with half the words",
        "longer code without a word in common",
        "beginning of two words",
        "beginning with another acronym",
        "stop words only",
        "alias of no register",
        "code of a dissolved party",
        "stop words and a dissolved party",
        "beginning of the name of a dissolved party",
    ],
)
def test_match_is_none_for_another_party(party, record_of_another):
    assert PartyIndex([party]).match(record_of_another) is None


def test_match_prefers_the_stronger_rule():
    by_name, by_number = known("Likud"), known("The Consolidation", ids=[("parlgov-party", "792")])

    found = PartyIndex([by_name, by_number]).match(record("Likud", ids=[("parlgov-party", "792")]))

    assert found is by_number


def test_match_prefers_the_active_one_of_two_namesakes():
    historical, active = known("Progressive Party", last_year=1919), known("Progressive Party")

    assert PartyIndex([historical, active]).match(record("Progressive Party")) is active


def test_match_is_none_for_two_active_parties_of_the_name():
    assert PartyIndex([known("Centre Party"), known("Centre Party")]).match(record("Centre Party")) is None


def test_match_separates_namesakes_by_their_acronyms():
    turkish, greek = known("Democratic Party", acronyms=["DP"]), known("Democratic Party", acronyms=["DIKO"])

    assert PartyIndex([turkish, greek]).match(record("Democratic Party", acronyms=["DIKO"])) is greek


def test_match_prefers_a_display_name_to_an_alias():
    forerunner = known("Party of Democratic Socialism", "The Left")
    left = known("The Left")

    assert PartyIndex([forerunner, left]).match(record("The Left")) is left


def test_match_finds_a_dissolved_party_by_its_whole_name():
    whigs = known("Whig Party", last_year=1856)

    assert PartyIndex([whigs]).match(record("Whig Party")) is whigs


def test_match_prefers_an_active_party_with_the_acronym_to_a_dissolved_namesake():
    historical = known("Democratic Party", last_year=1924)
    active = known("Democratic Party of Albania", acronyms=["PD"])

    assert PartyIndex([historical, active]).match(record("Democratic Party", acronyms=["PD"])) is active


def test_match_finds_a_dissolved_party_by_its_identifier():
    historical = known("Democratic Party", last_year=1924, ids=[("parlgov-party", "1")])
    active = known("Democratic Party of Albania", acronyms=["PD"])

    found = PartyIndex([historical, active]).match(record("x", acronyms=["PD"], ids=[("parlgov-party", "1")]))

    assert found is historical


def test_add_makes_a_party_findable():
    index = PartyIndex()
    party = known("Likud")

    index.add(party)

    assert index.match(record("Likud")) is party


def test_party_aliases_are_folded_and_listed_once():
    with ALIASES.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))

    assert [row["alias"] for row in rows if fold(row["alias"]) != row["alias"] or len(row["country"]) != 2] == []
    assert len({(row["country"], row["alias"]) for row in rows}) == len(rows)
