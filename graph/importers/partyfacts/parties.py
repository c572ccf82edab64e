"""The records of a party: what it is called, where and when it operates, how other registers know it."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from graph.importers.partyfacts.aliases import read_aliases
from graph.importers.partyfacts.core import CoreParty
from graph.importers.partyfacts.naming import Naming
from graph.importers.partyfacts.parlgov_ids import read_parlgov_ids
from graph.importers.partyfacts.tables import number, read_table, year
from graph.importers.partyfacts.wikipedia import Article, read_articles
from graph.importers.partyfacts.years import Years, read_sightings, years_of
from graph.importers.records import EntityRecord, IdentifierRecord, Record, RelationshipRecord, country_key
from graph.kinds import Kind
from graph.relations import RelationshipType

YEARS = ("year_first", "year_last", "share_year")


def records(path: Path, core: Mapping[str, CoreParty]) -> Iterator[Record]:
    """An entity and where it operates for each party; of namesakes the one known best comes first."""
    articles, sightings, aliases = read_articles(path, core), read_sightings(path), read_aliases(path)
    registers = {"parlgov-party": read_parlgov_ids(path), "wikidata": _wikidata(path)}
    naming = Naming(core, articles)
    years = {id: years_of(party, articles[id], sightings.get(id, set())) for id, party in core.items()}
    for party in sorted(core.values(), key=lambda party: _by_renown(party, years[party.id])):
        names = naming.others(party, aliases.get(party.id, ()))
        identifiers = tuple(_identifiers(party, articles[party.id], registers))
        yield _entity(party, naming.shown(party), names, identifiers, years[party.id].founded)
        yield _operates(party, years[party.id])


def _by_renown(party, years):
    # A slug goes to the first of its bearers: the party that is still there, then the one with more votes.
    return (bool(years.end), -(number(party.row["share"]) or 0), int(party.id))


def _entity(party: CoreParty, name, other_names, identifiers, founded):
    return EntityRecord(
        key=party.key,
        kind=Kind.PARTY,
        name=name,
        country_code=party.country.code,
        details={"founded_year": founded} if founded else {},
        other_names=other_names,
        identifiers=identifiers,
        evidence=_evidence(party),
        line=party.row.line,
    )


def _identifiers(party: CoreParty, article: Article, registers):
    yield IdentifierRecord(scheme="partyfacts", value=party.id)
    for scheme, values in registers.items():
        if party.id in values:
            yield IdentifierRecord(scheme=scheme, value=values[party.id])
    if article.title:
        yield IdentifierRecord(scheme="wikipedia", value=article.title)


def _operates(party: CoreParty, years: Years):
    return RelationshipRecord(
        type=RelationshipType.OPERATES_IN_COUNTRY,
        subject=party.key,
        object=country_key(party.country.code),
        start_date=years.start,
        end_date=years.end,
        verified_at=years.seen,
        line=party.row.line,
    )


def _evidence(party):
    """What helps to tell parties apart: years, the largest share of votes and its year, the abbreviation."""
    years = {name: year(party.row[name]) for name in YEARS}
    found = {**years, "share": number(party.row["share"]), "short_name": party.row["name_short"]}
    return {name: value for name, value in found.items() if value}


def _wikidata(path):
    rows = read_table(path / "wikidata.csv.gz", ("partyfacts_id", "wikidata_id"))
    return {row["partyfacts_id"]: row["wikidata_id"] for row in rows if row["wikidata_id"]}
