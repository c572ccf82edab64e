"""Ideologies that Wikipedia's infoboxes name for parties, and where they stand from left to right."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean

from graph.importers.partyfacts.core import CoreParty
from graph.importers.partyfacts.tables import number, read_table
from graph.importers.records import EntityRecord, IdentifierRecord, Record, RelationshipRecord
from graph.kinds import Kind, Spectrum
from graph.relations import RelationshipType
from graph.text.characters import clean
from graph.text.folding import fold

FEWEST_PARTIES = 5
# One party is no mean: what it stands for besides would decide where the ideology stands.
FEWEST_POSITIONS = 2

# Upper bounds of the mean position of an ideology's parties, from left (negative) to right.
SPECTRUM = (
    (-1.5, Spectrum.FAR_LEFT),
    (-0.75, Spectrum.LEFT),
    (-0.25, Spectrum.CENTRE_LEFT),
    (0.25, Spectrum.CENTRE),
    (0.75, Spectrum.CENTRE_RIGHT),
    (1.5, Spectrum.RIGHT),
)

# Tags that are no ideology: footnotes of the infobox (newspapers, publishers), then peoples, persons and lists.
NO_IDEOLOGY = frozenset(
    fold(tag)
    for tag in (
        "ANU Press",
        "BBC News",
        "Cambridge University Press",
        "Deutsche Welle",
        "El País",
        "Europe Elects",
        "Financial Times",
        "Oxford University Press",
        "Politico",
        "Reuters",
        "Routledge",
        "SAGE Publishing",
        "Taylor & Francis",
        "The Guardian",
        "The New York Times",
        "The Times of Israel",
        "Albanians in Montenegro",
        "Albanians in North Macedonia",
        "Alexander Lukashenko",
        "Arab citizens of Israel",
        "Centre",
        "History of Iceland",
        "List of pensioners' parties",
        "Neutral country",
        "Political corruption",
    )
)
# What an article's title has to tell the idea from other things; a country in brackets belongs to the name.
DISAMBIGUATION = re.compile(r" \((?:politics|political doctrine|political philosophy|Marxism[–-]Leninism)\)$")


@dataclass(slots=True)
class Ideology:
    """One ideology: the tags it has in the source, and its parties with the place where each names it."""

    key: str
    tags: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    parties: list[str] = field(default_factory=list)


def records(path: Path, core: Mapping[str, CoreParty]) -> Iterator[Record]:
    """The ideologies and, in the order of each infobox, the parties that have them."""
    tags = _read_tags(path, core)
    positions, names = _read_positions(path), _read_names(path)
    kept = {key: ideology for key, ideology in _ideologies(tags).items() if len(ideology.parties) >= FEWEST_PARTIES}
    for ideology in kept.values():
        yield _entity(ideology, positions, names)
    places = Counter()
    for row in tags:
        key = _key(row["position"])
        if key in kept:
            yield _has(core[row["partyfacts_id"]], key, places[row["partyfacts_id"]], row.line)
            places[row["partyfacts_id"]] += 1


def spectrum(positions: list[float]) -> Spectrum | None:
    """Where an ideology stands whose parties have these positions; None when too few are known."""
    if len(positions) < FEWEST_POSITIONS:
        return None
    mean = fmean(positions)
    return next((place for bound, place in SPECTRUM if mean < bound), Spectrum.FAR_RIGHT)


def _read_tags(path, core):
    """The rows that give a party of the graph an ideology, each pair once."""
    found = {}
    for row in read_table(path / "wp-infobox.csv.gz", ("partyfacts_id", "source", "position")):
        if row["source"] == "ideology" and row["partyfacts_id"] in core and fold(row["position"]) not in NO_IDEOLOGY:
            found.setdefault((row["partyfacts_id"], _key(row["position"])), row)
    return list(found.values())


def _ideologies(rows):
    found = {}
    for row in rows:
        ideology = found.setdefault(_key(row["position"]), Ideology(_key(row["position"])))
        ideology.parties.append(row["partyfacts_id"])
        ideology.lines.append(row.line)
        if row["position"] not in ideology.tags:
            ideology.tags.append(row["position"])
    return found


def _read_positions(path):
    rows = read_table(path / "party-position-tags.csv.gz", ("partyfacts_id", "position"))
    positions = {row["partyfacts_id"]: number(row["position"]) for row in rows}
    return {party: position for party, position in positions.items() if position is not None}


def _read_names(path):
    """How articles and links write each ideology, by how often; the tags themselves are in small letters."""
    names = defaultdict(Counter)
    for row in read_table(path / "infobox-tags.csv.gz", ("field", "link", "page")):
        name = clean(DISAMBIGUATION.sub("", row["page"] or row["link"]))
        names[_key(name)][name[:1].upper() + name[1:]] += 1
    return names


def _entity(ideology, positions, names):
    known = [positions[party] for party in ideology.parties if party in positions]
    place = spectrum(known)
    tag = clean(DISAMBIGUATION.sub("", ideology.tags[0]))
    return EntityRecord(
        key=ideology.key,
        kind=Kind.IDEOLOGY,
        name=max(names[ideology.key], key=lambda name: (names[ideology.key][name], name), default=tag.capitalize()),
        country_code=None,
        details={"spectrum": place} if place else {},
        identifiers=tuple(IdentifierRecord(scheme="partypositions-tag", value=tag) for tag in ideology.tags),
        line=ideology.lines[0],
    )


def _has(party, key, place, line):
    return RelationshipRecord(
        type=RelationshipType.HAS_IDEOLOGY, subject=party.key, object=key, position=place, line=line
    )


def _key(tag):
    return f"ideology:{fold(DISAMBIGUATION.sub('', tag.replace('marxism-leninism', 'Marxism-Leninism')))}"
