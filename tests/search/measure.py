"""Run judged queries, and print MRR@10 and recall@5 for each category and for all.

CI runs this with the catalogue in both databases: ``python -m tests.search.measure tests/search/judged.jsonl``. With
``--floor 0.9``, the command fails if the MRR@10 over all queries is below 0.9.
"""

import os
import sys
from argparse import ArgumentParser
from pathlib import Path

import django


def main(arguments: list[str]) -> None:
    """Measure the queries of a file. Exit with a message if the file is invalid, or if the MRR@10 is below
    ``--floor``."""
    # The models can be imported only after Django is set up.
    from tests.search.evaluation import NO_MATCH, InvalidJudgedQueries, combine, measure, read_queries

    parser = ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help="JSON Lines: q, class, expect")
    parser.add_argument("--floor", type=float, default=0.0, help="least MRR@10 over all queries, 0 to 1")
    options = parser.parse_args(arguments)
    try:
        scores = measure(read_queries(options.file))
    except InvalidJudgedQueries as error:
        sys.exit(str(error))
    total = combine(score for name, score in scores.items() if name != NO_MATCH)
    for name, score in [*scores.items(), ("all", total)]:
        missing = f"   {score.missing} queries for entities that the graph does not have" if score.missing else ""
        figures = f"MRR@10 {score.mrr:.3f}   recall@5 {score.recall:.3f}"
        sys.stdout.write(f"{name:<14}{len(score.ranks):>5}   {figures}{missing}\n")
    if total.mrr < options.floor:
        sys.exit(f"MRR@10 is {total.mrr:.3f}, below the floor of {options.floor}.")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    main(sys.argv[1:])
