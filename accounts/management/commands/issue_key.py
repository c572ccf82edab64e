from argparse import ArgumentTypeError
from datetime import UTC, date, datetime, time, timedelta

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from accounts.actions import issue_key
from accounts.exceptions import AccountActionError
from accounts.models import ApiKey, User

LONGEST_NAME = ApiKey._meta.get_field("name").max_length


class Command(BaseCommand):
    help = "Make an API key for the account with that e-mail address, and print it: once, and nothing else, on stdout."

    def add_arguments(self, parser):
        parser.add_argument("email")
        parser.add_argument("--tier", choices=User.Tier.values, required=True)
        parser.add_argument("--name", type=_name, required=True, help="what the key is for")
        parser.add_argument("--expires", type=_end_of, metavar="YYYY-MM-DD", help="its last day (UTC)")

    def handle(self, email, tier, name, expires, **options):
        try:
            key, secret = issue_key(email=email, tier=tier, name=name, expires_at=expires)
        except AccountActionError as refusal:
            raise CommandError(str(refusal)) from refusal
        end = f", expires {expires:%Y-%m-%d %H:%M} UTC" if expires else ""
        self.stderr.write(f"{key} of {key.user.email}, {tier}{end}. It is shown this once.")
        self.stdout.write(secret)


def _name(text):
    if not 0 < len(text.strip()) <= LONGEST_NAME:
        raise ArgumentTypeError(f"a name has 1 to {LONGEST_NAME} characters")
    return text.strip()


def _end_of(text):
    try:
        end = datetime.combine(date.fromisoformat(text) + timedelta(days=1), time.min, UTC)
    except (ValueError, OverflowError):
        raise ArgumentTypeError("a day is written like 2027-01-31") from None
    if end <= timezone.now():
        raise ArgumentTypeError("that day is over")
    return end
