"""Read the results of elections to the House of Commons since 2010. Where boundaries changed, also read estimates of
the earlier results in the new constituencies."""

import csv
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from graph.importers.records import SOURCES
from graph.importers.results.build import CORRECT, Election, add_keys, compared, coverage, tally, version, without_empty
from graph.importers.results.known import Known
from graph.importers.tables import Row, read_cells, to_row
from graph.importers.uk.contests import CANDIDACY, HEADERS, LATE_POLLS, RESULT
from graph.kinds import Kind
from graph.results import AreaLevel, Comparability, Method, Phase
from graph.text.characters import clean
from graph.text.slugs import slugify

SOURCE = SOURCES["uk"]
COUNTRY = "gb"
LONDON = ZoneInfo("Europe/London")
DAYS = {55: "2010-05-06", 56: "2015-05-07", 57: "2017-06-08", 58: "2019-12-12", 59: "2024-07-04"}
ELECTION_OF_2005 = "parlgov-election", "233"
COLUMNS = (*RESULT, "rejected", "majority")
SAME_PARTY = {"1006": "1036"}
"""Brexit Party and Reform UK are one party."""
INDEPENDENT, SPEAKER, GREENS = "8", "47", "44"
GREENS_OF = {"Scotland": "1057", "Northern Ireland": "1113"}
NAMES = {"1057": "Scottish Green Party", "1113": "Green Party in Northern Ireland"}
# The Conservatives and the Ulster Unionists had joint candidates in 2010. The file calls them independent, but has
# their votes in the column of the Ulster Unionists.
JOINT_LABEL, JOINT_PARTY, JOINT_COLUMN = "Ulster Conservatives and Unionists - New Force", "38", 28
NOTIONAL = {
    54: "seat name party_id party abbreviation votes valid electorate share".split(),
    58: "name _ seat _ _ country _ _ electorate valid _ column votes abbreviation party party_id".split(),
}
SUMS = ("TOTOTHV", "MAXOTHV")
"""Rows of the estimates that are sums of other rows."""
UNKNOWN = ("", "NA", "[x]")
REASONS = {
    Comparability.NOTIONAL: "The boundaries changed: compared with estimates of the earlier result in the new areas.",
    Comparability.COMPARABLE: "",
}


def read(path: Path, known: Known) -> Iterator[Election]:
    """Yield the results of each general election, followed by those of the by-elections until the next one."""
    office = known.record(Kind.OFFICE, SOURCE.slug, "uk:member-of-the-commons")
    with (path / "revised_constituency_ids.csv").open(encoding="utf-8-sig", newline="") as file:
        revised = {old: new for old, _, new in csv.reader(file)}
    before, last = known.find(Kind.ELECTION, *ELECTION_OF_2005), {}
    for number, day in DAYS.items():
        election = known.record(Kind.ELECTION, SOURCE.slug, f"uk:general-election:{day}")
        comparability = Comparability.COMPARABLE
        if number - 1 in NOTIONAL:
            comparability = Comparability.NOTIONAL
            notional = list(_notional(path, number - 1, before, known, revised if number == 59 else {}))
            yield Election(coverage=None, races=notional)
            last = {race["area"]["code"]: race for race in notional}
        folder, races = path / str(number), []
        for row, candidates in _contests(folder / "general-election", ()):
            races.append(_race(election, row, candidates, known, office, last, comparability))
        yield Election(coverage=_coverage(election, before, comparability), races=races)
        before = election
        last = newest = {race["area"]["code"]: race for race in races}
        for row, candidates in _contests(folder / "by-elections", ("day", "writ")):
            day = datetime.strptime(row["day"], "%d/%m/%Y").date().isoformat()
            by_election = known.find(Kind.ELECTION, "uk-by-election", f"{day}/{row['seat']}")
            earlier = newest[row["seat"]]["election"]
            race = _race(by_election, row, candidates, known, office, newest, Comparability.COMPARABLE)
            yield Election(coverage=_coverage(by_election, earlier, Comparability.COMPARABLE), races=[race])
            # By-elections are compared with the newest race of the seat, general elections with general ones.
            newest = newest | {row["seat"]: race}


def _coverage(election, previous, comparability):
    return coverage(election, AreaLevel.CONSTITUENCY, previous, comparability, REASONS[comparability])


def _contests(folder, days) -> Iterator[tuple[Row, list[Row]]]:
    """Yield (row of a constituency, rows of its candidates). By-elections are sorted by date. ``days`` are the first
    columns of their files."""
    candidates = defaultdict(list)
    for row in _rows(folder / "candidacies.csv.gz", (*days[:1], *CANDIDACY)):
        candidates[row.get("day"), row["seat"]].append(row)
    rows = list(_rows(folder / "constituencies.csv.gz", (*days, *COLUMNS)))
    for row in sorted(rows, key=lambda row: row.get("day", "").split("/")[::-1]):
        yield row, candidates[row.get("day"), row["seat"]]


