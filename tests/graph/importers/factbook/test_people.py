"""Names of persons: order and case people write, variants as aliases, one person for every spelling."""

import pytest

from graph.importers.factbook import people
from graph.importers.factbook.persons import Persons


@pytest.mark.parametrize(
    ("text", "code", "display"),
    [
        ("Emmanuel MACRON", "fr", "Emmanuel Macron"),
        ("XI Jinping", "cn", "Xi Jinping"),
        ("CHARLES III", "gb", "Charles III"),
        ("FREDERIK X", "dk", "Frederik X"),
        ("CARL XVI GUSTAF", "se", "Carl XVI Gustaf"),
        ("FELIPE VI", "es", "Felipe VI"),
        ("Marcelo REBELO DE SOUSA", "pt", "Marcelo Rebelo de Sousa"),
        ("Bart DE WEVER", "be", "Bart De Wever"),
        ("Alexander VAN DER BELLEN", "at", "Alexander Van der Bellen"),
        ("MUHAMMAD BIN ZAYID Al Nuhayyan", "ae", "Muhammad bin Zayid Al Nuhayyan"),
        ("Dr. Rashad Muhammad al-ALIMI", "ye", "Rashad Muhammad al-Alimi"),
        ("Ahmad al-Shara'", "sy", "Ahmad al-Shara'"),
        ("LA'AULIALEMALIETOA La'auli Leuatea Schmidt", "ws", "La'aulialemalietoa La'auli Leuatea Schmidt"),
        ("Peter O'NEILL", "pg", "Peter O'Neill"),
        ("Denis SASSOU-Nguesso", "cg", "Denis Sassou-Nguesso"),
        ("Alix Didier FILS-AIMÉ", "ht", "Alix Didier Fils-Aimé"),
        ("Grand Chief Sir Bob DADAE", "pg", "Bob Dadae"),
        ("Surangel WHIPPS, Jr.", "pw", "Surangel Whipps Jr."),
    ],
)
def test_capitals_become_names_and_titles_of_rank_go(text, code, display):
    assert people.parse(text, code).display == display


def test_the_original_spelling_stays_as_an_alias():
    assert people.parse("Emmanuel MACRON", "fr").aliases == ("Emmanuel MACRON",)


def test_the_mothers_surname_is_left_out_where_names_end_in_it_and_kept_as_an_alias():
    name = people.parse("Rodrigo PAZ Pereira", "bo")

    assert name.display == "Rodrigo Paz"
    assert "Rodrigo Paz Pereira" in name.aliases


def test_words_after_the_surname_stay_elsewhere():
    assert people.parse("Brice OLIGUI Nguema", "ga").display == "Brice Oligui Nguema"


@pytest.mark.parametrize(
    ("text", "code", "display", "alias"),
    [
        ("SONEXAY (also spelled SONXAI) Siphandon", "la", "Sonexay Siphandon", "Sonxai Siphandon"),
        ("Robert Kyagulanyi SSENTAMU (aka Bobi WINE)", "ug", "Robert Kyagulanyi Ssentamu", "Bobi Wine"),
        ("Qaraqat or Karakat ÄBDEN", "kz", "Qaraqat Äbden", "Karakat Äbden"),
        ("Samantha (Sam) MOSTYN", "au", "Samantha Mostyn", "Sam Mostyn"),
        ('Laurentino "Nito" CORTIZO Cohen', "pa", "Laurentino Cortizo", "Nito Cortizo"),
    ],
)
def test_other_spellings_and_short_names_become_aliases(text, code, display, alias):
    name = people.parse(text, code)

    assert name.display == display
    assert alias in name.aliases


@pytest.mark.parametrize("text", ["opposition parties boycotted", "other", "4 votes canceled", "percent of VOTE"])
def test_what_has_no_names_in_it_is_no_name(text):
    assert not people.is_name(text)


def test_a_longer_spelling_is_the_same_person_who_is_shown_by_the_shorter():
    persons = Persons("ci")

    one = persons.named("Alassane Dramane OUATTARA", "leaders")
    other = persons.named("Alassane OUATTARA", "results")

    assert other is one
    assert one.display == "Alassane Ouattara"
    assert "Alassane Dramane Ouattara" in [name.name for name in one.record().other_names]


def test_a_surname_alone_means_the_one_person_who_bears_it():
    persons = Persons("fr")
    macron = persons.named("Emmanuel MACRON", "first round")

    assert persons.named("MACRON", "second round") is macron


def test_two_persons_of_one_surname_stay_two():
    persons = Persons("cr")

    assert persons.named("Carlos ALVARADO Quesada", "") is not persons.named("Fabricio ALVARADO Munoz", "")


def test_the_name_the_world_uses_is_shown_and_the_sources_name_is_an_alias():
    president = Persons("za").named("Matamela Cyril RAMAPHOSA", "").record()

    assert president.name == "Cyril Ramaphosa"
    assert "Matamela Cyril Ramaphosa" in [name.name for name in president.other_names]


@pytest.mark.parametrize(("text", "abroad", "home"), [("CHARLES III", "ca", "gb"), ("Emmanuel MACRON", "ad", "fr")])
def test_a_person_with_offices_in_several_countries_has_one_key(text, abroad, home):
    one, other = Persons(abroad).named(text, ""), Persons(home).named(text, "")

    assert one.key == other.key
    assert one.record().country_code == home
