"""Chambers without a Popolo file: member rows of all terms, and tables that lead from a person to Wikidata."""

from collections import defaultdict
from pathlib import Path

from graph.importers.everypolitician.files import read_rows
from graph.importers.everypolitician.house import Group, House, Person, Seat
from graph.importers.everypolitician.text import clean, without_brackets
from graph.importers.records import RejectedRecord

TERMS = ("id", "name", "sort_name", "group", "group_id", "area", "term", "start_date", "end_date")

# The column of the member table and the column of the Wikidata table that say the same.
JOINS = {
    "Germany__Bundestag": ("identifier__wikipedia_de", "wikipedia__de"),
    "Poland__Sejm": ("wikipedia__pl", "wikipedia__pl"),
    "Turkey__Assembly": ("wikipedia__tk", "orig"),
    "United_States_of_America__House": ("identifier__bioguide", "identifier__UScongress"),
}


def read_house(path: Path, file: str) -> House:
    """The chamber in the files ``fallback/<chamber>__terms.csv.gz`` and its companions below the folder."""
    rows = read_rows(path / file, TERMS)
    chamber = Path(file).name.removesuffix("__terms.csv.gz")
    known = _wikidata_rows(path / "fallback", chamber)
    areas = {row["area"] for row in rows} | {without_brackets(row["area"]) for row in rows}
    house = House()
    for number, row in enumerate(rows, start=2):
        _take_row(house, row, known, areas, f"{file}:{number}")
    return house


def _take_row(house, row, known, areas, line):
    if _is_area(row["name"], areas):
        house.rejected.append(RejectedRecord(reason=f"{row['name']} is a constituency, not a person", line=line))
        return
    house.persons.setdefault(row["id"], _person(row, known.get(row["id"], {}), line))
    seat = _seat(row, line)
    house.groups.setdefault(seat.group, Group(id=seat.group, name=row["group"], line=line))
    house.seats.append(seat)


def _seat(row, line):
    return Seat(
        person=row["id"],
        group=row["group_id"] or row["group"],
        term=f"term/{row['term']}",
        start=row["start_date"],
        end=row["end_date"],
        line=line,
    )


def _is_area(name, areas):
    """Turkish tables have headings such as ``Adana`` among the members; a person has two words or no such area."""
    bare = without_brackets(name)
    return bare in areas and len(bare.split()) == 1


def _person(row, known, line):
    name = clean(row["name"])
    others = {known.get("name__en", ""), known.get("member_name", "")} - {"", name}
    identifiers = {("wikidata", known.get("id", "")), ("bioguide", known.get("bioguide", ""))}
    return Person(
        id=row["id"],
        name=name,
        line=line,
        birth_date=known.get("birth_date", ""),
        other_names=tuple((other, "") for other in sorted(others)),
        identifiers=tuple(sorted(pair for pair in identifiers if pair[1])),
    )


def _wikidata_rows(folder, chamber):
    """What the companion tables know of each person, by the person's uuid."""
    here, there = JOINS[chamber]
    members = {row["id"]: row for row in read_rows(folder / f"{chamber}__members.csv.gz", ("id", "name", here))}
    wikidata = _unambiguous(read_rows(folder / f"{chamber}__wikidata.csv.gz", ("id", "birth_date", there)), there)
    uuids = read_rows(folder / f"{chamber}__ids.csv.gz", ("id", "uuid"))
    return {row["uuid"]: _merged(members.get(row["id"], {}), wikidata, here) for row in uuids}


def _merged(member, wikidata, here):
    found = wikidata.get(member.get(here) or None, {})
    return {
        "id": member.get("wikidata") or found.get("id", ""),
        "bioguide": member.get("identifier__bioguide", ""),
        "name__en": found.get("name__en", ""),
        "member_name": member.get("name", ""),
        "birth_date": found.get("birth_date") or member.get("birth_date", ""),
    }


def _unambiguous(rows, column):
    """Rows by the value of a column, without the values that several rows have."""
    of_value = defaultdict(list)
    for row in rows:
        of_value[row[column]].append(row)
    return {value: rows[0] for value, rows in of_value.items() if value and len(rows) == 1}
