"""The core list: one row a party, with the country of the graph it belongs to."""

import re
from dataclasses import dataclass
from pathlib import Path

from graph.importers.countries import PARTY_FACTS, Countries, Country
from graph.importers.partyfacts.spelling import alternatives
from graph.importers.partyfacts.tables import Row, read_table
from graph.importers.records import RejectedRecord

FILE = "core-parties.csv.gz"
COLUMNS = (
    "country",
    "partyfacts_id",
    "technical",
    "name_short",
    "name",
    "name_english",
    "name_other",
    "year_first",
    "year_last",
    "share",
    "share_year",
    "wikipedia",
)
# Candidates of a government or a tribe that a data set counts like a party (once misspelled), and rests of a count.
NO_PARTY = re.compile(r"\[no-pa\w+\]|^other (?:far-)?\w+$")


@dataclass(frozen=True, slots=True)
class CoreParty:
    """A row of the core list that is a party of a country of the graph."""

    id: str
    country: Country
    row: Row

    @property
    def key(self) -> str:
        return f"partyfacts:{self.id}"

    @property
    def english(self) -> str:
        """The English name as the source has it, the native one where it has none."""
        return self.row["name_english"] or self.row["name"]


def read_core(path: Path, countries: Countries) -> tuple[dict[str, CoreParty], list[RejectedRecord]]:
    """The parties by identifier and what was refused; technical rows ("others", "independent") are no parties."""
    parties, rejected = {}, []
    for row in read_table(path / FILE, COLUMNS):
        if row["technical"]:
            continue
        party = CoreParty(row["partyfacts_id"], countries.by(PARTY_FACTS, row["country"]), row)
        reason = _reason_to_refuse(party)
        if reason:
            rejected.append(RejectedRecord(reason=reason, line=row.line))
        else:
            parties[party.id] = party
    return parties, rejected


def _reason_to_refuse(party):
    if party.country is None:
        return f"{party.row['country']} is no country of the graph"
    if NO_PARTY.search(party.english):
        return "the source says that it is no party"
    if not party.id.isdigit() or not alternatives(party.english):
        return "a party needs an identifier and a name"
    return None
