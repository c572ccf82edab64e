"""A member as the record of a politician."""

import re
from datetime import date

from graph.importers.everypolitician.display import alias, display_name
from graph.importers.everypolitician.honorifics import without_titles
from graph.importers.everypolitician.house import Person
from graph.importers.everypolitician.index import Legislature
from graph.importers.everypolitician.text import clean, is_latin, without_brackets
from graph.importers.names import to_title_case
from graph.importers.records import EntityRecord, IdentifierRecord, NameRecord, RejectedRecord
from graph.kinds import Kind
from graph.text import dates
from graph.text.folding import fold

NOT_A_PERSON = frozenset({"vacant", "vacancy", "vacante", "unknown"})
DIGITS = frozenset("0123456789")
UNREADABLE = re.compile(r"\(\d|\d[,.]")

# Some birth dates are the day of an election or of the year 1800: nobody sits that young or that old.
YOUNGEST = 16
OLDEST = 100


def key_of(person: Person) -> str:
    """The key of the person's record."""
    return f"everypolitician:{person.id}"


def politician(person: Person, legislature: Legislature, first_day: date) -> EntityRecord | RejectedRecord:
    """The person's record; ``first_day`` is when they first sat, which tells wrong birth dates."""
    name = display_name(person, legislature.country_slug)
    if name.lower() in NOT_A_PERSON:
        return RejectedRecord(reason=f"{name} is not a person", line=person.line)
    if not any(character.isalpha() for character in name) or DIGITS & set(name) or UNREADABLE.search(person.name):
        return RejectedRecord(reason=f"the name {person.name} is unreadable", line=person.line)
    return _record(person, name, legislature, _birth_date(person.birth_date, first_day))


def _record(person, name, legislature, birth_date):
    shown, other_names = _names(person, name)
    return EntityRecord(
        key=key_of(person),
        kind=Kind.POLITICIAN,
        name=shown,
        country_code=legislature.country.code,
        details={"birth_year": dates.year_of(birth_date)} if birth_date else {},
        other_names=other_names,
        identifiers=tuple(
            IdentifierRecord(scheme=scheme, value=value)
            for scheme, value in (("everypolitician", person.id), *person.identifiers)
        ),
        evidence={"chamber": legislature.key} | ({"birth_date": birth_date} if birth_date else {}),
        line=person.line,
    )


def _names(person, name):
    """The name to show, which is a Latin one where the source has any, and the others."""
    aliases = _aliases(person)
    latin = [record.name for record in aliases if is_latin(record.name)]
    written = NameRecord(name=clean(person.name))
    if is_latin(name) or not latin:
        return name, _distinct(name, [written, *aliases])
    return latin[0], _distinct(latin[0], [NameRecord(name=name, kind="native"), written, *aliases])


def _aliases(person):
    """The names in other languages and the full civil name, the English one first."""
    others = sorted(person.other_names, key=lambda other: (other[1] != "en", other[1], other[0]))
    records = [NameRecord(name=alias(name), lang=language) for name, language in others if "@" not in name]
    return [*records, NameRecord(name=_civil_name(person))]


def _civil_name(person):
    """Given and family name together, which may be fuller than the name; empty where the sorted name differs."""
    if not (person.given_name and person.family_name):
        return ""
    civil = clean(without_brackets(f"{person.given_name} {person.family_name}")).replace(",", "")
    is_whole = set(fold(person.sort_name).split()) <= set(fold(civil).split())
    return to_title_case(without_titles(civil, "")) if person.sort_name and is_whole else ""


def _distinct(shown, records):
    """Each name once and none that is shown; a name of several languages is of none."""
    found: dict[str, NameRecord] = {}
    for record in records:
        known = found.get(record.name)
        if not known:
            found[record.name] = record
        elif known.lang != record.lang:
            found[record.name] = NameRecord(name=record.name, kind=known.kind)
    return tuple(record for name, record in found.items() if name and name != shown)


def _birth_date(text, first_day):
    """The birth date when the person can have sat with it, else empty."""
    try:
        born = dates.first_day(text)
    except dates.NotAPartialDate:
        return ""
    if born and first_day != date.min and not YOUNGEST <= first_day.year - born.year <= OLDEST:
        return ""
    return text
