"""The countries of the graph, for importers."""

from collections.abc import Iterable
from dataclasses import dataclass

PARTY_FACTS = "partyfacts-country"


@dataclass(frozen=True, slots=True, kw_only=True)
class Country:
    """A country: its ISO 3166-1 alpha-2 code in lower case, and its codes in the data set Party Facts."""

    code: str
    name: str
    party_facts: tuple[str, ...] = ()


class Countries:
    """The countries of the graph. They are found by their ISO code, or by a code in Party Facts."""

    def __init__(self, countries: Iterable[Country]):
        self._by_code = {country.code: country for country in countries}
        self._by_party_facts = {code: country for country in self._by_code.values() for code in country.party_facts}

    def get(self, code: str) -> Country | None:
        return self._by_code.get(code)

    def by_party_facts(self, code: str) -> Country | None:
        return self._by_party_facts.get(code)
