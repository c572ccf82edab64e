"""Read the text and the messages of a page in a response, without markup."""

from html.parser import HTMLParser


def said(response) -> list[str]:
    """Return the messages of django.contrib.messages on a page, for example "Saved."."""
    return [str(message) for message in response.context["messages"]]


def text(response) -> str:
    """Return the text of a page without its markup. Words are separated by single spaces."""
    parser = _Text()
    parser.feed(response.content.decode())
    return " ".join(parser.words)


class _Text(HTMLParser):
    def __init__(self):
        super().__init__()
        self.words = []

    def handle_data(self, data):
        self.words += data.split()
