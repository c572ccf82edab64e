from django.core.management.base import BaseCommand

from accounts.actions.keys import remind_of_expiry


class Command(BaseCommand):
    help = "Send an e-mail to the owners of keys that expire within 14 days, once for each key. Run it every day."

    def handle(self, **options):
        self.stdout.write(f"{remind_of_expiry()} e-mails sent.")
