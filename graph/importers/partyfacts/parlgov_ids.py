"""The links between Party Facts and ParlGov."""

from pathlib import Path

from graph.importers.partyfacts.tables import read_table

FILE = "partyfacts-parlgov-ids.csv.gz"
# Links by ParlGov's number that do not hold: a coalition linked to one of its parties, and a new party
# linked to an old one with the same letters.
MISLINKED = frozenset({"67", "2659"})


def read_parlgov_ids(path: Path) -> dict[str, str]:
    """ParlGov's number of each party by its Party Facts number; of several numbers the lowest, the main one."""
    links = {}
    rows = read_table(path / FILE, ("parlgov_id", "partyfacts_id"))
    for row in sorted(filter(_holds, rows), key=lambda row: int(row["parlgov_id"])):
        links.setdefault(row["partyfacts_id"], row["parlgov_id"])
    return links


def _holds(row):
    return row["parlgov_id"].isdigit() and row["partyfacts_id"].isdigit() and row["parlgov_id"] not in MISLINKED
