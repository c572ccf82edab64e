"""Read the ideologies of parties from the infoboxes of Wikipedia, and find out which of them are left or right."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import inf
from pathlib import Path
from statistics import fmean

from graph.importers.builders import entity
from graph.importers.partyfacts.core import CoreParty
from graph.importers.records import IdentifierRecord, Record, RelationshipRecord
from graph.importers.tables import read_table
from graph.kinds import Kind, Spectrum
from graph.relations import RelationshipType
from graph.text.characters import clean
from graph.text.folding import fold

FEWEST_PARTIES = 5
# The fewest parties that give an ideology a position. One party may have its position because of another ideology.
FEWEST_POSITIONS = 2

# Pairs (upper bound of the mean position of an ideology's parties, class of the ideology), from left to right.
SPECTRUM = tuple(zip((-1.5, -0.75, -0.25, 0.25, 0.75, 1.5, inf), Spectrum, strict=True))

# Tags that are not ideologies: from footnotes of the infobox (newspapers, publishers), then peoples, persons and lists.
NOT_IDEOLOGIES = frozenset(map(fold, (Path(__file__).parent / "not_ideologies.txt").read_text().splitlines()))
# Words in brackets that only distinguish the titles of articles. A country in brackets belongs to the name.
DISAMBIGUATION = re.compile(r" \((?:politics|political doctrine|political philosophy|Marxism[–-]Leninism)\)$")


def records(path: Path, core: Mapping[str, CoreParty], positions: Mapping[str, float]) -> Iterator[Record]:
    """Yield the records of ideologies that at least five parties have, and of their relationships with these parties.
    ``core`` and ``positions`` have Party Facts IDs as keys. Positions are from left (negative) to right."""
    rows, names, rows_of = _read_rows(path, core), _read_names(path), defaultdict(list)
    for (_, key), row in rows.items():
        rows_of[key].append(row)
    common = {key: found for key, found in rows_of.items() if len(found) >= FEWEST_PARTIES}
    for key, found in common.items():
        yield _ideology(key, found, positions, names[key])
    order = Counter()
    for (party, key), row in rows.items():
        if key in common:
            type_, position = RelationshipType.HAS_IDEOLOGY, order[party]
            yield RelationshipRecord(type_, core[party].key, key, position=position, line=row.line)
            order[party] += 1


def spectrum(positions: list[float]) -> Spectrum | None:
    """Return an ideology's class, such as "far-left". Return None for fewer than FEWEST_POSITIONS positions."""
    if len(positions) < FEWEST_POSITIONS:
        return None
    return next(value for bound, value in SPECTRUM if fmean(positions) < bound)


def _read_rows(path, core):
    """Map pairs (Party Facts ID, record key of an ideology) to the first row in the table of infoboxes that has this
    pair. Leave out parties that are not in ``core``, and words in NOT_IDEOLOGIES."""
    found = {}
    for row in read_table(path / "wp-infobox.csv.gz", ("partyfacts_id", "source", "position")):
        party, tag = row["partyfacts_id"], row["position"]
        if row["source"] == "ideology" and party in core and fold(tag) not in NOT_IDEOLOGIES:
            found.setdefault((party, _key(tag)), row)
    return found


def _read_names(path) -> dict[str, Counter]:
    """Map the record key of each ideology to a `Counter` of its names, as in {"ideology:socialism":
    Counter({"Socialism": 3})}. The number says how many rows in the table of tags have this name."""
    names = defaultdict(Counter)
    for row in read_table(path / "infobox-tags.csv.gz", ("field", "link", "page")):
        name = clean(DISAMBIGUATION.sub("", row["page"] or row["link"]))
        names[_key(name)][name[:1].upper() + name[1:]] += 1
    return names


def _ideology(key, rows, positions, names):
    value = spectrum([positions[row["partyfacts_id"]] for row in rows if row["partyfacts_id"] in positions])
    tags = list(dict.fromkeys(row["position"] for row in rows))
    fallback = clean(DISAMBIGUATION.sub("", tags[0])).capitalize()
    name = max(names, key=lambda name: (names[name], name), default=fallback)
    record = entity(Kind.IDEOLOGY, key, name, None, details={"spectrum": value}, line=rows[0].line)
    return replace(record, identifiers=tuple(IdentifierRecord("partypositions-tag", tag) for tag in tags))


def _key(tag):
    return f"ideology:{fold(DISAMBIGUATION.sub('', tag.replace('marxism-leninism', 'Marxism-Leninism')))}"
