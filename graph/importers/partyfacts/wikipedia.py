"""Articles of the English Wikipedia: the titles that are one party's own, and the years their infoboxes give."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from graph.importers.partyfacts.core import CoreParty
from graph.importers.partyfacts.tables import Row, read_table, year
from graph.text.characters import clean

FILE = "wikipedia.csv.gz"
COLUMNS = ("partyfacts_id", "url", "year_founded", "year_dissolved")
ARTICLE = re.compile(r"https?://en\.(?:m\.)?wikipedia\.org/wiki/([^#?]+)")
# The source leads to an election, a list or its leader where a small party has no article of its own.
NO_ARTICLE_OF_A_PARTY = re.compile(
    r"election|referendum|^list of|^politics of|^political part|^draft:|^talk:|^miscellaneous|constituen|parliament of"
    r"|^ministerialists| candidates\b|^Ivan Grubi[sš]i[cć]$|^Milan Bandi[cć]$",
    re.IGNORECASE,
)
IN_BRACKETS = re.compile(r"\s*\([^()]*\)$")


@dataclass(frozen=True, slots=True)
class Article:
    """``title`` is empty where the article is not about this party alone; years are None when unknown."""

    title: str = ""
    founded: int | None = None
    dissolved: int | None = None

    @property
    def name(self) -> str:
        """The title without what tells it from other articles: ``Labour Party (UK)`` gives ``Labour Party``."""
        return IN_BRACKETS.sub("", self.title)


def article_title(url: str) -> str:
    """The title of an article of the English Wikipedia; empty for another address or an article about no party."""
    match = ARTICLE.match(url)
    title = clean(unquote(match[1], errors="replace").replace("_", " ")) if match else ""
    return "" if NO_ARTICLE_OF_A_PARTY.search(title) or "\N{REPLACEMENT CHARACTER}" in title else title


def read_articles(path: Path, parties: Mapping[str, CoreParty]) -> dict[str, Article]:
    """The article of each party that has one; a title that several parties share is nobody's."""
    rows = {row["partyfacts_id"]: row for row in read_table(path / FILE, COLUMNS)}
    titles = {id: _title(party, rows.get(id)) for id, party in parties.items()}
    bearers = Counter(titles.values())
    return {id: _article(title if bearers[title] == 1 else "", rows.get(id, Row())) for id, title in titles.items()}


def _title(party, row):
    return article_title((row or {}).get("url") or party.row["wikipedia"])


def _article(title, row):
    return Article(title, year(row.get("year_founded", "")), year(row.get("year_dissolved", "")))
