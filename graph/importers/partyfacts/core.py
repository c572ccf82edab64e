"""Read Party Facts: the core list of parties, their articles in Wikipedia and their numbers in ParlGov."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from graph.importers.countries import PARTY_FACTS, Countries, Country
from graph.importers.partyfacts.spelling import alternatives
from graph.importers.records import RejectedRecord
from graph.importers.tables import Row, read_table
from graph.text.characters import clean

CORE_COLUMNS = (
    *"country partyfacts_id technical name_short name name_english name_other".split(),
    *"year_first year_last share share_year wikipedia".split(),
)
# Candidates of a government or a tribe (there is a typo in one row), and the remaining candidates of an election.
NO_PARTY = re.compile(r"\[no-pa\w+\]|^other (?:far-)?\w+$")

ARTICLE = re.compile(r"https?://en\.(?:m\.)?wikipedia\.org/wiki/([^#?]+)")
# The article of a small party is often a redirect to an election, a list or the leader of the party.
NO_ARTICLE_OF_A_PARTY = re.compile(
    r"election|referendum|^list of|^politics of|^political part|^draft:|^talk:|^miscellaneous|constituen|parliament of"
    r"|^ministerialists| candidates\b|^Ivan Grubi[sš]i[cć]$|^Milan Bandi[cć]$",
    re.IGNORECASE,
)
IN_BRACKETS = re.compile(r"\s*\([^()]*\)$")

# Wrong links, by ParlGov's number: a coalition linked to one of its parties, and a new party linked to an old one.
WRONG_LINKS = frozenset({"67", "2659"})

YEAR = re.compile(r"\b(?:1[6-9]|20)[0-9]{2}\b")
NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")


@dataclass(frozen=True, slots=True)
class CoreParty:
    """A row of Party Facts' core list: a party in a country that this project has."""

    id: str
    country: Country
    row: Row

    @property
    def key(self) -> str:
        return f"partyfacts:{self.id}"

    @property
    def english(self) -> str:
        """Return the English name as the source has it; without one, the name in the party's own language."""
        return self.row["name_english"] or self.row["name"]


@dataclass(frozen=True, slots=True)
class Article:
    """An article in Wikipedia. ``title`` is empty if no article is about this party alone; an unknown year is None."""

    title: str = ""
    founded: int | None = None
    dissolved: int | None = None

    @property
    def name(self) -> str:
        """Return the title without brackets at the end: ``Labour Party`` for ``Labour Party (UK)``."""
        return IN_BRACKETS.sub("", self.title)


def read_core(path: Path, countries: Countries) -> tuple[dict[str, CoreParty], list[RejectedRecord]]:
    """Return the parties by Party Facts number, and the rejected rows.

    Rows that the source marks as "technical" ("others", "independent") are no parties. Neither result has them.
    """
    parties, rejected = {}, []
    for row in read_table(path / "core-parties.csv.gz", CORE_COLUMNS):
        if row["technical"]:
            continue
        party = CoreParty(row["partyfacts_id"], countries.by(PARTY_FACTS, row["country"]), row)
        reason = _rejection_reason(party)
        if reason:
            rejected.append(RejectedRecord(reason=reason, line=row.line))
        else:
            parties[party.id] = party
    return parties, rejected


def read_articles(path: Path, parties: Mapping[str, CoreParty]) -> dict[str, Article]:
    """Return an article for each party, by Party Facts number. Its title is empty if several parties have it."""
    columns = ("partyfacts_id", "url", "year_founded", "year_dissolved")
    rows = {row["partyfacts_id"]: row for row in read_table(path / "wikipedia.csv.gz", columns)}
    no_row = dict.fromkeys(columns, "")
    titles = {id: article_title(rows.get(id, no_row)["url"] or party.row["wikipedia"]) for id, party in parties.items()}
    uses = Counter(titles.values())
    return {
        id: Article(
            title if uses[title] == 1 else "",
            year(rows.get(id, no_row)["year_founded"]),
            year(rows.get(id, no_row)["year_dissolved"]),
        )
        for id, title in titles.items()
    }


def article_title(url: str) -> str:
    """Return the title of an English Wikipedia article; empty for other addresses and for articles about no party."""
    match = ARTICLE.match(url)
    title = clean(unquote(match[1], errors="replace").replace("_", " ")) if match else ""
    return "" if NO_ARTICLE_OF_A_PARTY.search(title) or "\N{REPLACEMENT CHARACTER}" in title else title


def read_parlgov_ids(path: Path) -> dict[str, str]:
    """Return ParlGov's number of each party by its Party Facts number; the lowest one if there are several."""
    links = {}
    rows = read_table(path / "partyfacts-parlgov-ids.csv.gz", ("parlgov_id", "partyfacts_id"))
    for row in sorted(filter(_is_link, rows), key=lambda row: int(row["parlgov_id"])):
        links.setdefault(row["partyfacts_id"], row["parlgov_id"])
    return links


def number(text: str) -> float | None:
    """Return the number in the text, or None when the text is anything else."""
    return float(text) if NUMBER.fullmatch(text) else None


def year(text: str) -> int | None:
    """Return the year in the text (1600 to 2099), or None when the text is anything else."""
    return int(text) if YEAR.fullmatch(text) else None


def years_in(*texts: str) -> set[int]:
    """Return all years from 1600 to 2099 in the texts."""
    return {int(found) for text in texts for found in YEAR.findall(text)}


def _rejection_reason(party):
    if party.country is None:
        return f"{party.row['country']} is no country of the graph"
    if NO_PARTY.search(party.english):
        return "the source says that it is no party"
    if not party.id.isdigit() or not alternatives(party.english):
        return "a party needs an identifier and a name"
    return None


def _is_link(row):
    return row["parlgov_id"].isdigit() and row["partyfacts_id"].isdigit() and row["parlgov_id"] not in WRONG_LINKS