def _rows(file: Path, columns) -> Iterator[Row]:
    for line, cells in read_cells(file, "/".join(file.parts[-3:])):
        if cells[0] not in (*HEADERS, "constituency_id"):
            row = to_row(line, columns, [CORRECT.get(cell, cell) for cell in map(clean, cells)])
            row["joint"] = cells[JOINT_COLUMN] if len(cells) > JOINT_COLUMN else ""
            yield row


def _race(election, row, rows, known, office, last, comparability):
    name, seat, previous = row["constituency"], row["seat"], last[row["seat"]]
    rows = sorted(rows, key=lambda row: (-int(row["votes"]), row["surname"], row["first_name"]))
    candidacies = [_candidacy(candidate, row["joint"], known) for candidate in rows]
    return {
        "election": election,
        "slug": slugify(name),
        "name": name,
        "area": _area(name, seat, row["region"]),
        "method": Method.PLURALITY.value,
        "office": office,
        "candidacies": add_keys(candidacies),
        "versions": [_version(row, [int(row["votes"]) for row in rows])],
        **compared(previous, comparability=comparability),
    }


def _area(name, code, region=""):
    return without_empty(name=name, code=code, scheme="gss", level=AreaLevel.CONSTITUENCY.value, region=region)


def _candidacy(row, joint, known):
    is_joint = row["party_id"] == INDEPENDENT and joint == row["votes"] and row["country"] == "Northern Ireland"
    return without_empty(
        name=f"{row['first_name']} {row['surname']}",
        label=JOINT_LABEL if is_joint else row["party"],
        person=known.find(Kind.POLITICIAN, "datadotparl", row["member"]),
        party=_party(JOINT_PARTY if is_joint else row["party_id"], row["country"], known, row["party"]),
        incumbent=row["sitting"] == "Yes",
    )


def _party(number, country, known, *names):
    if number in (INDEPENDENT, SPEAKER):
        return None
    number = GREENS_OF.get(country, number) if number == GREENS else SAME_PARTY.get(number, number)
    return known.find(Kind.PARTY, "mnis-party", number) or known.party_named(COUNTRY, NAMES.get(number, ""), *names)


def _version(row, votes):
    total, notes = sum(votes), []
    if total != int(row["valid_votes"]):
        notes.append(f"The source gives {int(row['valid_votes']):,} valid votes; its candidates have {total:,}.")
    if votes[0] - votes[1] != int(row["majority"]):
        notes.append(f"The source gives a majority of {int(row['majority']):,}; it is {votes[0] - votes[1]:,}.")
    day = LATE_POLLS.get((DAYS[55], row["seat"])) if row["declared"].startswith("28/05/2010") else None
    if day:
        notes.append(f"Because a candidate had died, the poll was held on {day}.")
    rejected = None if row["rejected"] in UNKNOWN else int(row["rejected"])
    return version(
        SOURCE,
        Phase.CERTIFIED,
        [tally(index, number, elected=index == 0) for index, number in enumerate(votes)],
        valid_from=_moment(row["declared"]),
        electorate=int(row["electorate"]),
        # Without the ballots, the turnout is that of the valid votes, as is usual in the United Kingdom.
        valid=total,
        rejected=rejected,
        note=" ".join(notes),
    )


def _moment(text):
    """Convert a British local time such as ``07/05/2010 03:05`` to ISO format in UTC. Return None if it is unknown."""
    if text in UNKNOWN:
        return None
    moment = datetime.strptime(text, "%d/%m/%Y %H:%M").replace(tzinfo=LONDON).astimezone(UTC)
    return moment.isoformat().replace("+00:00", "Z")


def _notional(path, number, election, known, revised):
    """Yield estimated races: how ``election`` would have ended in the constituencies of the next general election."""
    of_seat = defaultdict(list)
    for row in _rows(path / str(number) / "notional-general-election" / "results.csv.gz", NOTIONAL[number]):
        if row.get("column") not in SUMS and int(row["votes"]):
            of_seat[revised.get(row["seat"], row["seat"])].append(row)
    for seat, rows in of_seat.items():
        rows.sort(key=lambda row: (-int(row["votes"]), row["party"]))
        first, name = rows[0], rows[0]["name"]
        tallies = [tally(index, int(row["votes"])) for index, row in enumerate(rows)]
        valid, electorate = int(first["valid"]), int(first["electorate"])
        yield {
            "election": election,
            "slug": f"{slugify(name)}-notional",
            "name": name,
            "area": _area(name, seat),
            "method": Method.PLURALITY.value,
            "notional": True,
            "candidacies": add_keys([_notional_party(row, seat, known) for row in rows]),
            "versions": [version(SOURCE, Phase.FINAL, tallies, electorate=electorate, valid=valid)],
        }


def _notional_party(row, seat, known):
    country = {"S": "Scotland", "N": "Northern Ireland"}.get(seat[0], "")
    name = row["party"]
    if row["party_id"] in UNKNOWN or row["party_id"] == INDEPENDENT:
        name = {"Commons Speaker": "Speaker", "NA": "Others"}.get(name, name)
        name = "Independent" if row["party_id"] == INDEPENDENT else name
    return without_empty(name=name, label=name, party=_party(row["party_id"], country, known, name))
