"""The records of a party: what it is called, where and when it operates, how other registers know it."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from graph.importers.partyfacts.aliases import read_aliases
from graph.importers.partyfacts.core import CoreParty
from graph.importers.partyfacts.naming import Naming
from graph.importers.partyfacts.parlgov_ids import read_parlgov_ids
from graph.importers.partyfacts.tables import number, read_table
from graph.importers.partyfacts.wikipedia import Article, read_articles
from graph.importers.partyfacts.years import Years, read_sightings, year, years_of
from graph.importers.records import EntityRecord, IdentifierRecord, Record, RelationshipRecord, country_key
from graph.kinds import Kind

YEARS = ("year_first", "year_last", "share_year")


def records(path: Path, core: Mapping[str, CoreParty]) -> Iterator[Record]:
    """An entity and where it operates for each party; of namesakes the one known best comes first."""
    articles = read_articles(path, core)
    sightings, aliases, naming = read_sightings(path), read_aliases(path), Naming(core, articles)
    registers = {"parlgov-party": read_parlgov_ids(path), "wikidata": _wikidata(path)}
    for party in sorted(core.values(), key=_by_renown):
        article = articles[party.id]
        years = years_of(party, article.founded, article.dissolved, sightings.get(party.id, set()))
        yield EntityRecord(
            key=party.key,
            kind=Kind.PARTY,
            name=naming.shown(party),
            country_code=party.country.code,
            details={"founded_year": years.founded} if years.founded else {},
            other_names=naming.others(party, aliases.get(party.id, ())),
            identifiers=tuple(_identifiers(party, article, registers)),
            evidence=_evidence(party),
            line=party.row.line,
        )
        yield _operates(party, years)


def _by_renown(party):
    # A slug goes to the first of its bearers: the party that is still there, then the one with more votes.
    return (bool(party.row["year_last"]), -(number(party.row["share"]) or 0), int(party.id))


def _identifiers(party: CoreParty, article: Article, registers):
    yield IdentifierRecord(scheme="partyfacts", value=party.id)
    for scheme, values in registers.items():
        if party.id in values:
            yield IdentifierRecord(scheme=scheme, value=values[party.id])
    if article.title:
        yield IdentifierRecord(scheme="wikipedia", value=article.title)


def _operates(party: CoreParty, years: Years):
    return RelationshipRecord(
        type="party_operates_in_country",
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
