"""Measure how fast requests are (``make bench``): all rows of budgets.csv, a table of requests with the limits for
their time and queries. Print each figure with its limit, the budget. Fail if a figure is more than half over its
budget."""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from tests.architecture.source import ROOT
from tests.benchmarks import graphs, requests
from tests.benchmarks.measure import EMPTY_VIEW

TOLERANCE = 1.5
MICROSECONDS_OF_EMPTY_VIEW = 80
"""The processor time in µs of a request for `EmptyView` on the machine for which the budgets were set: 53 µs for Django
and 27 µs for Django REST framework."""
TIMES = ("django", "ahead", "cold")
HEAD = """
Each cell is a figure / its budget; ! is over the budget, !! is over {tolerance} times the budget.
django, ahead: µs of a repeated request, through Django and ahead of it. cold: µs of a first request.
growth: cold in a graph of ten times the size / cold.
µs are divided by {scale:.2f}: an empty view takes {empty:.0f} µs here, and {usual} on the machine of the budgets.
"""


def main() -> None:
    paths = graphs.prepare()
    (found,) = measured(["django", "ahead", "cold", "queries"], paths[1])
    # The two processes do the same at the same time, so the speed of the machine is the same for both.
    small, large = measured(["cold"], paths[1], paths[10])
    for name in large.keys() - {EMPTY_VIEW}:
        found[name]["growth"] = large[name]["cold"] / small[name]["cold"]
    empty = found[EMPTY_VIEW]["django"]
    scale = empty / MICROSECONDS_OF_EMPTY_VIEW
    lines = [["", *requests.FIGURES]]
    for row in requests.read_rows():
        figures = {name: value / scale if name in TIMES else value for name, value in found[row.name].items()}
        lines.append([row.name, *(cell(name, figures, row.budgets) for name in requests.FIGURES)])
    print(HEAD.format(tolerance=TOLERANCE, scale=scale, empty=empty, usual=MICROSECONDS_OF_EMPTY_VIEW))
    for name, *cells in lines:
        print(f"{name:34}" + "".join(f"{text:>18}" for text in cells))
    missed = sum(text.endswith("!!") for line in lines for text in line)
    print(f"\n{missed} budgets are missed by more than half.")
    sys.exit(missed > 0)


def measured(figures: list[str], *paths) -> list[dict[str, dict[str, float]]]:
    """Measure these figures, such as "cold", with the database at each path, all at the same time. Return a list with
    {name of the row in budgets.csv: {name of the figure: value}} for each database."""
    print(f"Measuring {' and '.join(map(str, paths))} ...", flush=True)
    command = [sys.executable, "-m", "tests.benchmarks.measure", *figures]

    def run(path):
        given = {"cwd": ROOT, "env": graphs.environment(path), "check": True, "stdout": subprocess.PIPE}
        return json.loads(subprocess.run(command, **given).stdout)

    with ThreadPoolExecutor() as pool:
        return list(pool.map(run, paths))


def cell(name: str, figures: dict[str, float], budgets: dict[str, float]) -> str:
    """Return a text such as "130/120 !": the figure ``name``, its budget, and "!" if it is over the budget or "!!" if
    by more than half. Return "" if it has no budget."""
    if name not in budgets:
        return ""
    figure, budget = figures[name], budgets[name]
    mark = "!!" if figure > budget * TOLERANCE else "!" if figure > budget else ""
    return f"{figure:.1f}/{budget:.1f} {mark:2}" if name == "growth" else f"{figure:,.0f}/{budget:,.0f} {mark:2}"


if __name__ == "__main__":
    main()
