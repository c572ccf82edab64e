"""Read the national results of elections in ParlGov. Each election has only one race, which is for all seats."""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from graph.importers.parlgov import SOURCE
from graph.importers.parlgov.parties import read_parties
from graph.importers.results.build import Election, add_keys, coverage, national, tally, version, without_empty
from graph.importers.results.known import Known
from graph.importers.tables import read_table
from graph.kinds import Kind
from graph.results import AreaLevel, Comparability, Phase

COUNTRIES, ELECTIONS, RESULTS = (
    "02__datacore__Country.csv.gz",
    "31__elections__Election.csv.gz",
    "32__elections__ElectionResult.csv.gz",
)
COLUMNS = "id type country date seats_total electorate votes_cast votes_valid".split()
RESULT_COLUMNS = "id election party alliance seats vote_share votes".split()
LARGEST_MISTAKE = 0.02
"""In 32 elections the parties have 25 % more votes than there were valid ones, or a multiple; in eleven up to 1.2 %."""
SEVERAL_VOTES = "The parties have more votes than there were valid ones: voters had several, or a number is wrong."
NUMBERS = ("seats", "vote_share", "votes")


def read(path: Path, known: Known) -> Iterator[Election]:
    """Yield the results of all ParlGov elections that are in the graph."""
    rows = read_table(path / COUNTRIES, ("id", "code_iso2"))
    codes = {row["id"]: row["code_iso2"].lower() for row in rows if row["code_iso2"].lower() in known.countries}
    parties, no_parties = read_parties(path, codes, {}, None)
    results, last, members = defaultdict(list), {}, defaultdict(list)
    for row in read_table(path / RESULTS, RESULT_COLUMNS):
        if row["alliance"]:
            members[row["alliance"]].append(known.find(Kind.PARTY, "parlgov-party", row["party"]))
        # Members of an alliance have empty rows if all numbers are in the row of the alliance.
        if any(row[name] for name in NUMBERS):
            results[row["election"]].append(row)
    for row in sorted(read_table(path / ELECTIONS, COLUMNS), key=lambda row: row["date"]):
        if slug := known.find(Kind.ELECTION, "parlgov-election", row["id"]):
            before = last.get((row["country"], row["type"]))
            ranked = sorted(results[row["id"]], key=lambda row: tuple(-_number(row[name] or 0) for name in NUMBERS))
            candidacies = [_candidacy(result, parties, no_parties, row["date"], known) for result in ranked]
            for candidacy, result in zip(candidacies, ranked, strict=True):
                _add_members(candidacy, members[result["id"]])
            counts = _version(row, ranked)
            seats = int(row["seats_total"])
            code = codes[row["country"]]
            race = national(slug, code, known, seats, before, add_keys(candidacies), counts)
            comparability = Comparability.COMPARABLE if before else Comparability.NONE
            yield Election(coverage(slug, AreaLevel.NATIONAL, before, comparability), [race])
            last[row["country"], row["type"]] = slug


def _candidacy(row, parties, no_parties, day, known):
    party = parties.get(row["party"])
    return without_empty(
        name=party.name_on(day) if party else no_parties[row["party"]],
        label=party.short_name_on(day) if party else "",
        party=known.find(Kind.PARTY, "parlgov-party", row["party"]),
    )


def _add_members(candidacy, members):
    """Add the slugs of the parties in an alliance to its candidacy. ``members`` are slugs, or None for parties that the
    graph does not have. The party of the candidacy itself is left out."""
    if slugs := sorted({slug for slug in members if slug} - {candidacy.get("party")}):
        candidacy["members"] = slugs


def _version(row, results):
    cast, electorate, valid = (_integer(row[name]) for name in ("votes_cast", "electorate", "votes_valid"))
    notes = []
    if cast and ((electorate and cast > electorate) or (valid and cast < valid)):
        notes.append(f"The source gives {cast:,} votes cast, which cannot be right, so they are left out.")
        cast = None
    more = sum(_integer(result["votes"]) or 0 for result in results) - valid if valid else 0
    if more > LARGEST_MISTAKE * (valid or 0):
        notes.append(SEVERAL_VOTES)
    elif more > 0:
        notes.append(f"The parties have more votes than the source gives as valid ones, by {more:,}.")
    tallies = [
        tally(
            index,
            _integer(result["votes"]),
            share=_number(result["vote_share"]) if result["vote_share"] else None,
            seats=_integer(result["seats"]),
        )
        for index, result in enumerate(results)
    ]
    fields = {"electorate": electorate, "ballots": cast, "valid": valid, "note": " ".join(notes)}
    return version(SOURCE, Phase.FINAL, tallies, **fields)


def _integer(text):
    return int(float(text)) if text else None


def _number(text):
    return float(text or 0)
