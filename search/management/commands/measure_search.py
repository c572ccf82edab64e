from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from search.evaluation import NOTHING, NotJudged, measure, read, together


class Command(BaseCommand):
    help = "Run judged queries and print MRR@10 and recall@5 by class; fail below the floor."

    def add_arguments(self, parser):
        parser.add_argument("file", type=Path, help="JSON Lines: q, class, expect")
        parser.add_argument("--floor", type=float, default=0.0, help="least MRR@10 over all queries, 0 to 1")

    def handle(self, file, floor, **options):
        try:
            scores = measure(read(file))
        except NotJudged as error:
            raise CommandError(str(error)) from error
        whole = together(score for name, score in scores.items() if name != NOTHING)
        for name, score in [*scores.items(), ("all", whole)]:
            self.stdout.write(_line(name, score))
        if whole.mrr < floor:
            raise CommandError(f"MRR@10 is {whole.mrr:.3f}, below the floor of {floor}.")


def _line(name, score):
    missing = f"   {score.not_held} of what the graph does not hold" if score.not_held else ""
    return f"{name:<14}{len(score.ranks):>5}   MRR@10 {score.mrr:.3f}   recall@5 {score.recall:.3f}{missing}"
