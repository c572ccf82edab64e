"""The links between Party Facts and ParlGov."""

from pathlib import Path

from graph.importers.partyfacts.tables import read_table

FILE = "partyfacts-parlgov-ids.csv.gz"
# Links by ParlGov's number that do not hold: a coalition linked to one of its parties, and a new party
# linked to an old one with the same letters.
MISLINKED = frozenset({"67", "2659"})


def read_parlgov_ids(path: Path) -> dict[str, str]:
    """ParlGov's number of each party by its Party Facts number; of several numbers the oldest, the main one."""
    links = {}
    for row in sorted(read_table(path / FILE, ("parlgov_id", "partyfacts_id")), key=_number):
        if row["parlgov_id"] not in MISLINKED and row["partyfacts_id"].isdigit():
            links.setdefault(row["partyfacts_id"], row["parlgov_id"])
    return links


def _number(row):
    return (len(row["parlgov_id"]), row["parlgov_id"])
