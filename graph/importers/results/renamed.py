"""Find the stored candidacies of an imported race, also of candidates whose names the source has changed since."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from graph.actions.results.candidacies import change_candidacy, record_of
from graph.actions.results.records import CandidacyRecord
from graph.models import Candidacy

RENAMED = "The source has another name or other members."


def match(imported: list[Mapping], stored: list[Candidacy]) -> list[Candidacy] | None:
    """Return the stored candidacy of each imported one. Candidacies match if they have the same key, which is made from
    the name. Those that are left match if they are of the same party, and neither list has another one of that party.
    Return None if a candidacy has no match."""
    by_key = {row.key: row for row in stored}
    found = [by_key.get(row["key"]) for row in imported]
    free = [row for row in stored if row not in found]
    times = Counter(_party(row) for row, match in zip(imported, found, strict=True) if match is None)
    stored_times = Counter(map(_stored_party, free))
    by_party = {_stored_party(row): row for row in free if stored_times[_stored_party(row)] == 1}
    for index, row in enumerate(imported):
        if found[index] is None and times[_party(row)] == 1:
            found[index] = by_party.get(_party(row))
    return None if None in found or len(found) != len(stored) else found


def rename(imported: list[Mapping], stored: list[Candidacy]) -> bool:
    """Update stored candidacies from imported ones; the two lists have the same order. If the keys differ, the stored
    candidacy gets all values of the source, otherwise only the members of its alliance. Return True if a candidacy has
    changed."""
    is_changed = False
    for row, candidacy in zip(imported, stored, strict=True):
        if row["key"] != candidacy.key:
            new = CandidacyRecord.from_json(row)
        else:
            # An editor may have corrected the name.
            new = replace(record_of(candidacy), members=row.get("members", []))
        is_changed |= change_candidacy(candidacy, new, note=RENAMED, derives=False)
    return is_changed


def _party(row):
    return row.get("party") or row.get("label", "")


def _stored_party(row):
    return row.party.slug if row.party else row.label
