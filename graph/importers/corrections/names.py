"""Other names of politicians in a compact form: by language and source, then by country.

It speaks of people that the graph has; whom it does not know, or knows twice, is refused.
"""

from collections.abc import Iterator
from dataclasses import replace

from graph.importers.corrections.known import Known, NotKnown
from graph.importers.corrections.lines import Wrong, check, reference, title
from graph.importers.records import NameRecord, Record, Refusal
from graph.kinds import Kind

NEEDED = ("lang", "source", "politicians")


class Names:
    """Takes the groups of all files: lang, source, and politicians (by country and name, lists of other names)."""

    def __init__(self, known: Known):
        self._known = known

    def records(self, group, file: str) -> Iterator[Record]:
        """For each politician a record with nothing but other names; refusals for what is wrong."""
        try:
            check(group, NEEDED, frozenset(NEEDED))
            people = list(_people(group["politicians"]))
        except Wrong as error:
            yield Refusal(reason=str(error), line=f"{file}: {title(group, 'lang')}")
            return
        for code, name, names in people:
            yield self._named(group, code, name, names, f"{file}: {code}: {name}")

    def _named(self, group, code, name, names, line):
        try:
            known = self._known.politician(code, name)
        except NotKnown as error:
            return Refusal(reason=str(error), line=line)
        if not isinstance(names, list) or not all(isinstance(other, str) and other for other in names):
            return Refusal(reason="the names are no list of texts", line=line)
        # One person may be named in several languages, each time with another source.
        key = f"named:{known.pk}:{group['lang']}:{group['source']}"
        record = reference(key, Kind.POLITICIAN, code, known, group["source"], line)
        return replace(record, other_names=tuple(NameRecord(name=other, lang=group["lang"]) for other in names))


def _people(by_country):
    if not isinstance(by_country, dict) or not all(isinstance(told, dict) for told in by_country.values()):
        raise Wrong("the politicians do not stand by country and name")
    for code, told in by_country.items():
        yield from ((code, name, names) for name, names in told.items())
