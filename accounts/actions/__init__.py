"""Functions that change accounts and API keys, each call in one transaction. Their e-mails are sent after the
commit."""
