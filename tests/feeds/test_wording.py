"""Test that each change in the journal is described in plain English."""

import re
from itertools import permutations

import pytest

from feeds.wording import sentence
from graph.kinds import KINDS
from graph.models import Change
from graph.relations import RELATIONSHIP_TYPES

NAMES = {"renaissance": "Renaissance", "horizons": "Horizons"}
FACTS = {"name", "description", *(name for kind in KINDS.values() for name in kind.stored_fields)}
PARTS = ("other_names", "identifiers", "sources")
VALUES = [None, "", "2022-04", 0, 1, 5000, 66.1, True, False, [], ["one", "two"], [{"topic": "Taxes"}], {"topic": 1}]
OF_PARTS = [None, "Manu (fr)", ["Manu (fr)"], ["E. Macron", "Manu (fr)"], []]
SEATS = [None, [], [["Renaissance", 250], ["Others", 327]], [["Renaissance", 1]], "2022-06-19", ""]
OF_A_PROGRAM = re.compile(r"\b(None|True|False)\b|[\[\]{}'\"_]")
"""Matches Python syntax, such as ``None`` or brackets. Sentences for readers must not contain it."""


def sentence_of(action="updated", **fields):
    return sentence([Change(action=action, fields=fields)], NAMES)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"winner": [None, "Emmanuel Macron"]}, "Winner set to Emmanuel Macron"),
        ({"winner": ["Marine Le Pen", "Macron"]}, "Winner changed from Marine Le Pen to Macron"),
        ({"winner": ["Marine Le Pen", None]}, "Winner removed"),
        ({"winner": ["Marine Le Pen", ""]}, "Winner removed"),
        ({"turnout": [None, 66.1]}, "Turnout 66.1 %"),
        ({"turnout": [66.1, 67]}, "Turnout 67.0 % (was 66.1 %)"),
        ({"turnout": [66.1, None]}, "Turnout removed"),
        ({"result_margin": [None, 17.12]}, "Result margin 17.1 points"),
        ({"term_length": [1, 5]}, "Term length 5 years (was 1 year)"),
        ({"population": [None, 68000000]}, "Population 68,000,000"),
        ({"birth_year": [None, 1977]}, "Birth year 1977"),
        ({"seats": [500, 577]}, "Seats 577 (was 500)"),
        ({"name": ["E. Macron", "Emmanuel Macron"]}, "Name changed from E. Macron to Emmanuel Macron"),
    ],
)
def test_sentence_describes_fields(fields, words):
    assert sentence_of(**fields) == words


def test_sentence_calls_long_texts_reworded():
    for name in ("description", "overview"):
        for pair in permutations([None, "One.", "Another."], 2):
            assert sentence_of(**{name: list(pair)}) == f"{name.capitalize()} reworded"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (None, ["Manu (fr)"], "Also called Manu (fr)"),
        (None, "Manu", "Also called Manu"),
        (None, ["E. Macron", "Manu (fr)"], "Also called E. Macron, Manu (fr)"),
        (["Manu (fr)"], None, "No longer called Manu (fr)"),
        (["Manu", "Mano"], ["Manu", "Manou"], "Also called Manou, no longer called Mano"),
        (["Manu"], ["Manu"], "Other names revised"),
        (None, None, "Other names revised"),
    ],
)
def test_sentence_describes_other_names(old, new, words):
    assert sentence_of(other_names=[old, new]) == words


@pytest.mark.parametrize("name", ["identifiers", "sources", "political_positions"])
@pytest.mark.parametrize(
    ("old", "new", "happened"),
    [
        (None, ["viaf:1"], "added"),
        (None, "wikidata", "added"),
        ([], ["viaf:1"], "added"),
        (["viaf:1"], None, "removed"),
        (["viaf:1"], [], "removed"),
        (["viaf:1"], ["viaf:2"], "revised"),
        (None, None, "revised"),
    ],
)
def test_sentence_does_not_quote_long_values(name, old, new, happened):
    assert sentence_of(**{name: [old, new]}) == f"{name.replace('_', ' ').capitalize()} {happened}"


