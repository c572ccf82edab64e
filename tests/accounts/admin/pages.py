"""How tests find the pages of the admin and read them."""

from html.parser import HTMLParser

from django.urls import reverse


def page(model: str, name: str, *args) -> str:
    """The address: ``page("prorequest", "change", request.pk)``."""
    return reverse(f"admin:accounts_{model}_{name}", args=args)


def said(response) -> list[str]:
    """The messages on the page that an answer leads to."""
    return [str(message) for message in response.context["messages"]]


class _Text(HTMLParser):
    def __init__(self):
        super().__init__()
        self.words = []

    def handle_data(self, data):
        self.words += data.split()


def text(response) -> str:
    """What is read on the page, without its markup."""
    parser = _Text()
    parser.feed(response.content.decode())
    return " ".join(parser.words)
