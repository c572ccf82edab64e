from dataclasses import asdict
from datetime import date

import orjson
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from tqdm import tqdm

from graph.checks import ERRORS, findings, read_exceptions, without_exceptions


class Command(BaseCommand):
    help = "Check the rules about the data that the database cannot enforce. Fails on a finding that is no exception."

    def add_arguments(self, parser):
        parser.add_argument("--check", action="append", choices=ERRORS, help="only this check; may be repeated")
        parser.add_argument("--day", type=date.fromisoformat, help="check the data as of this day instead of today")
        parser.add_argument("--json", action="store_true", help="print findings as JSON Lines, and nothing else")

    def handle(self, check, day, json, **options):
        names, day = check or list(ERRORS), day or timezone.now().date()
        found = [row for name in tqdm(names, desc="Checking", disable=None) for row in findings(day, [name])]
        exceptions = {key: reason for key, reason in read_exceptions().items() if key[0] in names}
        errors = list(without_exceptions(found, exceptions))
        idle = sorted(exceptions.keys() - {(finding.check, finding.slug) for finding in found})
        for finding in errors:
            line = orjson.dumps(asdict(finding)).decode() if json else "{check}: {slug}: {sentence}"
            self.stdout.write(line if json else line.format(**asdict(finding)))
        if not json:
            for name, slug in idle:
                self.stdout.write(f"{name}: {slug}: The exception is listed, but no longer needed.")
            self.stdout.write(f"{len(names)} checks, {len(found) - len(errors)} findings are listed exceptions.")
        if errors or idle:
            raise CommandError(f"{len(errors)} findings, {len(idle)} unused exceptions.")
