"""Chambers in the Popolo format: one JSON file of persons, organizations, memberships and events."""

import re
from pathlib import Path

from graph.importers.everypolitician.files import read_json
from graph.importers.everypolitician.house import Group, House, Person, Seat
from graph.importers.everypolitician.zawgyi import to_unicode
from graph.importers.records import BrokenFile, RejectedRecord

# The Burmese file is in an older encoding.
ZAWGYI = re.compile(r"popolo/Myanmar__.*")
SCHEMES = frozenset({"wikidata", "bioguide", "datadotparl"})


def read_house(path: Path, file: str) -> House:
    """The chamber in the file ``popolo/<Country>__<Chamber>.json.gz`` below the folder."""
    document = read_json(path / file)
    house = House()
    try:
        house.persons = {entry["id"]: _person(entry, file) for entry in document["persons"]}
        house.groups = _groups(document["organizations"], file)
        legislatures = _of_class(document["organizations"], "legislature")
        for place, entry in enumerate(document["memberships"]):
            _take_seat(house, entry, legislatures, f"{file}#memberships/{place}")
    except (KeyError, TypeError, AttributeError) as error:
        raise BrokenFile(f"{file} has an unknown shape: {error!r}") from error
    return house


def _person(entry, file):
    return Person(
        id=entry["id"],
        name=_decoded(entry["name"], file),
        line=f"{file}#{entry['id']}",
        given_name=entry.get("given_name", ""),
        family_name=entry.get("family_name", ""),
        sort_name=entry.get("sort_name", ""),
        honorific=entry.get("honorific_prefix", ""),
        birth_date=entry.get("birth_date", ""),
        other_names=_other_names(entry),
        identifiers=tuple(sorted(_identifiers(entry))),
    )


def _decoded(name, file):
    return to_unicode(name) if ZAWGYI.fullmatch(file) else name


def _other_names(entry):
    return tuple((other["name"], other.get("lang") or "") for other in entry.get("other_names", ()))


def _identifiers(entry):
    pairs = {(identifier["scheme"], identifier["identifier"]) for identifier in entry.get("identifiers", ())}
    return {pair for pair in pairs if pair[0] in SCHEMES}


def _of_class(organizations, classification):
    return {entry["id"] for entry in organizations if entry.get("classification") == classification}


def _groups(organizations, file):
    groups = {}
    for entry in organizations:
        if entry.get("classification") == "party":
            # One identifier may stand for two spellings of a name: the first is the group's.
            groups.setdefault(entry["id"], _group(entry, file))
    return groups


def _group(entry, file):
    return Group(
        id=entry["id"],
        name=_decoded(entry["name"], file),
        line=f"{file}#{entry['id']}",
        other_names=_other_names(entry),
        wikidata=tuple(sorted(value for scheme, value in _identifiers(entry) if scheme == "wikidata")),
    )


def _take_seat(house, entry, legislatures, line):
    seat = Seat(
        person=entry["person_id"],
        group=entry["on_behalf_of_id"],
        term=entry["legislative_period_id"],
        start=entry.get("start_date") or "",
        end=entry.get("end_date") or "",
        line=line,
    )
    reason = _objection(house, seat, entry["organization_id"] in legislatures)
    if reason:
        house.rejected.append(RejectedRecord(reason=reason, line=line))
    else:
        house.seats.append(seat)


def _objection(house, seat, is_in_legislature):
    if not is_in_legislature:
        return "membership of something else than the legislature"
    if seat.person not in house.persons:
        return "membership of an unknown person"
    return "" if seat.group in house.groups else "membership for an unknown group"
