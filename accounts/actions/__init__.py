"""Change accounts and API keys. Each change is one transaction; e-mails and signals are sent after its commit."""
