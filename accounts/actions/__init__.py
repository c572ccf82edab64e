"""Change accounts and API keys, each in one transaction. E-mails and signals are sent after the commit."""
