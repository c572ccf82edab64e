from dataclasses import asdict
from datetime import date

import orjson
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from tqdm import tqdm

from graph.checks import RULES, findings
from graph.checks.exceptions import idle, listed, unexcused


class Command(BaseCommand):
    help = "Check the rules about the data that the database cannot hold. Fails when a finding is no listed exception."

    def add_arguments(self, parser):
        parser.add_argument("--rule", action="append", choices=RULES, help="only this rule; may be given several times")
        parser.add_argument("--day", type=date.fromisoformat, help="the day that is today to the rules")
        parser.add_argument("--json", action="store_true", help="findings as JSON Lines, nothing else")

    def handle(self, rule, day, json, **options):
        rules = rule or list(RULES)
        found = self._found(day or timezone.now().date(), rules)
        excused = {key: reason for key, reason in listed().items() if key[0] in rules or not rule}
        wrong, unneeded = list(unexcused(found, excused)), idle(found, excused)
        self._tell_json(wrong) if json else self._tell(wrong, rules, len(found) - len(wrong), unneeded)
        if wrong or unneeded:
            raise CommandError(f"{len(wrong)} findings, {len(unneeded)} exceptions that nothing needs.")

    def _found(self, day, rules):
        return [finding for name in tqdm(rules, desc="Checking", disable=None) for finding in findings(day, [name])]

    def _tell(self, wrong, rules, excused, unneeded):
        for finding in wrong:
            self.stdout.write(f"{finding.rule}: {finding.slug}: {finding.sentence}")
        for rule, slug in unneeded:
            self.stdout.write(f"{rule}: {slug}: The exception is listed, but no longer needed.")
        self.stdout.write(f"{len(rules)} rules checked, {excused} findings are listed exceptions.")

    def _tell_json(self, wrong):
        for finding in wrong:
            self.stdout.write(orjson.dumps(asdict(finding)).decode())
