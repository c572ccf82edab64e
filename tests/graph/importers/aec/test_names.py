"""Names of Australian candidates, and which rows speak of the same person."""

import pytest

from graph.importers.aec.names import full_name, person_key, short_name


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
        ("Yvette", "D'ATH", "Yvette D'Ath"),
        ("Max", "CHANDLER-MATHER", "Max Chandler-Mather"),
        ("Dai", "LE", "Dai Le"),
        ("De-Anne", "KELLY", "De-Anne Kelly"),
        ("", "ABHIMANYU KUMAR", "Abhimanyu Kumar"),
    ],
)
def test_surnames_leave_their_capitals(given, surname, name):
    assert full_name(row(given, surname)) == name
    assert short_name(row(given, surname)) == name


def test_further_given_names_are_another_spelling_of_the_same_person():
    assert short_name(row("Anna Elizabeth", "BURKE")) == "Anna Burke"
    assert person_key(row("Anna Elizabeth", "BURKE")) == person_key(row("Anna", "BURKE"))
