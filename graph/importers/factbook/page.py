"""A country's page of the Factbook."""

from collections.abc import Mapping
from dataclasses import dataclass

from graph.importers.crosswalk import Country
from graph.importers.factbook.text import lines, plain
from graph.text.grammar import with_article

FILE_NAME = "factbook.json.gz"
EXECUTIVE = "Executive branch"
LEGISLATIVE = "Legislative branch"
LOWER = "Legislative branch - lower chamber"
UPPER = "Legislative branch - upper chamber"


class UnreadablePage(Exception):
    """A part of the page is a text where fields are expected, or the other way round."""


def part(content, *path: str):
    """What stands below the names of a path, empty when there is nothing; raise UnreadablePage for a wrong shape."""
    for name in path:
        if not isinstance(content, Mapping):
            raise UnreadablePage(f"{'/'.join(path)} is not there, but a text")
        content = content.get(name, {})
    return content


@dataclass(frozen=True, slots=True)
class Page:
    """What the Factbook tells of one country; ``gec`` is the key that its file uses."""

    country: Country
    gec: str
    government: Mapping

    @property
    def code(self) -> str:
        """The lowercase ISO code of the country."""
        return self.country.code

    @property
    def of_country(self) -> str:
        """The country's name as it stands after "of"."""
        return with_article(self.country.name)

    def markup(self, *path: str) -> str:
        """The text below ``Government`` as the file has it, empty when the page has none."""
        found = part(self.government, *path, "text") or ""
        if not isinstance(found, str):
            raise UnreadablePage(f"{'/'.join(path)} is no text")
        return found

    def text(self, *path: str) -> str:
        """The clean text in one line, empty when the page has none or says ``none``."""
        found = plain(self.markup(*path))
        return "" if found in {"none", "NA"} else found

    def lines(self, *path: str) -> list[str]:
        """The clean lines of a text."""
        return lines(self.markup(*path))

    def line(self, *path: str) -> str:
        """The place of a text, for reports."""
        return "/".join((f"{FILE_NAME}#{self.gec}", "Government", *path))
