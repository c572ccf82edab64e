"""Test that no file of the project uses a word in the list of forbidden words."""

from tests.architecture.source import ROOT
from tests.architecture.words import files, forbidden_words, occurrences


def test_no_file_uses_a_forbidden_word():
    found = [f"{path.relative_to(ROOT)}:{line}: {words!r}" for path in files() for line, words, _ in occurrences(path)]

    assert not found


def test_forbidden_words_finds_words_inside_identifiers():
    """The test above would miss a forbidden word if `forbidden_words` did not split identifiers into words."""
    assert [words for words, _ in forbidden_words("def _told_deeds(row): NotVouched")] == ["told", "deeds", "vouched"]


def test_forbidden_words_finds_a_word_that_is_forbidden_after_punctuation_only():
    assert [words for words, _ in forbidden_words("held now, else the last; or else: raise")] == ["else"]
