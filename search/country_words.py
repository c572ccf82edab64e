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


@cache
def names_in_other_scripts(code: str) -> tuple[str, ...]:
    """What the country is called in them, each name once (Unicode CLDR, through Babel)."""
    told = (Locale.parse(language).territories.get(code.upper()) for language in OTHER_SCRIPTS)
    return tuple(dict.fromkeys(name for name in told if name))
