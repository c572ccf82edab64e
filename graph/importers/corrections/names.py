"""Read a compact list of other names of politicians: by language and source, then by country.

The graph must have exactly one such person, or the same files a term of the person. Otherwise the entry is rejected.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from graph.importers.corrections.entries import InvalidEntry, check, reference, title
from graph.importers.corrections.known import Known, KnownEntity, NotKnown
from graph.importers.records import NameRecord, Record, RejectedRecord
from graph.kinds import Kind
from graph.text.folding import fold

NEEDED = ("lang", "source", "politicians")


class Names:
    """Reads the groups in ``names`` of all files. A group has lang, source, and politicians by country and name."""

    def __init__(self, known: Known, holders: Mapping[tuple[str, str], str]):
        """Store ``holders``: the record key of each office holder in the files, by (country, folded name)."""
        self._known, self._holders = known, holders

    def records(self, group, file: str) -> Iterator[Record]:
        """Yield a record with only other names for each politician, and a RejectedRecord for each invalid entry."""
        line = f"{file}: {title(group, 'lang')}"
        try:
            check(group, NEEDED, frozenset(NEEDED))
            people = _people(group["politicians"])
        except InvalidEntry as error:
            yield RejectedRecord(reason=str(error), line=line)
            return
        for code, name, names in people:
            line = f"{file}: {code}: {name}"
            try:
                yield self._record(group, code, name, names, line)
            except (InvalidEntry, NotKnown) as error:
                yield RejectedRecord(reason=str(error), line=line)

    def _record(self, group, code, name, names, line):
        known, key = self._person(code, name)
        if not isinstance(names, list) or not all(isinstance(other, str) and other for other in names):
            raise InvalidEntry("the names are no list of texts")
        record = reference(key, Kind.POLITICIAN, code, known, group["source"], line)
        other_names = tuple(NameRecord(name=other, lang=group["lang"]) for other in names)
        return replace(record, other_names=other_names, names_only=True)

    def _person(self, code, name) -> tuple[KnownEntity, str]:
        """Return the person and the record key: that of a term in the same files, if any. Raise NotKnown otherwise."""
        key = self._holders.get((code, fold(name)))
        try:
            known = self._known.politician(code, name)
        except NotKnown:
            if not key:
                raise
            known = KnownEntity(0, name)
        return known, key or f"named:{known.pk}"


def _people(by_country):
    if not isinstance(by_country, dict) or not all(isinstance(by_name, dict) for by_name in by_country.values()):
        raise InvalidEntry("the politicians are not listed by country and name")
    return [(code, name, names) for code, by_name in by_country.items() for name, names in by_name.items()]
