"""Read the lists of parties and of compositions (seats of a chamber by party) in the YAML files of corrections.
``entry`` is an item of such a list, a dictionary. ``line`` names the file and the entry in messages."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from graph.importers import builders, records
from graph.importers.corrections.entries import InvalidEntry, check, note
from graph.importers.corrections.known import Known
from graph.kinds import ElectionKind, Kind, NoParty
from graph.models import OtherName
from graph.relations import RelationshipType
from graph.text.folding import fold

# Maps the fields of an entry that contain other names to the kind of these names.
NAMES = {
    "aliases": OtherName.Kind.ALIAS,
    "acronyms": OtherName.Kind.ACRONYM,
    "native": OtherName.Kind.NATIVE,
    "former": OtherName.Kind.FORMER,
}


class Parties:
    """Converts entries of the lists ``parties`` and ``compositions`` to records. First call `identities` for all
    entries of ``parties``, then `parties` for the same entries. At the end, call `compositions`."""

    def __init__(self):
        self._known = Known()
        # Maps each party that was read so far to its (record key, name). A party of the graph is identified by its
        # slug, a new party by (country, name without case and accents).
        self._parties: dict[str | tuple[str, str], tuple[str, str]] = {}

    def identities(self, entry, line: str) -> Iterator[records.Record]:
        """Yield the records that correct a party in the graph: a `MergeRecord` for each slug of a duplicate in the
        field ``merge``, a `RemoveNamesRecord` for the wrong names in ``remove_names``, and a `RenameRecord` for the new
        slug in ``new_slug``. All these fields are optional."""
        check(entry, "party")
        for slug in entry.get("merge", ()):
            yield records.MergeRecord(slug=slug, into=entry["slug"], line=line)
        if entry.get("remove_names"):
            yield records.RemoveNamesRecord(slug=entry["slug"], names=tuple(entry["remove_names"]), line=line)
        if entry.get("new_slug"):
            yield records.RenameRecord(slug=entry["slug"], new_slug=entry["new_slug"], line=line)

    def parties(self, entry, line: str) -> Iterator[records.Record]:
        """Yield the record of a party. If ``entry`` has a field ``country`` or ``ended``, also yield the record of the
        relationship between the party and its country. If it has no field ``slug``, the party is a new one, even if the
        graph has a party with the same name. Raise InvalidEntry if a new party has no country."""
        check(entry, "party")
        if slug := entry.get("slug"):
            code, known = self._known.with_slug(Kind.PARTY, slug)
            key, identifiers = f"party:{known.pk}", dict(known.identifiers)
        elif code := entry.get("country"):
            slug, key, identifiers = (code, fold(entry["party"])), f"party:{code}:{fold(entry['party'])}", {}
        else:
            raise InvalidEntry("a new party has no country")
        self._parties[slug] = self._parties[entry.get("new_slug", slug)] = key, entry["party"]
        fields = {"details": {"founded_year": entry.get("founded")}, "other_names": tuple(_names(entry))}
        fields |= {"identifiers": identifiers | {"wikidata": entry.get("wikidata")}}
        fields |= {"url": entry["source"], "note": note(entry), "line": line, "is_new": not entry.get("slug")}
        start, end = (str(entry.get(name) or "") for name in ("founded", "ended"))
        yield builders.entity(Kind.PARTY, key, entry["party"], code, **fields)
        if end or "country" in entry:
            type_, country = RelationshipType.OPERATES_IN_COUNTRY, records.country_key(code)
            yield records.RelationshipRecord(type_, key, country, start, end, line=line)

    def compositions(self, entry, line: str, as_of: date) -> Iterator[records.Record]:
        """Yield the records of the chamber, the election and the parties, and then that of the composition. The seats
        were confirmed on the day ``as_of``, unless ``entry`` has a field ``as_of``. Raise InvalidEntry if the sum of
        the seats is not the field ``total`` of ``entry``."""
        check(entry, "composition")
        if (seats := sum(entry["seats"].values())) != entry["total"]:
            raise InvalidEntry(f"the seats add up to {seats}, not {entry['total']}")
        chamber = self._reference(Kind.INSTITUTION, entry["chamber"], entry, line)
        if entry.get("chamber_seats"):
            chamber = replace(chamber, details={"seats": entry["chamber_seats"]}, uses=("seats",))
        yield chamber
        if entry.get("election"):
            yield (election := self._reference(Kind.ELECTION, entry["election"], entry, line))
        shares = []
        for name, number in entry["seats"].items():
            if name not in tuple(NoParty) and self._party(chamber.country_code, name) is None:
                yield (party := self._reference(Kind.PARTY, name, entry, line))
                self._parties[name] = party.key, party.name
            key, shown = self._party(chamber.country_code, name) or ("", name)
            shares.append(records.SeatShareRecord(name=shown, seats=number, party=key))
        more = {"start_date": str(entry["start"]), "verified_at": entry.get("as_of", as_of), "line": line}
        more |= {"institution": chamber.key, "election": election.key if entry.get("election") else ""}
        yield records.CompositionRecord(total=entry["total"], shares=tuple(shares), **more)

    def _party(self, country_code, name) -> tuple[str, str] | None:
        return self._parties.get(name) or self._parties.get((country_code, fold(name)))

    def _reference(self, kind, slug, entry, line) -> records.EntityRecord:
        """Return a record that gives the entity a record key for the composition, but does not change facts."""
        code, known = self._known.with_slug(kind, slug)
        fields = {"identifiers": dict(known.identifiers), "url": entry["source"], "note": note(entry), "line": line}
        # An election must have a kind, but the kind in the graph does not change.
        fields["details"] = {"kind": ElectionKind.LEGISLATIVE} if kind == Kind.ELECTION else {}
        return builders.entity(kind, f"{kind}:{known.pk}", known.name, code, uses=(), **fields)


def _names(entry):
    for field, kind in NAMES.items():
        yield from (records.NameRecord(name, kind=kind.value) for name in entry.get(field, ()))
