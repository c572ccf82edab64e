"""Read the results of presidential elections in the United States since 2008, by state and county."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from graph.importers.results.build import Election, add_keys, compared, coverage, tally, version, without_empty
from graph.importers.results.known import Known
from graph.importers.tables import Row, read_table
from graph.importers.us_presidential import DATA, SOURCE
from graph.kinds import Kind
from graph.results import AreaLevel, Comparability, Method, Phase
from graph.text.slugs import slugify

PARTY_SOURCE = "us-congress-legislators"
PARTIES = ("Democratic Party", "Republican Party")
OTHERS = "Other candidates"
ALASKA = "02"
ELECTORS = Path(__file__).with_name("us_states.csv")
"""Has the electoral votes of each state, by the first presidential election after a census."""
SPLIT = {"23", "31"}
"""Maine and Nebraska give some of their electoral votes to the winners of districts, which the files lack."""
SPLIT_NOTE = "The state divides its electoral votes. The source has no districts, so the winner has all of them here."
TWO_ONLY_NOTE = "The source has the votes for the two largest parties only."
INCOMPLETE_NOTE = "The count of the source is incomplete: about 5 % of the votes were counted later."
NO_ALASKA_NOTE = "Alaska is missing, because the source does not have it."
COLUMNS = ("votes_dem", "votes_gop", "total_votes")


@dataclass(frozen=True, slots=True, kw_only=True)
class Year:
    """One election: its file, and the names of the columns. ``code`` is the column with the FIPS code of the county."""

    year: str
    candidates: Sequence[str]
    file: str
    code: str = "county_fips"
    columns: Sequence[str] = COLUMNS
    county: str = "county_name"
    electors: str
    is_complete: bool = True


YEARS = [Year(**entry) for entry in DATA["results"]]


def read(path: Path, known: Known) -> Iterator[Election]:
    states = {row["fips"]: row for row in read_table(ELECTORS, ("fips", "name"))}
    before, last = None, {}
    for year in YEARS:
        election = known.record(Kind.ELECTION, SOURCE.slug, f"us:presidential:{year.year}")
        counties = defaultdict(list)
        for row in read_table(path / year.file, (year.code, *year.columns)):
            counties[row[year.code].zfill(5)[:2]].append(row)
        races = [_race(election, year, states[fips], rows, known, last) for fips, rows in sorted(counties.items())]
        notes = [] if ALASKA in counties else [NO_ALASKA_NOTE]
        notes += [] if year.is_complete else [INCOMPLETE_NOTE]
        comparability = Comparability.COMPARABLE if last else Comparability.NONE
        reason = "" if last else "No results by state of an earlier election are covered."
        yield Election(coverage(election, AreaLevel.REGION, before, comparability, reason, " ".join(notes)), races)
        before, last = election, {race["area"]["code"]: race for race in races}


def _race(election, year, state, rows, known, last):
    counties = [_votes(row, year) for row in rows]
    whole = [sum(votes) for votes in zip(*counties, strict=True)]
    if len({row[year.county] for row in rows}) == 1 < len(rows):
        # Each row of Alaska in 2016 has the votes of the whole state.
        rows, counties, whole = [], [], counties[0]
    seats, candidates = int(state[year.electors]), range(len(PARTIES) + bool(whole[-1]))
    return without_empty(
        election=election,
        slug=slugify(state["name"]),
        name=state["name"],
        area={"name": state["name"], "code": state["fips"], "scheme": "fips", "level": AreaLevel.REGION.value},
        seats=seats,
        method=Method.ELECTORAL_COLLEGE.value,
        office=known.record(Kind.OFFICE, SOURCE.slug, "us:president"),
        candidacies=add_keys([_candidacy(year, index, known) for index in candidates]),
        units=[_unit(row[year.code], row[year.county]) for row in rows],
        versions=[_version(year, state, _tallies(seats, whole, counties, candidates), whole, len(rows))],
        **compared(last.get(state["fips"]), NO_ALASKA_NOTE if last else ""),
    )


def _tallies(seats, whole, counties, candidates):
    elected = max(candidates, key=lambda index: whole[index])
    rows = [
        tally(index, whole[index], elected=index == elected, seats=seats if index == elected else 0)
        for index in candidates
    ]
    return rows + [tally(i, votes[i], unit=unit) for unit, votes in enumerate(counties) for i in candidates]


def _votes(row: Row, year) -> list[int]:
    """Return the votes in a county: [Democrat, Republican, all others]. The file has them as decimals."""
    democrat, republican, last = (int(float(row[column])) for column in year.columns)
    return [democrat, republican, last - democrat - republican if year.columns == COLUMNS else last]


def _unit(code, name):
    level = next((level for level in ("ward", "district") if level in name.lower().split()), "county")
    return {"code": code.zfill(5), "name": name, "level": level}


def _candidacy(year, index, known):
    if index == len(PARTIES):
        return {"name": OTHERS}
    entry = next(entry for entry in DATA["candidates"] if entry["name"] == year.candidates[index])
    by_record = known.record(Kind.POLITICIAN, SOURCE.slug, f"us:candidate:{entry['name']}")
    return without_empty(
        name=entry["name"],
        label=PARTIES[index],
        person=by_record or known.find(Kind.POLITICIAN, "bioguide", entry["identifiers"].get("bioguide", "")),
        party=known.record(Kind.PARTY, PARTY_SOURCE, f"us:party:{PARTIES[index]}"),
    )


def _version(year, state, tallies, whole, units):
    notes = [SPLIT_NOTE] if state["fips"] in SPLIT else []
    notes += [] if whole[-1] else [TWO_ONLY_NOTE]
    notes += [] if year.is_complete else [INCOMPLETE_NOTE]
    return version(
        SOURCE,
        Phase.FINAL if year.is_complete else Phase.PROVISIONAL,
        tallies,
        units_counted=units or None,
        units_total=units or None,
        valid=sum(whole) if whole[-1] else None,
        note=" ".join(notes),
    )
