"""Legislatures and their chambers, and the office of those who sit in them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from graph.importers.factbook.corrections import CHAMBER_NAMES, SEATS, UNNAMED_LEGISLATURES
from graph.importers.factbook.page import LEGISLATIVE, LOWER, UPPER, Page
from graph.importers.factbook.text import english_and_native, without_brackets
from graph.importers.records import EntityRecord, NameRecord, Record, RelationshipRecord, country_key
from graph.kinds import InstitutionType, Kind, OfficeType
from graph.relations import RelationshipType

NUMBER = re.compile(r"[0-9][0-9,]*")


@dataclass(frozen=True, slots=True)
class Chamber:
    """A legislature or a chamber of it: its part of the page, its names, whether people sit in it themselves."""

    page: Page
    section: str
    institution_type: InstitutionType
    name: str
    natives: tuple[str, ...]
    aliases: tuple[str, ...] = ()
    has_members: bool = True

    @property
    def key(self) -> str:
        """The run's key of the institution."""
        return f"factbook:institution:{self.page.code}:{self.institution_type}"

    @property
    def office_key(self) -> str:
        """The run's key of the office of its members."""
        return f"factbook:office:{self.page.code}:member of the {self.institution_type}"

    @property
    def line(self) -> str:
        """Its place in the source."""
        return self.page.line(self.section)

    @property
    def seats(self) -> int | None:
        """How many seats it has, None where the page does not tell."""
        told = NUMBER.match(self.text("number of seats"))
        mended = None if self.section == UPPER else SEATS.get(self.page.code)
        return mended or (int(told[0].replace(",", "")) if told else None)

    def text(self, name: str) -> str:
        """What the page tells of it."""
        return self.page.text(self.section, name)


def chambers(page: Page) -> list[Chamber]:
    """The chambers of a legislature that has two, then the legislature itself.

    In this order, because a lower chamber that is told after a legislature is taken for that.
    """
    below = [
        _chamber(page, section, institution_type, page.text(section, "chamber name"))
        for section, institution_type in (
            (LOWER, InstitutionType.LOWER_CHAMBER),
            (UPPER, InstitutionType.UPPER_CHAMBER),
        )
        if page.text(section, "chamber name")
    ]
    whole = _legislature(page, has_chambers=bool(below))
    return [*below, whole] if whole else below


def records(chamber: Chamber) -> Iterator[Record]:
    """The institution, the office of its members, and where they belong."""
    yield EntityRecord(
        key=chamber.key,
        kind=Kind.INSTITUTION,
        name=chamber.name,
        country_code=chamber.page.code,
        details={"institution_type": chamber.institution_type} | _seats(chamber),
        other_names=(
            *(NameRecord(name=native, kind="native") for native in chamber.natives),
            *(NameRecord(name=alias) for alias in chamber.aliases),
        ),
        line=chamber.line,
    )
    yield _relationship(RelationshipType.INSTITUTION_IN_COUNTRY, chamber.key, country_key(chamber.page.code), chamber)
    if chamber.has_members:
        yield from _members(chamber)


def _members(chamber):
    years = NUMBER.match(chamber.text("term in office"))
    term = {"term_length": int(years[0])} if years and int(years[0]) else {}
    yield EntityRecord(
        key=chamber.office_key,
        kind=Kind.OFFICE,
        name=_office_name(chamber),
        country_code=chamber.page.code,
        details={"office_type": OfficeType.LEGISLATOR} | term,
        evidence={"institution": chamber.key},
        line=chamber.line,
    )
    yield _relationship(RelationshipType.OFFICE_IN_COUNTRY, chamber.office_key, country_key(chamber.page.code), chamber)
    yield _relationship(RelationshipType.CONTAINS_OFFICE, chamber.key, chamber.office_key, chamber)


def _office_name(chamber):
    of_country = f" of {chamber.page.of_country}"
    return f"Member of the {chamber.name.removesuffix(of_country)}{of_country}"


def _relationship(kind, subject, object_, chamber):
    return RelationshipRecord(type=kind, subject=subject, object=object_, line=chamber.line)


def _seats(chamber):
    return {"seats": chamber.seats} if chamber.has_members and chamber.seats else {}


def _legislature(page, has_chambers):
    """The legislature; where it is the only chamber, it bears the chamber's name."""
    whole = page.text(LEGISLATIVE, "legislature name") or UNNAMED_LEGISLATURES.get(page.code, "")
    chamber = "" if has_chambers else page.text(LEGISLATIVE, "chamber name")
    if not (chamber or whole):
        return None
    is_bicameral = page.text(LEGISLATIVE, "legislative structure") == "bicameral"
    return _chamber(
        page,
        LEGISLATIVE,
        InstitutionType.LEGISLATURE,
        chamber or whole,
        other=whole if chamber else "",
        has_members=not (has_chambers or is_bicameral),
    )


def legislature_name(page: Page) -> str:
    """The legislature's English name, empty when the Factbook names none."""
    whole = page.text(LEGISLATIVE, "legislature name") or UNNAMED_LEGISLATURES.get(page.code, "")
    return _names(whole or page.text(LEGISLATIVE, "chamber name"))[0]


def _chamber(page, section, institution_type, text, other="", has_members=True):
    name, natives = _names(text)
    other_name, more_natives = _names(other)
    return Chamber(
        page=page,
        section=section,
        institution_type=institution_type,
        name=name,
        natives=tuple(dict.fromkeys([*natives, *more_natives])),
        aliases=(other_name,) if other_name not in ("", name) else (),
        has_members=has_members,
    )


def _names(text):
    for wrong, right in CHAMBER_NAMES.items():
        text = right if text == wrong else text.replace(f"({wrong})", f"({right})").replace(f"{wrong} (", f"{right} (")
    name, native = english_and_native(text)
    natives = [without_brackets(part) for part in native.split(" - ")]
    return name, tuple(part for part in natives if part and part != name)
