"""What the people of a country are called, and names of countries in everyday use, by ISO 3166-1 alpha-2 code."""

import csv
from functools import cache
from pathlib import Path

from babel import Locale

FILE = Path(__file__).with_name("country_words.csv")


def _column(name):
    with FILE.open(encoding="utf-8", newline="") as file:
        return {row["code"]: tuple(row[name].split(";")) for row in csv.DictReader(file) if row[name]}


DEMONYMS = _column("demonyms")
EVERYDAY_NAMES = _column("names")
OTHER_SCRIPTS = (
    *("am", "ar", "bg", "bn", "el", "fa", "gu", "he", "hi", "hy", "ja", "ka", "kk", "km", "kn", "ko", "lo", "mk"),
    *("ml", "mn", "mr", "my", "ne", "pa", "ps", "ru", "si", "sr", "ta", "te", "th", "uk", "ur", "zh", "zh_Hant"),
)
"""Languages that are written in another script than the Latin one, as CLDR names them."""

OTHER_LANGUAGES = (
    *("af", "az", "ca", "cs", "cy", "da", "de", "eo", "es", "et", "eu", "fi", "fr", "ga", "gl", "hr", "hu", "id", "is"),
    *("it", "lt", "lv", "ms", "nb", "nl", "pl", "pt", "ro", "sk", "sl", "sq", "sv", "sw", "tr", "uz", "vi"),
)
"""Languages that are written in Latin letters, as CLDR names them."""


@cache
def names_in_other_scripts(code: str) -> tuple[str, ...]:
    """What the country is called in them, each name once (Unicode CLDR, through Babel)."""
    return _names_in(OTHER_SCRIPTS, code)


@cache
def names_in_other_languages(code: str) -> tuple[str, ...]:
    """What the country is called in other languages that have Latin letters, each name once."""
    return _names_in(OTHER_LANGUAGES, code)


def _names_in(languages, code):
    told = (Locale.parse(language).territories.get(code.upper()) for language in languages)
    return tuple(dict.fromkeys(name for name in told if name))
