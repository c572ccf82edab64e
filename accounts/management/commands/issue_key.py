import sys
from argparse import ArgumentTypeError
from contextlib import redirect_stdout
from datetime import UTC, date, datetime, time, timedelta

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from accounts.actions.keys import issue_key
from accounts.exceptions import AccountActionError
from accounts.models import ApiKey, User

MAX_NAME_LENGTH = ApiKey._meta.get_field("name").max_length


class Command(BaseCommand):
    help = "Create an API key for the account with that e-mail address, and print only the key on stdout, once."

    def add_arguments(self, parser):
        parser.add_argument("email")
        parser.add_argument("--tier", choices=User.Tier.values, required=True)
        parser.add_argument("--name", type=_name, required=True, help="what the key is for")
        parser.add_argument("--expires", type=_end_of_day, metavar="YYYY-MM-DD", help="its last day (UTC)")

    def handle(self, email, tier, name, expires, **options):
        try:
            # Without an e-mail server, e-mails are printed on stdout, where only the key belongs.
            with redirect_stdout(sys.stderr):
                key, secret = issue_key(email=email, tier=tier, name=name, expires_at=expires)
        except AccountActionError as error:
            raise CommandError(str(error)) from error
        end = f", expires {expires:%Y-%m-%d %H:%M} UTC" if expires else ""
        self.stderr.write(f"{key} of {key.user.email}, {tier}{end}. The key is shown only once.")
        self.stdout.write(secret)


def _name(text):
    if not 0 < len(text.strip()) <= MAX_NAME_LENGTH:
        raise ArgumentTypeError(f"a name has 1 to {MAX_NAME_LENGTH} characters")
    return text.strip()


def _end_of_day(text):
    try:
        end = datetime.combine(date.fromisoformat(text) + timedelta(days=1), time.min, UTC)
    except (ValueError, OverflowError):
        raise ArgumentTypeError("write a day like 2027-01-31") from None
    if end <= timezone.now():
        raise ArgumentTypeError("this day is in the past")
    return end
