"""Change accounts and API keys, each in one transaction. E-mails are sent after the commit."""
