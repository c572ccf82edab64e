"""Read pages as visitors do, who see no markup."""

from html.parser import HTMLParser


def said(response) -> list[str]:
    """Return the messages on the page to which a response redirects."""
    return [str(message) for message in response.context["messages"]]


def text(response) -> str:
    """Return the text of the page, without its markup."""
    parser = _Text()
    parser.feed(response.content.decode())
    return " ".join(parser.words)


class _Text(HTMLParser):
    def __init__(self):
        super().__init__()
        self.words = []

    def handle_data(self, data):
        self.words += data.split()
