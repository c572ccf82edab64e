"""Functions that change accounts, API keys and tiers, each call in one transaction. Their e-mails are sent after the
commit. Only `remind_of_expiry` has no transaction."""
