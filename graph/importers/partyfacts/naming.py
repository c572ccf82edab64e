"""Choose the display name and the other names of each party of Party Facts."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from graph.importers.partyfacts import spelling
from graph.importers.partyfacts.core import CoreParty
from graph.importers.partyfacts.spelling import acronym_parts, alternatives
from graph.importers.records import NameRecord
from graph.importers.tables import read_table
from graph.text.folding import fold

# Separates subtitles: ``Plaid Cymru — the Party of Wales``, ``Likud-National Liberal Movement``, ``Fine Gael (...)``.
SUBTITLE = re.compile(r"\s*[—–-]\s*|\s*\(")
# The other tables with names of parties: (columns with full names, column with the abbreviation).
ALIAS_TABLES = {
    "whogov.csv.gz": (("name_english", "name"), "name_short"),
    "vparty.csv.gz": (("name_english",), "name_short"),
    "euned.csv.gz": (("party_english", "party_native"), "party_abbreviation"),
    "ches.csv.gz": ((), "party"),
}
LONGEST_ACRONYM = 12
REMARK = re.compile(r"[·:;]|\(including", re.IGNORECASE)
NO_NAMES = frozenset({"unidentified", "unknown", "independent", "not in partyfacts"})


class Naming:
    """Chooses the display name and the other names of each party in the core list of Party Facts."""

    def __init__(self, parties: Mapping[str, CoreParty]):
        # Maps (country, name without case and accents) to the numbers of the parties that have this name.
        self._owners = defaultdict(set)
        for party in parties.values():
            for names in (alternatives(party.english), alternatives(party.row["name"]), [_acronym(party)]):
                # Several names may be those of the parties in an alliance. The alliance does not own them.
                self._add_owner(party, *(names if len(names) == 1 else ()))
        self._display_names = {party.id: self._choose(party) for party in parties.values()}
        for party in parties.values():
            self._add_owner(party, self._display_names[party.id])

    def display_name(self, party: CoreParty) -> str:
        return self._display_names[party.id]

    def other_names(self, party: CoreParty, aliases: Iterable[NameRecord]) -> tuple[NameRecord, ...]:
        """Return all names of ``party`` except its display name. ``aliases`` are its names in other tables. Leave out
        an alias if it is also a name of another party in the same country."""
        display_name = self.display_name(party)
        found = {display_name: NameRecord(name=display_name)}
        for record in self._names_in_core(party, display_name):
            if record.name:
                found.setdefault(record.name, record)
        known = {_letters(name) for name in found}
        for record in self._further_names(party, aliases):
            if _letters(record.name) not in known and not self.is_name_of_another(record.name, party):
                found[record.name] = record
                known.add(_letters(record.name))
        return tuple(found.values())[1:]

    def is_name_of_another(self, name: str, party: CoreParty) -> bool:
        """Return True if ``name`` is a name or an abbreviation of another party in the country of ``party``."""
        return bool(self._owners[party.country.code, fold(name)] - {party.id})

    def _choose(self, party):
        names, title = alternatives(party.english), party.article_name
        if same := [name for name in names if fold(name) == fold(title)]:
            return same[0]
        if any(_is_same_name(party, name) for name in names) and not self.is_name_of_another(title, party):
            return title
        is_alliance = len(names) > 1 and any(self.is_name_of_another(name, party) for name in names)
        return " / ".join(names) if is_alliance else names[0]

    def _add_owner(self, party, *names):
        for name in names:
            self._owners[party.country.code, fold(name)].add(party.id)

    def _names_in_core(self, party, display_name):
        row, is_alliance = party.row, "/" in display_name
        if not is_alliance:
            yield from (NameRecord(name, "en") for name in alternatives(row["name_english"]))
        yield from (NameRecord(name, "en") for name in spelling.spelled_out(row["name_english"]))
        natives = alternatives(row["name"])
        # Do not split the native name of an alliance into the names of its parties. Nor is its English name split.
        natives = [" / ".join(natives)] if is_alliance and natives else natives
        yield from (NameRecord(name=name, kind="native") for name in natives)
        for name, language in spelling.in_languages(row["name_other"]):
            yield from (NameRecord(name=one, lang=language) for one in alternatives(name))
        yield NameRecord(name=_acronym(party), kind="acronym")

    def _further_names(self, party, aliases):
        parts = acronym_parts(_acronym(party), alternatives(party.english))
        if not any(self.is_name_of_another(part, party) for part in parts):
            yield from (NameRecord(name=part, kind="acronym") for part in parts)
        if party.article_name:
            yield NameRecord(name=party.article_name, lang="en")
        yield from aliases


def read_aliases(path: Path) -> dict[str, list[NameRecord]]:
    """Map Party Facts IDs to the names in ALIAS_TABLES. Leave out a table if it has different names for the ID."""
    found = defaultdict(list)
    for file, (names, acronym) in ALIAS_TABLES.items():
        rows_of = defaultdict(list)
        for row in read_table(path / file, ("partyfacts_id", *names, acronym)):
            rows_of[row["partyfacts_id"]].append(row)
        column = names[0] if names else acronym
        for id, rows in rows_of.items():
            # If the rows of a party have different names, some are about a branch or a predecessor. Use none of them.
            if len({fold(row[column]) for row in rows}) == 1:
                found[id] += [record for row in rows for record in _aliases(row, names, acronym)]
    return found


def _aliases(row, columns, acronym) -> Iterator[NameRecord]:
    for column in columns:
        for name in alternatives(row[column]):
            if fold(name) not in NO_NAMES and not REMARK.search(name):
                yield NameRecord(name=name)
    for name in acronym_parts(row[acronym], alternatives(row[columns[0]]) if columns else []):
        if 1 < len(name) <= LONGEST_ACRONYM:
            yield NameRecord(name=name, kind="acronym")


def _is_same_name(party, name):
    """Return True if ``name`` means the same as the title of the party's article. The title has all words of ``name``
    and more, or is a part of ``name``, as ``Plaid Cymru`` is a part of ``Plaid Cymru — the Party of Wales``."""
    return _words(party.article_name) > _words(name) or fold(party.title) in map(fold, SUBTITLE.split(name))


def _words(name):
    return {word.removesuffix("s") for word in fold(name).split()}


def _letters(name):
    """Return the name in lower case without accents and blanks, so that names with different blanks are equal."""
    return fold(name).replace(" ", "")


def _acronym(party):
    return spelling.without_brackets(party.row["name_short"]) or spelling.tidy(party.row["name_short"])
