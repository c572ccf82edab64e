"""Upgrade a graph to a newer catalogue after random edits: ``python -m tests.graph.interchange.real_upgrade``.

The database of DATABASE_URL must have the shipped catalogue; use a copy. The program prints its figures as JSON. It
fails if an edit is lost, if something that an editor removed is back, or if a second upgrade changes anything.
"""

import argparse
import json
import os
import shutil
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup()

from graph.models import Change, Source  # noqa: E402 - models can be imported only now
from tests.graph.interchange.catalogues import Catalogue, read  # noqa: E402 - as above
from tests.graph.interchange.upgrades import RandomEditor, lost_and_resurrected, rows_of_graph  # noqa: E402 - as above

SHIPPED = Path("graph/catalogue")
EDITED, OTHERS = 300, 2000
"""EDITED is the number of entities that both editors and the new catalogue change. OTHERS is the number of politicians
that only the new catalogue changes."""
ENDS = ("subject", "object")
FILES = ("politician", "party", "election", "office", "institution")


class Shipped(Catalogue):
    def __init__(self, folder):
        shutil.copytree(SHIPPED, folder)
        self.folder, self.records = folder, read(folder)


def chosen_slugs(records, random):
    """Return the slugs of 300 random entities to edit, of each kind in FILES the same number."""
    return [row["slug"] for name in FILES for row in random.sample(records[name], EDITED // len(FILES))]


def change(records, slugs, random):
    """Change the entities with these slugs in the records of the catalogue. Also change their relationships, their
    seats, and some random election results."""
    slugs = set(slugs)
    elsewhere = {end for name in ("results", "compositions", "coverage") for end in _slugs_in(records[name])}
    for name in FILES:
        for row in [row for row in records[name] if row["slug"] in slugs]:
            random.choice(CHANGES)(records, name, row, random, row["slug"] not in elsewhere)
    _change_relationships(records, slugs, random)
    for row in records["compositions"]:
        if row["institution"] in slugs or any(share[0] in slugs for share in row["shares"]):
            row["shares"][0][2] += 2
            row["total"] += 2
    for row in random.sample([row for row in records["results"] if row.get("versions")], 50):
        tallies = row["versions"][-1].get("tallies")
        if tallies and tallies[0][3]:
            tallies[0][3] += 1


def _slugs_in(rows):
    """Yield all texts in a record or list, including nested ones. The slugs are among them."""
    for value in rows.values() if isinstance(rows, dict) else rows:
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict | list):
            yield from _slugs_in(value)


def _change_facts(records, name, row, random, is_free):
    facts = [fact for fact, value in row["details"].items() if isinstance(value, int) and "year" in fact]
    for fact in facts:
        row["details"][fact] -= 1
    row["name"] += " II"


def _change_names(records, name, row, random, is_free):
    row["other_names"] = [[f"Called {row['slug']}", "", "alias"], *row.get("other_names", [])[1:]]
    row["identifiers"] = [*row.get("identifiers", ()), ["example", row["slug"]]]


def _remove(records, name, row, random, is_free):
    if is_free and name == "politician":
        records[name].remove(row)
        records["relationships"] = [
            each for each in records["relationships"] if row["slug"] not in (each["subject"], each["object"])
        ]


def _rename(records, name, row, random, is_free):
    if is_free and name == "politician":
        old, row["slug"] = row["slug"], f"{row['slug']}-renamed"
        records["redirects"].append({"slug": old, "entity": row["slug"]})
        for each in records["relationships"]:
            each |= {end: row["slug"] for end in ENDS if each[end] == old}


def _leave(records, name, row, random, is_free):
    pass


CHANGES = (_change_facts, _change_names, _remove, _rename, _leave, _leave)


def _change_relationships(records, slugs, random):
    wanted = []
    for row in records["relationships"]:
        if slugs.isdisjoint((row["subject"], row["object"])):
            wanted.append(row)
            continue
        chance = random.random()
        if chance < 0.2:
            row["verified_at"] = "2026-06-06"
        elif chance < 0.3 and len(row.get("start_date", "")) == 4:
            row["start_date"] += "-02"
        elif chance < 0.4 and row["type"] == "politician_holds_office":
            row["role"] = "corrected"
        if chance < 0.95:
            wanted.append(row)
    records["relationships"] = wanted


def run(folder, edits, seed) -> dict:
    random, catalogue = Random(seed), Shipped(folder)  # noqa: S311 - seeded chance
    slugs = chosen_slugs(catalogue.records, random)
    loaded = rows_of_graph()
    RandomEditor(random, slugs, Source.objects.order_by("pk").first()).edit(edits)
    edited, changes = rows_of_graph(), Change.objects.count()
    others = [row["slug"] for row in random.sample(catalogue.records["politician"], OTHERS)]
    change(catalogue.records, [*slugs, *others], random)
    start = time.monotonic()
    report = catalogue.upgrade()
    seconds, upgraded, after = time.monotonic() - start, rows_of_graph(), Change.objects.count()
    lost, resurrected = lost_and_resurrected(loaded, edited, upgraded)
    catalogue.upgrade()  # The third version has the same records as the second.
    return {
        "edits": edits,
        "changed_by_editors": len(_changed(loaded, edited)),
        "changed_by_upgrade": len(_changed(edited, upgraded)),
        "journalled": after - changes,
        "left_as_edited": len(report.skipped),
        "lost": [str(row) for row in lost],
        "resurrected": [str(row) for row in resurrected],
        "changed_by_second_run": len(_changed(upgraded, rows_of_graph())) + Change.objects.count() - after,
        "by_table": Counter(table for table, _ in _changed(edited, upgraded)),
        "seconds": round(seconds, 1),
    }


def _changed(before, after):
    return {at for at in before.keys() | after.keys() if before.get(at) != after.get(at)}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--edits", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = run(Path(folder) / "catalogue", options.edits, options.seed)
    sys.stdout.write(json.dumps(found, indent=1) + "\n")
    sys.exit(bool(found["lost"] or found["resurrected"] or found["changed_by_second_run"]))


if __name__ == "__main__":
    main()
