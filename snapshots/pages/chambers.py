"""Find the seats of a country's chambers and the members of its cabinet in its snapshot, and draw the chambers."""

from collections import Counter
from datetime import date
from typing import NamedTuple

from django.utils import timezone

from graph.api.lookup import published_country
from graph.kinds import InstitutionType, Kind, NoParty
from graph.models import Entity
from snapshots.countries.facts import load_country_facts
from snapshots.countries.snapshot import country_snapshot
from snapshots.pages.positions import positions_of
from snapshots.pictures.seats import Hemicycle, hemicycle

CHAMBERS = (InstitutionType.LOWER_CHAMBER, InstitutionType.UPPER_CHAMBER, InstitutionType.LEGISLATURE)


class Drawn(NamedTuple):
    """An institution, such as a chamber, and its picture. ``row`` is its row in the list ``institutions`` of a
    snapshot. In ``row``, some parties may have their names of today instead of the names that the source uses.
    ``picture`` is None if it is unknown which parties have the seats."""

    row: dict
    picture: Hemicycle | None


def chamber_of(entity, day: date, *, is_chosen: bool) -> Drawn | None:
    """Return the seats of a chamber on ``day``, and their picture. The chamber is ``entity`` itself or, if ``entity``
    is a country, its first chamber with known seats. Return None if no seats are known.

    ``is_chosen`` is True if the visitor chose the day. If the visitor chose a past day, the parties have the names that
    the source uses. Otherwise, they have their names of today."""
    is_past = is_chosen and day < timezone.localdate()
    snapshot = _snapshot_of(entity, day, is_past=is_past)
    if snapshot is None:
        return None
    chambers = [row for row in snapshot["institutions"] if row["composition"]]
    found = [row for row in chambers if entity.slug in (row["institution"]["slug"], snapshot["country"]["slug"])]
    return draw_chambers(found[:1], is_past=is_past)[0] if found else None


def leaders_of(institution, offices: set[str], day: date, *, is_chosen: bool) -> list[dict]:
    """Return the people who hold one of the ``offices`` of a cabinet on the day, as rows of the list
    ``current_leaders`` of the country's snapshot. ``offices`` has slugs, ``institution`` is the cabinet, and
    ``is_chosen`` is True if the visitor chose the day."""
    is_past = is_chosen and day < timezone.localdate()
    snapshot = _snapshot_of(institution, day, is_past=is_past) if offices else None
    return [row for row in snapshot["current_leaders"] if row["office"]["slug"] in offices] if snapshot else []


def _snapshot_of(entity, day, *, is_past):
    """Return the snapshot of the country of an entity, or None if the graph does not have this country. ``is_past`` is
    True if the visitor chose a day before today."""
    countries = Entity.objects.published().of_kind(Kind.COUNTRY).in_country(entity.country_code)
    slug = entity.slug if entity.kind == Kind.COUNTRY else countries.values_list("slug", flat=True).first()
    if slug is None:
        return None
    return country_snapshot(load_country_facts(published_country(slug, day), day, is_past=is_past), "")


def draw_chambers(rows: list[dict], *, is_past: bool) -> list[Drawn]:
    """Return a `Drawn` for each of the ``rows``, which are from the list ``institutions`` of a country's snapshot. An
    institution without seats of parties, such as a court, gets no picture. If ``is_past`` (the day is in the past),
    parties have the names that the source uses. Otherwise, they have their names of today, unless two of these are
    equal."""
    if not is_past:
        rows = [row | {"composition": _with_names_of_today(row["composition"])} for row in rows]
    positions = positions_of([share for row in rows for share in row["composition"]])
    return [
        Drawn(row, hemicycle(row["composition"], positions) if _names_parties(row["composition"]) else None)
        for row in rows
    ]


def _with_names_of_today(composition):
    # If two parties have the same name today, keep their names in the source, which are different.
    names = Counter(share["party"]["name"] for share in composition if share["party"])
    return [
        share | {"name": share["party"]["name"]} if share["party"] and names[share["party"]["name"]] == 1 else share
        for share in composition
    ]


def _names_parties(composition):
    """Return True if the composition (the seats of a chamber by party) names a party, independents or vacant seats.
    Return False if it is empty, or if all seats are those of "Others": then only the number of seats is known."""
    return any(share["party"] or share["name"] != NoParty.OTHERS for share in composition)
