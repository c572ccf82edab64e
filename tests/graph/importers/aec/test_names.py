"""Test the names of Australian candidates, and the key that is the same in all rows about a person."""

import pytest

from graph.importers.aec.counts import names_of, person_key


def row(given, surname):
    return {"GivenNm": given, "Surname": surname}


@pytest.mark.parametrize(
    ("given", "surname", "name"),
    [
        ("Bob", "KATTER", "Bob Katter"),
        ("Cathy", "McGOWAN", "Cathy McGowan"),
        ("Alannah", "MacTIERNAN", "Alannah MacTiernan"),
        ("Ian", "MACFARLANE", "Ian Macfarlane"),
        ("Kelly", "O'DWYER", "Kelly O'Dwyer"),
        ("Max", "CHANDLER-MATHER", "Max Chandler-Mather"),
        ("Cec", "MCINTOSH", "Cec McIntosh"),
        ("Marc", "VAN DER END", "Marc Van der End"),
        ("Gordon", "McKENZIE-KIRKBRIGHT", "Gordon McKenzie-Kirkbright"),
        ("Sam", "d'OLIVEIRA", "Sam d'Oliveira"),
        ("Dai", "LE", "Dai Le"),
        ("", "ABHIMANYU KUMAR", "Abhimanyu Kumar"),
    ],
)
def test_full_name_and_short_name_write_surnames_in_title_case(given, surname, name):
    assert names_of(row(given, surname)) == (name, name)


def test_person_key_ignores_further_given_names():
    assert names_of(row("Anna Elizabeth", "BURKE")) == ("Anna Burke", "Anna Elizabeth Burke")
    assert person_key(row("Anna Elizabeth", "BURKE")) == person_key(row("Anna", "BURKE"))
