"""Other names of politicians in a compact form: by language and source, then by country.

It speaks of people that the graph has, or that the same files tell; whom it does not know, or knows twice, is refused.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from graph.importers.corrections.known import Known, KnownEntity, NotKnown
from graph.importers.corrections.lines import Wrong, check, reference, title
from graph.importers.records import NameRecord, Record, RejectedRecord
from graph.kinds import Kind
from graph.text.folding import fold

NEEDED = ("lang", "source", "politicians")


class Names:
    """Takes the groups of all files: lang, source, and politicians (by country and name, lists of other names)."""

    def __init__(self, known: Known, holders: Mapping[tuple[str, str], str]):
        """``holders`` leads from country and folded name to the run's key of a person that the files tell."""
        self._known, self._holders = known, holders

    def records(self, group, file: str) -> Iterator[Record]:
        """For each politician a record with nothing but other names; refusals for what is wrong."""
        try:
            check(group, NEEDED, frozenset(NEEDED))
            people = list(_people(group["politicians"]))
        except Wrong as error:
            yield RejectedRecord(reason=str(error), line=f"{file}: {title(group, 'lang')}")
            return
        for code, name, names in people:
            yield self._named(group, code, name, names, f"{file}: {code}: {name}")

    def _named(self, group, code, name, names, line):
        try:
            known, key = self._person(code, name)
        except NotKnown as error:
            return RejectedRecord(reason=str(error), line=line)
        if not isinstance(names, list) or not all(isinstance(other, str) and other for other in names):
            return RejectedRecord(reason="the names are no list of texts", line=line)
        record = reference(key, Kind.POLITICIAN, code, known, group["source"], line)
        told = tuple(NameRecord(name=other, lang=group["lang"]) for other in names)
        return replace(record, other_names=told, names_only=True)

    def _person(self, code, name) -> tuple[KnownEntity, str]:
        """The person with the run's key: whom the terms make has theirs."""
        key = self._holders.get((code, fold(name)))
        try:
            known = self._known.politician(code, name)
        except NotKnown:
            if not key:
                raise
            known = KnownEntity(0, name, "", "")
        return known, key or f"named:{known.pk}"


def _people(by_country):
    if not isinstance(by_country, dict) or not all(isinstance(told, dict) for told in by_country.values()):
        raise Wrong("the politicians do not stand by country and name")
    for code, told in by_country.items():
        yield from ((code, name, names) for name, names in told.items())