@pytest.mark.parametrize(
    ("action", "old", "new", "words"),
    [
        ("related", None, "renaissance", "Member of: Renaissance"),
        ("related", None, "gone-since", "Member of: gone-since"),
        ("unrelated", "renaissance", None, "Member of: Renaissance, no longer stated"),
        ("updated", None, "renaissance", "Member of: Renaissance, revised"),
        ("updated", "renaissance", "horizons", "Member of: Horizons instead of Renaissance"),
    ],
)
def test_sentence_describes_relationships(action, old, new, words):
    assert sentence_of(action, politician_member_of_party=[old, new]) == words


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (None, [["Renaissance", 250], ["Others", 327]], "Seats: Renaissance 250, Others 327"),
        ([["Others", 577]], [["Others", 500], ["Greens", 77]], "Seats revised: Others 500, Greens 77"),
        ([["Others", 577]], [["Others", 577]], "Composition revised"),
        ([["Others", 577]], None, "Composition removed"),
        ([["Others", 577]], [], "Composition revised"),
        (None, [], "Composition added"),
    ],
)
def test_sentence_describes_seats(old, new, words):
    assert sentence_of(composition=[old, new]) == words


def test_sentence_lists_the_largest_parties_only():
    seats = [[f"P{number}", 20 - number] for number in range(10)]

    assert sentence_of(composition=[None, seats]).endswith("P6 14, P7 13, and 2 more")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("2022-06-19", "2022-06", "Composition revised"),
        (None, "2022-06-19", "Composition added"),
        ("2022-06-19", None, "Composition removed"),
        ("2022-06-19", "", "Composition revised"),
    ],
)
def test_sentence_reads_days_of_compositions_in_an_early_journal(old, new, words):
    assert sentence_of(composition=[old, new]) == words


@pytest.mark.parametrize(
    ("action", "fields", "words"),
    [
        ("created", {}, "Added"),
        ("updated", {"merged": [None, "e-macron"]}, "Merged with e-macron"),
        ("updated", {"merged": ["e-macron", None]}, "Parted again from e-macron"),
        ("restored", {"merged": ["macron", None]}, "Restored"),
        ("restored", {}, "Restored"),
        ("withdrawn", {}, "Withdrawn"),
        ("merged", {"into": [None, "macron"]}, "Merged into macron"),
        ("renamed", {"slug": ["e-macron", "macron"]}, "Now at macron"),
    ],
)
def test_sentence_describes_actions(action, fields, words):
    assert sentence([Change(action=action, fields=fields, slug="macron")], NAMES) == words


@pytest.mark.parametrize("name", sorted(FACTS))
def test_sentence_shows_no_python_values_of_fields(name):
    for pair in permutations(VALUES, 2):
        words = sentence_of(**{name: list(pair)})

        assert words
        assert not OF_A_PROGRAM.search(words), words


@pytest.mark.parametrize("name", PARTS)
def test_sentence_shows_no_python_values_of_parts(name):
    for pair in permutations(OF_PARTS, 2):
        assert not OF_A_PROGRAM.search(sentence_of(**{name: list(pair)}))


def test_sentence_shows_no_python_values_of_seats():
    for pair in permutations(SEATS, 2):
        assert not OF_A_PROGRAM.search(sentence_of(composition=list(pair)))


@pytest.mark.parametrize("name", sorted(RELATIONSHIP_TYPES))
def test_sentence_shows_no_python_values_of_relationships(name):
    for action, pair in (
        ("related", [None, "horizons"]),
        ("unrelated", ["horizons", None]),
        ("updated", [None, "horizons"]),
        ("updated", ["renaissance", "horizons"]),
    ):
        assert not OF_A_PROGRAM.search(sentence_of(action, **{name: pair}))
