"""Read the votes for the Australian House of Representatives: the first and the last count of each constituency."""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from graph.importers.aec import NAMES, SOURCE
from graph.importers.aec.counts import (
    DAYS,
    PREFERRED,
    SITTING_MEMBER,
    main_abbreviation,
    person_key,
    read_divisions,
    short_name,
)
from graph.importers.results.build import Election, add_keys, compared, coverage, tally, version, without_empty
from graph.importers.results.known import Known
from graph.importers.tables import read_table
from graph.kinds import Kind
from graph.results import AreaLevel, Comparability, Method, Phase
from graph.text.slugs import slugify

COUNTRY = "au"
ELECTION_OF_2001 = "parlgov-election", "760"
STATES = {
    "ACT": "Australian Capital Territory",
    "NSW": "New South Wales",
    "NT": "Northern Territory",
    "QLD": "Queensland",
    "SA": "South Australia",
    "TAS": "Tasmania",
    "VIC": "Victoria",
    "WA": "Western Australia",
}
SITTING_MEMBER_2004 = "SittingMemberFl"
REDISTRIBUTIONS = "Divisions are compared by their number, also if a redistribution moved their boundaries."
ONLY_NATIONAL = "Of the election before, only national results are known."
NO_EARLIER = "The division did not exist at the election before."


def read(path: Path, known: Known) -> Iterator[Election]:
    before, last = known.find(Kind.ELECTION, *ELECTION_OF_2001), {}
    files = {day: read_divisions(path, day) for day in DAYS}
    # Losers are matched only where the person also won, because other persons have the same names.
    won = defaultdict(set)
    for rows in (rows for divisions in files.values() for rows in divisions.values()):
        won[person_key(_last(rows)[0])].add(rows[0]["DivisionNm"])
    for day, divisions in files.items():
        election = known.record(Kind.ELECTION, SOURCE.slug, f"au:election:{day}")
        rows = read_table(path / f"HouseTppByDivision{day[:4]}.csv.gz", PREFERRED, title_lines=1)
        preferred = {row["DivisionID"]: [int(row[column]) for column in PREFERRED] for row in rows}
        races = [_race(election, rows, preferred, known, last, won) for rows in divisions.values()]
        reason = REDISTRIBUTIONS if last else ONLY_NATIONAL
        comparability = Comparability.COMPARABLE if last else Comparability.NONE
        yield Election(coverage(election, AreaLevel.CONSTITUENCY, before, comparability, reason), races)
        before = election
        last = {key: race for race in races for key in (race["area"]["code"], race["name"])}


def _last(rows):
    """Return the rows of the last two candidates in a constituency, the winner first."""
    number = max(int(row["CountNumber"]) for row in rows)
    last = [row for row in rows if int(row["CountNumber"]) == number and _votes(row)]
    return sorted(last, key=_votes, reverse=True)


def _votes(row):
    return int(row["CalculationValue"])


def _race(election, rows, preferred, known, last, won):
    division, name = rows[0]["DivisionID"], rows[0]["DivisionNm"]
    # Corangamite got another number in 2022.
    previous = last.get(division) or last.get(name)
    first = sorted((row for row in rows if row["CountNumber"] == "0"), key=lambda row: int(row["BallotPosition"]))
    return without_empty(
        election=election,
        slug=slugify(name),
        name=name,
        area={
            "name": name,
            "code": division,
            "scheme": "aec",
            "level": AreaLevel.CONSTITUENCY.value,
            "region": STATES[rows[0]["StateAb"]],
        },
        method=Method.INSTANT_RUNOFF.value,
        office=known.record(Kind.OFFICE, SOURCE.slug, "au:member-of-the-house"),
        candidacies=add_keys([_candidacy(row, known, won) for row in first]),
        versions=[_version(first, _last(rows), preferred[division], known)],
        **compared(previous, NO_EARLIER if last else ONLY_NATIONAL),
    )


def _candidacy(row, known, won):
    abbreviation, person = main_abbreviation(row["PartyAb"]), person_key(row)
    party = abbreviation and known.record(Kind.PARTY, SOURCE.slug, f"au:party:{abbreviation}")
    is_known = row["DivisionNm"] in won.get(person, ())
    return without_empty(
        name=short_name(row),
        label=row["PartyNm"],
        person=known.record(Kind.POLITICIAN, SOURCE.slug, f"au:person:{person}") if is_known else None,
        party=party or (abbreviation and known.party_named(COUNTRY, *_names(abbreviation, row["PartyNm"]))),
        position=int(row["BallotPosition"]),
        incumbent=row.get(SITTING_MEMBER, row.get(SITTING_MEMBER_2004)) in ("Y", "#"),
    )


def _names(abbreviation, printed):
    return NAMES.get(abbreviation, ""), printed, f"{printed} Party", f"Australian {printed}"


def _version(first, last, preferred, known):
    index = {row["CandidateID"]: position for position, row in enumerate(first)}
    tallies = [tally(position, _votes(row)) for position, row in enumerate(first)]
    for row in last:
        elected = row is last[0]
        tallies.append(tally(index[row["CandidateID"]], _votes(row), count=int(row["CountNumber"]), elected=elected))
    valid, left = sum(map(_votes, first)), sum(map(_votes, last))
    parties = [known.record(Kind.PARTY, SOURCE.slug, "au:party:ALP"), known.party_named(COUNTRY, "Coalition")]
    note = "" if valid == left else f"{valid - left:,} votes of the first count are missing in the last one."
    two_party = [[party, votes] for party, votes in zip(parties, preferred, strict=True)]
    return version(SOURCE, Phase.CERTIFIED, tallies, valid=valid, two_party=two_party, note=note)
