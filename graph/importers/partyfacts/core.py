"""Read the core list of Party Facts: the parties, their Wikipedia articles and their IDs in ParlGov."""

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from graph.importers.countries import Countries, Country
from graph.importers.partyfacts.spelling import alternatives
from graph.importers.records import RejectedRecord
from graph.importers.tables import Row, read_table
from graph.text.characters import clean

# The folder with the core list and the ideologies. It is next to the folder with the other tables of Party Facts.
POSITIONS = "partypositions-wikitags"
CORE_COLUMNS = (
    "country partyfacts_id technical name_short name name_english name_other year_first year_last share share_year "
    "wikipedia".split()
)
ARTICLE_COLUMNS = ("partyfacts_id", "url", "year_founded", "year_dissolved")
NO_ARTICLE = dict.fromkeys(ARTICLE_COLUMNS, "")
# Matches names of rows that are not parties, such as "other left" or "[no-party]". One row has a typo in the latter.
NO_PARTY = re.compile(r"\[no-pa\w+\]|^other (?:far-)?\w+$")

ARTICLE = re.compile(r"https?://en\.(?:m\.)?wikipedia\.org/wiki/([^#?]+)")
# Matches titles of articles that are not about a party. The links of small parties often lead to such articles.
NO_ARTICLE_OF_A_PARTY = re.compile(
    r"election|referendum|^list of|^politics of|^political part|^draft:|^talk:|^miscellaneous|constituen|parliament of"
    r"|^ministerialists| candidates\b|^Ivan Grubi[sš]i[cć]$|^Milan Bandi[cć]$",
    re.IGNORECASE,
)
IN_BRACKETS = re.compile(r"\s*\([^()]*\)$")

# ParlGov numbers with a wrong link to Party Facts: of a coalition to one of its parties, of a new party to an old one.
WRONG_LINKS = frozenset({"67", "2659"})

YEAR = re.compile(r"\b(?:1[6-9]|20)[0-9]{2}\b")
NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")


@dataclass(slots=True)
class CoreParty:
    """A party in the core list. ``title`` is the title of its Wikipedia article, or "" without one of its own."""

    id: str
    country: Country
    row: Row
    title: str = ""
    founded: int | None = None
    dissolved: int | None = None

    @property
    def key(self) -> str:
        return f"partyfacts:{self.id}"

    @property
    def english(self) -> str:
        return self.row["name_english"] or self.row["name"]

    @property
    def article_name(self) -> str:
        return IN_BRACKETS.sub("", self.title)


def read_core(path: Path, countries: Countries) -> tuple[dict[str, CoreParty], list[RejectedRecord]]:
    """Return (parties by Party Facts ID, rejected rows). Ignore the rows that the source marks as technical."""
    articles = {row["partyfacts_id"]: row for row in read_table(path / "wikipedia.csv.gz", ARTICLE_COLUMNS)}
    parties, rejected = {}, []
    rows = read_table(path.parent / POSITIONS / "core-parties.csv.gz", CORE_COLUMNS)
    for row in (row for row in rows if not row["technical"]):
        party = CoreParty(row["partyfacts_id"], countries.by_party_facts(row["country"]), row)
        if reason := _rejection_reason(party):
            rejected.append(RejectedRecord(reason=reason, line=row.line))
            continue
        parties[party.id], article = party, articles.get(party.id, NO_ARTICLE)
        party.title = article_title(article["url"] or row["wikipedia"])
        party.founded, party.dissolved = year(article["year_founded"]), year(article["year_dissolved"])
    uses = Counter(party.title for party in parties.values())
    for party in parties.values():
        party.title = party.title if uses[party.title] == 1 else ""
    return parties, rejected


def article_title(url: str) -> str:
    """Return the title of the article with this URL in the English Wikipedia, such as "Labour Party (UK)". Return ""
    for any other website, and for a title that is not of a party, such as "2019 Spanish general election"."""
    match = ARTICLE.match(url)
    title = clean(unquote(match[1], errors="replace").replace("_", " ")) if match else ""
    return "" if NO_ARTICLE_OF_A_PARTY.search(title) or "\N{REPLACEMENT CHARACTER}" in title else title


def read_positions(path: Path) -> dict[str, float]:
    """Map Party Facts IDs to positions from about −2.3 (left) to 2.3 (right), estimated from Wikipedia."""
    rows = read_table(path / "party-position-tags.csv.gz", ("partyfacts_id", "position"))
    found = {row["partyfacts_id"]: number(row["position"]) for row in rows}
    return {party: position for party, position in found.items() if position is not None}


def read_parlgov_ids(path: Path) -> dict[str, str]:
    """Map Party Facts IDs to ParlGov IDs, except WRONG_LINKS. If a party has several ParlGov IDs, use the lowest."""
    links = {}
    for row in read_table(path / "partyfacts-parlgov-ids.csv.gz", ("parlgov_id", "partyfacts_id")):
        parlgov, party = row["parlgov_id"], row["partyfacts_id"]
        if parlgov.isdigit() and party.isdigit() and parlgov not in WRONG_LINKS:
            links[party] = min(links.get(party, parlgov), parlgov, key=int)
    return links


def number(text: str) -> float | None:
    return float(text) if NUMBER.fullmatch(text) else None


def year(text: str) -> int | None:
    """Return the year in ``text`` as a number, or None if the text is not a year from 1600 to 2099."""
    return int(text) if YEAR.fullmatch(text) else None


def years_in(*texts: str) -> set[int]:
    """Return all years from 1600 to 2099 that occur in the texts."""
    return {int(found) for text in texts for found in YEAR.findall(text)}


def _rejection_reason(party):
    if party.country is None:
        return f"{party.row['country']} is no country of the graph"
    if NO_PARTY.search(party.english):
        return "the source says that it is no party"
    if not party.id.isdigit() or not alternatives(party.english):
        return "a party needs an identifier and a name"
    return None
