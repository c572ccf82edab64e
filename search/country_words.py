"""What the people of a country are called, and names of countries in everyday use, by ISO 3166-1 alpha-2 code."""

import csv
from pathlib import Path

FILE = Path(__file__).with_name("country_words.csv")


def _column(name):
    with FILE.open(encoding="utf-8", newline="") as file:
        return {row["code"]: tuple(row[name].split(";")) for row in csv.DictReader(file) if row[name]}


DEMONYMS = _column("demonyms")
EVERYDAY_NAMES = _column("names")
