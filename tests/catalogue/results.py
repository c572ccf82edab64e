"""Read the election results of the catalogue in this repository from its files, without a database."""

import gzip
from collections import Counter
from functools import cache

import orjson

from graph.management.commands.load_catalogue import CATALOGUE
from graph.standings import identity, standing

GB = {year: f"united-kingdom-{year}-legislative" for year in (2010, 2015, 2017, 2019, 2024)}
US = {year: f"united-states-{year}-presidential" for year in (2008, 2012, 2016, 2020, 2024)}
AU = {year: f"australia-{year}-legislative" for year in (2004, 2007, 2010, 2013, 2016, 2019, 2022)}


@cache
def lines(name):
    with gzip.open(CATALOGUE / f"{name}.jsonl.gz") as file:
        return [orjson.loads(line) for line in file]


@cache
def races_by_election():
    found = {}
    for race in lines("results"):
        found.setdefault(race["election"], []).append(race)
    return found


def races(election, *, notional=False):
    return [race for race in races_by_election()[election] if race.get("notional", False) == notional]


def race(election, slug):
    return next(race for race in races_by_election()[election] if race["slug"] == slug)


def version(race):
    return race["versions"][-1]


def coverage(election):
    return next(row for row in lines("coverage") if row["election"] == election)


def tallies(race, *, count=0):
    """Return the tallies of the whole race, not of its reporting units, in round ``count``. A tally is a list of seven
    values: candidacy, round, unit, votes, share, elected, seats. Missing values are None."""
    rows = ((*row, *[None] * (7 - len(row))) for row in version(race)["tallies"])
    return [row for row in rows if row[1] == count and row[2] is None]


def votes(race, *, count=0):
    return [row[3] for row in tallies(race, count=count)]


def candidacy(race, name):
    return next(row for row in race["candidacies"] if row["name"] == name)


def winner(race):
    return race["candidacies"][standing(version(race)["tallies"]).leader]


def side(race):
    """Return a text for the party of a race's winner. It is the same for all races that this party won."""
    return identity(winner(race).get("party"), winner(race).get("label") or winner(race)["name"])


def changed(election):
    """Return the slugs of the races of an election that another party won at the previous election."""
    return {row["slug"] for row in races(election) if row.get("previous") and side(row) != side(race(*row["previous"]))}


def seats_by_party(election):
    seats = Counter()
    for row in races(election):
        seats[winner(row).get("party")] += row["seats"]
    return seats
