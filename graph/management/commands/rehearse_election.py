import sys

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from graph.actions.preconditions import ActionRejected
from graph.actions.results import rehearsals


class Command(BaseCommand):
    help = "Count an archived election again, as a test election that can be deleted."

    def add_arguments(self, parser):
        parser.add_argument("slug", help="the archived election or, with --delete, the rehearsal")
        parser.add_argument("--minutes", type=float, default=20, help="how long the night takes; 0: as fast as it goes")
        parser.add_argument("--seed", type=int, default=7, help="another seed gives another night")
        parser.add_argument("--faults", action="store_true", help="the source falls silent, and sends invalid counts")
        parser.add_argument("--delete", action="store_true", help="delete a rehearsal")

    def handle(self, slug, minutes, seed, faults, delete, **options):
        try:
            if delete:
                rehearsals.delete_rehearsal(rehearsals.find_rehearsal(slug))
                self.stdout.write(f"The rehearsal {slug} is deleted.")
            else:
                self._rehearse(rehearsals.find_archived(slug), minutes, seed, faults)
        except (ActionRejected, rehearsals.WrongResponse) as error:
            raise CommandError(str(error)) from error

    def _rehearse(self, archived, minutes, seed, faults):
        steps = rehearsals.plan(rehearsals.archived_races(archived), seed, faults=faults)
        rehearsal = rehearsals.create_rehearsal(archived)
        self.stdout.write(f"/api/results/{rehearsal.election.slug} gets {len(steps)} versions.")
        bar = tqdm(steps, desc="Counting", unit=" versions", disable=None, file=sys.stderr)
        for response, number in rehearsals.replay(rehearsal, bar, minutes=minutes).items():
            self.stdout.write(f"{number:>7,} {response}")
        if races := rehearsals.differences(archived, rehearsal):
            raise CommandError(f"{len(races)} races differ from the archive: {', '.join(races[:10])}.")
        self.stdout.write("All results are equal to the archive.")
