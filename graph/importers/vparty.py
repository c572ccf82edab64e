"""Import the national elections of V-Party from 1900 to 2019 with winners, and the positions of parties. The votes are
read by `results.vparty`."""

import calendar
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

from graph.importers import builders
from graph.importers.countries import Countries
from graph.importers.records import SOURCES, EntityRecord, Record, RejectedRecord, RelationshipRecord
from graph.importers.tables import Row, read_table
from graph.kinds import ElectionKind, Kind, NoParty
from graph.models import Identifier
from graph.text.characters import clean

SOURCE = SOURCES["vparty"]
SCHEME = "vparty-election"
FILE = "vparty.csv.gz"
COLUMNS = (
    *"v2paenname v2pashname pf_party_id country_text_id historical_date v2paseatshare".split(),
    *"v2panumbseat v2patotalseat v2pavote v2paallian v2pariglef_osp v2xpa_popul".split(),
)
INDEPENDENT = "independent"
# Five elections were held in parts of a country, and the shares are those of a part.
MOST_SHARES = 105
LEFT_TO_CENTRE = 3
"""The scale of left and right in V-Party is from 0 to 6."""
# The days that ParlGov or REIGN have for the same elections. V-Party has typing mistakes, the first of the month where
# it does not know the day, and the first of several days of voting.
DAYS = read_table(Path(__file__).with_name("vparty_days.csv"), ("country", "day", "correct_day"))
CORRECT_DAYS = {(row["country"], row["day"]): row["correct_day"] for row in DAYS}


def read(path: Path, countries: Countries) -> Iterator[Record]:
    """Yield each election and its relationship with its country. Elections in unknown countries are rejected."""
    elections = read_elections(path)
    known = Identifier.objects.filter(entity__kind=Kind.PARTY, scheme="partyfacts")
    parties = {value: party for value, *party in known.values_list("value", "entity__name", "entity__country_code")}
    names = {value: name for value, (name, _) in parties.items()}
    yield from _positions(elections, parties)
    in_a_year = Counter((country, day[:4]) for country, day in elections)
    for (code, day), rows in elections.items():
        country = countries.by("iso3166-1-alpha-3", code)
        if country is None:
            yield RejectedRecord(reason=f"{code} is none of the countries", line=rows[0].line)
            continue
        month = f"{calendar.month_name[int(day[5:7])]} " if in_a_year[code, day[:4]] > 1 else ""
        records = builders.election(
            f"vparty:election:{code}:{day}",
            f"{month}{day[:4]} {country.name} legislative election",
            country.code,
            day=day,
            kind=ElectionKind.LEGISLATIVE,
            results={"winner": _winner(rows, names), "result_margin": _margin(rows)},
            identifiers={SCHEME: f"{code}/{day}"},
            line=rows[0].line,
        )
        for record in records:
            is_relationship = isinstance(record, RelationshipRecord)
            yield replace(record, verified_at=date.fromisoformat(day)) if is_relationship else record


def read_elections(path: Path) -> dict[tuple[str, str], list[Row]]:
    """Map (country, day) of each election to its rows. The country is an ISO 3166 alpha-3 code, or a former one."""
    elections = {}
    for row in read_table(path / FILE, COLUMNS):
        country, day = row["country_text_id"], row["historical_date"]
        elections.setdefault((country, CORRECT_DAYS.get((country, day), day)), []).append(row)
    return elections


def list_name(row: Row) -> str:
    """Return the name of a party or an alliance, without the prefix "alliance: "."""
    name = clean(row["v2paenname"]).removeprefix("alliance: ")
    return NoParty.INDEPENDENTS.value if name == INDEPENDENT else name


def _positions(elections, parties) -> Iterator[EntityRecord]:
    """Yield a record of each party in the graph with its position at the last election for which V-Party has one."""
    last = {}
    for (_, day), rows in sorted(elections.items(), key=lambda election: election[0][1]):
        last |= {row["pf_party_id"]: (day, row) for row in rows if row["v2pariglef_osp"] and row["v2xpa_popul"]}
    for number in sorted(last.keys() & parties.keys()):
        (day, row), (name, country_code) = last[number], parties[number]
        details = {
            "left_right": float(row["v2pariglef_osp"]) / LEFT_TO_CENTRE - 1,
            "populism": float(row["v2xpa_popul"]),
            "position_year": int(day[:4]),
        }
        identifiers = {"partyfacts": number}
        key = f"vparty:party:{number}"
        yield builders.entity(
            Kind.PARTY, key, name, country_code, details=details, identifiers=identifiers, line=row.line
        )


def _winner(rows, names):
    """Return the name of the party with the most seats. If seats are unknown, use the votes. Return None for a tie or
    an independent."""
    for column in ("v2panumbseat", "v2pavote"):
        ranked = sorted((row for row in rows if row[column]), key=lambda row: -float(row[column]))
        if ranked:
            is_tie = len(ranked) > 1 and float(ranked[0][column]) == float(ranked[1][column])
            is_party = ranked[0]["v2paenname"] != INDEPENDENT
            return names.get(ranked[0]["pf_party_id"], list_name(ranked[0])) if is_party and not is_tie else None
    return None


def _margin(rows):
    """Return the lead in percentage points. Return None if the shares add up to much more than 100 per cent."""
    shares = sorted((float(row["v2pavote"]) for row in rows if row["v2pavote"]), reverse=True)
    return round(shares[0] - shares[1], 2) if len(shares) > 1 and sum(shares) <= MOST_SHARES else None
