from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from search.evaluation import NO_MATCH, InvalidJudgedQueries, combine, measure, read_queries


class Command(BaseCommand):
    help = "Run judged queries and print MRR@10 and recall@5 by class; fail below the floor."

    def add_arguments(self, parser):
        parser.add_argument("file", type=Path, help="JSON Lines: q, class, expect")
        parser.add_argument("--floor", type=float, default=0.0, help="least MRR@10 over all queries, 0 to 1")

    def handle(self, file, floor, **options):
        try:
            scores = measure(read_queries(file))
        except InvalidJudgedQueries as error:
            raise CommandError(str(error)) from error
        total = combine(score for name, score in scores.items() if name != NO_MATCH)
        for name, score in [*scores.items(), ("all", total)]:
            missing = f"   {score.missing} queries for entities that the graph does not have" if score.missing else ""
            figures = f"MRR@10 {score.mrr:.3f}   recall@5 {score.recall:.3f}"
            self.stdout.write(f"{name:<14}{len(score.ranks):>5}   {figures}{missing}")
        if total.mrr < floor:
            raise CommandError(f"MRR@10 is {total.mrr:.3f}, below the floor of {floor}.")
