"""Countries: capital, government, population, legislature and the names in full and in the country's own languages."""

import re

from graph.importers.factbook.chambers import legislature_name
from graph.importers.factbook.page import FILE_NAME, Page
from graph.importers.factbook.text import brackets, plain, split_outside, without_brackets, without_note
from graph.importers.records import EntityRecord, NameRecord, country_key
from graph.kinds import Kind

POPULATION = re.compile(r"(?P<number>[0-9][0-9,]*) *(?:\((?P<note>[^()]*)\))?")
# Where the first city that the text names is not the capital, or is explained in a sentence.
CAPITALS = {
    "md": "Chișinău",
    "mm": "Nay Pyi Taw",
    "nr": "Yaren",
    "lk": "Sri Jayewardenepura Kotte",
}
GOVERNMENT_TYPES = {
    "ad": "parliamentary democracy and co-principality",
    "by": "presidential republic",
    "bn": "absolute monarchy",
    "cy": "presidential republic",
    "va": "ecclesiastical elective monarchy",
}
LANGUAGES = {
    "Arabic": "ar",
    "Belarusian": "be",
    "Bosnian": "bs",
    "Dutch": "nl",
    "English": "en",
    "Fijian": "fj",
    "Finnish": "fi",
    "French": "fr",
    "German": "de",
    "Greek": "el",
    "Haitian Creole": "ht",
    "Hindi": "hi",
    "Italian": "it",
    "Kirundi": "rn",
    "Portuguese": "pt",
    "Romansh": "rm",
    "Russian": "ru",
    "Sinhala": "si",
    "Somali": "so",
    "Spanish": "es",
    "Swahili": "sw",
    "Swedish": "sv",
    "Tamil": "ta",
    "Turkish": "tr",
}
NAMES = "Country name"
# Cut short in the text.
NO_SHORT_FORM = frozenset({"do"})
# Names of towns and regions, not of the country.
NO_FORMER_NAMES = frozenset({"bh", "do", "ec", "fm", "il", "ma", "mh", "pw", "ye"})


def record(page: Page, populations: list[str]) -> EntityRecord:
    """The country; ``populations`` are the texts of its parts, whose numbers are added."""
    number, note = population(populations)
    details = {
        "capital": capital(page),
        "government_type": government_type(page),
        "population": number,
        "legislature_name": legislature_name(page),
    }
    return EntityRecord(
        key=country_key(page.code),
        kind=Kind.COUNTRY,
        name=page.country.name,
        country_code=page.code,
        details={name: value for name, value in details.items() if value},
        other_names=tuple(_other_names(page)),
        note=f"population: {note}" if note else "",
        line=f"{FILE_NAME}#{page.gec}",
    )


def population(texts: list[str]) -> tuple[int, str]:
    """The number of inhabitants, and when it was estimated: ``(68512806, "2025 est.")``."""
    found = [POPULATION.match(plain(text or "")) for text in texts]
    counted = [match for match in found if match]
    number = sum(int(match["number"].replace(",", "")) for match in counted)
    return number, next((match["note"] for match in counted if match["note"]), "")


def capital(page: Page) -> str:
    """The capital, the first one where a country has several: ``Pretoria``."""
    text = page.text("Capital", "name")
    return CAPITALS.get(page.code) or without_brackets(re.split(r"[;,] (?!D\.C\.)", text)[0])


def government_type(page: Page) -> str:
    """The form of government, without remarks in brackets and after semicolons."""
    text = without_note(page.text("Government type")).removeprefix("formerly, ")
    parts = [without_brackets(part) for part in text.split(";")]
    return GOVERNMENT_TYPES.get(page.code) or parts[0]


def _other_names(page):
    """The long form, then the names in the country's languages, each spelling once."""
    told = {page.country.name}
    for name in _names(page):
        if name.name not in told and name.name != "none":
            told.add(name.name)
            yield name


def _names(page):
    for field in ("conventional long form", *(() if page.code in NO_SHORT_FORM else ("conventional short form",))):
        name = without_brackets(without_note(page.text(NAMES, field)).split(";")[0]).removeprefix("The ")
        if name:
            yield NameRecord(name=name, lang="en")
    yield from _several(page, "abbreviation", r" or ", "acronym")
    for field in ("local long form", "local short form"):
        yield from _local(page.text(NAMES, field))
    if page.code not in NO_FORMER_NAMES:
        yield from _several(page, "former", r"[,;] ", "former")


def _several(page, field, separator, kind):
    for part in split_outside(page.text(NAMES, field), separator):
        if name := without_brackets(part):
            yield NameRecord(name=name, lang="en", kind=kind)


def _local(text):
    for part in split_outside(text.split(";")[0], r" ?/ ?| or "):
        language = next((LANGUAGES[inside] for inside in brackets(part) if inside in LANGUAGES), "")
        name = without_brackets(part)
        if name and language != "en":
            yield NameRecord(name=name, lang=language, kind="native")
